#include "sorts/radix/tiles.h"
#include "sorts/sizes/classes.h"

namespace vksort::radix {
namespace {

// Minimum counts that make the radix sort worthwhile: one-word elements, larger elements, more than four passes, and
// more than four passes without look-back (R80, R164 of samples/bench/experiments_log.md).
constexpr std::uint32_t kMinKeys = (1u << 14) + 1, kMinPairs = (1u << 13) + 1;
constexpr std::uint32_t kMinOfManyPasses = (1u << 17) + 1, kMinOfManyPortable = 1u << 20;
// Up to these counts, rank merge is faster than two passes (R108). It is always faster than more passes.
constexpr std::uint32_t kMaxByRankPairs = 1u << 15, kMaxByRankKeys = 3u << 14;

// The first pass of a shape with a first table also counts for later passes.
bool hasRoom(const RadixShape& shape, const Configuration& configuration, const DeviceLimits& limits) {
  const std::uint32_t invocations = 1u << shape.invocations_log2;
  if (invocations < limits.subgroup_size || invocations > limits.counting_invocations) return false;
  const bool sums = shape.max_count != kMaxElements && configuration.algorithm != Algorithm::radix_portable;
  const std::uint32_t later = sums && hasDigits(configuration) ? digitsFor(configuration, {}, false).count - 1 : 0;
  const std::uint32_t part = (shape.elements << shape.invocations_log2) / shape.parts;
  const std::uint32_t words = sharedWords(invocations / limits.subgroup_size, part, later) + 2 * VKSORT_RADIX_DIGITS;
  return words * sizeof(std::uint32_t) <= limits.shared_memory_bytes;
}

}  // namespace

std::uint32_t RadixSetting::minCountFor(std::uint32_t passes) const {
  const std::uint32_t smallest = configuration.minCount();
  if (!automatic) return smallest;
  std::uint32_t from = words() == 1 ? kMinKeys : kMinPairs;
  if (passes > 4) from = looks_back ? kMinOfManyPasses : kMinOfManyPortable;
  if (!scratch_pays) from = kMaxElements + 1;
  if (radix_from != 0) from = radix_from > smallest ? radix_from : smallest;
  // The radix sort then sorts everything that exceeds one workgroup.
  const bool is_needed = configuration.gathersPayloads() || configuration.scratch == Scratch::required;
  return is_needed && from > max_in_place ? max_in_place + 1 : from;
}

std::uint32_t RadixSetting::maxByRankFor(std::uint32_t passes) const {
  if (radix_from != 0) return radix_from - 1;
  if (passes > 2) return ~0u;
  return words() == 1 ? kMaxByRankKeys : kMaxByRankPairs;
}

void fit(Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits) {
  if (!canRun(limits)) return;
  const DeviceClass& of = classOf(limits);
  if (!of.adds_in_order) tuning.radix_additions = 0;
  tuning.concurrent_workgroups = of.limits.concurrent_workgroups;
  const std::uint32_t max_invocations = of.limits.subgroups > limits.counting_invocations / limits.subgroup_size
                                            ? limits.counting_invocations
                                            : of.limits.subgroups * limits.subgroup_size;
  std::uint32_t count = 0, before = 0;
  for (RadixShape shape : tuning.radix_shapes) {
    const auto takes = [&] {
      return 1u << shape.invocations_log2 <= max_invocations && hasRoom(shape, configuration, limits);
    };
    constexpr std::uint32_t kMinLog2 = 5;
    while (shape.invocations_log2 > kMinLog2 && !takes()) --shape.invocations_log2;
    if (shape.max_count != kMaxElements) {
      const std::uint32_t at_once = tuning.concurrent_workgroups * shape.elements << shape.invocations_log2;
      if (shape.max_count > at_once) shape.max_count = at_once;
    }
    if (shape.max_count <= before || !takes()) continue;
    before = shape.max_count;
    tuning.radix_shapes[count++] = shape;
  }
  for (; count < kMaxShapes; ++count) tuning.radix_shapes[count] = {};
}

bool isPossible(const Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits) {
  if (tuning.radix_from > kMaxElements || tuning.radix_additions > 1) return false;
  if (tuning.concurrent_workgroups < 1 || tuning.concurrent_workgroups > 1024) return false;
  std::uint32_t before = 0;
  bool is_last = false;
  for (const RadixShape& shape : tuning.radix_shapes) {
    const auto& [max_count, invocations_log2, elements, parts] = shape;
    is_last = is_last || max_count == 0;
    if (is_last && max_count == 0) continue;
    if (is_last || max_count <= before || max_count > kMaxElements) return false;
    if (invocations_log2 < 5 || invocations_log2 > 10 || elements < 2 || elements > 16) return false;
    if (parts == 0 || elements % parts != 0 || (configuration.layout.element != Element::key && parts != 1))
      return false;
    const std::uint32_t at_once = tuning.concurrent_workgroups * elements << invocations_log2;
    if (max_count != kMaxElements && max_count > at_once) return false;
    if (canRun(limits) && !hasRoom(shape, configuration, limits)) return false;
    before = max_count;
  }
  // On software drivers, the last shape becomes two shapes, with and without look-back.
  return !canRun(limits) || !limits.is_software || tuning.radix_shapes[kMaxShapes - 1].max_count == 0;
}

}  // namespace vksort::radix
