// Which passes a sort is made of. Pure arithmetic, no Vulkan calls.
#pragma once

#include "vksort_tuning.h"

namespace vksort {

// The 32-bit words that the kernels move together.
enum class Element : std::uint8_t {
  key,
  pair,    // key and value, or the two words of a key
  triple,  // the two words of a key, and a value
};
constexpr std::uint32_t wordsOf(Element element) { return static_cast<std::uint32_t>(element) + 1; }

enum class Kernel : std::uint8_t {
  subgroup_sort,  // one subgroup sorts everything
  small_sort,     // one workgroup sorts everything, with 4 elements per invocation,
  medium_sort,    // or 8,
  large_sort,     // or 8 in a workgroup of twice the size
  tile_sort,      // each tile sorted
  double_sort,    // each two tiles sorted, by workgroups of twice the size
  merge_full,     // the strides inside a tile, or a half or quarter of one
  merge_half,
  merge_quarter,
  global_short,   // R strides above a tile, in registers alone
  global_long_1,  // R + 1 strides above a tile, with moves through shared memory,
  global_long_2,  // or R + 2,
  global_long_3,  // or R + 3,
  global_long_4,  // or R + 4,
  global_long_5,  // or R + 5
  setup,          // a count that the device found becomes the workgroups of the passes behind it
  repair_tiles,   // tiles that are not in order, sorted
  repair_seams,   // seams between tiles that are not in order: the halves on either side, merged
  verdict,        // whether those were enough
  list_setup,     // many lists are parted by size
  list_sort,      // each workgroup sorts one list of up to 2^small_log2 elements, as many per invocation as in a tile
  tiny_sort,      // each workgroup sorts several lists
};
inline constexpr std::uint32_t kKernelCount = 22;
inline constexpr std::uint32_t kGlobalKernelCount = 6;
inline constexpr std::uint32_t kMostSetupInvocations = 1024;

constexpr bool isGlobal(Kernel kernel) { return kernel >= Kernel::global_short && kernel <= Kernel::global_long_5; }
constexpr bool isRepair(Kernel kernel) { return kernel == Kernel::repair_tiles || kernel == Kernel::repair_seams; }

// Whether the kernel is of a merge stage.
constexpr bool isMerge(Kernel kernel) { return kernel >= Kernel::merge_full && kernel <= Kernel::global_long_5; }

// A tuning in effect on a device. A log2 of elements that is 0: the kernel is not used.
struct Shape : Tuning {
  std::uint32_t subgroup_log2;  // log2 of the invocations of a subgroup; 0: subgroup operations are not used
  std::uint32_t tiny_log2 = 0;  // log2 of the elements of the largest list for tiny_sort
  bool writes_values = false;   // the first pass does, so that even one element takes one
  bool writes_keys = false;     // the same of keys: it calls a hook for them
  bool device_count = false;    // the device finds the count, so that a schedule is for all counts up to its own
  bool lists = false;           // each kernel sorts many lists
  std::uint32_t setup_invocations = 128;  // per workgroup of list_setup; a power of two up to kMostSetupInvocations

  bool coherent = false;  // what was in order not long ago is repaired first, and sorted only if need be

  // log2 of the elements that one workgroup of the kernel works on, and that one invocation holds.
  [[nodiscard]] std::uint32_t elementsLog2(Kernel kernel) const;
  [[nodiscard]] std::uint32_t registersLog2(Kernel kernel) const;
  // Whether the kernel begins a sort, and each sort begins with one such.
  [[nodiscard]] static bool sorts(Kernel kernel) {
    return kernel <= Kernel::double_sort || kernel == Kernel::list_sort || kernel == Kernel::tiny_sort;
  }
  // The one that sorts with others of its kind what a tile cannot hold.
  [[nodiscard]] Kernel firstSort() const { return uses(Kernel::double_sort) ? Kernel::double_sort : Kernel::tile_sort; }
  // The fewest elements that take a pass.
  [[nodiscard]] std::uint32_t fewest() const { return writes_values || writes_keys ? 1 : 2; }
  // The constant VKSORT_SPEC_STRIDES of the kernel.
  [[nodiscard]] std::uint32_t strides(Kernel kernel) const;
  // The global kernel of the fewest strides that are at least `wanted`, or of the most that there are.
  [[nodiscard]] Kernel globalKernel(std::uint32_t wanted) const;
  // Whether buildSchedule() may use the kernel.
  [[nodiscard]] bool uses(Kernel kernel) const;
};

// One dispatch.
struct Pass {
  Kernel kernel;
  bool mirror;           // global passes: begins a merge stage
  std::uint8_t window;   // global passes: lowest stride is 2^window
  std::uint8_t stage;    // log2 of the blocks that are sorted once the pass's stage is complete
  std::uint32_t groups;  // workgroups
};

// Bounds the passes of 2^32 elements with any valid tuning: 95, as a test finds, and 5 with a count of the device that
// repairs, or with many lists.
inline constexpr std::uint32_t kMaxPasses = 100;

struct Schedule {
  std::uint32_t count;
  Pass passes[kMaxPasses];
};

// The passes that sort n elements, in order; none for n = 0, and for n = 1 unless that takes one. With device_count n
// is the most that the device may find: one pass that sorts everything in one workgroup; or setup, and then the passes
// of n, of which any smaller count takes the first ones. With coherent the passes that repair come in between.
void buildSchedule(const Shape& tuning, std::uint32_t n, Schedule& out);

// Whether no barrier is needed between two neighbouring passes of any schedule.
[[nodiscard]] bool areIndependent(const Shape& shape, const Pass& before, const Pass& after);

// A grid of at least `groups` workgroups that respects the device's maxComputeWorkGroupCount[0].
struct Grid {
  std::uint32_t x;
  std::uint32_t y;
};
[[nodiscard]] Grid foldGrid(std::uint32_t groups, std::uint32_t max_x);

}  // namespace vksort
