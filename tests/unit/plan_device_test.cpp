// Plans need no device and reject impossible ones. Recording calls no function that waits.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/functions.h"
#include "vksort.h"
#include "vksort_plan.h"

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
  SorterInfo info{};
  info.payload = payload;
  info.ties = ties;
  return info;
}

std::set<std::string> pipelineNames(const SorterInfo& info, const PlanDevice& device) {
  std::set<std::string> names;
  const auto take = [](void* to, const vksort::PipelinePlan* pipeline) {
    static_cast<std::set<std::string>*>(to)->insert(pipeline->name);
  };
  REQUIRE(vksort::planPipelines(info, device, take, &names) == VK_SUCCESS);
  return names;
}

std::set<std::string> passNames(const SorterInfo& info, const PlanDevice& device) {
  std::set<std::string> names;
  for (uint32_t log2 = 1; log2 < 26; ++log2) {
    for (const uint32_t count : {1u << log2, (1u << log2) + (1u << log2) / 2}) {
      for (const PlanInfo& planned :
           {PlanInfo{.count = count}, PlanInfo{.count = count, .scratch = true},
            PlanInfo{.count = count, .indirect = true}, PlanInfo{.count = count, .scratch = true, .indirect = true},
            PlanInfo{.count = count, .segment_count = 1}, PlanInfo{.count = count, .segment_count = 5000}}) {
        for (const vksort::PassPlan& pass : passesOn(info, device, planned)) names.insert(pass.name);
      }
    }
  }
  return names;
}

bool plansNothingOn(const PlanDevice& device) {
  const vksort::Creation baseline{.baseline = true};
  SorterInfo on_baseline{};
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

std::size_t countSlow(std::span<const std::string_view> names) {
  return static_cast<std::size_t>(std::ranges::count_if(names, [](std::string_view name) {
    return std::ranges::any_of(std::array{"Wait", "Idle", "Submit", "Present", "Acquire", "Results", "Allocate", "Map"},
                               [=](const char* word) { return name.find(word) != name.npos; });
  }));
}

}  // namespace

// Recording rejects these key types for 32-bit keys. With 64-bit keys, there is only one.
TEST_CASE("plans_only_key_types_that_can_be_recorded") {
  SorterInfo wide{};
  wide.key_bits = 64;
  PlanInfo info = kManyInScratch;
  info.key_type = KeyType::u64;
  const std::size_t passes = passesOn(wide, kLarge, info).size();
  CHECK(passes > 0);
  CHECK(passesOn(SorterInfo{}, kLarge, info).empty());
  for (const KeyType key_type : {KeyType::u32, KeyType::f32, static_cast<KeyType>(4)}) {
    info.key_type = key_type;
    CHECK(passesOn(wide, kLarge, info).size() == passes);
    CHECK(passesOn(SorterInfo{}, kLarge, info).empty() == (key_type == static_cast<KeyType>(4)));
  }
}

TEST_CASE("plans_nothing_for_impossible_devices") {
  for (const uint32_t invocations : {1u, 2u, 64u, 127u}) {
    CAPTURE(invocations);
    CHECK(plansNothingOn({.workgroup_invocations = invocations}));
    CHECK(plansNothingOn({.workgroup_invocations = invocations, .subgroup_size = 32}));
  }
  for (const uint32_t bytes : {4u, 39u, 8192u, 16383u}) {
    CAPTURE(bytes);
    CHECK(plansNothingOn({.shared_memory_bytes = bytes}));
  }
  CHECK_FALSE(plansNothingOn({}));
  const PlanDevice device{};
  const PlanInfo info{.count = 1000};
  const vksort::SorterInfo sorter{};
  CHECK(vksortPlanForDevice(&sorter, &device, &info, nullptr, 0) > 0);
  CHECK(vksortPlanForDevice(nullptr, &device, &info, nullptr, 0) == 0);
  CHECK(vksortPlanForDevice(&sorter, nullptr, &info, nullptr, 0) == 0);
  CHECK(vksortPlanForDevice(&sorter, &device, nullptr, nullptr, 0) == 0);
  CHECK(vksortPlanPipelines(&sorter, &device, nullptr, nullptr) == VK_ERROR_INITIALIZATION_FAILED);
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

TEST_CASE("plans_only_kernels_with_a_planned_pipeline") {
  std::set<std::string> names;
  for (const auto& [vendor, type] : {std::pair{0x10deu, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU},
                                     {0x8086u, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU},
                                     {0u, VK_PHYSICAL_DEVICE_TYPE_CPU}}) {
    PlanDevice device = kLarge;
    device.vendor_id = vendor;
    device.type = type;
    for (const auto algorithm : {vksort::Algorithm::automatic, vksort::Algorithm::radix_portable}) {
      for (const auto payload : {vksort::Payload::none, vksort::Payload::index, vksort::Payload::u32}) {
        const vksort::Creation creation{.algorithm = algorithm, .staged = payload == vksort::Payload::index};
        SorterInfo info = plannedInfo(payload);
        info.creation = &creation;
        const std::set<std::string> created = pipelineNames(info, device);
        const std::set<std::string> recorded = passNames(info, device);
        CHECK(std::ranges::includes(created, recorded));
        names.insert(recorded.begin(), recorded.end());
      }
    }
  }
  for (const std::string name : {"double_sort", "rank_merge_2", "radix_pass_3", "radix_sum", "segment_setup"}) {
    CAPTURE(name);
    CHECK(names.contains(name));
  }
}

TEST_CASE("recording_calls_no_function_that_waits") {
  CHECK(countSlow(kOfRecordings) == 0);
  CHECK(countSlow(kOfSelfTests) >= 5);
}

}  // namespace test
