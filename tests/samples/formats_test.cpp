// Checks that compressed PLY, .splat and SPZ files contain the same splats as PLY files, and that files with changed
// bytes are read or rejected in one line. VKSORT_POINTS_FUZZ sets the number of changed files.
#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

namespace {

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

std::string changed(std::string file, std::mt19937& random) {
  const std::string words[] = {"nan", "-1", "4294967295", "1e999", "property list uchar int x\n", "\n", {2, '\0'}, ","};
  for (std::size_t changes = 1 + random() % 3; changes != 0 && !file.empty(); --changes) {
    const std::size_t at = random() % file.size();
    const std::string piece = file.substr(at, 1 + random() % 24);
    const std::string byte(1, static_cast<char>(random()));
    const std::string by[] = {"", piece + piece, words[random() % std::size(words)] + piece, byte, ""};
    const std::size_t which = random() % std::size(by);
    file.replace(at, which == 4 ? file.size() : which == 3 ? 1 : piece.size(), by[which]);
  }
  return file;
}

// Returns the peak memory of this program, in KiB.
long mostMemory() {
  rusage usage{};
  REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
  return usage.ru_maxrss;
}

std::size_t fromEnvironment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

TEST_CASE("compressed_ply_files_contain_the_original_splats") {
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
  checkRefusal(error(whole.substr(0, whole.size() - 1)), "byte ", "truncated: it ends after 299 of 300");
  checkRefusal(error(whole.substr(0, whole.size() - 300 * 9 - 1)), "byte ", "truncated");
  std::string fewer = whole;
  fewer.replace(fewer.find("chunk 2"), 7, "chunk 1");
  checkRefusal(error(fewer), "line ", "a chunk for every 256");
  std::string other = whole;
  other.replace(other.find("min_scale_y"), 11, "min_scale_q");
  checkRefusal(error(other), "line ", "min_scale_y");
  // If the bounds of a chunk are not numbers, all of its splats are invalid.
  std::string broken = packedPly(300, 0);
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(broken.data() + broken.find("end_header\n") + 11, &no_number, sizeof no_number);
  CHECK(readBytes("FILE.ply", broken).summary == "44 splats; 256 rows skipped (NaN)");
}

TEST_CASE("splat_files_contain_the_original_splats") {
  for (const std::size_t splats : {1, 3, 700}) checkAll(readBytes("FILE.splat", splatFile(splats)), splats, 0.01);
  CHECK(readBytes("FILE.splat.gz", gzipped(splatFile(3))).summary == "3 splats");
  CHECK(readBytes("FILE.splat", splatFile(3), {.first = 2}).count() == 2);
  const std::string whole = splatFile(3);
  const auto error = [](const std::string& bytes) { return errorOf([&] { readBytes("FILE.splat", bytes); }); };
  checkRefusal(error(whole.substr(0, 95)), "byte 64", "truncated");
  checkRefusal(error(whole.substr(0, 65)), "byte 64", "the last one has 1");
  checkRefusal(error(""), "byte 0", "empty");
}

TEST_CASE("spz_files_contain_the_original_splats") {
  for (const uint32_t version : {1U, 2U, 3U, 4U})
    for (const uint32_t degree : {0U, 1U, 3U, 4U}) {
      CAPTURE(version);
      CAPTURE(degree);
      const std::string content = spzContent(300, version, degree);
      const Cloud cloud = readBytes("FILE.spz", version == 4 ? content : gzipped(content), {.degree = 3});
      checkAll(cloud, 300, 0.01);
      CHECK(cloud.file_up == up::kY);
      REQUIRE(cloud.harmonics.degree == std::min(degree, 3U));
      if (degree == 0) continue;
      // Each coefficient stores red, green and blue together.
      for (const uint32_t color : {0U, 2U})
        CHECK(coefficientOf(cloud, color, 2) ==
              doctest::Approx(static_cast<float>(2 * 3 + color) / 128.0F).epsilon(0.001));
    }
  CHECK(readBytes("FILE.spz", gzipped(spzContent(3, 2, 4)), {.degree = 3}).summary ==
        "3 splats, harmonics of degree 3 of 4");
  CHECK(readBytes("FILE.spz", gzipped(spzContent(3, 2, 1)), {.first = 2}).count() == 2);
  const std::string content = spzContent(3, 2, 1), whole = gzipped(content);
  const auto error = [](const std::string& bytes) { return errorOf([&] { readBytes("FILE.spz", bytes); }); };
  checkRefusal(error(whole.substr(0, whole.size() - 9)), "byte ", "truncated");
  checkRefusal(error(gzipped(content.substr(0, content.size() - 1))), "byte ", "truncated");
  std::string damaged = whole;
  damaged[damaged.size() - 6] ^= 1;
  checkRefusal(error(damaged), "byte ", "damaged");
  for (const auto& [at, value, words] : {std::tuple{4, 5, "version 5"}, {12, 5, "degree"}, {13, 31, "fraction"}}) {
    std::string other = content;
    other[static_cast<std::size_t>(at)] = static_cast<char>(value);
    checkRefusal(error(gzipped(other)), "byte " + std::to_string(at), words);
  }
  const std::string plain = spzContent(3, 4, 1);
  CHECK(readBytes("FILE.spz", plain + "end").summary.ends_with("; ignored: 3 bytes after the splats"));
  checkRefusal(error(plain.substr(0, plain.size() - 1)), "byte ", "truncated");
  checkRefusal(error(plain.substr(0, 40)), "byte 40", "truncated");
  // Changes the offset of the table, the unpacked size of a stream, or its first byte.
  for (const auto& [at, value, words] : {std::tuple{16, 31, "must start at byte 32"},
                                         {40, 28, "must unpack to 27 bytes"},
                                         {128, 0, "must unpack to 27 bytes"}}) {
    std::string other = plain;
    other[static_cast<std::size_t>(at)] = static_cast<char>(value);
    checkRefusal(error(other), "byte " + std::to_string(at == 40 ? 128 : at), words);
  }
  std::string fewer = spzContent(3, 4, 0);
  fewer[12] = 1;
  checkRefusal(error(fewer), "byte 15", "too few streams");
  std::string claims = plain;
  claims.replace(8, 4, "\xff\xff\xff\x7f");
  claims.replace(40, 8, std::string("\xf7\xff\xff\x7f\x04\0\0\0", 8));
  checkRefusal(error(claims), "byte 128", "must unpack to 19327352823 bytes");
  // The file is large enough for 2^28 splats if it could be unpacked. Rejecting it must not allocate memory for them.
  claims.replace(8, 4, "\0\0\0\x10", 4);
  claims.replace(32, 8, "\0\0\1\0\0\0\0\0", 8);
  claims.replace(40, 8, "\0\0\0\x90\0\0\0\0", 8);
  const long before = mostMemory();
  checkRefusal(error(claims + std::string(65536, '\0')), "byte 128", "must unpack to 2415919104 bytes");
  CHECK(mostMemory() - before < 1 << 20);
}

TEST_CASE("changed_point_files_are_read_or_rejected") {
  struct File {
    const char* name;
    std::string bytes;
    bool gzip = false;
  };
  const File files[] = {
      {"FILE.ply", binarySplats(4)},
      {"FILE.ply", splatHeader("ascii", 2) + splatText() + splatText()},
      {"FILE.ply", splatHeader("ascii", 1, 72) + splatText(72)},
      {"FILE.ply", kAscii + "element camera 1\nproperty int a\nelement vertex 2\n" + kXyz +
                       "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n1\n"
                       "1 2 3 4 5 6\n7 8 9 10 11 12\n"},
      {"FILE.ply", packedPly(3, 0)},
      {"FILE.ply", packedPly(257, 24)},
      {"FILE.splat", splatFile(3)},
      {"FILE.spz", spzContent(3, 3, 1), true},
      {"FILE.spz", spzContent(2, 1, 4), true},
      {"FILE.spz", gzipped(spzContent(3, 2, 0))},
      {"FILE.spz", spzContent(3, 4, 1, spzExtension(0xADBE0003, 7))},
  };
  const std::size_t count = fromEnvironment("VKSORT_POINTS_FUZZ", 6000), seed = fromEnvironment("VKSORT_TEST_SEED", 1);
  CAPTURE(seed);
  std::mt19937 random(static_cast<uint32_t>(seed));
  std::size_t read = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const File& good = files[i % std::size(files)];
    std::string bytes = changed(good.bytes, random);
    if (good.gzip) bytes = gzipped(bytes);
    const auto degree = static_cast<uint32_t>(random() % 4);
    const ReadOptions options{.first = static_cast<uint32_t>(random() % 4), .degree = degree};
    Cloud cloud;
    const std::string error = errorOf([&] { cloud = readBytes(good.name, bytes, options); });
    if (!error.empty()) {
      checkRefusal(error, "", "");
      continue;
    }
    ++read;
    bool whole = cloud.count() > 0 && cloud.count() <= 1000 && !cloud.summary.empty() &&
                 cloud.splats.size() == cloud.count() &&
                 cloud.harmonics.words.size() == std::size_t{cloud.count()} * wordsOf(cloud.harmonics.degree);
    cloud.fit({0.0F, 1.0F, 0.0F}, 2.0F);
    for (const glm::vec4& p : cloud.positions)
      for (int c = 0; c < 4; ++c) whole = whole && !std::isnan(p[c]);
    CHECK(whole);
  }
  // Some files must be read, and some rejected.
  CHECK(read > count / 20);
  CHECK(read < count - count / 20);
}
