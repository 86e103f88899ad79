#include "radix/kernels.h"

#include "radix_count.spv.h"
#include "radix_count_digit.spv.h"
#include "radix_count_digit_pairs.spv.h"
#include "radix_count_pairs.spv.h"
#include "radix_count_values.spv.h"
#include "radix_count_values_told.spv.h"
#include "radix_decision.spv.h"
#include "radix_decision_pairs.spv.h"
#include "radix_first_pass_keys.spv.h"
#include "radix_first_pass_pairs.spv.h"
#include "radix_pass_keys.spv.h"
#include "radix_pass_pairs.spv.h"
#include "radix_runs.spv.h"
#include "radix_set_up.spv.h"
#include "radix_set_up_counted.spv.h"
#include "radix_sum.spv.h"
#include "sort/radix/interface.h"

namespace vksort::radix {
namespace {

// Looks at a state that has not come before its tile is counted anew: some microseconds on a GPU.
constexpr std::uint32_t kPatience = 512;
// The same where subgroups are narrow: one workgroup may have to count hundreds of tiles in a bounded number of rounds.
constexpr std::uint32_t kNarrowPatience = 6;

std::uint32_t shapeOf(std::uint32_t kernel) { return kernel < kFirstOfAll ? kernel / kRolesByShape : 0; }

// By role.
#define NAMES(shape)                                                                                                 \
  {                                                                                                                  \
    "radix_set_up" shape, "radix_count" shape, "radix_first_pass" shape, "radix_pass" shape, "radix_decision" shape, \
        "radix_count_digit" shape, "radix_sum" shape                                                                 \
  }
constexpr const char* kNames[kMaxShapes][kRolesByShape] = {NAMES("_0"), NAMES("_1"), NAMES("_2"),
                                                           NAMES("_3"), NAMES("_4"), NAMES("_5")};
#undef NAMES

// That decides, too.
Module firstOfCoherent(const Configuration& configuration) {
  if (configuration.layout.element == Element::key) return VKSORT_PACKED(radix_first_pass_keys);
  return VKSORT_PACKED(radix_first_pass_pairs);
}

// Whether the order of a tile's elements is looked at in place of votes.
bool addsInOrder(const Setting& setting, const Shape& shape) {
  // Algorithm::radix_portable rests on no device's ways; and what adds to the next table as it moves must not move
  // twice.
  if (!setting.adds_in_order || !shape.looksBack()) return false;
  // Bits below the first digit differ by sign, in the order of floats: what is in order would seem not to be.
  if (setting.first_bit != 0 && setting.configuration.conversion.mask != 0) return false;
  return setting.value_digits == 0;
}

}  // namespace

Module moduleOf(const Configuration& configuration, Role role, const Shape& shape, bool by_value) {
  switch (role) {
    case Role::set_up:
      if (setsUpArguments(configuration.mode, shape)) return VKSORT_PACKED(radix_set_up_counted);
      return VKSORT_PACKED(radix_set_up);
    case Role::count:
      if (by_value) return VKSORT_PACKED(radix_count_pairs);
      return VKSORT_PACKED(radix_count);
    case Role::decision:
      if (by_value && shape.looksBack()) return VKSORT_PACKED(radix_decision_pairs);
      return VKSORT_PACKED(radix_decision);
    case Role::count_digit:
      if (by_value) return VKSORT_PACKED(radix_count_digit_pairs);
      return VKSORT_PACKED(radix_count_digit);
    case Role::count_values:
      if (configuration.mode.device_count) return VKSORT_PACKED(radix_count_values_told);
      return VKSORT_PACKED(radix_count_values);
    case Role::runs:
      return VKSORT_PACKED(radix_runs);
    case Role::sum:
      return VKSORT_PACKED(radix_sum);
    default:
      if (role == Role::first_pass && configuration.mode.coherent) return firstOfCoherent(configuration);
      if (configuration.layout.element == Element::key) return VKSORT_PACKED(radix_pass_keys);
      return VKSORT_PACKED(radix_pass_pairs);
  }
}

PipelineSource sourceOf(const Setting& setting, std::uint32_t kernel, const Hook* hook) {
  const Role role = roleOf(kernel);
  const Configuration& configuration = setting.configuration;
  const Shape& shape = setting.shapes[shapeOf(kernel)];
  PipelineSource source{};
  const bool by_value = setting.value_digits != 0;
  if (hook && role == Role::count) {
    source.module = plainModule(by_value ? hook->shaders.radix_count_pairs : hook->shaders.radix_count);
  } else {
    source.module = moduleOf(configuration, role, shape, by_value);
  }
  source.in_subgroups = true;
  source.constant_count = VKSORT_RADIX_COUNT;
  static_assert(VKSORT_RADIX_COUNT <= kMaxConstants);
  std::uint32_t(&out)[kMaxConstants] = source.constants;
  const bool of_its_own = shape.counted_elements != 0 && (role == Role::count || role == Role::decision);
  out[VKSORT_RADIX_WORKGROUP] = 1u << (of_its_own ? shape.counting_log2 : shape.invocations_log2);
  out[VKSORT_RADIX_ELEMENTS] = of_its_own ? setting.countedElements(shape) : shape.elements;
  const bool counts_values = role == Role::count_values || (role == Role::decision && setting.ordersRuns(shape));
  if (counts_values) out[VKSORT_RADIX_ELEMENTS] = 4;  // that are on their way at once
  const std::uint32_t unrolled = role == Role::set_up ? 0 : out[VKSORT_RADIX_ELEMENTS];
  source.effort = source.module.bytes * (4 + unrolled) / 2;  // the driver unrolls elements
  out[VKSORT_RADIX_SUBGROUP_LOG2] = setting.subgroup_log2;
  out[VKSORT_RADIX_ROTATION] = configuration.conversion.rotation;
  out[VKSORT_RADIX_INTERLEAVED] = configuration.layout.interleaved;
  out[VKSORT_RADIX_IOTA] = configuration.mode.writes_values;
  out[VKSORT_RADIX_DEVICE_COUNT] = configuration.mode.device_count;
  out[VKSORT_RADIX_MAX_GROUPS_X] = setting.max_groups_x;
  out[VKSORT_RADIX_ALL_DIGITS] = shape.countsAll();
  // Where the first pass sums a table up, the others look back.
  const bool looks_back = role == Role::pass && shape.offsets == Offsets::by_first_table;
  out[VKSORT_RADIX_OFFSETS] = static_cast<std::uint32_t>(looks_back ? Offsets::by_look_back : shape.offsets);
  // So that others wait less: not the first pass by a table, for which nobody waits, nor where values follow their
  // keys, for want of registers. Keys without look-back, too, as ranks then take fewer of them.
  const bool keys_alone = configuration.layout.element == Element::key;
  out[VKSORT_RADIX_TELLS_FIRST] = role == Role::pass && (keys_alone || (shape.looksBack() && shape.movesPairs()));
  out[VKSORT_RADIX_ADDS_IN_ORDER] = addsInOrder(setting, shape);
  out[VKSORT_RADIX_KEEPS_POSITIONS] = setting.ordersByPosition();
  out[VKSORT_RADIX_PATIENCE] = setting.hasWideSubgroups() ? kPatience : kNarrowPatience;
  out[VKSORT_RADIX_PARTS] = shape.parts;
  const bool counts_others = out[VKSORT_RADIX_OFFSETS] == VKSORT_RADIX_BY_FIRST_TABLE;
  out[VKSORT_RADIX_WORDS] = shape.sharedWords(setting.subgroup_log2, counts_others);
  const std::uint32_t unit_log2 = setting.unitLog2(shape);
  const std::uint32_t round = out[VKSORT_RADIX_WORKGROUP] * out[VKSORT_RADIX_ELEMENTS];
  out[VKSORT_RADIX_UNIT_LOG2] = unit_log2;
  out[VKSORT_RADIX_UNITS] = unit_log2 != 0 ? round >> unit_log2 : 1;
  out[VKSORT_RADIX_REPAIR_LOG2] = setting.repair_log2;
  out[VKSORT_RADIX_BY_VALUE] = by_value;
  out[VKSORT_RADIX_TILE] = shape.tile();
  out[VKSORT_RADIX_FEW] = shape.most == kMostElements ? setting.few : 0;
  out[VKSORT_RADIX_RUN_PIECE] = setting.ordersRuns(shape) ? setting.runPiece() : 0;
  if (role == Role::runs) {
    out[VKSORT_RADIX_WORKGROUP] = setting.runPiece() / kRunElements;
    out[VKSORT_RADIX_ELEMENTS] = kRunElements;
  }
  return source;
}

const char* nameOf(std::uint32_t kernel) {
  if (kernel < kFirstOfAll) return kNames[shapeOf(kernel)][kernel % kRolesByShape];
  return roleOf(kernel) == Role::runs ? "radix_runs" : "radix_count_values";
}

}  // namespace vksort::radix
