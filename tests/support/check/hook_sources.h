// What source_hook.glsl reads: the keys of each sort, in a part of an arena of their own.
#pragma once
#include <span>

#include "support/device/rig.h"

namespace test {

class HookSources {
 public:
  static constexpr uint32_t kArena = 3;

  // Appends another sort: its keys, and garbage up to `most` elements.
  void add(const Elements& elements, uint32_t most);
  uint32_t words() const { return words_; }
  void fill(std::span<uint32_t> arena) const;
  // Of the sort, for its descriptor.
  VkDescriptorBufferInfo range(VkBuffer arena, std::size_t sort) const;
  // Calls of loadKey() for an element that is not there.
  std::size_t strayCalls(std::span<const uint32_t> arena) const;

 private:
  struct Source {
    std::vector<uint32_t> keys;
    uint32_t most;
    uint32_t first;  // word of the arena
  };
  std::vector<Source> sources_;
  uint32_t words_ = 0;
};

}  // namespace test
