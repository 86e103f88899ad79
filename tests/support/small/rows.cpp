// In place of the library's: kernels with 4 elements per invocation and tiles of 2^7, which software drivers
// compile in a tenth of the time. All else of the library is as shipped, so that what holds for any tuning is shown on
// these. Passes of 6 strides keep 2^32 elements within kMaxTunedPasses.
#include "tuning/table.h"

namespace vksort {
namespace {

// With the shapes of rank merge and of the radix sort as shipped.
constexpr TuningRow row(const TuningNeeds& needs, Tuning tuning) {
  const std::uint32_t words = wordsOf(needs.element);
  if (words < 3) {
    tuning.scratch_log2[0] = 10;
    tuning.scratch_log2[1] = 11;
    tuning.rank_shapes[0] = {1u << 15, 8};
    tuning.rank_shapes[1] = {132u << 9, 9};
    tuning.rank_shapes[2] = {3u << 15, 10};
  }
  tuning.radix_shapes[0] = {132u << 11, 9, 4, 1};
  tuning.radix_shapes[1] = {132u << 12, 9, 8, 1};
  tuning.radix_shapes[2] = {132u << 13, 10, 8, 1};
  tuning.radix_shapes[3] = {(1u << 28) - 1, 9, words == 1 ? 16u : 11u, words == 1 ? 2u : 1u};
  tuning.radix_additions = 1;  // checked on every device
  tuning.concurrent_workgroups = 132;
  return {needs, tuning};
}

// The columns: the members of TuningNeeds and the bitonic ones of Tuning in their order.
constexpr TuningRow kTable[] = {
    // Subgroups of 128, and of 32 and 64: no workgroup is smaller.
    row({0, 128, 256, 16384, Element::key}, {2, 9, 0, 0, 0, 1, 9, 9, {9, 0, 0, 0, 9, 0}}),
    row({0, 128, 256, 16384, Element::pair}, {2, 9, 0, 0, 0, 0, 9, 9, {9, 0, 0, 0, 9, 0}}),
    row({0, 128, 256, 16384, Element::triple}, {2, 9, 0, 0, 0, 0, 9, 9, {9, 0, 0, 0, 9, 0}}),
    row({0, 32, 256, 16384, Element::key}, {2, 9, 8, 0, 0, 1, 8, 8, {8, 0, 0, 0, 9, 0}}),
    row({0, 32, 256, 16384, Element::pair}, {2, 9, 8, 0, 0, 1, 8, 8, {8, 0, 0, 0, 9, 0}}),
    row({0, 32, 256, 16384, Element::triple}, {2, 9, 8, 0, 0, 0, 8, 8, {8, 0, 0, 0, 9, 0}}),
    // Smaller subgroups, but not the floor: more than 128 invocations.
    row({0, 0, 256, 16384, Element::key}, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}}),
    row({0, 0, 128, 16384, Element::key}, {2, 7, 6, 0, 0, 0, 6, 6, {0, 0, 0, 0, 7, 0}}),
    row({0, 0, 256, 16384, Element::pair}, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}}),
    row({0, 0, 128, 16384, Element::pair}, {2, 7, 6, 0, 0, 0, 6, 6, {6, 0, 0, 0, 7, 0}}),
    row({0, 0, 256, 16384, Element::triple}, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}}),
    row({0, 0, 128, 16384, Element::triple}, {2, 7, 6, 0, 0, 0, 6, 6, {6, 0, 0, 0, 7, 0}}),
};

constexpr Tuning kBaseline = {2, 7, 0, 0, 0, 0, 7, 7, {7, 0, 0, 0, 0, 0}};

constexpr Compiled kCompiled = {
    .registers_log2 = {2, 2, 2}, .min_tile_invocations_log2 = 5, .min_global_invocations_log2 = 4, .tiny_log2 = 4};

}  // namespace

const Compiled& compiled() { return kCompiled; }

std::span<const TuningRow> tuningTable() { return kTable; }

const Tuning& baselineTuning() { return kBaseline; }

}  // namespace vksort
