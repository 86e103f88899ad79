// What sorts read besides their elements: counts on the device, the states of the sorts that take them, among guard
// words; and what key generators read.
#pragma once
#include <algorithm>
#include <span>
#include <string>

#include "support/device/rig.h"

namespace test {

class Counts {
 public:
  static constexpr uint32_t kArena = 2;
  static constexpr uint32_t kStates = 16;  // sorts that have a state each; the next one takes the first state again

  // Appends the count of another sort.
  void add(uint32_t count) { counts_.push_back(count); }
  // Words of the arena that are in use; 0 without counts.
  uint32_t words() const;
  // Writes counts, and garbage everywhere else.
  void fill(std::span<uint32_t> arena) const;
  // Adds those of the sort to its arguments. They are at every offset that is a multiple of 4.
  void place(VkBuffer arena, std::size_t sort, Call& call) const;
  // What the state of a sort has become.
  static std::span<const uint32_t> stateOf(std::span<const uint32_t> arena, std::size_t sort);
  // Words that changed though they are in no state; `first` says which the first one is.
  std::size_t trespasses(std::span<const uint32_t> arena, std::string& first) const;

 private:
  std::vector<uint32_t> counts_;
};

// What source_keys.glsl reads: the keys of each sort, in a part of an arena of their own.
class KeySources {
 public:
  static constexpr uint32_t kArena = 3;

  // Appends another sort: its keys, and garbage up to `most` elements.
  void add(const Elements& elements, uint32_t most) {
    sources_.push_back({{elements.keys.begin(), elements.keys.end()}, most, words_});
    words_ += (kHeader + most + 1 + kAlignment - 1) / kAlignment * kAlignment;
  }
  uint32_t words() const { return words_; }
  // Garbage is what no key is likely to be.
  void fill(std::span<uint32_t> arena) const {
    std::fill_n(arena.begin(), words_, 0x12345678u);
    for (const Source& each : sources_) {
      uint32_t* words = arena.data() + each.first;
      words[0] = each.most;
      words[1] = 0;
      std::ranges::transform(each.keys, words + kHeader, [](uint32_t key) { return ~key; });
    }
  }
  // Of the sort, for its descriptor.
  VkDescriptorBufferInfo range(VkBuffer arena, std::size_t sort) const {
    const Source& source = sources_[sort];
    return {arena, VkDeviceSize{source.first} * 4, VkDeviceSize{kHeader + source.most + 1} * 4};
  }
  // Calls of loadKey() for an element that is not there.
  std::size_t strayCalls(std::span<const uint32_t> arena) const {
    std::size_t calls = 0;
    for (const Source& each : sources_) calls += arena[each.first + 1];
    return calls;
  }

 private:
  static constexpr uint32_t kHeader = 2;      // words before the keys
  static constexpr uint32_t kAlignment = 64;  // words: the largest minStorageBufferOffsetAlignment that Vulkan allows
  struct Source {
    std::vector<uint32_t> keys;
    uint32_t most;
    uint32_t first;  // word of the arena
  };
  std::vector<Source> sources_;
  uint32_t words_ = 0;
};

}  // namespace test
