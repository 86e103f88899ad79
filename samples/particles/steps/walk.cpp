#include "steps/walk.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace particles::steps {
namespace {

Walk start(vksort::Algorithm algorithm, std::span<const uint32_t> keys) {
  Walk walk{algorithm, {}, {{}}};
  for (const uint32_t key : keys) walk.lists[0].push_back({key, static_cast<uint32_t>(walk.lists[0].size())});
  return walk;
}

void take(Walk& walk, Step step) {
  const std::vector<Element>& before = walk.lists.back();
  std::vector<Element> after(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) after[step.places[i]] = before[i];
  walk.lists.push_back(std::move(after));
  walk.steps.push_back(std::move(step));
}

bool isAfter(const Element& a, const Element& b) { return a.key != b.key ? a.key > b.key : a.index > b.index; }

Step compare(const std::vector<Element>& list, uint32_t mask, std::string title) {
  Step step;
  step.title = std::move(title);
  step.places.resize(list.size());
  std::iota(step.places.begin(), step.places.end(), 0U);
  for (uint32_t low = 0; low < list.size(); ++low) {
    const uint32_t high = low ^ mask;
    if (high <= low || high >= list.size()) continue;
    const bool exchanged = isAfter(list[low], list[high]);
    if (exchanged) std::swap(step.places[low], step.places[high]);
    step.comparators.push_back({low, high, exchanged});
  }
  return step;
}

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
  step.title = bitsOf(digit) + ": add up the counts to find where each digit starts";
  take(walk, step);

  std::vector<uint32_t> next = step.offsets;
  for (std::size_t i = 0; i < step.places.size(); ++i) step.places[i] = next[digit.of(walk.lists.back()[i].key)]++;
  step.kind = Kind::move;
  step.title = bitsOf(digit) + ": move each element to the next place of its digit";
  take(walk, std::move(step));
}

}  // namespace

// Source: K. Batcher, "Sorting networks and their applications", 1968, with mirrored first steps.
Walk walkBitonic(std::span<const uint32_t> keys) {
  Walk walk = start(vksort::Algorithm::bitonic, keys);
  for (uint32_t run = 2; run / 2 < keys.size(); run *= 2) {
    const std::string merge = "merge to runs of " + std::to_string(run);
    take(walk, compare(walk.lists.back(), run - 1, merge + ": compare each element with its mirror image"));
    for (uint32_t stride = run / 4; stride > 0; stride /= 2) {
      const std::string other = stride == 1 ? "the next one" : "the one " + std::to_string(stride) + " places later";
      take(walk, compare(walk.lists.back(), stride, merge + ": compare each element with " + other));
    }
  }
  return walk;
}

Walk walkRadix(std::span<const uint32_t> keys) {
  Walk walk = start(vksort::Algorithm::radix, keys);
  const uint32_t largest = keys.empty() ? 0 : *std::ranges::max_element(keys);
  const auto bits = static_cast<uint32_t>(std::bit_width(largest));
  for (uint32_t shift = 0; shift < bits; shift += kDigitBits)
    takeDigit(walk, {shift, std::min(kDigitBits, bits - shift)});
  return walk;
}

// Source of the mixing: S. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed) {
  const uint32_t bits = count > 256 ? 10 : 8;
  std::vector<uint32_t> keys;
  keys.reserve(count);
  uint64_t state = seed;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t mixed = state += 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27U) * 0x94d049bb133111ebU;
    keys.push_back(static_cast<uint32_t>((mixed ^ mixed >> 31U) >> (64U - bits)));
  }
  return keys;
}

Walk makeWalk(const StepsOptions& options, uint32_t seed) {
  const auto keys = randomKeys(options.elements, seed);
  return options.algorithm == vksort::Algorithm::radix ? walkRadix(keys) : walkBitonic(keys);
}

}  // namespace particles::steps
