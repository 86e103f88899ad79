// Checks that formats are recognised by their first bytes. Compressed PLY, .splat and SPZ files must contain the same
// splats as PLY files. Files with changed bytes must be read or rejected in one line, and VKSORT_POINTS_FUZZ sets their
// number.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;
using namespace std::literals;

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

void checkRejected(const std::string& bytes, const std::string& place, const char* words) {
  checkRefusal(errorOf([&] { readBytes("FILE", bytes, {.degree = 1}); }), place, words);
}

}  // namespace

TEST_CASE("the_first_bytes_decide_the_format") {
  const std::string ply = binarySplats(40), packed = gzipped(ply), page = "\n <!DOCTYPE html><html>";
  std::string mixed = splatFile(3), ksplat("\0\1\0\0\1\0\0\0"s + std::string(4992, '\0'));
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(mixed.data(), &no_number, sizeof no_number);
  const std::tuple<const char*, std::string, std::size_t> read[] = {
      {"FILE", ply, 40},
      {"FILE.csv", packed, 40},
      {"FILE", gzipped(ply.substr(0, 900)) + gzipped(ply.substr(900)), 40},
      {"FILE.ply.gz", packed + std::string(512, '\0'), 40},
      {"FILE.ksplat", splatFile(9), 9},
      {"FILE.ply", gzipped(splatFile(1)), 1},
      {"FILE", mixed, 2},
      {"FILE.splat", spzContent(3, 4, 0), 3}};
  for (const auto& [name, bytes, count] : read) CHECK(readBytes(name, bytes).count() == count);
  const std::tuple<const char*, std::string, const char*> rejected[] = {
      {"FILE.ply", "", "byte 0: the file is empty"},
      {"FILE.ply", "version https://git-lfs.github.com/spec/v1\noid", "this is a Git LFS pointer; run git lfs pull"},
      {"FILE.ply", page, "a web page"},
      {"FILE.splat", gzipped(page), "a web page"},
      {"FILE.ply", "{\"message\":\"Not Found\"}", "an error message of a server"},
      {"FILE", "{ \"means\": {} }", "a SOG file"},
      {"FILE", "[{\"img_name\": 1}]", "a list of cameras"},
      {"FILE", "\xef\xbb\xbf# 3D point list with one line",
       "a COLMAP model; convert its folder: colmap model_converter"},
      {"FILE/points3D.bin", "\1"s + std::string(99, '\0') + "1", "a COLMAP model"},
      {"FILE", "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y z\n\1\2", "pcl_pcd2ply"},
      {"FILE.ply", "o a\nv 1 2 3\n", "a triangle mesh"},
      {"FILE.ply.gz", gzipped(packed), "a gzip file inside a gzip file; unpack it once: gunzip"},
      {"FILE.ply", "PK\3\4x\0x.ply"s, "a ZIP archive; unpack it: unzip FILE"},
      {"FILE.ply", "PK\3\4x\0means_l.webp"s, "a SOG file of PlayCanvas; convert it: npx @playcanvas/splat-transform"},
      {"FILE.ply", "PK\3\4x\0a/data.pkl"s, "a PyTorch checkpoint"},
      {"FILE", std::string(257, '\1') + "\0ustar"s, "a tar archive"},
      {"FILE",
       "\xff\xfe"
       "1\0\n\0"s,
       "text in UTF-16"},
      {"FILE.splat", ksplat, "a splat file of GaussianSplats3D"},
      {"FILE.spx.gz", gzipped("\1"), "a splat file of Reall3D; convert it: gsbox -i FILE.spx -o FILE.ply"},
      {"FILE.part", std::string(4096, '\0'), "an incomplete download"},
      {"FILE.XYZ", "x y z\n", "a table of points; convert it to PLY with CloudCompare"},
      {"FILE.ply", gzipped("1,5;2;3\n4;5;6e-1\n"), "a table of points"},
      {"FILE.splat", std::string(640, 'a'), "unknown format"},
      {"FILE", "plain text", "unknown format"}};
  for (const auto& [name, bytes, words] : rejected)
    checkRefusal(errorOf([&, &file = name, &content = bytes] { readBytes(file, content); }), "", words);
}

// A gzip stream without its end can only be read if its last elements are not needed.
TEST_CASE("files_are_only_read_as_far_as_needed") {
  for (const std::string& file : {binarySplats(10000), splatFile(20000), packedPly(40000, 0), packedPly(40000, 9)}) {
    const std::string packed = gzipped(file), cut = packed.substr(0, packed.size() - 1);
    CHECK(readBytes("FILE", cut, {.first = 7, .degree = 1}).count() == 7);
    checkRejected(cut, "byte ", "truncated");
  }
  checkRejected("\x1f\x8b\x08\xff and more", "byte ", "damaged");
  checkRefusal(errorOf([] { Source("/", "FILE").atEnd(); }), "cannot read the file", "directory");
  // The values of this file are only interpreted correctly if it is read again.
  const std::string activated =
      plyText(kShape, 2, "0 0 0 0 0 0 0.5 0.1 0.1 0.1 1 0 0 0\n1 1 1 0 0 0 1 1 1 1 1 0 0 0\n");
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  CHECK(write(pipe_ends[1], activated.data(), activated.size()) == static_cast<ssize_t>(activated.size()));
  close(pipe_ends[1]);
  Source source("/dev/fd/" + std::to_string(pipe_ends[0]));
  CHECK(readCloud(source, {}).splats[0].diagonal == readPlyText(activated).splats[0].diagonal);
  close(pipe_ends[0]);
}

TEST_CASE("compressed_ply_files_contain_the_original_splats") {
  for (const uint32_t degree : {0U, 1U, 2U, 3U}) {
    const Cloud cloud = readBytes("FILE.ply", packedPly(300, kRests[degree]), {.degree = 2});
    checkAll(cloud, 300, 0.004);
    REQUIRE(cloud.harmonics.degree == std::min(degree, 2U));
    for (uint32_t color = 0; color < 3 && degree != 0; ++color) {
      const float byte = 128.0F + static_cast<float>(color * kRests[degree] / 3 + 2);
      CHECK(coefficientOf(cloud, color, 2) == doctest::Approx(((byte + 0.5F) / 256.0F - 0.5F) * 8.0F).epsilon(0.001));
    }
  }
  const std::string whole = packedPly(300, 9);
  const auto replaced = [&](const std::string& word, const std::string& by) {
    return std::string(whole).replace(whole.find(word), word.size(), by);
  };
  checkRejected(whole.substr(0, whole.size() - 1), "byte ", "truncated: it ends after 299 of 300");
  checkRejected(whole.substr(0, whole.size() - 300 * 9 - 1), "byte ", "truncated");
  checkRejected(replaced("chunk 2", "chunk 1"), "line ", "a chunk for every 256");
  checkRejected(replaced("min_scale_y", "min_scale_q"), "line ", "min_scale_y");
  // If the bounds of a chunk are not numbers, all of its splats are invalid.
  std::string broken = packedPly(300, 0);
  broken.replace(broken.find("end_header\n") + 11, 4, "\xff\xff\xff\x7f");
  CHECK(readBytes("FILE.ply", broken).summary == "44 splats; 256 rows skipped (NaN)");
}

TEST_CASE("splat_files_contain_the_original_splats") {
  for (const std::size_t splats : {1, 700}) checkAll(readBytes("FILE.splat", splatFile(splats)), splats, 0.01);
  checkRejected(splatFile(3).substr(0, 65), "byte 64", "the last one has 1");
}

TEST_CASE("spz_files_contain_the_original_splats") {
  for (const uint32_t version : {1U, 2U, 3U, 4U})
    for (const uint32_t degree : {0U, 1U, 3U, 4U}) {
      CAPTURE(version);
      CAPTURE(degree);
      const std::string content = spzContent(300, version, degree);
      const Cloud cloud = readBytes("FILE.spz", version == 4 ? content : gzipped(content), {.degree = 3});
      checkAll(cloud, 300, 0.01);
      REQUIRE(cloud.harmonics.degree == std::min(degree, 3U));
      // Each coefficient stores red, green and blue together.
      for (uint32_t color = 0; color < 3 && degree != 0; ++color)
        CHECK(coefficientOf(cloud, color, 2) ==
              doctest::Approx(static_cast<float>(2 * 3 + color) / 128.0F).epsilon(0.001));
    }
  CHECK(readBytes("FILE.spz", spzContent(3, 2, 4), {.first = 2, .degree = 3}).summary ==
        "2 splats (--first 2 of 3), harmonics of degree 3 of 4");
  const std::string content = spzContent(3, 2, 1), plain = spzContent(3, 4, 1);
  CHECK(readBytes("FILE.spz", plain + "end").summary.ends_with("; ignored: 3 bytes after the splats"));
  checkRejected(content.substr(0, content.size() - 1), "byte ", "truncated");
  checkRejected(plain.substr(0, plain.size() - 1), "byte ", "truncated");
  checkRejected(plain.substr(0, 40), "byte 40", "truncated");
  // Changes numbers in the header, the offset of the table, the unpacked size of a stream, or its first byte.
  const std::tuple<const std::string&, std::size_t, int, std::size_t, const char*> changes[] = {
      {content, 4, 5, 4, "version 5"},           {content, 12, 5, 12, "degree"},
      {content, 13, 31, 13, "fraction"},         {plain, 16, 31, 16, "must start at byte 32"},
      {plain, 40, 28, 128, "must unpack to 27"}, {plain, 128, 0, 128, "must unpack to 27 bytes"}};
  for (const auto& [file, at, value, byte, words] : changes) {
    std::string other = file;
    other[at] = static_cast<char>(value);
    checkRejected(other, "byte " + std::to_string(byte), words);
  }
  std::string fewer = spzContent(3, 4, 0);
  fewer[12] = 1;
  checkRejected(fewer, "byte 15", "too few streams");
}

TEST_CASE("changed_point_files_are_read_or_rejected") {
  const std::string colors = kAscii + "element camera 1\nproperty int a\nelement vertex 2\n" + kXyz +
                             properties("uchar", "red green blue") + "end_header\n1\n1 2 3 4 5 6\n7 8 9 10 11 12\n";
  const std::string files[] = {binarySplats(4),
                               splatHeader("ascii", 2) + splatText() + splatText(),
                               splatHeader("ascii", 1, 72) + splatText(72),
                               colors,
                               packedPly(3, 0),
                               packedPly(257, 24),
                               splatFile(3),
                               spzContent(3, 3, 1),
                               spzContent(2, 1, 4),
                               gzipped(spzContent(3, 2, 0)),
                               spzContent(3, 4, 1, spzExtension(0xADBE0003, 7))};
  const char* const changes = std::getenv("VKSORT_POINTS_FUZZ");
  const std::size_t count = changes != nullptr ? std::strtoull(changes, nullptr, 10) : 6000;
  const char* const seed = std::getenv("VKSORT_TEST_SEED");
  std::mt19937 random(seed != nullptr ? static_cast<uint32_t>(std::strtoull(seed, nullptr, 10)) : 1);
  std::size_t read = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string bytes = changed(files[i % std::size(files)], random);
    const ReadOptions options{.first = static_cast<uint32_t>(random() % 4),
                              .degree = static_cast<uint32_t>(random() % 4)};
    Cloud cloud;
    const std::string error = errorOf([&] { cloud = readBytes("FILE", bytes, options); });
    if (!error.empty()) {
      checkRefusal(error, "", "");
      continue;
    }
    ++read;
    bool whole = cloud.count() > 0 && cloud.count() <= 1000 && !cloud.summary.empty() &&
                 cloud.splats.size() == cloud.count() &&
                 cloud.harmonics.words.size() == std::size_t{cloud.count()} * wordsOf(cloud.harmonics.degree);
    cloud.fit({0.0F, 1.0F, 0.0F}, 2.0F);
    for (const glm::vec4& p : cloud.positions) whole = whole && !glm::any(glm::isnan(p));
    CHECK(whole);
  }
  // Some files must be read, and some rejected.
  CHECK(read > count / 20);
  CHECK(read < count - count / 20);
}
