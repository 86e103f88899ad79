// Plans for devices that there are not, or that a Sorter would not make full use of; and what record() could call.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "vksort.h"
#include "vulkan/functions.h"

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

// Of keys and pairs, in place and in scratch memory, and of lists.
bool plansNothingOn(const PlanDevice& device) {
  vksort::SorterInfo keys, pairs, floor, lists;
  pairs.values = Values::split;
  floor.path = Path::floor;
  lists.count = Count::lists;
  bool nothing = isNothing(vksort::planLists(lists, device, 3, 1000)) &&
                 isNothing(vksort::planListsPass(lists, device, 3, 1000, 0));
  for (const vksort::SorterInfo& info : {keys, pairs, floor})
    for (const bool scratch : {false, true})
      nothing = nothing && isNothing(vksort::plan(info, device, 1000, scratch)) &&
                isNothing(vksort::planPass(info, device, 1000, 0, scratch));
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

constexpr uint32_t kFewTile = 1u << 11;

vksort::SorterInfo ofPairs(uint32_t most) {
  vksort::SorterInfo info;
  info.values = Values::split;
  info.max_count = most;
  return info;
}

// Whether a tile of them is sorted by the kernels of few pairs.
bool hasFew(const vksort::SorterInfo& info, const PlanDevice& device = kLarge, uint32_t n = kFewTile - 1) {
  return vksort::planPass(info, device, n, 0).name == std::string("few_sort");
}

#define VKSORT_NAME(name) #name,
constexpr std::string_view kOfRecordings[] = {VKSORT_DEVICE_FUNCTIONS(VKSORT_NAME) VKSORT_DEBUG_FUNCTIONS(VKSORT_NAME)};
constexpr std::string_view kOfSelfTests[] = {VKSORT_SELF_TEST_FUNCTIONS(VKSORT_NAME)};
#undef VKSORT_NAME

// How many wait for the device, have it do something, or take memory.
std::size_t thatTakeTime(std::span<const std::string_view> names) {
  return static_cast<std::size_t>(std::ranges::count_if(names, [](std::string_view name) {
    return std::ranges::any_of(std::array{"Wait", "Idle", "Submit", "Present", "Acquire", "Results", "Allocate", "Map"},
                               [=](const char* word) { return name.find(word) != name.npos; });
  }));
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

TEST_CASE("sorters_of_few_pairs_have_kernels_of_their_own") {
  for (const uint32_t most : {kFewTile - 1, kFewTile + 1, 2 * kFewTile}) {
    CAPTURE(most);
    CHECK(hasFew(ofPairs(most)));
  }
  for (const uint32_t most : {0u, 2 * kFewTile + 1, ~0u}) {
    CAPTURE(most);
    CHECK_FALSE(hasFew(ofPairs(most)));
  }
  const vksort::SorterInfo few = ofPairs(2 * kFewTile);
  CHECK(vksort::planPass(few, kLarge, 100, 0).name == std::string("subgroup_sort"));
  // Where they would be slower, or the device finds out how much there is to do, or they do not fit.
  using Edit = void (*)(vksort::SorterInfo&);
  for (const auto& [edit, has] : {std::pair<Edit, bool>{[](auto& info) { info.values = Values::iota; }, true},
                                  {[](auto& info) { info.values = Values::none; }, false},
                                  {[](auto& info) {
                                     info.values = Values::none;
                                     info.key_type = vksort::KeyType::u64;
                                   },
                                   true},
                                  {[](auto& info) { info.key_type = vksort::KeyType::u64; }, false},
                                  {[](auto& info) { info.ties = vksort::Ties::any; }, false},
                                  {[](auto& info) { info.count = Count::device; }, false},
                                  {[](auto& info) { info.coherent = true; }, false}}) {
    vksort::SorterInfo info = few;
    edit(info);
    CHECK(hasFew(info) == has);
  }
  CHECK_FALSE(hasFew(few, {}, 1000));
}

TEST_CASE("recording_has_no_function_that_waits") {
  CHECK(thatTakeTime(kOfRecordings) == 0);
  CHECK(thatTakeTime(kOfSelfTests) >= 5);
}

}  // namespace test
