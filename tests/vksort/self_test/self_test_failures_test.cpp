// A self-test that cannot run: it says why, and leaks nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "self_test/cases.h"
#include "sort/verify/interface.h"
#include "support/check/self_test_check.h"
#include "support/device/self_test_hooks.h"
#include "support/mutants/mutants.h"
#include "support/skip.h"
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
      for (const char* name : {"vkBindBufferMemory", "vkMapMemory", "vkAllocateCommandBuffers", "vkResetFences",
                               "vkResetCommandPool", "vkBeginCommandBuffer", "vkEndCommandBuffer", "vkQueueSubmit"}) {
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

struct Waited {
  Attempt made;
  std::size_t destroyed_in_flight;
  uint32_t used_in_flight;  // of those, what the device may be at
};

// Of what was destroyed in flight, the pipelines and layouts that were submitted.
uint32_t usedInFlight(const Log& log) {
  uint32_t used = 0;
  for (const uint64_t each : log.destroyed_in_flight) {
    used += std::ranges::any_of(log.commands, [each](const Command& command) {
      return (uint64_t)command.pipeline == each || (uint64_t)command.layout == each;
    });
  }
  return used;
}

Waited createWaiting(Rig& rig, const Config& config, const std::map<std::string, VkResult>& returns,
                     SharedPipelines& pipelines) {
  Faults faults;
  faults.shared = &pipelines;
  faults.returns = returns;
  faults.widen_by = 16;
  const HookScope hooks(faults);
  Waited waited{};
  const char* reason = "";
  waited.made.result = vksort::Sorter::create(tested(rig, config), waited.made.sorter, &reason);
  waited.made.reason = reason;
  waited.destroyed_in_flight = hooks.log.destroyed_in_flight.size();
  waited.used_in_flight = usedInFlight(hooks.log);
  return waited;
}

// So that no attempt makes pipelines of its own.
void warmUp(Rig& rig, const Config& config, SharedPipelines& pipelines) {
  Faults faults;
  faults.shared = &pipelines;
  const HookScope hooks(faults);
  vksort::Sorter sorter;
  CHECK(vksort::Sorter::create(tested(rig, config), sorter) == VK_SUCCESS);
}

// With a hook other pipelines are tested than those of the Sorter.
constexpr Config kWaiting[] = {{}, {.values = vksort::Values::iota, .hook = true}};

}  // namespace

// The device goes on, and nothing of what it may use is destroyed; nor where nobody can say whether it goes on.
TEST_CASE("a_self_test_that_takes_too_long_is_given_up" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    for (const Config& config : kWaiting) {
      SharedPipelines pipelines(rig.device().handle());
      warmUp(rig, config, pipelines);
      for (const std::map<std::string, VkResult>& returns : {
               std::map<std::string, VkResult>{{"vkWaitForFences", VK_TIMEOUT}},
               {{"vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY}, {"vkQueueWaitIdle", VK_ERROR_OUT_OF_DEVICE_MEMORY}},
           }) {
        const ObjectCount before = objectCount();
        const Waited waited = createWaiting(rig, config, returns, pipelines);
        CHECK(waited.made.result == VK_TIMEOUT);
        CHECK_FALSE(waited.made.sorter);
        CHECK_FALSE(waited.made.reason.empty());
        CHECK(waited.used_in_flight == 0);
        CHECK((waited.destroyed_in_flight != 0) == config.hook);  // pipelines with a hook are not what runs
        CHECK(objectCount().live >= before.live + 8);
        device.waitIdle();
        destroyLeft(device.handle(), before);
        CHECK(objectCount().live == before.live);
      }
    }
  });
}

// Then the device is waited for in another way, or is lost, and uses nothing any more.
TEST_CASE("a_wait_of_the_self_test_that_fails_is_reported_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    struct Failed {
      VkResult expected;
      std::map<std::string, VkResult> returns;
    };
    const Failed kFailed[] = {
        {VK_ERROR_OUT_OF_HOST_MEMORY, {{"vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY}}},
        {VK_ERROR_OUT_OF_DEVICE_MEMORY, {{"vkWaitForFences", VK_ERROR_OUT_OF_DEVICE_MEMORY}}},
        {VK_ERROR_UNKNOWN, {{"vkWaitForFences", VK_ERROR_UNKNOWN}}},
        {VK_ERROR_DEVICE_LOST, {{"vkQueueSubmit", VK_SUCCESS}, {"vkWaitForFences", VK_ERROR_DEVICE_LOST}}},
        {VK_ERROR_OUT_OF_HOST_MEMORY,
         {{"vkQueueSubmit", VK_SUCCESS},
          {"vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY},
          {"vkQueueWaitIdle", VK_ERROR_DEVICE_LOST}}},
    };
    for (const Config& config : kWaiting) {
      SharedPipelines pipelines(rig.device().handle());
      warmUp(rig, config, pipelines);
      for (const Failed& failed : kFailed) {
        const ObjectCount before = objectCount();
        const Waited waited = createWaiting(rig, config, failed.returns, pipelines);
        CHECK(waited.made.result == failed.expected);
        CHECK_FALSE(waited.made.sorter);
        CHECK_FALSE(waited.made.reason.empty());
        CHECK(waited.destroyed_in_flight == 0);
        CHECK(objectCount().live == before.live);
        CHECK(objectCount().bogus_destructions == before.bogus_destructions);
      }
    }
  });
}

// Whatever the first path did: what fails of the next one is no fault of its kernels.
TEST_CASE("a_creation_that_fails_behind_a_dropped_path_is_reported" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!rig.hasSubgroupPass()) return skip("no subgroups");
    const vksort::SorterInfo info = tested(rig, {});
    SharedPipelines pipelines(rig.device().handle());
    Faults faults = planted(mutantOf("unbounded_load", "subgroup_keys"));
    faults.shared = &pipelines;
    faults.widen_by = 16;
    std::vector<Created> created;
    for (int i = 0; i < 2; ++i) {  // once to make the pipelines
      HookScope hooks(faults);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      REQUIRE(sorter.pathReport().dropped_count == 1);
      created = hooks.log.created;
    }
    // The first path ends with a fence, and the second one begins with a set layout.
    const auto fence = std::ranges::find(created, 'F', &Created::kind);
    const auto second = std::ranges::find(fence, created.end(), 's', &Created::kind);
    REQUIRE(second != created.end());
    const ObjectCount before = objectCount();
    for (const uint32_t more : {0u, 3u}) {
      faults.fails_creation = static_cast<uint32_t>(second - created.begin()) + more;
      const HookScope hooks(faults);
      vksort::Sorter sorter;
      const char* reason = nullptr;
      CHECK(vksort::Sorter::create(info, sorter, &reason) == VK_ERROR_OUT_OF_DEVICE_MEMORY);
      CHECK_FALSE(sorter);
      CHECK(reason != nullptr);
      CHECK(objectCount().live == before.live);
    }
  });
}

// Of what a verification says each word counts, and nothing beside it is written.
TEST_CASE("a_self_test_looks_at_each_word_of_a_result_and_beside_it" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.path = vksort::Path::floor};
    for (const bool of_verifier : {false, true}) {  // one of its own two cases, or one of a sort
      for (const int word : {0, 1, 2, 3, -1, 4}) {
        if (of_verifier && (word < 0 || word > 3)) continue;  // guards are those of sorts
        CAPTURE(of_verifier);
        CAPTURE(word);
        Faults faults;
        bool waited = false;
        faults.after_wait = [&](Log& log) {
          if (std::exchange(waited, true)) return;
          std::vector<VkDeviceSize> ends;  // of results: of the verification's own cases first
          for (const Command& each : log.commands) {
            const auto found = std::ranges::find(each.bound, VKSORT_VERIFY_BINDING_RESULT, &Bound::binding);
            if (found == each.bound.end() || found->range.range < sizeof(vksort::VerifyResult)) continue;
            if (found->range.offset != each.bound[0].range.offset)  // else what a sort is bound in place of none
              ends.push_back(found->range.offset + found->range.range);
          }
          REQUIRE(ends.size() > 2);
          const VkDeviceSize end = of_verifier ? std::ranges::min(ends) : std::ranges::max(ends);
          log.mapped[static_cast<int64_t>(end / 4) - 4 + word] ^= 1;
        };
        vksort::SorterInfo info = tested(rig, config);
        info.max_count = 100;
        const Attempt made = create(info, faults);
        CAPTURE(made.reason);
        CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
        const std::string fault = of_verifier            ? "cannot judge"
                                  : word == 0            ? "left elements out of order"
                                  : word > 0 && word < 4 ? "lost or altered elements"
                                                         : "wrote outside the range";
        CHECK(made.reason.find(fault) != std::string::npos);
      }
    }
  });
}

}  // namespace test
