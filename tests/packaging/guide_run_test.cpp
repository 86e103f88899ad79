// Checks that examples of the guides produce correct results on a device.
#include <vector>

#include "frames.h"

namespace test {
namespace getting_started {

constexpr auto vkGetInstanceProcAddr = mockInstanceProcAddr;

void vkCmdPipelineBarrier(VkCommandBuffer, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags,
                          uint32_t, const VkMemoryBarrier* memory, uint32_t, const void*, uint32_t, const void*) {
  noteBarrier({from, memory->srcAccessMask}, {to, memory->dstAccessMask});
}

#include "guides/getting_started.h"

std::vector<VkDeviceSize> created_sizes;

VkBuffer createBuffer(VkDeviceSize size, VkBufferUsageFlags) {
  created_sizes.push_back(size);
  return (VkBuffer)uint64_t{created_sizes.size()};
}

TEST_CASE("the_first_sort_needs_each_barrier" * doctest::test_suite("one width")) {
  constexpr vksort::Access kWritten = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    Frames frames(rig, {.payload = kIndex, .scratch = true});
    const vksort::SortInfo& sort = frames.call.sort;
    created_sizes.clear();
    const Depths own = createDepths(frames.sorter, sort.count);
    CHECK(created_sizes == std::vector<VkDeviceSize>{own.keys.size, own.indices.size, own.scratch.size});
    CHECK(own.keys.size == VkDeviceSize{4} * sort.count);
    for (const bool counts : {false, true}) {
      frames.use({useOf(sort.keys.buffer, kWritten)});
      frames.counts = counts;
      const Depths depths = {sort.keys, sort.payload, sort.scratch, sort.count};
      check(sortDepths(kCommands, frames.sorter, depths, sort.descriptor_set));
      frames.use({useOf(sort.payload.buffer, {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT})});
    }
    frames.expectEachIsNeeded();
  });
}

// Before Vulkan 1.3, subgroup size control is an extension, even if the device supports a later version.
TEST_CASE("the_first_steps_respect_the_version_of_the_instance" * doctest::test_suite("one width")) {
  const gpu::Instance instance(gpu::InstanceInfo{.validation = true, .max_api_version = VK_API_VERSION_1_2});
  for (const gpu::PhysicalDevice& physical : instance.devices()) {
    const gpu::Device device(instance, {.physical = physical.handle});
    for (const bool hides_extensions : {false, true}) {
      Faults faults;
      faults.hide_extensions = hides_extensions;
      const MockVulkan mock(faults);
      const auto create = [&](vksort::Features features) {
        vksort::Sorter sorter;
        return createSorter(instance.handle(), physical.handle, device.handle(), VK_API_VERSION_1_2, features, sorter,
                            nullptr);
      };
      const vksort::Features features = featuresToEnable(instance.handle(), physical.handle, VK_API_VERSION_1_2);
      CHECK((features == 0) == hides_extensions);
      CHECK(create(features) == VK_SUCCESS);
      CHECK((create(VKSORT_FULL_SUBGROUPS) == VK_SUCCESS) == !hides_extensions);
    }
  }
  CHECK(instance.messages().texts().empty());
}

}  // namespace getting_started

}  // namespace test
