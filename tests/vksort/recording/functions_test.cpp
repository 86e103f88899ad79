// What record() could call: the functions of Vulkan that a Sorter has when its self-test is over.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "vulkan/functions.h"

namespace test {
namespace {

#define VKSORT_NAME(name) #name,
constexpr std::string_view kOfRecordings[] = {VKSORT_DEVICE_FUNCTIONS(VKSORT_NAME) VKSORT_DEBUG_FUNCTIONS(VKSORT_NAME)};
constexpr std::string_view kOfSelfTests[] = {VKSORT_SELF_TEST_FUNCTIONS(VKSORT_NAME)};
#undef VKSORT_NAME

// Those that wait for the device, have it do something, or take memory.
std::vector<std::string_view> thatTakeTime(std::span<const std::string_view> names) {
  std::vector<std::string_view> found;
  for (const std::string_view name : names) {
    for (const char* word : {"Wait", "Idle", "Submit", "Present", "Acquire", "Results", "Allocate", "Map"}) {
      if (name.find(word) == name.npos) continue;
      found.push_back(name);
      break;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("recording_has_no_function_that_waits") {
  CHECK(thatTakeTime(kOfRecordings).empty());
  const std::vector<std::string_view> found = thatTakeTime(kOfSelfTests);
  for (const std::string_view name : {"WaitForFences", "QueueWaitIdle", "QueueSubmit", "AllocateMemory", "MapMemory"})
    CHECK(std::ranges::count(found, name) == 1);
}

}  // namespace test
