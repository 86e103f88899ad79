#include <algorithm>
#include <bit>
#include <numeric>

#include "steps/start.h"

namespace particles::steps {
namespace {

std::string bitsOf(Digit digit) {
  const std::string first = std::to_string(digit.shift);
  return digit.bits == 1 ? "bit " + first : "bits " + first + " to " + std::to_string(digit.shift + digit.bits - 1);
}

void takeDigit(Walk& walk, Digit digit) {
  const std::vector<Element>& list = walk.lists.back();
  Step step;
  step.digit = digit;
  step.places.resize(list.size());
  std::iota(step.places.begin(), step.places.end(), 0U);
  step.counts.resize(std::size_t{1} << digit.bits);
  for (const Element& element : list) ++step.counts[digit.of(element.key)];
  step.kind = Kind::count;
  step.title = bitsOf(digit) + ": count the elements of each digit";
  take(walk, step);

  step.offsets.resize(step.counts.size());
  std::exclusive_scan(step.counts.begin(), step.counts.end(), step.offsets.begin(), 0U);
  step.kind = Kind::offset;
  step.title = bitsOf(digit) + ": add the counts up to where each digit begins";
  take(walk, step);

  std::vector<uint32_t> next = step.offsets;
  for (std::size_t i = 0; i < step.places.size(); ++i) step.places[i] = next[digit.of(walk.lists.back()[i].key)]++;
  step.kind = Kind::move;
  step.title = bitsOf(digit) + ": move each element behind those of its digit before it";
  take(walk, std::move(step));
}

}  // namespace

Walk walkRadix(std::span<const uint32_t> keys, uint32_t digit_bits) {
  Walk walk = start(Algorithm::radix, keys);
  const uint32_t largest = keys.empty() ? 0 : *std::ranges::max_element(keys);
  const auto bits = static_cast<uint32_t>(std::bit_width(largest));
  for (uint32_t shift = 0; shift < bits; shift += digit_bits)
    takeDigit(walk, {shift, std::min(digit_bits, bits - shift)});
  return walk;
}

}  // namespace particles::steps
