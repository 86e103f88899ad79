// In place of the library's: kernels with 4 elements per invocation and tiles of 2^7, which software drivers
// compile in a tenth of the time. All else of the library is as shipped, so that what holds for any tuning is shown on
// these. Passes of 6 strides keep 2^32 elements within kMaxPasses.
#include "bitonic/tuning.h"

namespace vksort::bitonic {
namespace {

// The columns: the members of TuningNeeds and Tuning in their order.
constexpr TuningRow kTable[] = {
    // Subgroups of 128, and of 32 and 64: no workgroup is smaller.
    {{0, 128, 256, 16384, Element::key}, {2, 9, 0, 0, 0, 1, 9, 9, {9, 0, 0, 0, 9, 0}, 1}},
    {{0, 128, 256, 16384, Element::pair}, {2, 9, 0, 0, 0, 0, 9, 9, {9, 0, 0, 0, 9, 0}, 1}},
    {{0, 128, 256, 16384, Element::triple}, {2, 9, 0, 0, 0, 0, 9, 9, {9, 0, 0, 0, 9, 0}, 0}},
    {{0, 32, 256, 16384, Element::key}, {2, 9, 8, 0, 0, 1, 8, 8, {8, 0, 0, 0, 9, 0}, 1}},
    {{0, 32, 256, 16384, Element::pair}, {2, 9, 8, 0, 0, 1, 8, 8, {8, 0, 0, 0, 9, 0}, 1}},
    {{0, 32, 256, 16384, Element::triple}, {2, 9, 8, 0, 0, 0, 8, 8, {8, 0, 0, 0, 9, 0}, 0}},
    // Smaller subgroups, but not the floor: more than 128 invocations.
    {{0, 0, 256, 16384, Element::key}, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}, 1}},
    {{0, 0, 128, 16384, Element::key}, {2, 7, 6, 0, 0, 0, 6, 6, {0, 0, 0, 0, 7, 0}, 1}},
    {{0, 0, 256, 16384, Element::pair}, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}, 1}},
    {{0, 0, 128, 16384, Element::pair}, {2, 7, 6, 0, 0, 0, 6, 6, {6, 0, 0, 0, 7, 0}, 1}},
    {{0, 0, 256, 16384, Element::triple}, {2, 7, 6, 0, 0, 1, 6, 6, {6, 0, 0, 0, 7, 0}, 0}},
    {{0, 0, 128, 16384, Element::triple}, {2, 7, 6, 0, 0, 0, 6, 6, {6, 0, 0, 0, 7, 0}, 0}},
};

constexpr Tuning kBaseline = {2, 7, 0, 0, 0, 0, 7, 7, {7, 0, 0, 0, 0, 0}, 0};

constexpr Compiled kCompiled = {
    .registers_log2 = {2, 2, 2}, .min_tile_invocations_log2 = 5, .min_global_invocations_log2 = 4, .tiny_log2 = 4};

}  // namespace

const Compiled& compiled() { return kCompiled; }

std::span<const TuningRow> tuningTable() { return kTable; }

const Tuning& baselineTuning() { return kBaseline; }

}  // namespace vksort::bitonic
