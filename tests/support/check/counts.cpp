#include "support/check/counts.h"

#include <algorithm>

#include "sort/interface.h"

namespace test {
namespace {

constexpr uint32_t kStateGuardWords = 67;  // around each state, more than descriptors are aligned to
constexpr uint32_t kStateWords = vksort::kStateBytes / 4;
constexpr uint32_t kStateStride = kStateWords + kStateGuardWords;
constexpr uint32_t kCountStride = 3;  // one count, two guards
constexpr uint32_t kFirstState = kStateGuardWords;
constexpr uint32_t kFirstCount = kFirstState + Counts::kStates * kStateStride;

// Taken for a count it does damage.
uint32_t garbage(std::size_t word) { return 3 + static_cast<uint32_t>(word * 2654435769u >> 20); }

// Taken for a number of workgroups it does, too, and the dispatch ends soon.
uint32_t fewGroups(std::size_t word) { return 3 + garbage(word) % 16; }

bool inState(std::size_t word) {
  return word >= kFirstState && word < kFirstCount && (word - kFirstState) % kStateStride < kStateWords;
}

}  // namespace

uint32_t Counts::words() const {
  return counts_.empty() ? 0 : kFirstCount + static_cast<uint32_t>(counts_.size()) * kCountStride;
}

void Counts::fill(std::span<uint32_t> arena) const {
  for (std::size_t i = 0; i < arena.size(); ++i) arena[i] = inState(i) ? fewGroups(i) : garbage(i);
  for (std::size_t i = 0; i < counts_.size(); ++i) arena[kFirstCount + i * kCountStride] = counts_[i];
}

void Counts::place(VkBuffer arena, std::size_t sort, Call& call) const {
  call.count = {arena, (kFirstCount + sort * kCountStride) * 4};
  call.state = {arena, (kFirstState + sort % kStates * kStateStride) * 4, vksort::kStateBytes};
}

std::span<const uint32_t> Counts::stateOf(std::span<const uint32_t> arena, std::size_t sort) {
  return arena.subspan(kFirstState + sort % kStates * kStateStride, kStateWords);
}

std::size_t Counts::trespasses(std::span<const uint32_t> arena, std::string& first) const {
  std::vector<uint32_t> wanted(arena.size());
  fill(wanted);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < arena.size(); ++i) {
    if (inState(i) || arena[i] == wanted[i]) continue;
    if (changed++ == 0) first = "wrote word " + std::to_string(i) + " of the counts and states";
  }
  return changed;
}

}  // namespace test
