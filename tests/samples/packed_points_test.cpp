// Formats of packed splats: compressed PLY, .splat and SPZ, each the same splat as from PLY; and formats that are
// named.
#include <cstring>
#include <limits>

#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

namespace {

// Coefficient `number` of a colour, of the last splat.
float coefficientOf(const Cloud& cloud, uint32_t color, uint32_t number) {
  const std::size_t begin = cloud.harmonics.words.size() - wordsOf(cloud.harmonics.degree);
  const std::size_t at = 3 + 3 * std::size_t{number} + color;
  return glm::unpackHalf2x16(cloud.harmonics.words[begin + at / 2])[static_cast<int>(at % 2)];
}

void checkAll(const Cloud& cloud, std::size_t splats, double most) {
  REQUIRE(cloud.count() == splats);
  CHECK_FALSE(cloud.discs);
  for (std::size_t i = 0; i < splats; i += 100) checkSplat(cloud, i, most);
}

}  // namespace

TEST_CASE("compressed_ply_files_are_the_splats_that_they_pack") {
  for (const std::size_t splats : {1, 256, 300}) {
    const Cloud cloud = readBytes("FILE.compressed.ply", packedPly(splats, 0), {.degree = 3});
    checkAll(cloud, splats, 0.004);
    CHECK(cloud.harmonics.degree == 0);
    CHECK(cloud.summary == std::to_string(splats) + (splats == 1 ? " splat" : " splats"));
  }
  for (const uint32_t degree : {1U, 2U, 3U}) {
    const Cloud cloud = readBytes("FILE.ply", packedPly(300, kRests[degree]), {.degree = 2});
    checkAll(cloud, 300, 0.004);
    REQUIRE(cloud.harmonics.degree == std::min(degree, 2U));
    for (const uint32_t color : {0U, 2U}) {
      const float byte = 128.0F + static_cast<float>(color * kRests[degree] / 3 + 2);
      CHECK(coefficientOf(cloud, color, 2) == doctest::Approx(((byte + 0.5F) / 256.0F - 0.5F) * 8.0F).epsilon(0.001));
    }
  }
  CHECK(readBytes("FILE.ply", packedPly(300, 9), {.first = 7, .degree = 1}).count() == 7);
  const std::string whole = packedPly(300, 9);
  const auto error = [&](const std::string& bytes) {
    return errorOf([&] { readBytes("FILE.ply", bytes, {.degree = 1}); });
  };
  checkRefusal(error(whole.substr(0, whole.size() - 1)), "byte ", "cut short: it ends after 299 of 300");
  checkRefusal(error(whole.substr(0, whole.size() - 300 * 9 - 1)), "byte ", "cut short");
  std::string fewer = whole;
  fewer.replace(fewer.find("chunk 2"), 7, "chunk 1");
  checkRefusal(error(fewer), "line ", "one for each 256");
  std::string other = whole;
  other.replace(other.find("min_scale_y"), 11, "min_scale_q");
  checkRefusal(error(other), "line ", "min_scale_y");
  // A chunk whose bounds are no numbers takes its splats along.
  std::string broken = packedPly(300, 0);
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(broken.data() + broken.find("end_header\n") + 11, &no_number, sizeof no_number);
  CHECK(readBytes("FILE.ply", broken).summary == "44 splats; 256 rows skipped (NaN)");
}

TEST_CASE("splat_files_are_the_splats_that_they_pack") {
  for (const std::size_t splats : {1, 3, 700}) checkAll(readBytes("FILE.splat", splatFile(splats)), splats, 0.01);
  CHECK(readBytes("FILE.splat.gz", gzipped(splatFile(3))).summary == "3 splats");
  CHECK(readBytes("FILE.splat", splatFile(3), {.first = 2}).count() == 2);
  const std::string whole = splatFile(3);
  const auto error = [](const std::string& bytes) { return errorOf([&] { readBytes("FILE.splat", bytes); }); };
  checkRefusal(error(whole.substr(0, 95)), "byte 64", "cut short");
  checkRefusal(error(whole.substr(0, 65)), "byte 64", "the last one has 1");
  checkRefusal(error(""), "line 0", "without an element");
}

TEST_CASE("spz_files_are_the_splats_that_they_pack") {
  for (const uint32_t version : {1U, 2U, 3U})
    for (const uint32_t degree : {0U, 1U, 3U, 4U}) {
      CAPTURE(version);
      CAPTURE(degree);
      const Cloud cloud = readBytes("FILE.spz", gzipped(spzContent(300, version, degree)), {.degree = 3});
      checkAll(cloud, 300, 0.01);
      CHECK(cloud.file_up == Up::y);
      REQUIRE(cloud.harmonics.degree == std::min(degree, 3U));
      if (degree == 0) continue;
      // Red, green and blue of a coefficient lie together.
      for (const uint32_t color : {0U, 2U})
        CHECK(coefficientOf(cloud, color, 2) ==
              doctest::Approx(static_cast<float>(2 * 3 + color) / 128.0F).epsilon(0.001));
    }
  CHECK(readBytes("FILE.spz", gzipped(spzContent(3, 2, 4)), {.degree = 3}).summary ==
        "3 splats, harmonics of degree 3 of 4");
  CHECK(readBytes("FILE.spz", gzipped(spzContent(3, 2, 1)), {.first = 2}).count() == 2);
  const std::string content = spzContent(3, 2, 1), whole = gzipped(content);
  const auto error = [](const std::string& bytes) { return errorOf([&] { readBytes("FILE.spz", bytes); }); };
  checkRefusal(error(whole.substr(0, whole.size() - 9)), "byte ", "cut short");
  checkRefusal(error(gzipped(content.substr(0, content.size() - 1))), "byte ", "cut short");
  std::string damaged = whole;
  damaged[damaged.size() - 6] ^= 1;  // of the checksum
  checkRefusal(error(damaged), "byte ", "damaged");
  for (const auto& [at, value, words] : {std::tuple{4, 4, "version 4"}, {12, 5, "degree"}, {13, 31, "fraction"}}) {
    std::string other = content;
    other[static_cast<std::size_t>(at)] = static_cast<char>(value);
    checkRefusal(error(gzipped(other)), "byte " + std::to_string(at), words);
  }
}

TEST_CASE("formats_that_are_not_read_are_named_with_a_way_to_convert_them") {
  for (const auto& [name, words] :
       {std::pair{"a.ksplat", "npx @playcanvas/splat-transform FILE.ksplat FILE.ply"},
        {"B.SOG", "npx @playcanvas/splat-transform FILE.sog FILE.ply"},
        {"scan.laz", "pdal translate FILE.laz FILE.ply"},
        {"scene.glb", "must end with .ply, .splat, .spz, .csv, .tsv, .txt, .xyz, .asc, .pts, or that and .gz"},
        {"noending", "must end with .ply"}}) {
    const std::string error = errorOf([&, path = name] { requireKnownEnding(path); });
    CAPTURE(error);
    CHECK(error.starts_with(name));
    CHECK(error.find(words) != std::string::npos);
  }
}
