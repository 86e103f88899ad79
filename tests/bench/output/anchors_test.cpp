#include "output/anchors.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "output/json.h"
#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

const std::string kAnchorsFile = scratch("anchors.csv");
const std::string kHeader = "system,mode,log2_n,gpu_us\n";

std::vector<bench::Anchor> read(const std::string& text) {
  writeFile(kAnchorsFile, text);
  return bench::readAnchors(kAnchorsFile);
}

std::string errorOf(const std::string& text) {
  try {
    read(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("anchors_of_a_mode_and_size_come_quickest_first") {
  const auto anchors = read(kHeader + "slow (x),keys,10,20.5\nquick,keys,10,3\nother,pairs,10,1\nlarger,keys,11,2\n");
  REQUIRE(anchors.size() == 4);
  const auto found = bench::anchorsFor(anchors, "keys", 10);
  REQUIRE(found.size() == 2);
  CHECK(found[0].system == "quick");
  CHECK(found[1].system == "slow (x)");
  CHECK(found[1].gpu_us == 20.5);
  CHECK(bench::anchorsFor(anchors, "pairs", 11).empty());
}

TEST_CASE("an_anchor_table_may_be_empty_or_have_lines_that_end_as_on_windows") {
  CHECK(read(kHeader).empty());
  CHECK(read("system,mode,log2_n,gpu_us\r\na,keys,10,1.5\r\n").size() == 1);
}

TEST_CASE("a_wrong_anchor_table_is_an_error_that_names_the_line") {
  CHECK(errorOf("") == "--against: " + kAnchorsFile + ":1: must be system,mode,log2_n,gpu_us");
  CHECK(errorOf("a,keys,10,1.5\n") == "--against: " + kAnchorsFile + ":1: must be system,mode,log2_n,gpu_us");
  const std::string wrong =
      "--against: " + kAnchorsFile + ":3: must be system,mode,log2_n,gpu_us with n up to 2^30 and 0.001 to 1e9 us";
  for (const char* line : {"a,keys,10",
                           "a,keys,10,",
                           "a,keys,ten,1",
                           "a,keys,10,fast",
                           "a,keys,10,1.5us",
                           "a,keys,10,1,5",
                           "a,keys,-1,1",
                           "a,keys,10,0",
                           "a,keys,10,-3",
                           ",keys,10,1",
                           "",
                           "a,keys,10.5,1",
                           "a,keys,10,inf",
                           "a,keys,10,-inf",
                           "a,keys,10,infinity",
                           "a,keys,10,nan",
                           "a,keys,10,-nan",
                           "a,keys,10,1e999",
                           "a,keys,10,1e10",
                           "a,keys,10,1e-9",
                           "a,keys,10,0x10",
                           "a,keys,10, 1",
                           "a,keys,31,1",
                           "a,keys,4294967306,1",
                           "a,keys,,1",
                           "a,,10,1",
                           "a"}) {
    CAPTURE(line);
    CHECK(errorOf(kHeader + "a,keys,10,1\n" + line + "\n") == wrong);
  }
  CHECK_THROWS_AS(bench::readAnchors(kAnchorsFile + ".nowhere"), std::runtime_error);
  CHECK(read(kHeader + "a,keys,30,0.001\nb,keys,1,1e9\n").size() == 2);
}

TEST_CASE("an_anchor_table_is_of_utf_8_which_json_takes") {
  for (const std::string bytes :
       {"\x80", "\xff", "\xc3", "\xc3(", "\xc0\xaf", "\xe0\x80\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf0\x80\x80\xaf",
        "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xf0\x9f\x98"}) {
    CAPTURE(bytes);
    CHECK(errorOf(kHeader + "a,keys,10,1\nGPU " + bytes + ",keys,10,1\n") ==
          "--against: " + kAnchorsFile + ":3: must be UTF-8");
  }
  for (const std::string name : {"plain", "\xc2\x80 \xdf\xbf", "\xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf",
                                 "\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf"}) {
    bench::Row row;
    row.anchors = read(kHeader + name + ",keys,10,1\n");
    REQUIRE(row.anchors.size() == 1);
    CHECK(bench::jsonRow({}, row).find(name) != std::string::npos);
  }
}

TEST_CASE("an_anchor_table_is_a_small_plain_file") {
  const std::string line = "a,keys,10,1.5\n";
  std::string table = kHeader;
  while (table.size() + line.size() <= std::size_t{1} << 20) table += line;
  CHECK_FALSE(read(table).empty());
  CHECK(errorOf(table + line) == "--against: cannot read " + kAnchorsFile + ": longer than 1048576 bytes");
  CHECK_THROWS_WITH_AS(bench::readAnchors("/dev/zero"), "--against: cannot read /dev/zero: not a plain file",
                       std::runtime_error);
}

}  // namespace test
