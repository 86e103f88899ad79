#include "output/anchors.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

const std::string kFile = scratch("anchors.csv");
const std::string kHeader = "system,mode,log2_n,gpu_us\n";

std::vector<bench::Anchor> read(const std::string& text) {
  writeFile(kFile, text);
  return bench::readAnchors(kFile);
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
  CHECK(errorOf("") == kFile + ":1: must be system,mode,log2_n,gpu_us");
  CHECK(errorOf("a,keys,10,1.5\n") == kFile + ":1: must be system,mode,log2_n,gpu_us");
  const std::string wrong = kFile + ":3: is not system,mode,log2_n,gpu_us";
  for (const char* line :
       {"a,keys,10", "a,keys,10,", "a,keys,ten,1", "a,keys,10,fast", "a,keys,10,1.5us", "a,keys,10,1,5", "a,keys,-1,1",
        "a,keys,10,0", "a,keys,10,-3", ",keys,10,1", "", "a,keys,10.5,1"}) {
    CAPTURE(line);
    CHECK(errorOf(kHeader + "a,keys,10,1\n" + line + "\n") == wrong);
  }
  CHECK_THROWS_AS(bench::readAnchors(kFile + ".nowhere"), std::runtime_error);
}

}  // namespace test
