// Runs examples of the guides on a device.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "frames.h"
#include "gpu/commands.h"
#include "gpu/pipeline.h"
#include "gpu/structs.h"
#include "guide_frag.spv.h"
#include "guide_vert.spv.h"
#include "sort/toolkit/tool_check.h"
#include "support/oracle/inputs.h"

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

// Each word of memory is compared.
namespace toolkit_guide {

const gpu::Device* opened;

void vkCmdPipelineBarrier(VkCommandBuffer cmd, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags,
                          uint32_t, const VkMemoryBarrier* memory, uint32_t, const void*, uint32_t, const void*) {
  noteBarrier({from, memory->srcAccessMask}, {to, memory->dstAccessMask});
  opened->vk.vkCmdPipelineBarrier(cmd, from, to, 0, 1, memory, 0, nullptr, 0, nullptr);
}
void vkCmdDrawIndirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset, uint32_t count, uint32_t stride) {
  opened->vk.vkCmdDrawIndirect(cmd, buffer, offset, count, stride);
}

#include "guides/toolkit.h"

constexpr vksort::Access kStored = {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};

// Stores a word of the structure that each instance draws.
class Drawing {
 public:
  explicit Drawing(const gpu::Device& device)
      : device_(device),
        sets_(gpu::storageLayout(device, 2, VK_SHADER_STAGE_VERTEX_BIT)),
        layout_(gpu::pipelineLayout(device, std::vector{sets_.get()})),
        pipeline_(gpu::graphicsPipeline(device, {.vertex = guide_vert,
                                                 .fragment = guide_frag,
                                                 .layout = layout_.get(),
                                                 .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST})),
        pool_(device, 1, 2) {}

  void record(VkCommandBuffer cmd, const Splats& splats, const vksort::Range& stored) {
    const VkDescriptorSet set = pool_.allocate(sets_.get());
    const VkDescriptorBufferInfo buffers[] = {{splats.drawn.buffer, splats.drawn.offset, splats.drawn.size},
                                              {stored.buffer, stored.offset, stored.size}};
    gpu::writeStorageBuffers(device_, set, buffers);
    auto rendering = gpu::vkStruct<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
    rendering.renderArea.extent = {1, 1};
    const auto none = gpu::vkStruct<VkRenderingAttachmentInfo>(VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO);
    rendering.layerCount = rendering.colorAttachmentCount = 1;
    rendering.pColorAttachments = &none;
    const VkViewport viewport{0, 0, 1, 1, 0, 1};
    device_.vk.vkCmdBeginRendering(cmd, &rendering);
    device_.vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_.get());
    device_.vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, 1, &set, 0, nullptr);
    device_.vk.vkCmdSetViewport(cmd, 0, 1, &viewport);
    device_.vk.vkCmdSetScissor(cmd, 0, 1, &rendering.renderArea);
    drawNearest(cmd, splats);
    device_.vk.vkCmdEndRendering(cmd);
    gpu::fullBarrier(device_, cmd);
  }

 private:
  const gpu::Device& device_;
  gpu::Owned<VkDescriptorSetLayout> sets_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
  gpu::DescriptorPool pool_;
};

// The memory of a frame, and its expected contents after it.
struct Frame {
  Frame(ToolMemory& memory, const vksort::Toolkit& toolkit, const vksort::Sorter& sorter, uint32_t n, uint32_t k) {
    Random random{nextSeed()};
    std::vector<float> depths(n, NAN);
    std::vector<uint32_t> words(std::size_t{8} * n), visible, positions;
    std::iota(words.begin(), words.end(), 1u);
    for (uint32_t i = 0; i < n; ++i) {
      if (random.below(8) != 0) continue;
      depths[i] = static_cast<float>(random.below(1000)) - 100;  // many are equal
      positions.push_back(static_cast<uint32_t>(visible.size()));
      visible.push_back(i);
    }
    const auto depth = [&](uint32_t position) { return depths[visible[position]]; };
    counted = static_cast<uint32_t>(visible.size());
    std::ranges::stable_sort(positions, {}, depth);
    positions.resize(std::min(k, counted));
    std::ranges::sort(positions);
    std::ranges::stable_sort(positions, std::greater{}, depth);
    drawn = static_cast<uint32_t>(positions.size());

    const auto place = [&](vksort::Range& range, uint32_t count, uint32_t unit = 1) {
      const uint32_t first = memory.place(count, unit);
      range = memory.range(first, count);
      return &memory.expected(first);
    };
    std::vector<uint32_t> bits(n);
    std::ranges::transform(depths, bits.begin(), bitsOf);
    splats.splats = memory.range(memory.place(words, 64), words.size());
    splats.depths = memory.range(memory.place(bits), n);
    std::ranges::copy(visible, place(splats.visible, n));
    std::ranges::transform(visible, place(splats.visible_depths, n), [&](uint32_t i) { return bits[i]; });
    std::ranges::copy(positions, place(splats.nearest, k));
    std::ranges::transform(positions, place(splats.nearest_depths, k), [&](uint32_t i) { return bitsOf(depth(i)); });
    std::ranges::transform(positions, place(splats.order, k), [&](uint32_t i) { return visible[i]; });
    uint32_t* structure = place(splats.drawn, 8 * k, 64);
    uint32_t* word = place(stored, k, 64);
    for (const uint32_t position : positions) {
      structure = std::copy_n(&words[std::size_t{8} * visible[position]], 8, structure);
      *word++ = structure[-1];
    }
    splats.scratch = memory.scratch(scratchBytes(toolkit, sorter, n, k));
    splats.work = memory.scratch(VKSORT_WORK_BYTES);
  }
  Splats splats{};
  vksort::Range stored{};
  uint32_t counted, drawn;  // visible splats, and the nearest of them
};

TEST_CASE("the_toolkit_guide_draws_the_nearest_from_far_to_near" * doctest::test_suite("one width")) {
  constexpr uint32_t kCount = 17'000;  // a select of fewer elements is one dispatch
  onEveryDevice([](Rig& rig) {
    opened = &rig.device();
    vksort::Toolkit toolkit;
    REQUIRE(createToolkit(rig.setupOf({}).info.device, toolkit) == VK_SUCCESS);
    const vksort::Sorter& sorter = rig.sorter({.payload = kU32, .scratch = true});
    for (const uint32_t k : {700u, 4000u}) {  // fewer and more than are visible
      ToolMemory memory(rig);
      Frame frame(memory, toolkit, sorter, kCount, k);
      const gpu::Buffer arguments(rig.device(), sizeof(Arguments),
                                  VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                      VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
      const Arguments before{{1, ~0u, 0, 0}, ~0u};
      gpu::upload(rig.device(), arguments, std::as_bytes(std::span(&before, 1)));
      frame.splats.arguments = arguments.handle();
      Drawing drawing(rig.device());
      expectRounds(rig, memory, {[&](VkCommandBuffer cmd) {
                     memoryBarrier(rig.device(), cmd, kCopyWrite, kStored);
                     requireRecorded(findNearest(cmd, toolkit, sorter, frame.splats, kCount, k));
                     waitForNearest(cmd);
                     drawing.record(cmd, frame.splats, frame.stored);
                   }},
                   "the nearest " + std::to_string(k), false);
      Arguments after;
      std::memcpy(&after, gpu::download(rig.device(), arguments.handle(), sizeof after).data(), sizeof after);
      CHECK(after.visible_count == frame.counted);
      CHECK(after.draw.instanceCount == frame.drawn);
      CHECK((after.draw.vertexCount == 1 && after.draw.firstVertex == 0 && after.draw.firstInstance == 0));
    }
  });
}

}  // namespace toolkit_guide
}  // namespace test
