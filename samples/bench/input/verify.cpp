#include "input/verify.h"

#include <atomic>

#include "input/keys.h"
#include "input/parallel.h"
#include "input/random.h"

namespace bench {

std::uint64_t checksum(vksort::KeyType type, std::span<const std::uint32_t> words,
                       std::span<const std::uint32_t> payloads, const Runs& runs) {
  const Keys keys(words, type);
  std::atomic<std::uint64_t> sum = 0;
  forPieces(keys.size(), [&](std::size_t begin, std::size_t end) {
    std::uint64_t part = 0;
    for (std::size_t i = begin; i < end; ++i) {
      // Not the key itself: the hash of 0 is 0, and a lost zero must count.
      const std::uint64_t place = runs.first + i, run = place < runs.each ? 0 : place / runs.each;
      part += mix(mix(keys[i] + kGolden) + (payloads.empty() ? 0 : payloads[i]) + (run << 32));
    }
    sum += part;
  });
  return sum;
}

std::uint32_t Verifier::placeOf(std::uint32_t payload) const {
  return payload >= turn_.first ? payload - turn_.first : payload + (turn_.count - turn_.first);
}

void Verifier::feed(std::span<const std::uint32_t> words, std::span<const std::uint32_t> payloads) {
  const Keys keys(words, ordering_.key_type);
  if (keys.size() == 0) return;
  const bool has_order = !payloads.empty() && ordering_.payloads_ascend;
  const auto rank = [&](std::size_t i) {
    return Rank{orderOf(keys[i], ordering_.key_type, ordering_.order), has_order ? placeOf(payloads[i]) : 0};
  };
  std::atomic<bool> in_order = fed_ % run_ == 0 || last_ <= rank(0);
  forPieces(keys.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin == 0 ? 1 : begin; i < end; ++i) {
      if (rank(i - 1) > rank(i) && (fed_ + i) % run_ != 0) in_order = false;
    }
  });
  in_order_ = in_order_ && in_order;
  sum_ += checksum(ordering_.key_type, words, payloads, {run_, fed_});
  last_ = rank(keys.size() - 1);
  fed_ += keys.size();
}

}  // namespace bench
