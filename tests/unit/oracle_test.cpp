// The oracle detects lost, swapped and unordered elements. The fuzzer's tests check the order itself.
#include <doctest/doctest.h>

#include "support/oracle/inputs.h"

namespace test {

TEST_CASE("oracle_detects_lost_swapped_and_unordered_elements") {
  const Config by_value{.payload = kU32, .ties = kByValue};
  const Config any{.payload = kU32, .ties = kAnyTies};
  const Config stable{.payload = kU32};
  const Elements before{{5, 1, 5, 3}, {7, 8, 6, 9}};
  const Elements as_before{{1, 3, 5, 5}, {8, 9, 7, 6}}, ascending{{1, 3, 5, 5}, {8, 9, 6, 7}};
  CHECK(explainWrong(stable, before, as_before).empty());
  CHECK(explainWrong(by_value, before, ascending).empty());
  CHECK(explainWrong(any, before, as_before).empty());
  CHECK(explainWrong(any, before, ascending).empty());
  CHECK_FALSE(explainWrong(stable, before, ascending).empty());
  CHECK_FALSE(explainWrong(by_value, before, as_before).empty());
  for (const Config& config : {by_value, any, stable}) {
    CHECK_FALSE(explainWrong(config, before, {{1, 3, 5, 5}, {9, 8, 7, 6}}).empty());  // values swapped
    CHECK_FALSE(explainWrong(config, before, {{1, 3, 5, 5}, {8, 9, 7, 7}}).empty());  // a value lost
    CHECK_FALSE(explainWrong(config, before, {{1, 5, 3, 5}, {8, 7, 9, 6}}).empty());  // not sorted
    CHECK_FALSE(explainWrong(config, before, {{1, 3, 3, 5}, {8, 9, 9, 6}}).empty());  // a key lost
  }
}

}  // namespace test
