// Files of points that cannot be read: one line that names the byte or the line.
#include <doctest/doctest.h>

#include <fstream>
#include <limits>

#include "points/files.h"
#include "points/ply_header.h"
#include "process.h"

using namespace particles;
using test::errorOf;

namespace {

std::string plyError(const std::string& bytes) {
  return errorOf([&] { test::readPlyText(bytes); });
}
std::string csvError(const std::string& bytes) {
  return errorOf([&] { test::readCsvText(bytes); });
}

// One line that is `words`, behind the file's name.
void checkError(const std::string& error, const std::string& words) {
  CAPTURE(error);
  CHECK(error.starts_with("FILE: "));
  CHECK(error.find(words) != std::string::npos);
  CHECK(error.find('\n') == std::string::npos);
  CHECK(error.size() < 300);
}

std::string binaryOf(std::size_t count, std::size_t spoiled, std::size_t property, float by) {
  std::string bytes = test::splatHeader("binary_little_endian", count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t p = 0; p < std::size(test::kSplat); ++p)
      test::append(bytes, i == spoiled && p == property ? by : test::kSplat[p]);
  return bytes;
}

constexpr const char* kXyz = "property float x\nproperty float y\nproperty float z\n";

}  // namespace

TEST_CASE("a_header_that_is_not_understood_is_refused_with_its_line") {
  const std::string ascii = "ply\nformat ascii 1.0\n";
  const std::string binary = "ply\nformat binary_little_endian 1.0\n";
  struct Case {
    std::string bytes;
    const char* words;
  };
  const Case cases[] = {
      {"", "byte 0: is no PLY file: it must begin with a line \"ply\""},
      {"hello, this is a text\n", "byte 0: is no PLY file"},
      {"plyformat ascii 1.0\n", "byte 0: is no PLY file"},
      {"ply\n", "line 1: the header has no \"end_header\""},
      {ascii, "line 2: the header has no \"end_header\""},
      {"ply\nformat binary_middle_endian 1.0\n",
       "line 2: the format must be ascii, binary_little_endian or binary_big_endian, not \"binary_middle"},
      {"ply\nformat\n", "line 2: the format must be"},
      {"ply\nelement vertex 1\n" + std::string(kXyz) + "end_header\n1 2 3\n", "has no \"format\""},
      {ascii + "end_header\n", "has no element \"vertex\""},
      {ascii + "element vertex\n", "line 3: \"element\" is not understood here"},
      {ascii + "element vertex 0\n", "line 3: there are 0 vertices; there must be 1 to 1000"},
      {ascii + "element vertex 1001\n", "line 3: there are 1001 vertices; there must be 1 to 1000"},
      {ascii + "element vertex -1\n", "line 3: the count of an element must be a whole number below 2^32"},
      {ascii + "element vertex 99999999999999999999\n", "line 3: the count"},
      {ascii + "element vertex 1\nelement vertex 1\n", "line 4: there must be one element \"vertex\""},
      {ascii + "element vertex 1\nproperty float x y\n", "line 4: a property must have a type"},
      {ascii + "element vertex 1\nproperty real x\n", "line 4: a property must have a type"},
      {ascii + "element vertex 1\nproperty float x\nproperty float x\n", "line 5: vertices have two properties \"x\""},
      {ascii + "element vertex 1\nproperty list uchar int x\n", "line 4: lists among the properties of vertices"},
      {binary + "element face 1\nproperty list uchar int v\nelement vertex 1\n", "line 5: lists before the vertices"},
      {ascii + "element vertex 1\nproperty float x\nproperty float y\nend_header\n",
       "no property \"z\", which a point needs"},
      {ascii + "element vertex 1\n" + kXyz + "property float scale_0\nend_header\n",
       "no property \"opacity\", which a splat needs"},
      {ascii + "element vertex 1\n" + kXyz + "property uchar red\nend_header\n",
       "no property \"green\", which a colour needs"},
      {ascii + "nonsense\n", "line 3: \"nonsense\" is not understood here"},
      {ascii + std::string(70000, 'x'), "line 3: is longer than 65536 bytes"},
      {ascii +
           [] {
             std::string lines;
             for (int i = 0; i < 2100; ++i) lines += "comment\n";
             return lines;
           }(),
       "line 2001: the header is longer"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.bytes.substr(0, 100));
    checkError(plyError(each.bytes), each.words);
  }
}

TEST_CASE("vertices_that_are_missing_or_no_numbers_are_refused_with_their_place") {
  const std::string header = test::splatHeader("binary_little_endian", 3);
  const std::size_t begin = header.size();
  const std::string whole = binaryOf(3, 9, 0, 0.0F);
  CHECK(plyError(whole).empty());
  CHECK(plyError(whole + "what follows is no matter").empty());
  for (const std::size_t missing : {1U, 63U, 64U, 65U, 192U}) {
    CAPTURE(missing);
    const std::size_t vertices = (192 - missing) / 64;
    checkError(plyError(whole.substr(0, whole.size() - missing)), "byte " + std::to_string(begin + 64 * vertices) +
                                                                      ": the file ends after " +
                                                                      std::to_string(vertices) + " of 3 vertices");
  }
  // Of vertex 1 x, z, opacity, scale_2 and rot_0.
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  struct Case {
    std::size_t property;
    float value;
    const char* words;
  };
  const Case cases[] = {{2, kNan, "x of vertex 1 is nan; it must be a number from -1e+09 to 1e+09"},
                        {4, -kInfinity, "z of vertex 1 is -inf"},
                        {3, 2e9F, "y of vertex 1 is 2e+09"},
                        {11, kNan, "opacity of vertex 1 is nan"},
                        {13, 41.0F, "scale_2 of vertex 1 is 41; it must be a number from -40 to 40"},
                        {9, kInfinity, "rot_0 of vertex 1 is inf"}};
  for (const Case& each : cases)
    checkError(plyError(binaryOf(3, 1, each.property, each.value)),
               "byte " + std::to_string(begin + 64 + 4 * each.property) + ": " + each.words);
  // What is not read may be anything.
  CHECK(plyError(binaryOf(3, 1, 1, kNan)).empty());

  const std::string ascii = std::string("ply\nformat ascii 1.0\nelement vertex 2\n") + kXyz + "end_header\n";
  checkError(plyError(ascii + "1 2 3\n"), "line 8: the file ends after 1 of 2 vertices");
  checkError(plyError(ascii + "1 2 3\n1 2\n"), "line 9: must have 3 numbers, as the header says");
  checkError(plyError(ascii + "1 2 3\n1 two 3\n"), "line 9: must have 3 numbers");
  checkError(plyError(ascii + "1 nan 3\n1 2 3\n"), "line 8: y of vertex 0 is nan");
  checkError(plyError(ascii + "1 2 1e39\n1 2 3\n"), "line 8: z of vertex 0 is inf; it must be a number from");
  checkError(plyError(ascii + "-1e400 2 3\n1 2 3\n"), "line 8: x of vertex 0 is -inf");
}

TEST_CASE("columns_that_are_missing_or_no_numbers_are_refused_with_their_line") {
  struct Case {
    std::string text;
    const char* words;
  };
  const Case cases[] = {
      {"", "line 0: the file ends without a point"},
      {"x,y,z\n", "line 1: the file ends without a point"},
      {"1,2\n", "line 1: a line without names before it must have 3 or 6 numbers, not 2"},
      {"1,2,3,4\n", "must have 3 or 6 numbers, not 4"},
      {"x,y\n1,2\n", "line 1: there is no column \"z\""},
      {"x,y,z,red\n1,2,3,4\n", "line 1: a colour needs the columns red, green and blue"},
      {"x,y,z\n1,2,3\n1,2\n", "line 3: must have 3 columns, not 2"},
      {"1,2,3\n1,2,3,4\n", "line 2: must have 3 columns, not 4"},
      {"1,2,3\n1,b,3\n", "line 2: y must be a number from -1e+09 to 1e+09, not 'b'"},
      {"1,2,nan\n", "line 1: z must be a number"},
      {"1,2,1e39\n", "line 1: z must be a number from -1e+09 to 1e+09, not '1e39'"},
      {"1,2,3,256,0,0\n", "line 1: red must be a number from 0 to 255, not '256'"},
      {"1,2,3,0,-1,0\n", "line 1: green must be a number from 0 to 255, not '-1'"},
      {"ply\nformat ascii 1.0\n", "line 1: there is no column \"x\""},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    checkError(csvError(each.text), each.words);
  }
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "1,2,3\n";
  checkError(csvError(many), "line 1001: there are more than 1000 points");
}

TEST_CASE("the_viewer_refuses_a_file_of_points_in_one_line") {
  const test::TemporaryDirectory directory;
  const auto file = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(directory.path() / name, std::ios::binary) << bytes;
    return (directory.path() / name).string();
  };
  struct Case {
    std::string path;
    std::string words;
  };
  const Case cases[] = {
      {directory.path() / "missing.ply", "missing.ply: cannot be read: No such file or directory"},
      {directory.path(), "--points must be a file that ends with .ply or .csv, not '"},
      {file("empty.ply", ""), "empty.ply: byte 0: is no PLY file"},
      {file("text.ply", "x,y,z\n1,2,3\n"), "text.ply: byte 0: is no PLY file"},
      {file("short.ply", test::splatHeader("binary_little_endian", 3)), "the file ends after 0 of 3 vertices"},
      {file("columns.csv", "x,y\n1,2\n"), "columns.csv: line 1: there is no column \"z\""},
      {file("points.txt", "1,2,3\n"), "--points must be a file that ends with .ply or .csv"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.path);
    const test::Result result = test::runToEnd({test::small("vksort-particles"), "--offscreen", "--scene", "splats",
                                                "--points", each.path, "--output", directory.path() / "picture.png"});
    CAPTURE(result.errors);
    CHECK(result.exit_code == 2);
    CHECK(test::lineCount(result.errors) == 1);
    CHECK(result.errors.starts_with("vksort-particles: --points"));
    CHECK(result.errors.find(each.words) != std::string::npos);
    CHECK(result.output.empty());
    CHECK_FALSE(std::filesystem::exists(directory.path() / "picture.png"));
  }
}
