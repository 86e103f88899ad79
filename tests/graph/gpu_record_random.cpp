// Random graphs, as they reach Vulkan: barriers, attachments and memory are those of the plan, in every frame.
#include <doctest/doctest.h>

#include <map>

#include "barrier_calls.h"
#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "gpu/image.h"
#include "graph/execute.h"
#include "random_graph.h"
#include "support/devices.h"
#include "support/skip.h"

using namespace graph;
using test::BarrierCall;

namespace {

constexpr uint32_t kFrames = 2;

// Where each buffer and image lies, as handle -> memory and offset, and what each memory is.
struct Memory {
  struct Place {
    VkDeviceMemory memory;
    VkDeviceSize offset;
  };
  std::map<uint64_t, Place> places;
  std::map<VkDeviceMemory, VkMemoryAllocateInfo> allocated;
  VolkDeviceTable real{};
} seen;

VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo* info,
                                        const VkAllocationCallbacks* allocator, VkDeviceMemory* memory) {
  const VkResult result = seen.real.vkAllocateMemory(device, info, allocator, memory);
  seen.allocated[*memory] = *info;
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL bindBuffer(VkDevice device, VkBuffer buffer, VkDeviceMemory memory,
                                          VkDeviceSize offset) {
  seen.places[(uint64_t)buffer] = {memory, offset};
  return seen.real.vkBindBufferMemory(device, buffer, memory, offset);
}

VKAPI_ATTR VkResult VKAPI_CALL bindImage(VkDevice device, VkImage image, VkDeviceMemory memory, VkDeviceSize offset) {
  seen.places[(uint64_t)image] = {memory, offset};
  return seen.real.vkBindImageMemory(device, image, memory, offset);
}

// Runs `make` with all memory written down in `seen`.
template <typename Make>
void watchMemory(gpu::Device& device, Make make) {
  seen = {};
  seen.real = device.vk;
  device.vk.vkAllocateMemory = allocate;
  device.vk.vkBindBufferMemory = bindBuffer;
  device.vk.vkBindImageMemory = bindImage;
  make();
  device.vk.vkAllocateMemory = seen.real.vkAllocateMemory;
  device.vk.vkBindBufferMemory = seen.real.vkBindBufferMemory;
  device.vk.vkBindImageMemory = seen.real.vkBindImageMemory;
}

// What stands behind the imports.
struct Imports {
  Imports(const gpu::Device& device, const Graph& graph, Executor& executor) {
    for (uint32_t i = 0; i < graph.resources().size(); ++i) {
      const Resource& resource = graph.resources()[i];
      if (!resource.imported) continue;
      if (resource.kind == ResourceKind::buffer) {
        buffers.emplace_back(device, resource.buffer.size, resource.buffer.usage);
        executor.bind(BufferHandle{i, 0}, buffers.back().handle());
      } else {
        images.emplace_back(device, resource.image.format, resource.image.extent, resource.image.usage);
        executor.bind(ImageHandle{i, 0}, images.back().handle(), images.back().view());
      }
    }
  }
  std::vector<gpu::Buffer> buffers;
  std::vector<gpu::Image> images;
};

// One execution, as it was recorded.
struct Recording {
  // Before each pass, and at the end: the calls since the pass before.
  std::vector<std::vector<BarrierCall>> calls{{}};
  std::map<uint32_t, uint64_t> objects;  // VkBuffer or VkImage of each resource that a pass looked up
};

void checkCall(const Graph& graph, const std::vector<Barrier>& planned, const std::vector<BarrierCall>& calls,
               const std::map<uint32_t, uint64_t>& objects) {
  CHECK(calls.size() == (planned.empty() ? 0 : 1));
  if (calls.size() != 1) return;
  const BarrierCall& call = calls[0];
  VkPipelineStageFlags from = 0, to = 0;
  VkAccessFlags flushed = 0, seen_by = 0;
  std::size_t buffers = 0, images = 0, global = 0;
  for (const Barrier& barrier : planned) {
    from |= barrier.src.stages;
    to |= barrier.dst.stages;
    const auto known = objects.find(barrier.resource);
    const bool image = graph.resources()[barrier.resource].kind == ResourceKind::image;
    if (barrier.aliasing) {
      global = 1;
      flushed |= barrier.src.access;
      seen_by |= barrier.dst.access;
    }
    if (image) {
      ++images;
      CHECK(std::ranges::count_if(call.images, [&](const VkImageMemoryBarrier& made) {
              const VkImageSubresourceRange& range = made.subresourceRange;
              return (known == objects.end() || (uint64_t)made.image == known->second) &&
                     made.srcAccessMask == barrier.src.access && made.dstAccessMask == barrier.dst.access &&
                     made.oldLayout == barrier.old_layout && made.newLayout == barrier.new_layout &&
                     range.aspectMask == VK_IMAGE_ASPECT_COLOR_BIT && range.baseMipLevel == 0 &&
                     range.levelCount == 1 && range.baseArrayLayer == 0 && range.layerCount == 1;
            }) >= 1);
    } else if (!barrier.aliasing) {
      ++buffers;
      CHECK(std::ranges::count_if(call.buffers, [&](const VkBufferMemoryBarrier& made) {
              return (known == objects.end() || (uint64_t)made.buffer == known->second) &&
                     made.srcAccessMask == barrier.src.access && made.dstAccessMask == barrier.dst.access &&
                     made.offset == 0 && made.size == VK_WHOLE_SIZE;
            }) >= 1);
    }
  }
  CHECK(call.src_stages == (from != 0 ? from : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT}));
  CHECK(call.dst_stages == (to != 0 ? to : VkPipelineStageFlags{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT}));
  CHECK(call.buffers.size() == buffers);
  CHECK(call.images.size() == images);
  REQUIRE(call.global.size() == global);
  if (global == 0) return;
  CHECK(call.global[0].srcAccessMask == flushed);
  CHECK(call.global[0].dstAccessMask == seen_by);
}

// Each transient lies in the memory of its block and frame, where the plan says.
void checkMemory(const gpu::Device& device, const Plan& plan, const std::vector<Recording>& frames) {
  std::map<VkDeviceMemory, std::pair<std::size_t, uint32_t>> owners;  // frame and block of each memory
  std::map<std::pair<std::size_t, uint32_t>, VkDeviceMemory> blocks;
  for (std::size_t frame = 0; frame < frames.size(); ++frame)
    for (const auto& [resource, object] : frames[frame].objects) {
      const Placement& wanted = plan.placements[resource];
      if (wanted.block == kNone) continue;
      REQUIRE(seen.places.contains(object));
      const Memory::Place& place = seen.places[object];
      CHECK(place.offset == wanted.offset);
      const std::pair owner(frame, wanted.block);
      CHECK(owners.emplace(place.memory, owner).first->second == owner);
      CHECK(blocks.emplace(owner, place.memory).first->second == place.memory);
      const VkMemoryAllocateInfo& info = seen.allocated[place.memory];
      CHECK(info.allocationSize >= plan.blocks[wanted.block].size);
      CHECK((plan.blocks[wanted.block].type_bits >> info.memoryTypeIndex & 1) == 1);
      CHECK(info.memoryTypeIndex < device.properties().memory.memoryTypeCount);
    }
}

}  // namespace

TEST_CASE("random_graphs_record_their_plan_in_every_frame_in_memory_of_its_own") {
  gpu::Device& device = *test::devices().front().device;
  if (!device.enabled().graphics || !device.enabled().dynamic_rendering)
    return test::skip("no graphics queue or no dynamic rendering");
  for (uint32_t seed = 0; seed < 25; ++seed) {
    CAPTURE(seed);
    std::vector<Recording> frames;
    const Graph* declared = nullptr;
    Plan plan;
    const Graph graph = test::randomGraph(seed, [&](const PassContext& context) {
      Recording& recording = frames.back();
      const std::size_t position = recording.calls.size() - 1;
      REQUIRE(position < plan.passes.size());
      CHECK(context.frame() == frames.size() - 1);
      for (const Use& use : declared->passes()[plan.passes[position].pass].uses) {
        const bool image = declared->resources()[use.resource].kind == ResourceKind::image;
        recording.objects[use.resource] = image ? (uint64_t)context.image({use.resource, use.after})
                                                : (uint64_t)context.buffer({use.resource, use.after});
      }
      recording.calls.emplace_back();
    });
    declared = &graph;
    plan = compile(graph, memoryNeeds(device));
    std::unique_ptr<Executor> executor;
    watchMemory(device, [&] { executor = std::make_unique<Executor>(device, graph, plan, kFrames); });
    const Imports imports(device, graph, *executor);
    gpu::CommandPool pool(device);  // never submitted: what is imported has no contents
    for (uint32_t frame = 0; frame < kFrames; ++frame) {
      frames.emplace_back();
      const VkCommandBuffer cmd = pool.allocate();
      gpu::begin(device, cmd);
      test::barriersOf(
          device, [&] { executor->execute(cmd, frame); },
          [&](const BarrierCall& call) { frames.back().calls.back().push_back(call); });
      REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    }
    for (const Recording& recording : frames) {
      REQUIRE(recording.calls.size() == plan.passes.size() + 1);
      for (std::size_t i = 0; i < plan.passes.size(); ++i)
        checkCall(graph, plan.passes[i].barriers, recording.calls[i], recording.objects);
      checkCall(graph, plan.final_barriers, recording.calls.back(), recording.objects);
    }
    checkMemory(device, plan, frames);
    test::expectNoValidationMessages();
  }
}
