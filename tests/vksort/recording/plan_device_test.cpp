// Plans for devices that there are not, or that a Sorter would not make full use of.
#include <doctest/doctest.h>

#include <string>

#include "vksort.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Path;
using vksort::PlanDevice;
using vksort::Values;

constexpr PlanDevice kLarge{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};
constexpr uint32_t kMany = 1 << 20;

bool isNothing(const vksort::Plan& plan) {
  return plan.dispatches == 0 && plan.barriers == 0 && plan.timestamps == 0 && plan.bytes_read == 0 &&
         plan.bytes_written == 0;
}
bool isNothing(const vksort::PassPlan& pass) {
  return std::string(pass.name).empty() && pass.workgroups == 0 && pass.bytes_read == 0 && pass.bytes_written == 0;
}

// Of every kind of element, path and count, lent memory or not.
bool plansNothingOn(const PlanDevice& device) {
  bool nothing = true;
  for (const Values values : {Values::none, Values::split, Values::iota}) {
    for (const Path path : {Path::automatic, Path::floor}) {
      for (const bool scratch : {false, true}) {
        vksort::SorterInfo info;
        info.values = values;
        info.path = path;
        nothing = nothing && isNothing(vksort::plan(info, device, 1000, scratch)) &&
                  isNothing(vksort::planPass(info, device, 1000, 0, scratch));
        info.count = Count::lists;
        nothing = nothing && isNothing(vksort::planLists(info, device, 3, 1000)) &&
                  isNothing(vksort::planListsPass(info, device, 3, 1000, 0));
      }
    }
  }
  return nothing;
}

// The passes of the most that may be lent memory.
std::string namesOn(const vksort::SorterInfo& info, const PlanDevice& device) {
  std::string names;
  for (uint32_t i = 0; i < vksort::plan(info, device, kMany, true).dispatches; ++i) {
    const vksort::PassPlan pass = vksort::planPass(info, device, kMany, i, true);
    names += std::string(pass.name) + ' ' + std::to_string(pass.workgroups) + ' ';
  }
  return names;
}

}  // namespace

TEST_CASE("plans_nothing_for_devices_that_there_are_not") {
  for (const uint32_t invocations : {0u, 1u, 2u, 64u, 127u}) {
    CAPTURE(invocations);
    CHECK(plansNothingOn({.workgroup_invocations = invocations}));
    CHECK(plansNothingOn({.workgroup_invocations = invocations, .subgroup_size = 32}));
  }
  for (const uint32_t bytes : {0u, 4u, 39u, 8192u, 16383u}) {
    CAPTURE(bytes);
    CHECK(plansNothingOn({.shared_memory_bytes = bytes}));
  }
  CHECK_FALSE(plansNothingOn({}));
}

TEST_CASE("plans_without_subgroups_where_a_sorter_uses_none") {
  for (const Values values : {Values::none, Values::split}) {
    vksort::SorterInfo info;
    info.values = values;
    PlanDevice device = kLarge;
    const std::string full = namesOn(info, device);
    device.subgroup_size = 0;
    const std::string without = namesOn(info, device);
    CHECK(full != without);
    for (const uint32_t size : {1u, 2u, 256u, 1024u, 1u << 31}) {
      CAPTURE(size);
      device.subgroup_size = size;
      CHECK(namesOn(info, device) == without);
      info.algorithm = vksort::Algorithm::radix;
      CHECK(namesOn(info, device) == without);
      info.algorithm = vksort::Algorithm::automatic;
    }
  }
}

TEST_CASE("plans_in_place_where_memory_cannot_be_bound") {
  for (const VkDeviceSize range : {0, 4, 255, 256}) {
    CAPTURE(range);
    PlanDevice device = kLarge;
    device.max_storage_range = range;
    CHECK(namesOn({}, device).find("radix") == std::string::npos);
    CHECK(std::string(vksort::planPass({}, device, 5000, 0, true).name) ==
          vksort::planPass({}, device, 5000, 0, false).name);
  }
  // Two ranges, what the host of the count gives, and the memory itself.
  vksort::SorterInfo info;
  info.values = Values::split;
  for (const auto& [count, needed] : {std::pair{Count::host, 4u}, {Count::device, 5u}}) {
    info.count = count;
    PlanDevice device = kLarge;
    device.max_storage_buffers = needed;
    CHECK(namesOn(info, device) == namesOn(info, kLarge));
    CHECK(namesOn(info, kLarge).find("radix") != std::string::npos);
    device.max_storage_buffers = needed - 1;
    CHECK(namesOn(info, device).find("radix") == std::string::npos);
  }
}

TEST_CASE("plans_lists_as_they_are_recorded_or_nothing") {
  vksort::SorterInfo info;
  info.count = Count::lists;
  CHECK_FALSE(isNothing(vksort::planLists(info, kLarge, vksort::kMaxLists, 1000)));
  CHECK(isNothing(vksort::planLists(info, kLarge, vksort::kMaxLists + 1, 1000)));
  CHECK(isNothing(vksort::planListsPass(info, kLarge, vksort::kMaxLists + 1, 1000, 0)));
  CHECK(isNothing(vksort::planLists(info, kLarge, 0, 1000)));
  CHECK(isNothing(vksort::planLists(info, kLarge, 3, 0)));
}

}  // namespace test
