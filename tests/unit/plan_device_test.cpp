// Plans for devices that do not exist, and the functions that recording may call.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vksort_expert.h"
#include "vksort_segments.h"
#include "device/functions.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::PlanDevice;
using vksort::PlanInfo;
using vksort::SorterInfo;

constexpr PlanDevice kLarge{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};
constexpr uint32_t kMany = 1 << 20;
constexpr PlanInfo kManyInScratch{.count = kMany, .scratch = true};

std::vector<vksort::PassPlan> passesOn(const SorterInfo& info, const PlanDevice& device, const PlanInfo& planned) {
  std::vector<vksort::PassPlan> passes(vksort::plan(info, device, planned));
  vksort::plan(info, device, planned, passes.data(), static_cast<uint32_t>(passes.size()));
  return passes;
}

SorterInfo plannedInfo(vksort::Payload payload, vksort::Ties ties = vksort::Ties::stable) {
  SorterInfo info;
  info.payload = payload;
  info.ties = ties;
  return info;
}

// Keys and pairs, in place and in scratch memory, and segments.
bool plansNothingOn(const PlanDevice& device) {
  const vksort::Creation baseline{.baseline = true};
  SorterInfo on_baseline;
  on_baseline.creation = &baseline;
  for (const SorterInfo& info :
       {plannedInfo(vksort::Payload::none), plannedInfo(vksort::Payload::index), on_baseline}) {
    for (const PlanInfo& planned : {PlanInfo{.count = 1000}, PlanInfo{.count = 1000, .scratch = true},
                                    PlanInfo{.count = 1000, .segment_count = 3}})
      if (vksort::plan(info, device, planned) != 0) return false;
  }
  return true;
}

#define VKSORT_NAME(name) #name,
constexpr std::string_view kOfRecordings[] = {VKSORT_DEVICE_FUNCTIONS(VKSORT_NAME) VKSORT_DEBUG_FUNCTIONS(VKSORT_NAME)};
constexpr std::string_view kOfSelfTests[] = {VKSORT_SELF_TEST_FUNCTIONS(VKSORT_NAME)};
#undef VKSORT_NAME

// How many functions wait for the device, submit work to it, or allocate memory.
std::size_t countSlow(std::span<const std::string_view> names) {
  return static_cast<std::size_t>(std::ranges::count_if(names, [](std::string_view name) {
    return std::ranges::any_of(std::array{"Wait", "Idle", "Submit", "Present", "Acquire", "Results", "Allocate", "Map"},
                               [=](const char* word) { return name.find(word) != name.npos; });
  }));
}

}  // namespace

TEST_CASE("plans_nothing_for_devices_that_do_not_exist") {
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

TEST_CASE("writes_as_many_passes_as_there_is_room_for") {
  const std::vector<vksort::PassPlan> whole = passesOn({}, kLarge, kManyInScratch);
  REQUIRE(whole.size() > 3);
  const auto passes = static_cast<uint32_t>(whole.size());
  for (const uint32_t capacity : {0u, 1u, passes - 1, passes, passes + 2}) {
    CAPTURE(capacity);
    vksort::PassPlan guard{};
    guard.name = "guard";
    std::vector<vksort::PassPlan> some(passes + 3, guard);
    CHECK(vksort::plan({}, kLarge, kManyInScratch, some.data(), capacity) == passes);
    for (uint32_t i = 0; i < some.size(); ++i)
      CHECK(std::string(some[i].name) == (i < std::min(capacity, passes) ? whole[i].name : guard.name));
  }
}

TEST_CASE("recording_has_no_function_that_waits") {
  CHECK(countSlow(kOfRecordings) == 0);
  CHECK(countSlow(kOfSelfTests) >= 5);
}

}  // namespace test
