#include "support/check/hook_sources.h"

#include <algorithm>

namespace test {
namespace {

constexpr uint32_t kHeader = 2;      // words before the keys
constexpr uint32_t kAlignment = 64;  // words: the largest minStorageBufferOffsetAlignment that Vulkan allows

}  // namespace

void HookSources::add(const Elements& elements, uint32_t most) {
  sources_.push_back({{elements.keys.begin(), elements.keys.end()}, most, words_});
  words_ += (kHeader + most + 1 + kAlignment - 1) / kAlignment * kAlignment;
}

// Garbage is what no key is likely to be.
void HookSources::fill(std::span<uint32_t> arena) const {
  std::fill_n(arena.begin(), words_, 0x12345678u);
  for (const Source& each : sources_) {
    uint32_t* words = arena.data() + each.first;
    words[0] = each.most;
    words[1] = 0;
    std::ranges::transform(each.keys, words + kHeader, [](uint32_t key) { return ~key; });
  }
}

VkDescriptorBufferInfo HookSources::range(VkBuffer arena, std::size_t sort) const {
  const Source& source = sources_[sort];
  return {arena, VkDeviceSize{source.first} * 4, VkDeviceSize{kHeader + source.most + 1} * 4};
}

std::size_t HookSources::strayCalls(std::span<const uint32_t> arena) const {
  std::size_t calls = 0;
  for (const Source& each : sources_) calls += arena[each.first + 1];
  return calls;
}

}  // namespace test
