#include "check.h"

#include <algorithm>

namespace gate {
namespace {

const Row* find(const Table& table, const Row& wanted) {
  const auto same = [&](const Row& row) { return row.name() == wanted.name(); };
  const auto found = std::ranges::find_if(table.rows, same);
  return found == table.rows.end() ? nullptr : &*found;
}

void checkFit(const Row& now, Verdict& verdict) {
  for (std::size_t i = 0; i < kCounts.size(); ++i) {
    if (!kCounts[i].must_be_zero || now.counts[i] == 0) continue;
    verdict.failures.push_back(now.name() + ": " + kCounts[i].column + " is " + std::to_string(now.counts[i]) +
                               ", must be 0");
  }
}

void checkGrowth(const Row& recorded, const Row& now, Verdict& verdict, std::size_t& shrunk) {
  bool smaller = false;
  for (std::size_t i = 0; i < kCounts.size(); ++i) {
    const std::uint64_t before = recorded.counts[i], after = now.counts[i];
    smaller |= after * 100 < before * (100 - kTolerance);
    if (kCounts[i].must_be_zero || after * 100 <= before * (100 + kTolerance)) continue;
    verdict.failures.push_back(now.name() + ": " + kCounts[i].column + " grew from " + std::to_string(before) + " to " +
                               std::to_string(after) + ", at most " +
                               std::to_string(before * (100 + kTolerance) / 100) + " allowed");
  }
  if (smaller) ++shrunk;
}

}  // namespace

Verdict check(const Table& recorded, const Table& now) {
  Verdict verdict;
  std::size_t shrunk = 0;
  for (const Row& row : now.rows) {
    checkFit(row, verdict);
    if (const Row* before = find(recorded, row)) {
      checkGrowth(*before, row, verdict, shrunk);
    } else {
      verdict.failures.push_back(row.name() + ": is not in the recorded table");
    }
  }
  for (const Row& row : recorded.rows) {
    if (!find(now, row)) verdict.failures.push_back(row.name() + ": is recorded, but there is no such pipeline now");
  }
  if (now.driver != recorded.driver) {
    verdict.hints.push_back("the table was recorded with " + recorded.driver + ", this is " + now.driver);
  }
  if (shrunk > 0) verdict.hints.push_back(std::to_string(shrunk) + " pipelines cost less than recorded");
  return verdict;
}

}  // namespace gate
