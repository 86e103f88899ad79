// What the words of a field are, and how they lie.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "contents.h"

namespace fuzz {
namespace {

constexpr uint32_t kCount = 400;

std::vector<uint32_t> wordsOf(Content content) {
  Random random{7};
  Words words(content, random);
  std::vector<uint32_t> drawn(kCount);
  std::ranges::generate(drawn, [&words] { return words.next(); });
  return drawn;
}

std::vector<uint32_t> ranks(Arrangement arrangement) {
  Random random{8};
  return ranksOf(arrangement, kCount, random);
}

// Neighbours that descend.
std::ptrdiff_t descents(const std::vector<uint32_t>& values) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 1; i < values.size(); ++i) count += values[i] < values[i - 1] ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("special_floats_are_of_every_class_and_sign") {
  std::set<std::pair<int, bool>> seen;
  std::set<uint32_t> nans;
  for (const uint32_t word : wordsOf(Content::specials)) {
    const float value = std::bit_cast<float>(word);
    seen.insert({std::fpclassify(value), std::signbit(value)});
    if (std::isnan(value)) nans.insert(word);
  }
  CHECK(seen.size() == 10);
  CHECK(nans.size() > 20);
}

TEST_CASE("keys_that_differ_in_one_bit_do") {
  const std::vector<uint32_t> words = wordsOf(Content::one_bit_apart);
  const std::set<uint32_t> distinct(words.begin(), words.end());
  REQUIRE(distinct.size() == 2);
  CHECK(std::popcount(*distinct.begin() ^ *distinct.rbegin()) == 1);
}

TEST_CASE("arrangements_have_the_shapes_of_their_names") {
  for (int i = 0; i <= static_cast<int>(Arrangement::two_runs); ++i) {
    std::vector<uint32_t> sorted = ranks(static_cast<Arrangement>(i));
    std::ranges::sort(sorted);
    CHECK(std::ranges::adjacent_find(sorted) == sorted.end());
    CHECK(sorted.back() == kCount - 1);
  }
  CHECK(descents(ranks(Arrangement::sorted)) == 0);
  CHECK(descents(ranks(Arrangement::reversed)) == kCount - 1);
  CHECK(descents(ranks(Arrangement::rotated)) == 1);
  CHECK(descents(ranks(Arrangement::two_runs)) == 1);
  CHECK(descents(ranks(Arrangement::organ_pipe)) == kCount / 2 - 1);
  CHECK(descents(ranks(Arrangement::nearly_sorted)) < kCount / 8);
  CHECK(descents(ranks(Arrangement::shuffled)) > kCount / 4);
}

}  // namespace fuzz
