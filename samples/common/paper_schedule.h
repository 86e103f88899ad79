// The steps of the paper, and three simpler sorts. Source of v0 to v5: G. Rousomanis, "Bitonic Sort Using CUDA" (2025),
// algorithms 2 and 5.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

enum class Variant : std::uint8_t {
  v0,      // one stride per dispatch, and a thread per element
  v1,      // fuses strides within a block into one dispatch
  v2,      // uses shared memory for them
  v3,      // uses shuffles for strides within a subgroup
  v4,      // a thread per pair
  v5,      // avoids bank conflicts when a block is loaded and stored
  step,    // one stride per dispatch, and a thread per pair
  padded,  // a local sort that pads to a power of two, then one stride per dispatch
  block,   // only sorts tiles
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

// Push constants of shaders/paper/paper.glsl.
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

std::optional<Variant> variantOf(const std::string& name);

bool needsPowerOfTwo(Variant variant);

// As in the paper, but at most the device's limit.
std::uint32_t paperThreads(Variant variant, std::uint32_t max_invocations);

// Elements that the buffer must contain.
std::uint32_t paperCapacity(Variant variant, std::uint32_t count);

// Elements that are sorted independently: `count`, or a tile.
std::uint32_t paperRun(Variant variant, std::uint32_t threads, std::uint32_t count);

// The dispatches need a barrier between them. `count` must be a power of two if the variant needs one. Descending sorts
// reverse an ascending result, as in the paper.
std::vector<PaperDispatch> paperDispatches(Variant variant, std::uint32_t threads, std::uint32_t count,
                                           bool descending);

}  // namespace bench
