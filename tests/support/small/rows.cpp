// Kernels with 4 elements per invocation and tiles of 2^7, which software drivers compile in a tenth of the time.
// Everything else is as shipped. Passes of 6 strides keep 2^32 elements within kMaxTunedPasses.
#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

constexpr std::uint32_t kAll = (1u << 28) - 1;

// Rank merges and the radix sort have their shipped shapes. Additions are checked on every device.
constexpr Tuning with(Element element, bool is_software, Tuning tuning) {
  const std::uint32_t words = wordsOf(element);
  if (words < 3) {
    tuning.scratch_log2[0] = 10;
    tuning.scratch_log2[1] = 11;
    tuning.rank_shapes[0] = {1u << 15, 8};
    tuning.rank_shapes[1] = {132u << 9, 9};
    tuning.rank_shapes[2] = {3u << 15, 10};
  }
  tuning.radix_additions = 1;
  tuning.concurrent_workgroups = is_software ? 64 : 132;
  if (is_software) {
    tuning.radix_shapes[0] = {1u << 12, 7, 2, 1};
    tuning.radix_shapes[1] = {kAll, 7, 2, words == 1 ? 2u : 1u};
    return tuning;
  }
  tuning.radix_shapes[0] = {132u << 11, 9, 4, 1};
  tuning.radix_shapes[1] = {132u << 12, 9, 8, 1};
  tuning.radix_shapes[2] = {132u << 13, 10, 8, 1};
  tuning.radix_shapes[3] = {kAll, 9, words == 1 ? 16u : 11u, words == 1 ? 2u : 1u};
  return tuning;
}

// The columns are the bitonic members of Tuning in order.
constexpr Tuning kOfSoftware[] = {with(Element::key, true, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}}),
                                  with(Element::pair, true, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}}),
                                  with(Element::triple, true, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}})};
// No workgroup is smaller than a subgroup of 32.
constexpr Tuning kOfNvidia[] = {with(Element::key, false, {2, 9, 8, 0, 0, 1, 8, 8, {8, 0, 0, 0, 9, 0}}),
                                with(Element::pair, false, {2, 9, 8, 0, 0, 1, 8, 8, {8, 0, 0, 0, 9, 0}}),
                                with(Element::triple, false, {2, 9, 8, 0, 0, 0, 8, 8, {8, 0, 0, 0, 9, 0}})};
// Same for 128.
constexpr Tuning kOfOthers[] = {with(Element::key, false, {2, 9, 0, 0, 0, 1, 9, 9, {9, 0, 0, 0, 9, 0}}),
                                with(Element::pair, false, {2, 9, 0, 0, 0, 0, 9, 9, {9, 0, 0, 0, 9, 0}}),
                                with(Element::triple, false, {2, 9, 0, 0, 0, 0, 9, 9, {9, 0, 0, 0, 9, 0}})};

constexpr DeviceClass kClasses[] = {
    {"Software drivers", 0, {}, {~0u, ~0u, 8, 64}, Evidence::executed, kOfSoftware, true, true, false},
    {"NVIDIA", 0x10de, {}, {~0u, ~0u, ~0u, 132}, Evidence::executed, kOfNvidia, false, true},
    {"Intel", 0x8086, {16, 8, 32}, {~0u, ~0u, ~0u, 132}, Evidence::neither, kOfOthers, false, true},
    {"Apple", 0x106b, {}, {~0u, ~0u, ~0u, 132}, Evidence::neither, kOfOthers, false, true, true, true},
    {"Other GPUs", 0, {}, {~0u, ~0u, ~0u, 132}, Evidence::neither, kOfOthers, false, true},
};

constexpr Tuning kBaseline = {2, 7, 0, 0, 0, 0, 7, 7, {7, 0, 0, 0, 0, 0}};

constexpr Compiled kCompiled = {
    .registers_log2 = {2, 2, 2}, .min_tile_invocations_log2 = 5, .min_global_invocations_log2 = 4, .tiny_log2 = 4};

}  // namespace

const Compiled& compiled() { return kCompiled; }

std::span<const DeviceClass> deviceClasses() { return kClasses; }

const Tuning& baselineTuning() { return kBaseline; }

}  // namespace vksort
