// Counts on the device, and the states of the sorts that take them, among guard words.
#pragma once
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

}  // namespace test
