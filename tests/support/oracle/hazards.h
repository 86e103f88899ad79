// Whether what is recorded orders any two uses of the same memory of which one writes, as Vulkan demands it: the
// barrier oracle of whole command buffers, of any memory that sorts and verifications share.
#pragma once
#include <array>
#include <span>

#include "support/device/call.h"
#include "support/vulkan_mock/mock.h"
#include "vksort_toolkit.h"

namespace test {

// The arguments of a recording that name memory.
enum class Role : uint8_t { keys, payload, count, table, state, result, scratch };
inline constexpr std::size_t kRoles = 7;

// Of bytes [begin, end) of some memory.
struct Use {
  uint64_t memory = 0;
  VkDeviceSize begin = 0, end = 0;
  vksort::Access access{};  // one stage
  Role role = Role::keys;
  uint32_t peers = 0;  // uses of the same number, but 0, need nothing of each other
};

// A barrier, or what a dispatch uses.
struct Moment {
  std::vector<Use> uses{};
  vksort::Access from{}, to{};
  uint64_t only = 0;  // a barrier of this memory alone
};

// Pairs of uses without the barrier between them that they need.
uint32_t hazards(std::span<const Moment> moments);

// What a recording sorts by, and the kernels that it dispatches.
struct Recorded {
  Config config;
  std::vector<std::string> kernels;
  Log log;
};

// The moments of a sort. Its argument of role i is the byte i of the memory `memory`: sharing is what places() is for.
std::vector<Moment> momentsOf(const Recorded& sort, uint64_t memory);

// The same as layers see them, which take all of what is bound for used, by each dispatch whose shader names it.
std::vector<Moment> boundMomentsOf(const Recorded& sort);

// The moments of a verification, as momentsOf().
std::vector<Moment> verifyMomentsOf(const Log& log, uint64_t memory);

// Neighbouring dispatches that need nothing of each other, counted from 0.
struct Independent {
  uint32_t first = 0, count = 0;
};

// The barrier oracle: neighbouring dispatches without a barrier between them that makes shader reads and writes of the
// first visible to those of the second and, where the second is the first one to take its arguments from a buffer, the
// writes to the reading of arguments. Synchronization validation does not see passes that work in place; it sees these
// by chance, since the shaders name one binding more than they use. Those between independent ones are none.
uint32_t missingBarriers(const Log& log, const Independent& independent = {});

}  // namespace test
