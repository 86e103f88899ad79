// Which passes a sort is made of. Pure arithmetic, no Vulkan calls.
#pragma once

#include <cstdint>

namespace vksort {

enum class Kernel : std::uint8_t {
  subgroup_sort,  // one subgroup sorts everything
  tile_sort,      // each tile sorted
  tile_merge,     // the strides below a tile
  global_short,   // strides above a tile, in registers alone
  global_long,    // strides above a tile, with one move through shared memory
};
inline constexpr std::uint32_t kKernelCount = 5;

// What the arithmetic needs to know of a device.
struct DeviceLimits {
  std::uint32_t workgroup_invocations;
  std::uint32_t shared_memory_bytes;
  std::uint32_t subgroup_size;  // 0: subgroup operations cannot be used
};

// Shape of the kernels. Every log2 counts elements.
struct Tuning {
  std::uint32_t registers_log2;  // per invocation: R in network.glsl
  std::uint32_t tile_log2;       // per workgroup of tile and global passes; the workgroup has 2^(tile - registers)
  std::uint32_t short_strides;   // strides of a global_short pass
  std::uint32_t long_strides;    // strides of a global_long pass
  std::uint32_t subgroup_log2;   // most elements of a subgroup_sort; 0: there is none

  [[nodiscard]] std::uint32_t strides(Kernel kernel) const;
};

// The fastest shape that fits the limits. The floor of 128 invocations and 16 KiB always fits.
[[nodiscard]] Tuning chooseTuning(const DeviceLimits& limits, bool pairs);

// One dispatch.
struct Pass {
  Kernel kernel;
  bool mirror;            // global passes: begins a merge stage
  std::uint8_t window;    // global passes: lowest stride is 2^window
  std::uint32_t groups;   // workgroups
};

// Bounds the passes of 2^32 elements at the smallest tile.
inline constexpr std::uint32_t kMaxPasses = 96;

struct Schedule {
  std::uint32_t count;
  Pass passes[kMaxPasses];
};

// The passes that sort n elements, in order; none for n < 2.
void buildSchedule(const Tuning& tuning, std::uint32_t n, Schedule& out);

// A grid of at least `groups` workgroups that respects the device's maxComputeWorkGroupCount[0].
struct Grid {
  std::uint32_t x;
  std::uint32_t y;
};
[[nodiscard]] Grid foldGrid(std::uint32_t groups, std::uint32_t max_x);

}  // namespace vksort
