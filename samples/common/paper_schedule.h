// The dispatches of each step of the paper, and of three simpler sorts. Pure arithmetic, no Vulkan calls.
// Sources: G. Rousomanis, "Bitonic Sort Using CUDA" (2025), algorithms 2 and 5, for v0 to v5.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

enum class Variant : std::uint8_t {
  v0,      // one stride per dispatch, a thread per element
  v1,      // strides below a block fused in one dispatch
  v2,      // those in shared memory
  v3,      // strides below a subgroup by shuffles
  v4,      // a thread per pair
  v5,      // no bank conflicts when a block is loaded and stored
  step,    // one stride per dispatch, a thread per pair
  padded,  // a local sort that pads to a power of two, then one stride per dispatch
  block,   // sorts tiles only
};

enum class PaperKernel : std::uint8_t {
  v0_step,
  v1_sort,
  v1_refine,
  v2_sort,
  v2_refine,
  v3_sort,
  v3_refine,
  v4_sort,
  v4_refine,
  v4_step,
  v5_sort,
  v5_refine,
  step,
  padded_sort,
  block_sort,
  reverse,
};
inline constexpr std::uint32_t kPaperKernelCount = 16;

// The push constants of shaders/paper/paper.glsl.
struct PaperPush {
  std::uint32_t count = 0;
  std::uint32_t size = 0;
  std::uint32_t stride = 0;
  std::uint32_t chunk = 0;
};

struct PaperDispatch {
  PaperKernel kernel;
  std::uint32_t groups;
  PaperPush push;
};

// "v0" and so on; nothing for another word.
std::optional<Variant> variantOf(const std::string& name);

// Whether it sorts only powers of two, as its source does.
bool needsPowerOfTwo(Variant variant);

// Threads per workgroup as in its source, or the largest power of two that the device has.
std::uint32_t paperThreads(Variant variant, std::uint32_t max_invocations);

// Elements that the buffer must hold to sort `count`.
std::uint32_t paperCapacity(Variant variant, std::uint32_t count);

// The result is sorted in runs of so many elements: `count`, or a tile.
std::uint32_t paperRun(Variant variant, std::uint32_t threads, std::uint32_t count);

// The dispatches in order, with a barrier between each two; none for less than two elements. Where the variant needs a
// power of two, `count` must be one. Descending is ascending and then reversed, as in the paper.
std::vector<PaperDispatch> paperDispatches(Variant variant, std::uint32_t threads, std::uint32_t count,
                                           bool descending);

}  // namespace bench
