// The barrier oracle: checks that barriers order two uses of the same memory if one of them writes, as Vulkan requires.
// Command buffers can contain several sorts and verifications.
#pragma once
#include <array>
#include <span>

#include "support/device/call.h"
#include "support/vulkan_mock/mock.h"
#include "vksort_toolkit.h"

namespace test {

enum class Role : uint8_t { keys, payload, count, table, state, result, scratch };
inline constexpr std::size_t kRoles = 7;

// A use of bytes [begin, end).
struct Use {
  uint64_t memory = 0;
  VkDeviceSize begin = 0, end = 0;
  vksort::Access access{};  // one stage
  Role role = Role::keys;
  uint32_t peers = 0;  // uses with the same nonzero number need no order
};

// A barrier, or the uses of a dispatch.
struct Moment {
  std::vector<Use> uses{};
  vksort::Access from{}, to{};
  uint64_t only = 0;  // the memory that a barrier is limited to, or 0
};

// Counts pairs of uses that lack a barrier.
uint32_t hazards(std::span<const Moment> moments);

struct Recorded {
  Config config;
  std::vector<std::string> kernels;
  Log log;
};

// The argument with role i is byte i of `memory`.
std::vector<Moment> momentsOf(const Recorded& sort, uint64_t memory);

// The same, but each dispatch uses all bindings that its shader declares, because validation layers assume this.
std::vector<Moment> boundMomentsOf(const Recorded& sort);

std::vector<Moment> verifyMomentsOf(const Log& log, uint64_t memory);

// Adjacent dispatches that need no barrier.
struct Independent {
  uint32_t first = 0, count = 0;
};

// Returns the number of adjacent dispatches without a barrier that makes shader accesses visible, and also indirect
// arguments before their first use. Synchronization validation only detects hazards between passes in place by chance,
// because shaders declare one binding more than they use.
uint32_t missingBarriers(const Log& log, const Independent& independent = {});

}  // namespace test
