// Whether the kernels of a tuning exist, fit together and fit a device.
#include "bitonic/tuning.h"

namespace vksort::bitonic {
namespace {

bool inBounds(std::uint32_t value, std::uint32_t min, std::uint32_t max) { return min <= value && value <= max; }

// The last stage of the module medium_keys (shaders/sort/bitonic/kernels.cmake), of workgroups of 512.
constexpr std::uint32_t kLargestOfEight = 12;

// What a workgroup of one device holds.
struct Fit {
  const DeviceLimits& limits;
  Element element;

  // Of 2^size elements, 2^registers per invocation. Shared memory is padded, see window.glsl.
  [[nodiscard]] bool operator()(std::uint32_t size, std::uint32_t registers) const {
    const std::uint32_t elements = 1u << size;
    const std::uint32_t invocations = elements >> registers;
    const std::uint32_t bytes = (elements + invocations) * 4 * wordsOf(element);
    return limits.workgroup_invocations >= invocations && limits.shared_memory_bytes >= bytes &&
           invocations >= limits.subgroup_size;
  }
};

// The sorts in one workgroup.
const char* validateSmall(const Tuning& tuning, const Fit& fits) {
  const std::uint32_t small = tuning.small_log2;
  if (small != 0 && !inBounds(small, 4, 10)) return "Creation::tuning: small_log2 must be 0 or 4 .. 10";
  if (small != 0 && !fits(small, 2)) return "Creation::tuning: small_log2 does not fit the device's workgroups";

  const std::uint32_t medium = tuning.medium_log2;
  const std::uint32_t large = tuning.large_log2;
  const std::uint32_t limit = tuning.tile_log2 < kLargestOfEight ? tuning.tile_log2 : kLargestOfEight;
  if (medium != 0) {
    if (fits.element != Element::key)
      return "Creation::tuning: medium_log2 must be 0 for elements of more than one word";
    if (!inBounds(medium, 6, limit) || medium <= small) {
      return "Creation::tuning: medium_log2 must be 0 or 6 .. 12, up to tile_log2 and above small_log2";
    }
    if (!fits(medium, 3)) return "Creation::tuning: medium_log2 does not fit the device's workgroups";
  }
  if (large != 0) {
    if (fits.element != Element::key)
      return "Creation::tuning: large_log2 must be 0 for elements of more than one word";
    if (!inBounds(large, 6, limit) || large <= small || large <= medium) {
      return "Creation::tuning: large_log2 must be 0 or 6 .. 12, up to tile_log2 and above small_log2 and "
             "medium_log2";
    }
    if (!fits(large, 3)) return "Creation::tuning: large_log2 does not fit the device's workgroups";
  }
  if (tuning.subgroup_sort != 0 && fits.element == Element::triple) {
    return "Creation::tuning: subgroup_sort must be 0 for elements of three words";
  }
  if (tuning.subgroup_sort > 1) return "Creation::tuning: subgroup_sort must be 0 or 1";
  return nullptr;
}

// A global pass.
struct Global {
  const char* out_of_range;
  const char* does_not_fit;
};
#define VKSORT_GLOBAL(i)                                                             \
  {                                                                                  \
    "Creation::tuning: global_log2[" #i                                              \
    "] must be 0 or registers_log2 + 5 .. tile_log2, and no less than its strides",  \
        "Creation::tuning: global_log2[" #i "] does not fit the device's workgroups" \
  }
constexpr Global kGlobals[] = {
    VKSORT_GLOBAL(0), VKSORT_GLOBAL(1), VKSORT_GLOBAL(2), VKSORT_GLOBAL(3), VKSORT_GLOBAL(4), VKSORT_GLOBAL(5),
};
#undef VKSORT_GLOBAL

const char* validateGlobal(const Tuning& tuning, const Fit& fits) {
  const std::uint32_t registers = tuning.registers_log2;
  const std::uint32_t smallest = registers + compiled().min_global_invocations_log2;
  bool longer = false;
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) {
    const std::uint32_t size = tuning.global_log2[i];
    if (size == 0) continue;
    if (!inBounds(size, smallest, tuning.tile_log2) || size < registers + i) return kGlobals[i].out_of_range;
    if (!fits(size, registers)) return kGlobals[i].does_not_fit;
    longer = longer || i > 0;
  }
  return longer ? nullptr : "Creation::tuning: one of global_log2[1] .. [5] must not be 0";
}

}  // namespace

const char* validate(const Tuning& tuning, const DeviceLimits& limits, Element element) {
  const Fit fits{limits, element};
  const std::uint32_t registers = tuning.registers_log2;
  const bool one_word = element == Element::key;
  if (registers != compiled().registers_log2[wordsOf(element) - 1]) {
    return one_word ? "Creation::tuning: registers_log2 must be 4, as compiled for elements of one word"
                    : "Creation::tuning: registers_log2 must be 3, as compiled for elements of more than one word";
  }
  const std::uint32_t tile = tuning.tile_log2;
  if (!inBounds(tile, registers + compiled().min_tile_invocations_log2, registers + 9)) {
    return "Creation::tuning: tile_log2 must be registers_log2 + 7 .. registers_log2 + 9";
  }
  if (!fits(tile, registers)) return "Creation::tuning: tile_log2 does not fit the device's workgroups";
  if (const char* rule = validateSmall(tuning, fits)) return rule;
  if (tuning.double_tiles > 1) return "Creation::tuning: double_tiles must be 0 or 1";
  if (tuning.double_tiles == 1 && tile > registers + 8) {
    return "Creation::tuning: double_tiles must be 0 where tile_log2 is registers_log2 + 9";
  }
  if (tuning.double_tiles == 1 && !fits(tile + 1, registers)) {
    return "Creation::tuning: double_tiles does not fit the device's workgroups";
  }
  if (!inBounds(tuning.smallest_merge_log2, tile - 2, tile)) {
    return "Creation::tuning: smallest_merge_log2 must be tile_log2 - 2 .. tile_log2";
  }
  if (!inBounds(tuning.merge_log2, tuning.smallest_merge_log2, tile)) {
    return "Creation::tuning: merge_log2 must be smallest_merge_log2 .. tile_log2";
  }
  if (!fits(tuning.smallest_merge_log2, registers)) {
    return "Creation::tuning: smallest_merge_log2 does not fit the device's workgroups";
  }
  return validateGlobal(tuning, fits);
}

}  // namespace vksort::bitonic
