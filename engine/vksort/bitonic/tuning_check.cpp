// Whether the kernels of a tuning exist, fit together and fit a device.
#include <initializer_list>
#include <utility>

#include "bitonic/tuning.h"

namespace vksort::bitonic {
namespace {

bool inBounds(std::uint32_t value, std::uint32_t min, std::uint32_t max) { return min <= value && value <= max; }

// The last stage of the module medium_keys (shaders/sort/modules.cmake), of workgroups of 512.
constexpr std::uint32_t kLargestOfEight = 12;

// What a workgroup of one device holds.
struct Fit {
  const DeviceLimits& limits;
  Element element;

  // The same as fits(), and a whole subgroup.
  [[nodiscard]] bool operator()(std::uint32_t size, std::uint32_t registers) const {
    return fits(size, registers, limits, element) && 1u << size >> registers >= limits.subgroup_size;
  }
};

struct Rules {
  const char *out_of_range, *does_not_fit;
};
#define VKSORT_RULES(member, allowed)                                       \
  {                                                                         \
    "Creation::tuning: " member " must be 0 or " allowed,                   \
        "Creation::tuning: " member " does not fit the device's workgroups" \
  }
constexpr Rules kMedium =
    VKSORT_RULES("medium_log2", "6 .. 12, up to tile_log2 and above small_log2; 0 for more words");
constexpr Rules kLarge =
    VKSORT_RULES("large_log2", "6 .. 12, up to tile_log2 and above small_log2 and medium_log2; 0 for more words");
#define VKSORT_GLOBAL(i) \
  VKSORT_RULES("global_log2[" #i "]", "registers_log2 + 5 .. tile_log2, and no less than its strides")
constexpr Rules kGlobals[] = {VKSORT_GLOBAL(0), VKSORT_GLOBAL(1), VKSORT_GLOBAL(2),
                              VKSORT_GLOBAL(3), VKSORT_GLOBAL(4), VKSORT_GLOBAL(5)};
#undef VKSORT_GLOBAL
#undef VKSORT_RULES

// The sorts in one workgroup.
const char* validateSmall(const Tuning& tuning, const Fit& fits) {
  const std::uint32_t small = tuning.small_log2;
  if (small != 0 && (!inBounds(small, 4, 10) || small > tuning.tile_log2)) {  // shipped tiles are 2^10 or larger
    return "Creation::tuning: small_log2 must be 0 or 4 .. 10, up to tile_log2";
  }
  if (small != 0 && !fits(small, 2)) return "Creation::tuning: small_log2 does not fit the device's workgroups";

  std::uint32_t smaller = small;
  const std::uint32_t limit = tuning.tile_log2 < kLargestOfEight ? tuning.tile_log2 : kLargestOfEight;
  for (const auto& [size, rules] : {std::pair{tuning.medium_log2, &kMedium}, {tuning.large_log2, &kLarge}}) {
    if (size == 0) continue;
    if (fits.element != Element::key || !inBounds(size, 6, limit) || size <= smaller) return rules->out_of_range;
    if (!fits(size, 3)) return rules->does_not_fit;
    smaller = size;
  }
  return nullptr;
}

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

const char* validateScratch(const Tuning& tuning, const Fit& fits) {
  for (const std::uint32_t size : tuning.scratch_log2) {
    if (size == 0) continue;
    if (fits.element == Element::triple) return "Creation::tuning: scratch_log2 must be 0 for elements of three words";
    if (!inBounds(size, 6, 11)) return "Creation::tuning: scratch_log2 must be 0 or 6 .. 11";
    if (!fits(size, 2)) return "Creation::tuning: scratch_log2 does not fit the device's workgroups";
  }
  return nullptr;
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
  const char* const rule = validateGlobal(tuning, fits);
  return rule ? rule : validateScratch(tuning, fits);
}

}  // namespace vksort::bitonic
