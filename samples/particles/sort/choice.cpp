#include "sort/choice.h"

#include <algorithm>
#include <array>

namespace particles {
namespace {

constexpr std::array<const char*, 3> kWords = {"automatic", "bitonic", "radix"};

}  // namespace

const char* wordOf(Use use) { return kWords[static_cast<std::size_t>(use)]; }

std::optional<Use> useOf(const std::string& word) {
  const auto found = std::ranges::find(kWords, word);
  if (found == kWords.end()) return std::nullopt;
  return static_cast<Use>(found - kWords.begin());
}

Use useOn(uint32_t subgroup_size, Use use) { return subgroup_size < 32 && use == Use::automatic ? Use::bitonic : use; }

bool fusesKeys(Use use, uint32_t count) {
  // From so many on a pass that writes the keys and a sort by radix take less time than a fused sort in place.
  constexpr uint32_t kSeparateFrom = 1U << 15U;
  return use == Use::bitonic || (use == Use::automatic && count < kSeparateFrom);
}

}  // namespace particles
