// A self-test that cannot run: it says why, and leaks nothing.
#include <doctest/doctest.h>

#include "self_test/cases.h"
#include "support/check/self_test_check.h"
#include "support/device/self_test_hooks.h"
#include "vulkan/functions.h"

namespace test {

TEST_CASE("the_self_test_reports_what_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      const vksort::SorterInfo info = tested(rig, {.push_descriptor = push});
      SharedPipelines pipelines(rig.device().handle());
      uint32_t creations = 0;
      Faults faults;
      faults.shared = &pipelines;
      {
        HookScope hooks(faults);
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        CHECK(sorter.pathReport().proven);
        hooks.log = {};
        sorter = {};
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        creations = hooks.log.creations;
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
      for (const char* name : {"vkBindBufferMemory", "vkMapMemory", "vkAllocateCommandBuffers", "vkBeginCommandBuffer",
                               "vkEndCommandBuffer", "vkQueueSubmit"}) {
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

// The device goes on, and nothing of what it may use is destroyed.
TEST_CASE("a_self_test_that_takes_too_long_is_given_up") {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    for (const VkResult waited : {VK_TIMEOUT, VK_ERROR_OUT_OF_HOST_MEMORY}) {
      const ObjectCount before = objectCount();
      Faults faults;
      faults.returns = {{"vkWaitForFences", waited}};
      const Attempt made = create(tested(rig, {}), faults);
      CHECK(made.result == waited);
      CHECK_FALSE(made.sorter);
      CHECK_FALSE(made.reason.empty());
      CHECK(objectCount().live > before.live + 10);
      device.waitIdle();
      destroyLeft(device.handle(), before);
      CHECK(objectCount().live == before.live);
    }
    const ObjectCount before = objectCount();
    Faults faults;
    faults.returns = {{"vkQueueSubmit", VK_SUCCESS}, {"vkWaitForFences", VK_ERROR_DEVICE_LOST}};
    const Attempt made = create(tested(rig, {}), faults);
    CHECK(made.result == VK_ERROR_DEVICE_LOST);  // then nothing is in use any more
    CHECK(objectCount().live == before.live);
  });
}

}  // namespace test
