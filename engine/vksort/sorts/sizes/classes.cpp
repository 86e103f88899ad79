#include <algorithm>

#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

// Invocations of the largest kernel that sorts in place. A required subgroup size limits the size of workgroups.
constexpr std::uint32_t kMaxInPlace = 512;

bool canRequire(std::uint32_t size, const SubgroupSizes& sizes) {
  return size >= sizes.min && size <= sizes.max && std::uint64_t{size} * sizes.max_subgroups >= kMaxInPlace;
}

}  // namespace

const DeviceClass& classOf(const DeviceLimits& limits) {
  const std::span<const DeviceClass> classes = deviceClasses();
  std::size_t i = 0;
  const auto is_of = [&limits](const DeviceClass& each) {
    return each.is_software == limits.is_software && (each.vendor_id == 0 || each.vendor_id == limits.vendor_id);
  };
  while (i + 1 < classes.size() && !is_of(classes[i])) ++i;
  return classes[i];
}

DeviceLimits limitsInClass(DeviceLimits limits) {
  const DeviceClass& of = classOf(limits);
  limits.workgroup_invocations = std::min(limits.workgroup_invocations, of.limits.invocations);
  limits.shared_memory_bytes = std::min(limits.shared_memory_bytes, of.limits.shared_bytes);
  limits.counting_invocations = std::min(limits.counting_invocations, of.limits.invocations);
  return limits;
}

bool chooseSubgroups(const SubgroupSizes& sizes, DeviceLimits& limits) {
  limits.subgroup_size = limits.counting_invocations = 0;
  const DeviceClass& of = classOf(limits);
  const bool requires_size = sizes.mayVary() && (sizes.max_subgroups != 0 || !of.keeps_own_size);
  std::uint32_t chosen = sizes.own;
  if (requires_size) {
    for (const std::uint32_t size : of.subgroup_sizes) {
      if (size == 0 || !canRequire(size, sizes)) continue;
      chosen = size;
      break;
    }
    if (!canRequire(chosen, sizes)) return false;
  }
  if (!isUsableSubgroup(chosen)) return false;
  limits.subgroup_size = chosen;
  const std::uint64_t pinned = std::uint64_t{chosen} * sizes.max_subgroups;
  const std::uint32_t invocations = limits.workgroup_invocations;
  limits.counting_invocations =
      requires_size && pinned < invocations ? static_cast<std::uint32_t>(pinned) : invocations;
  return requires_size;
}

}  // namespace vksort
