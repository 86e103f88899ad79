#include "contents.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace cases {
namespace {

constexpr uint32_t kExtremes[] = {0, 1, 2, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000, kMantissa = 0x007fffff;

uint32_t extreme(Random& random) { return kExtremes[random.below(std::size(kExtremes))]; }

uint32_t special(Random& random) {
  const uint32_t sign = random.chance(1, 2) ? kSign : 0;
  switch (random.below(6)) {
    case 0:
      return sign;
    case 1:
      return sign | kInfinity;
    case 2:
      return sign | random.between(1, kMantissa);  // a denormal
    case 3:
      return sign | kInfinity | random.between(1, kMantissa);  // a quiet or signaling NaN
    case 4:
      return sign | kInfinity | random.pick({1u, 2u, 0x400000u, 0x400001u, kMantissa - 1, kMantissa});
    default:
      return sign | std::bit_cast<uint32_t>(static_cast<float>(random.below(5)));
  }
}

uint32_t reversedBits(uint32_t value, int bits) {
  uint32_t out = 0;
  for (int i = 0; i < bits; ++i) out |= (value >> i & 1) << (bits - 1 - i);
  return out;
}

class Words {
 public:
  Words(Content content, Random& random);
  uint32_t next();

 private:
  Content content_;
  Random& random_;
  std::vector<uint32_t> few_;
};

Words::Words(Content content, Random& random) : content_(content), random_(random) {
  const uint32_t count = content == Content::few ? random.between(2, 8) : 1;
  const uint32_t kind = random.below(3);
  for (uint32_t i = 0; i < count; ++i)
    few_.push_back(kind == 0 ? random.word() : kind == 1 ? special(random) : extreme(random));
  if (content == Content::one_bit_apart) few_.push_back(few_.front() ^ 1u << random.below(32));
  if (content == Content::largest) few_.front() = random.pick({0xffffffffu, 0x7fffffffu});
}

uint32_t Words::next() {
  switch (content_) {
    case Content::uniform:
      return random_.word();
    case Content::few:
    case Content::equal:
    case Content::largest:
    case Content::one_bit_apart:
      return few_[random_.below(few_.size())];
    case Content::small:
      return random_.below(100);
    case Content::extremes:
      return extreme(random_);
    case Content::depths:
      return std::bit_cast<uint32_t>(0.1f + static_cast<float>(random_.below(1 << 24)) * (999.9f / (1 << 24)));
    case Content::specials:
      return special(random_);
  }
  return 0;
}

std::vector<uint32_t> ranksOf(Arrangement arrangement, uint32_t count, Random& random) {
  std::vector<uint32_t> ranks(count);
  std::iota(ranks.begin(), ranks.end(), 0u);
  const auto reorder = [&](auto placeOf) { std::ranges::stable_sort(ranks, {}, placeOf); };
  switch (arrangement) {
    case Arrangement::shuffled:
      for (uint32_t i = count; i > 1; --i) std::swap(ranks[i - 1], ranks[random.below(i)]);
      break;
    case Arrangement::sorted:
      break;
    case Arrangement::reversed:
      std::ranges::reverse(ranks);
      break;
    case Arrangement::sawtooth: {
      const uint32_t teeth = random.between(2, 40);
      reorder([teeth](uint32_t rank) { return rank % teeth; });
      break;
    }
    case Arrangement::organ_pipe:
      reorder([count](uint32_t rank) { return rank % 2 == 0 ? rank / 2 : count - 1 - rank / 2; });
      break;
    case Arrangement::bit_reversal: {
      const int bits = std::bit_width(count);
      reorder([bits](uint32_t rank) { return reversedBits(rank, bits); });
      break;
    }
    case Arrangement::nearly_sorted: {
      const uint32_t distance = random.between(1, 100);
      for (uint32_t left = random.below(20); left > 0 && count > distance; --left) {
        const uint32_t at = random.below(count - distance);
        std::swap(ranks[at], ranks[at + distance]);
      }
      break;
    }
    case Arrangement::rotated:
      std::ranges::rotate(ranks, ranks.begin() + random.below(count));
      break;
    case Arrangement::two_runs:
      reorder([half = count / 2](uint32_t rank) { return rank % 2 == 0 ? 0 : half; });
      break;
  }
  return ranks;
}

}  // namespace

Element elementOf(const vksort::Ordering& ordering, const uint32_t* key_words, uint32_t payload) {
  const bool wide = ordering.key_type == vksort::KeyType::u64;
  const uint64_t key = wide ? key_words[0] | uint64_t{key_words[1]} << 32 : key_words[0];
  const bool interleaved = ordering.payload == vksort::Payload::interleaved;
  return {key, interleaved ? key_words[wide ? 2 : 1] : payload};
}

FieldWords contentsOf(const Field& field) {
  if (!field.given_keys.empty()) return {field.given_keys, field.given_payloads};
  Random random{field.seed};
  Words low(field.keys, random);
  Words high(random.chance(1, 2) ? field.keys : Content::few, random);
  Words payloads(field.payloads, random);
  // Shifts small numbers to bits that may differ.
  const auto low_mask = static_cast<uint32_t>(field.key_mask);
  const int shift = field.keys == Content::small && low_mask != 0 ? std::countr_zero(low_mask) : 0;
  FieldWords drawn;
  for (uint32_t i = 0; i < field.count; ++i) {
    drawn.keys.push_back(field.keptWord(0, low.next() << shift));
    if (field.stride > 1) drawn.keys.push_back(field.keptWord(1, high.next()));
    if (field.stride > 2) drawn.keys.push_back(payloads.next());
    if (field.split) drawn.payloads.push_back(payloads.next());
  }
  const auto at = [&](uint32_t i) {
    return elementOf(field.order, &drawn.keys[std::size_t{i} * field.stride], field.split ? drawn.payloads[i] : 0);
  };
  std::vector<uint32_t> sorted(field.count);
  std::iota(sorted.begin(), sorted.end(), 0u);
  if (field.arrangement != Arrangement::shuffled) {
    std::ranges::stable_sort(sorted, [&](uint32_t a, uint32_t b) { return isBefore(field.order, at(a), at(b)); });
  }
  const std::vector<uint32_t> ranks = ranksOf(field.arrangement, field.count, random);
  FieldWords words;
  for (const uint32_t rank : ranks) {
    const std::size_t element = sorted[rank];
    for (uint32_t word = 0; word < field.stride; ++word)
      words.keys.push_back(drawn.keys[element * field.stride + word]);
    if (field.split) words.payloads.push_back(drawn.payloads[element]);
  }
  return words;
}

}  // namespace cases
