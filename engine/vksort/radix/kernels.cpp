#include "radix/kernels.h"

#include "radix_count.spv.h"
#include "radix_decision.spv.h"
#include "radix_pass_keys.spv.h"
#include "radix_pass_pairs.spv.h"
#include "radix_set_up.spv.h"
#include "radix_set_up_counted.spv.h"
#include "sort/radix/interface.h"

namespace vksort::radix {
namespace {

// Looks at a state that has not come before its tile is counted anew: some microseconds on a GPU.
constexpr std::uint32_t kPatience = 512;

std::uint32_t shapeOf(std::uint32_t kernel) { return kernel / kRoles; }

bool counts(Role role) { return role == Role::histogram || role == Role::count_tiles; }

// By role.
#define LABELS(shape)                                                                                   \
  {                                                                                                     \
    "radix_set_up" shape, "radix_histogram" shape, "radix_count_tiles" shape, "radix_first_pass" shape, \
        "radix_forth" shape, "radix_across" shape, "radix_back" shape, "radix_decision" shape           \
  }
constexpr const char* kLabels[kRoles] = LABELS("");
constexpr const char* kNames[kMaxShapes][kRoles] = {LABELS("_0"), LABELS("_1"), LABELS("_2"), LABELS("_3"),
                                                    LABELS("_4")};
#undef LABELS

}  // namespace

Spirv spirvOf(const Configuration& configuration, Role role) {
  switch (role) {
    case Role::set_up:
      if (configuration.mode.device_count) return {radix_set_up_counted, sizeof radix_set_up_counted};
      return {radix_set_up, sizeof radix_set_up};
    case Role::histogram:
    case Role::count_tiles:
      return {radix_count, sizeof radix_count};
    case Role::decision:
      return {radix_decision, sizeof radix_decision};
    default:
      if (configuration.layout.element == Element::key) return {radix_pass_keys, sizeof radix_pass_keys};
      return {radix_pass_pairs, sizeof radix_pass_pairs};
  }
}

bool usesKernel(const Setting& setting, std::uint32_t kernel) {
  const std::uint32_t index = shapeOf(kernel);
  if (index >= setting.shape_count) return false;
  const bool ahead = setting.shapes[index].ahead;
  switch (roleOf(kernel)) {
    case Role::set_up:
    case Role::histogram:
      return ahead;
    case Role::count_tiles:
    case Role::first_pass:
      return !ahead;
    case Role::forth:
      return ahead || setting.digits == 4;
    case Role::across:
      return setting.digits == 3;
    case Role::back:
      return true;
    case Role::decision:
      return setting.configuration.mode.coherent;
  }
  return false;
}

PipelineSource sourceOf(const Setting& setting, std::uint32_t kernel, const Hook* hook) {
  const Role role = roleOf(kernel);
  const Configuration& configuration = setting.configuration;
  const Shape& shape = setting.shapes[shapeOf(kernel)];
  PipelineSource source{};
  source.spirv = hook && counts(role) ? hook->shaders.radix_count : spirvOf(configuration, role);
  source.in_subgroups = true;
  source.constant_count = VKSORT_RADIX_COUNT;
  static_assert(VKSORT_RADIX_COUNT <= kMaxConstants);
  std::uint32_t(&out)[kMaxConstants] = source.constants;
  out[VKSORT_RADIX_WORKGROUP] = 1u << shape.invocations_log2;
  out[VKSORT_RADIX_ELEMENTS] = shape.elements;
  out[VKSORT_RADIX_SUBGROUP_LOG2] = setting.subgroup_log2;
  out[VKSORT_RADIX_ROTATION] = configuration.conversion.rotation;
  out[VKSORT_RADIX_INTERLEAVED] = configuration.layout.interleaved;
  out[VKSORT_RADIX_IOTA] = configuration.mode.writes_values;
  out[VKSORT_RADIX_DEVICE_COUNT] = configuration.mode.device_count;
  out[VKSORT_RADIX_MAX_GROUPS_X] = setting.max_groups_x;
  out[VKSORT_RADIX_ALL_DIGITS] = role == Role::histogram;
  out[VKSORT_RADIX_TABLE] = role == Role::first_pass;
  out[VKSORT_RADIX_FROM_RANGE] = role == Role::first_pass || role == Role::forth;
  out[VKSORT_RADIX_TO_RANGE] = role == Role::back;
  // With values too much is to be moved for the others to wait.
  out[VKSORT_RADIX_TELLS_FIRST] = shape.ahead && configuration.layout.element == Element::key;
  out[VKSORT_RADIX_PATIENCE] = kPatience;
  out[VKSORT_RADIX_PARTS] = shape.parts;
  out[VKSORT_RADIX_UNIT_LOG2] = setting.unitLog2(shape);
  out[VKSORT_RADIX_REPAIR_LOG2] = setting.repair_log2;
  return source;
}

const char* labelOf(Role role) { return kLabels[static_cast<std::uint32_t>(role)]; }

const char* nameOf(std::uint32_t kernel) { return kNames[shapeOf(kernel)][kernel % kRoles]; }

}  // namespace vksort::radix
