// The self-test uses the given queue and timeout, suitable memory, and only the descriptor sets in its pool.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/conform.h"
namespace test {
namespace {

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// Buffers support the types in `allowed`.
Faults withMemory(const std::vector<VkMemoryPropertyFlags>& types, uint32_t allowed, SharedPipelines& pipelines) {
  Faults faults;
  faults.shared = &pipelines;
  faults.memory_type_bits = allowed;
  faults.edit_memory = [types](VkPhysicalDeviceMemoryProperties& out) {
    out.memoryTypeCount = static_cast<uint32_t>(types.size());
    for (uint32_t i = 0; i < out.memoryTypeCount; ++i) out.memoryTypes[i] = {types[i], 0};
  };
  // Allocation determines the type, so the self-test can stop.
  faults.returns = {{"vkMapMemory", VK_ERROR_MEMORY_MAP_FAILED}};
  return faults;
}

uint32_t typeTaken(Rig& rig, const Faults& faults) {
  const MockVulkan mock(faults);
  vksort::Sorter sorter;
  CHECK(vksort::Sorter::create(tested(rig, {}).get(), sorter) == VK_ERROR_MEMORY_MAP_FAILED);
  REQUIRE(mock.log.memory_types.size() == 1);
  return mock.log.memory_types[0];
}

}  // namespace

TEST_CASE("self_test_uses_the_given_queue_family_and_timeout" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    SharedPipelines pipelines(rig.device().handle());
    SorterSetup setup = tested(rig, {});
    Faults faults;
    faults.shared = &pipelines;
    {  // creates the shared pipelines
      const MockVulkan mock(faults);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    }
    for (const uint32_t timeout_ms : {7u, 5'000'000u}) {
      const MockVulkan mock(faults);
      const ObjectCount before = objectCount();
      setup.creation.self_test.queue_family = 3;
      setup.creation.self_test.timeout_ms = timeout_ms;
      {
        vksort::Sorter sorter;
        const VkResult made = vksort::Sorter::create(setup.get(), sorter);
        CHECK((made == VK_SUCCESS || timeout_ms == 7));
        if (made != VK_SUCCESS) rig.device().waitIdle();
      }
      destroyLeft(rig.device().handle(), before);
      CHECK(mock.log.queue_families == std::vector<uint32_t>{3});
      REQUIRE_FALSE(mock.log.timeouts.empty());
      for (const uint64_t timeout : mock.log.timeouts) CHECK(timeout == uint64_t{timeout_ms} * 1'000'000);
    }
  });
}

namespace {

struct Submitter {
  const gpu::Device* device;
  VkResult result = VK_SUCCESS;
  bool submits = true;
  std::size_t calls = 0;

  static VkResult submit(void* context, VkCommandBuffer commands, VkFence fence) {
    Submitter& self = *static_cast<Submitter*>(context);
    ++self.calls;
    if (!self.submits) return self.result;
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    return self.device->vk.vkQueueSubmit(self.device->queue(), 1, &info, fence);
  }
};

}  // namespace

TEST_CASE("the_self_test_submits_through_the_callback" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    SorterSetup setup = tested(rig, {.key_type = kU64, .payload = kInterleaved, .scratch = true});
    Submitter submitter{&rig.device()};
    setup.creation.self_test.queue = VK_NULL_HANDLE;
    setup.creation.self_test.submit = Submitter::submit;
    setup.creation.self_test.context = &submitter;
    {
      const MockVulkan mock;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      CHECK(vksort::getReport(sorter).self_tested);
      CHECK(submitter.calls > 0);
      CHECK(submitter.calls == mock.log.timeouts.size());
      CHECK_FALSE(mock.log.in_flight);
    }
    const ObjectCount before = objectCount();
    submitter = {&rig.device(), VK_ERROR_OUT_OF_DEVICE_MEMORY, false};
    CHECK(create(setup.get()).result == VK_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(submitter.calls == 1);
    CHECK(objectCount().live == before.live);
    submitter = {&rig.device(), VK_SUCCESS, false};
    setup.creation.self_test.timeout_ms = 1;
    CHECK(create(setup.get()).result == VK_TIMEOUT);
    CHECK(submitter.calls == 1);
    CHECK(objectCount().live > before.live);
    destroyLeft(rig.device().handle(), before);
    CHECK(objectCount().live == before.live);
  });
}

TEST_CASE("the_self_test_prefers_cached_memory" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    SharedPipelines pipelines(rig.device().handle());
    const std::vector<VkMemoryPropertyFlags> discrete = {kLocal,
                                                         kVisible | kCached,
                                                         kLocal | kVisible,
                                                         kVisible | kCoherent,
                                                         kLocal | kVisible | kCoherent,
                                                         kVisible | kCoherent | kCached};
    constexpr uint32_t kAll = 0x3f;
    CHECK(typeTaken(rig, withMemory(discrete, kAll, pipelines)) == 5);
    CHECK(typeTaken(rig, withMemory(discrete, kAll - 32, pipelines)) == 1);
    CHECK(typeTaken(rig, withMemory(discrete, kAll - 32 - 2, pipelines)) == 2);
    CHECK(typeTaken(rig, withMemory(discrete, 1 + 16, pipelines)) == 4);
    // Only visible types can be mapped. There are up to 32 types.
    const std::vector<VkMemoryPropertyFlags> odd = {kCoherent, kCached | kCoherent, kVisible | kCoherent};
    CHECK(typeTaken(rig, withMemory(odd, 7, pipelines)) == 2);
    std::vector<VkMemoryPropertyFlags> many(31, kLocal);
    many.push_back(kVisible | kCoherent);
    CHECK(typeTaken(rig, withMemory(many, ~0u, pipelines)) == 31);
  });
}

// Some drivers enforce the limits of a pool. The software driver does not.
TEST_CASE("the_self_test_stays_within_its_descriptor_pool" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.payload = kU32, .ties = kByValue, .push_descriptor = false};
    const MockVulkan mock;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(tested(rig, config).get(), sorter) == VK_SUCCESS);
    REQUIRE(vksort::getReport(sorter).self_tested);
    const auto& layouts = mock.log.set_layouts;
    CHECK(layouts.size() > 0);
    CHECK(std::ranges::count(layouts, sorter.descriptorSetLayout()) == std::ssize(layouts));
    CHECK(layouts.size() <= mock.log.pool_sets);
    CHECK(layouts.size() * VKSORT_DESCRIPTORS_PER_SET <= mock.log.pool_descriptors);
  });
}

}  // namespace test
