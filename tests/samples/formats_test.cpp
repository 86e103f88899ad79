// Checks that formats are recognised, and that compressed files contain the same splats as PLY files. Files with
// changed bytes must be read or rejected in one line, and VKSORT_POINTS_FUZZ sets their number.
#include <algorithm>
#include <cstdio>

#include "point_files.h"

using namespace particles;
using namespace test::points;
using namespace std::literals;

namespace {

// Returns coefficient 0 to 14 above degree 0 of the last splat.
float coefficientOf(const Cloud& cloud, std::size_t color, std::size_t number) {
  const std::size_t begin = cloud.harmonics.words.size() - wordsOf(cloud.harmonics.degree);
  const std::size_t at = 3 + 3 * number + color;
  return glm::unpackHalf2x16(cloud.harmonics.words[begin + at / 2])[static_cast<int>(at % 2)];
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

}  // namespace

TEST_CASE("the_first_bytes_decide_the_format") {
  const std::string ply = splats(40), packed = gzipped(ply), plain = fixture("splats.splat");
  const std::tuple<const char*, std::string, const char*> cases[] = {
      {"FILE", ply, "40 splats"},
      {"FILE", gzipped(ply.substr(0, 900)) + gzipped(ply.substr(900)), "40 splats"},
      {"FILE.ply.gz", packed + std::string(512, '\0'), "40 splats"},
      {"FILE.ksplat", plain, "3 splats"},
      {"FILE", patched(plain, 0, "\xff\xff\xff\x7f"), "2 splats; 1 row skipped (NaN, infinite or too large)"},
      {"FILE", std::string(64, '\0') + plain, "3 splats; 2 rows skipped (all 0)"},
      {"FILE.ply", "", "byte 0: the file is empty"},
      {"FILE.ply", "version https://git-lfs.github.com/spec/v1\noid", "this is a Git LFS pointer; run git lfs pull"},
      {"FILE.splat", gzipped("\n <!DOCTYPE html><html>"), "a web page"},
      {"FILE.ply", "{\"message\":\"Not Found\"}", "an error message of a server"},
      {"FILE", "[{\"img_name\": 1}]", "a list of cameras"},
      {"FILE", "\xef\xbb\xbf# 3D point list with one line", "a COLMAP model; convert its folder: colmap"},
      {"FILE", "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y z\n\1\2", "pcl_pcd2ply"},
      {"FILE.ply", "o a\nv 1 2 3\n", "a triangle mesh"},
      {"FILE.ply.gz", gzipped(packed), "a gzip file inside a gzip file; unpack it once: gunzip"},
      {"FILE.ply", "PK\3\4x\0means_l.webp"s, "a SOG file of PlayCanvas; convert it: npx @playcanvas/splat-transform"},
      {"FILE.ply", "PK\3\4x\0x.ply"s, "a ZIP archive; unpack it: unzip FILE"},
      {"FILE", std::string(257, '\1') + "\0ustar"s, "a tar archive"},
      {"FILE", "\xff\xfe\61\0\n\0"s, "text in UTF-16"},
      {"FILE.splat", "\0\1\0\0\1\0\0\0"s + std::string(4992, '\0'), "a splat file of GaussianSplats3D"},
      {"FILE.spx.gz", gzipped("\1"), "a splat file of Reall3D; convert it: gsbox -i FILE.spx -o FILE.ply"},
      {"FILE.part", std::string(4096, '\0'), "an incomplete download"},
      {"FILE.XYZ", "x y z\n", "a table of points; convert it to PLY with CloudCompare"},
      {"FILE.ply", gzipped("1,5;2;3\n4;5;6e-1\n"), "a table of points"},
      {"FILE.splat", std::string(640, 'a'), "unknown format"}};
  for (const auto& [name, bytes, words] : cases) checkOutcome(bytes, words, {}, name);
}

// A gzip stream without its end can only be read if its last elements are not needed.
TEST_CASE("files_are_only_read_as_far_as_needed") {
  std::string many = fixture("splats.splat");
  while (many.size() < 500000) many += many;
  for (const std::string& file : {splats(10000), many}) {
    const std::string packed = gzipped(file), cut = packed.substr(0, packed.size() - 20);
    CHECK(readBytes(cut, {.first = 7}).count() == 7);
    checkOutcome(cut, "truncated");
  }
  checkOutcome("\x1f\x8b\x08\xff and more", "damaged");
  CHECK(test::errorOf([] { Source("/", "FILE").atEnd(); }).starts_with("FILE: cannot read the file"));
  // The values of this file are only interpreted correctly if it is read again.
  const std::string activated = plyText(kShape, "0 0 0 0 0 0 0.5 0.1 0.1 0.1 1 0 0 0\n1 1 1 0 0 0 1 1 1 1 1 0 0 0\n");
  FILE* const pipe = popen(("printf '" + activated + "'").c_str(), "r");
  Source source("/dev/fd/" + std::to_string(fileno(pipe)));
  CHECK(readCloud(source, {}).splats[0].diagonal == readBytes(activated).splats[0].diagonal);
  CHECK(pclose(pipe) == 0);
}

TEST_CASE("compressed_files_contain_the_original_splats") {
  const glm::vec3 byte_by_byte = glm::vec3(6, 7, 8) / 128.0F;
  // Degree, largest error, and the third coefficient above degree 0 of each colour.
  const std::tuple<std::string, uint32_t, double, glm::vec3> cases[] = {
      {fixture("packed.ply"), 1, 0.004, (glm::vec3(2.5F, 5.5F, 8.5F) / 256.0F) * 8.0F},
      {packedWithoutHarmonics(), 0, 0.004, {}},
      {fixture("splats.splat"), 0, 0.01, {}},
      {gzipped(fixture("version1.spz")), 0, 0.01, {}},
      {gzipped(fixture("version2.spz")), 1, 0.01, byte_by_byte},
      {fixture("version3.spz"), 3, 0.01, byte_by_byte},
      {fixture("version4.spz"), 3, 0.01, byte_by_byte}};
  for (const auto& [file, degree, most, coefficients] : cases) {
    CAPTURE(degree);
    const Cloud cloud = readBytes(file);
    REQUIRE(cloud.count() == (file.starts_with("ply") ? kPacked : 3));
    for (const std::size_t i : {std::size_t{0}, std::size_t{cloud.count()} - 1}) checkSplat(cloud, i, most);
    REQUIRE(cloud.harmonics.degree == degree);
    for (int c = 0; c < 3 && degree != 0; ++c)
      CHECK(coefficientOf(cloud, static_cast<std::size_t>(c), 2) == doctest::Approx(coefficients[c]).epsilon(0.001));
  }
  // Byte 13 is the number of fraction bits.
  checkNear(placeOf(readBytes(patched(fixture("version3.spz"), 13, "\13")), 2), {3.0, -5.0, 7.0}, 1e-6);
}

TEST_CASE("damaged_and_ignored_parts_of_files_are_described") {
  const std::string two = kAscii + "element vertex 2\n" + kXyz + "end_header\n", many = "c0 c1 c2 c3 c4 c5 c6 c7";
  const std::string whole = splats(3), last = std::to_string(whole.size() - 64);
  const std::string packed = fixture("packed.ply"), old = fixture("version2.spz"), spz = fixture("version4.spz");
  const auto shorter = [](const std::string& file, std::size_t by) { return file.substr(0, file.size() - by); };
  const std::tuple<std::string, std::string> cases[] = {
      {"\xef\xbb\xbfply\nformat ascii 1.0\n", "byte 0: a PLY file must not start with a byte-order mark"},
      {"ply\rformat ascii 1.0\r", "not only CR"},
      {"ply\n\x1b[2J\n", "\"?[2J\""},
      {kAscii + "element vertex 0\n", "line 3: there are 0 vertices"},
      {kAscii + "format ascii 1.0\n", "line 3: there must only be one line \"format\""},
      {kAscii + "element vertex 1\nproperty float x\nproperty int X\n", "line 5: there are two properties \"x\""},
      {kAscii + "element vertex 1\nproperty real x\n", "line 4: the type \"real\" is not supported"},
      {kAscii + "element vertex 1\n" + kXyz + "element codebook_centers 256\n", "codebooks"},
      {replaced(whole, "element vertex", "element edge 1\nproperty list uchar int v\nelement vertex"), "list"},
      {plyText("x y nx", "1 2 3\n"), "\"z\""},
      {plyText("x y z scale_0 feature_0", "1 2 3 4 5\n"), "a neural network must decode \"feature_0\""},
      {shorter(whole, 1), "byte " + last + ": the file is truncated: it ends after 2 of 3"},
      {two + "1 2 3\n", "line 8: the file is truncated: it ends after 1 of 2"},
      {two + "1 2 3\n1 two 3\n", "line 9: "},
      {two + "1 2 3\n1 2,5 3\n", "decimal commas"},
      {two + "nan 2 3\n1 2 inf\n", "were skipped; 2 rows skipped (NaN, infinite or too large)"},
      {shorter(packed, 1), "truncated: it ends after 299 of 300"},
      {replaced(packed, "chunk 2", "chunk 1"), "a chunk for every 256"},
      {patched(packed, packed.find("end_header\n") + 11, "\xff\xff\xff\x7f"),
       "; 256 rows skipped (NaN, infinite or too large)"},
      {fixture("splats.splat").substr(0, 65), "byte 64: the file is truncated"},
      {shorter(old, 1), "truncated"},
      {patched(old, 4, "\5"), "byte 4: SPZ version 5"},
      {patched(old, 13, "\37"), "byte 13: positions have 31 fraction bits"},
      {spz.substr(0, 40), "byte 40: the file is truncated"},
      {patched(spz, 40, "\34"), "byte 128: the zstd stream is damaged: it must unpack to 27"},
      // Parts that affect the picture come first, then at most eight columns. Escape sequences must not be printed.
      {replaced(plyText("x y z c8 c9 " + many, "1 2 3 0 0 0 0 0 0 0 0 0 0"), "element",
                "comment a\x1b[2Jb\x7f\nelement"),
       "; ignored: comment \"a?[2Jb?\", c8, c9, c0, c1, c2, c3, c4, c5, 2 more columns\n"},
      {whole + "end", "; ignored: comment \"of no use\", 3 bytes after the elements, nx, f_test\n"},
      {replaced(packed, "element sh", "element hs") + "end", "; ignored: element hs, 3 bytes after the elements\n"},
      {patched(old, 14, "\7\3"), ", trained antialiased\n"},
      {extendedSpz(4, spzExtension(2, 1) + spzExtension(3, 17) + "end"),
       "; ignored: extension 0xADBE0002, extension 0xADBE0003, 3 bytes after the splats\n"}};
  for (const auto& [bytes, words] : cases) checkOutcome(bytes, words);
}

TEST_CASE("spz_extensions_set_the_axes") {
  const Cloud plain = readBytes(fixture("version3.spz"));
  // Signs of x, y and z, and signs of coefficients above degree 0.
  const std::tuple<char, std::string, glm::vec3, glm::vec3, std::string_view> cases[] = {
      {2, "RDB", up::kY, {1, -1, 1}, "-++--+++---++++"},
      {3, "LUB", up::kY, {-1, 1, 1}, "++--++-++-++-+-"},
      {10, "RFD", up::kZ, {1, 1, -1}, "+-++-+-++-+-+-+"},
      {13, "LBD", up::kZ, {-1, -1, -1}, "---+++++-------"}};
  for (const auto& [number, axes, direction, sign, signs] : cases) {
    CAPTURE(axes);
    const std::string file = extendedSpz(number % 2 == 0 ? 3 : 4, spzExtension(3, number));
    const Cloud cloud = readBytes(file);
    CHECK(cloud.file_up == direction);
    CHECK(glm::vec3(cloud.origin) == sign * glm::vec3(plain.origin));
    const glm::vec3 mixed = plain.splats[0].mixed * glm::vec3(sign.x * sign.y, sign.x * sign.z, sign.y * sign.z);
    checkNear(cloud.splats[0].mixed, mixed, 1e-6);
    for (std::size_t i = 0; i < 15; ++i)
      CHECK(coefficientOf(cloud, 0, i) == coefficientOf(plain, 0, i) * (signs[i] == '-' ? -1.0F : 1.0F));
    CHECK(cloud.summary.ends_with(", up axis from \"axes " + axes + "\""));
    CHECK(readBytes(file, {.up = -up::kZ}).origin == plain.origin);
  }
}

TEST_CASE("changed_point_files_are_read_or_rejected") {
  std::vector<std::string> files{splats(4), packedWithoutHarmonics(), gzipped(fixture("version2.spz"))};
  files.push_back(plyText("x y z red green blue", "1 2 3 4 5 6", 2));
  for (const char* name : {"packed.ply", "types.ply", "splats.splat", "version1.spz"}) files.push_back(fixture(name));
  for (const uint32_t version : {3U, 4U}) files.push_back(extendedSpz(version, spzExtension(3, 7)));
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
    const std::string error = test::errorOf([&] { cloud = readBytes(bytes, options); });
    CHECK(isOneLine(error));
    if (!error.empty()) continue;
    ++read;
    bool whole = cloud.count() > 0 && cloud.count() <= 1000 && cloud.splats.size() == cloud.count() &&
                 cloud.harmonics.words.size() == std::size_t{cloud.count()} * wordsOf(cloud.harmonics.degree);
    cloud.fit(kMiddle, kRadius);
    for (const glm::vec4& p : cloud.positions) whole = whole && !glm::any(glm::isnan(p));
    CHECK(whole);
  }
  CHECK((read > count / 20 && read < count - count / 20));
}
