// A self-test that cannot run returns a result and a reason, without leaks.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "create/self_test/run.h"
#include "sort/interface.h"
#include "support/check/conform.h"
#include "support/device/recording.h"
#include "device/functions.h"

namespace test {

TEST_CASE("self_test_reports_failures_without_leaks" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      const SorterSetup setup = tested(rig, {.push_descriptor = push});
      const vksort::SorterInfo info = setup.get();
      SharedPipelines pipelines(rig.device().handle());
      uint32_t creations = 0;
      Faults faults;
      faults.shared = &pipelines;
      {
        MockVulkan mock(faults);
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        CHECK(vksort::getReport(sorter).self_tested);
        mock.log = {};
        sorter = {};
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        creations = mock.log.creations;
      }
      const ObjectCount before = objectCount();
      const auto expect = [&](VkResult result) {
        const Attempt made = create(info, faults);
        CHECK(made.result == result);
        CHECK_FALSE(made.sorter);
        CHECK_FALSE(made.reason.empty());
        CHECK(objectCount().live == before.live);
        CHECK(objectCount().bogus_destructions == before.bogus_destructions);
      };
      for (uint32_t i = 0; i < creations; ++i) {
        INFO("creation " << i);
        faults.fails_creation = i;
        expect(VK_ERROR_OUT_OF_DEVICE_MEMORY);
      }
      faults.fails_creation.reset();
      for (const char* name :
           {"vkBindBufferMemory", "vkMapMemory", "vkAllocateCommandBuffers", "vkFlushMappedMemoryRanges",
            "vkResetFences", "vkResetCommandPool", "vkBeginCommandBuffer", "vkEndCommandBuffer", "vkQueueSubmit",
            "vkInvalidateMappedMemoryRanges"}) {
        INFO(name);
        faults.returns = {{name, VK_ERROR_OUT_OF_HOST_MEMORY}};
        expect(VK_ERROR_OUT_OF_HOST_MEMORY);
      }
      if (!push) {
        faults.returns = {{"vkAllocateDescriptorSets", VK_ERROR_OUT_OF_POOL_MEMORY}};
        expect(VK_ERROR_OUT_OF_POOL_MEMORY);
      }
      faults.returns = {{"vkQueueSubmit", VK_ERROR_DEVICE_LOST}};
      expect(VK_ERROR_DEVICE_LOST);
      faults.returns = {};
#define NAME(function) "vk" #function,
      for (const char* name : {VKSORT_SELF_TEST_FUNCTIONS(NAME) "vkGetPhysicalDeviceMemoryProperties"}) {
#undef NAME
        INFO(name);
        faults.missing_function = name;
        expect(VK_ERROR_INITIALIZATION_FAILED);
      }
    }
  });
}

namespace {

// Counts destroyed pipelines and layouts that submitted commands still use.
uint32_t usedInFlight(const Log& log) {
  uint32_t used = 0;
  for (const uint64_t each : log.destroyed_in_flight) {
    used += std::ranges::any_of(log.commands, [each](const Command& command) {
      return (uint64_t)command.pipeline == each || (uint64_t)command.layout == each;
    });
  }
  return used;
}

// If the device might still run, creation times out and keeps everything that the device can use. Otherwise, it
// destroys everything.
struct FailedWait {
  VkResult expected;
  std::map<std::string, VkResult> returns;
};
const FailedWait kFailedWaits[] = {
    {VK_TIMEOUT, {{"vkWaitForFences", VK_TIMEOUT}}},
    {VK_TIMEOUT,
     {{"vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY}, {"vkQueueWaitIdle", VK_ERROR_OUT_OF_DEVICE_MEMORY}}},
    {VK_ERROR_OUT_OF_HOST_MEMORY, {{"vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY}}},
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, {{"vkWaitForFences", VK_ERROR_OUT_OF_DEVICE_MEMORY}}},
    {VK_ERROR_UNKNOWN, {{"vkWaitForFences", VK_ERROR_UNKNOWN}}},
    {VK_ERROR_DEVICE_LOST, {{"vkQueueSubmit", VK_SUCCESS}, {"vkWaitForFences", VK_ERROR_DEVICE_LOST}}},
    {VK_ERROR_OUT_OF_HOST_MEMORY,
     {{"vkQueueSubmit", VK_SUCCESS},
      {"vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY},
      {"vkQueueWaitIdle", VK_ERROR_DEVICE_LOST}}},
};

}  // namespace

TEST_CASE("failed_self_test_waits_keep_objects_in_use" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    const SorterSetup setup = tested(rig, {});
    SharedPipelines pipelines(device.handle());
    Faults faults;
    faults.shared = &pipelines;
    faults.widen_by = 16;
    {  // creates the shared pipelines
      const MockVulkan mock(faults);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    }
    for (const auto& [expected, returns] : kFailedWaits) {
      faults.returns = returns;
      const ObjectCount before = objectCount();
      const bool goes_on = expected == VK_TIMEOUT;
      {
        const MockVulkan mock(faults);
        vksort::Sorter sorter;
        const char* reason = "";
        CHECK(vksort::Sorter::create(setup.get(), sorter, &reason) == expected);
        CHECK_FALSE(sorter);
        CHECK_FALSE(std::string(reason).empty());
        CHECK(usedInFlight(mock.log) == 0);
        CHECK(mock.log.destroyed_in_flight.empty());
      }
      if (goes_on) {
        CHECK(objectCount().live >= before.live + 6);
        device.waitIdle();
        destroyLeft(device.handle(), before);
      }
      CHECK(objectCount().live == before.live);
      CHECK(objectCount().bogus_destructions == before.bogus_destructions);
    }
  });
}

}  // namespace test
