// Random graphs, as they reach Vulkan: barriers, attachments and memory are those of the plan, in every frame.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <tuple>

#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "gpu/image.h"
#include "graph/execute.h"
#include "random_graph.h"
#include "support/devices.h"
#include "support/skip.h"
#include "watch.h"

using namespace graph;
using test::BarrierCall;

namespace {

constexpr uint32_t kRecordedFrames = 2;

// Where each buffer and image lies, as handle -> memory and offset, and what each memory is.
struct Memory {
  struct Place {
    VkDeviceMemory memory;
    VkDeviceSize offset;
  };
  std::map<uint64_t, Place> places;
  std::map<VkDeviceMemory, VkMemoryAllocateInfo> allocated;
  std::set<uint64_t> may_alias;  // images made to share memory
  VolkDeviceTable real{};
} watched;

// Runs `make` with all memory written down in `watched`.
template <typename Make>
void watchMemory(gpu::Device& device, Make make) {
  watched = {};
  watched.real = device.vk;
  device.vk.vkAllocateMemory = [](auto of, auto info, auto allocator, auto memory) {
    const VkResult result = watched.real.vkAllocateMemory(of, info, allocator, memory);
    watched.allocated[*memory] = *info;
    return result;
  };
  device.vk.vkCreateImage = [](auto of, auto info, auto allocator, auto image) {
    const VkResult result = watched.real.vkCreateImage(of, info, allocator, image);
    if ((info->flags & VK_IMAGE_CREATE_ALIAS_BIT) != 0) watched.may_alias.insert((uint64_t)*image);
    return result;
  };
  device.vk.vkBindBufferMemory = [](auto of, auto buffer, auto memory, auto offset) {
    watched.places[(uint64_t)buffer] = {memory, offset};
    return watched.real.vkBindBufferMemory(of, buffer, memory, offset);
  };
  device.vk.vkBindImageMemory = [](auto of, auto image, auto memory, auto offset) {
    watched.places[(uint64_t)image] = {memory, offset};
    return watched.real.vkBindImageMemory(of, image, memory, offset);
  };
  make();
  device.vk = watched.real;
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

// Inside a graphics pass: all of its attachment is drawn to, cleared or loaded as declared, and stored.
void checkRendering(const Graph& graph, const Pass& pass, const PassContext& context) {
  const test::Rendering& drawn = test::drawn();
  CHECK(drawn.open == (pass.kind == PassKind::graphics));
  if (pass.kind != PassKind::graphics) return;
  const uint32_t target = pass.color->resource;
  const Use& use = *std::ranges::find(pass.uses, target, &Use::resource);
  const VkExtent2D extent = graph.resources()[target].image.extent;
  const auto covers = [&](const VkRect2D& area) {
    return area.offset.x == 0 && area.offset.y == 0 && area.extent.width == extent.width &&
           area.extent.height == extent.height;
  };
  CHECK(drawn.color.imageView == context.view({target, use.after}));
  CHECK(drawn.color.imageLayout == use.layout);
  CHECK(drawn.color.loadOp == (pass.color->clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD));
  CHECK(drawn.color.storeOp == VK_ATTACHMENT_STORE_OP_STORE);
  CHECK(covers(drawn.info.renderArea));
  CHECK(covers(drawn.scissor));
  CHECK(drawn.info.layerCount == 1);
  CHECK(drawn.viewport.width == static_cast<float>(extent.width));
  CHECK(drawn.viewport.height == static_cast<float>(extent.height));
  CHECK(context.extent({target, use.after}).width == extent.width);
}

// Object, accesses and layouts of a barrier.
using Row = std::tuple<uint64_t, VkAccessFlags, VkAccessFlags, VkImageLayout, VkImageLayout>;

// The call before a pass is the plan's list of barriers.
void checkCall(const Graph& graph, const std::vector<Barrier>& planned, const std::vector<BarrierCall>& calls,
               const std::map<uint32_t, uint64_t>& objects) {
  CHECK(calls.size() == (planned.empty() ? 0 : 1));
  if (calls.size() != 1) return;
  const BarrierCall& call = calls[0];
  Access from, to, flushed, seen_by;
  std::vector<Row> wanted, made;
  std::size_t global = 0;
  for (const Barrier& barrier : planned) {
    from.stages |= barrier.src.stages;
    to.stages |= barrier.dst.stages;
    if (barrier.aliasing) {
      global = 1;
      flushed.access |= barrier.src.access;
      seen_by.access |= barrier.dst.access;
    }
    if (!barrier.aliasing || graph.resources()[barrier.resource].kind == ResourceKind::image)
      wanted.emplace_back(objects.at(barrier.resource), barrier.src.access, barrier.dst.access, barrier.old_layout,
                          barrier.new_layout);
  }
  for (const VkBufferMemoryBarrier& each : call.buffers) {
    made.emplace_back((uint64_t)each.buffer, each.srcAccessMask, each.dstAccessMask, VK_IMAGE_LAYOUT_UNDEFINED,
                      VK_IMAGE_LAYOUT_UNDEFINED);
    CHECK((each.offset == 0 && each.size == VK_WHOLE_SIZE));
  }
  for (const VkImageMemoryBarrier& each : call.images) {
    made.emplace_back((uint64_t)each.image, each.srcAccessMask, each.dstAccessMask, each.oldLayout, each.newLayout);
    const VkImageSubresourceRange& range = each.subresourceRange;
    CHECK((range.aspectMask == VK_IMAGE_ASPECT_COLOR_BIT && range.baseMipLevel == 0 && range.baseArrayLayer == 0));
    CHECK((range.levelCount == 1 && range.layerCount == 1));
  }
  std::ranges::sort(wanted);
  std::ranges::sort(made);
  CHECK((made == wanted));
  CHECK(call.src_stages == (from.stages != 0 ? from.stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT}));
  CHECK(call.dst_stages == (to.stages != 0 ? to.stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT}));
  REQUIRE(call.global.size() == global);
  if (global == 0) return;
  CHECK(call.global[0].srcAccessMask == flushed.access);
  CHECK(call.global[0].dstAccessMask == seen_by.access);
}

// Each transient lies in the memory of its block and frame, where the plan says.
void checkMemory(const gpu::Device& device, const Plan& plan, const std::vector<Recording>& frames) {
  std::map<VkDeviceMemory, std::pair<std::size_t, uint32_t>> owners;  // frame and block of each memory
  std::map<std::pair<std::size_t, uint32_t>, VkDeviceMemory> blocks;
  for (std::size_t frame = 0; frame < frames.size(); ++frame)
    for (const auto& [resource, object] : frames[frame].objects) {
      const Placement& wanted = plan.placements[resource];
      if (wanted.block == kNone) continue;
      REQUIRE(watched.places.contains(object));
      const Memory::Place& place = watched.places[object];
      CHECK(place.offset == wanted.offset);
      if (plan.blocks[wanted.block].kind == ResourceKind::image) CHECK(watched.may_alias.contains(object));
      const std::pair owner(frame, wanted.block);
      CHECK(owners.emplace(place.memory, owner).first->second == owner);
      CHECK(blocks.emplace(owner, place.memory).first->second == place.memory);
      const VkMemoryAllocateInfo& info = watched.allocated[place.memory];
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
  std::size_t together = 0;  // passes for which several resources take over memory, after different accesses
  for (uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    std::vector<Recording> frames;
    const Graph* declared = nullptr;
    Plan plan;
    const Graph graph = test::randomGraph(seed, [&](const PassContext& context) {
      Recording& recording = frames.back();
      const std::size_t position = recording.calls.size() - 1;
      REQUIRE(position < plan.passes.size());
      CHECK(context.frame() == frames.size() - 1);
      const Pass& pass = declared->passes()[plan.passes[position].pass];
      checkRendering(*declared, pass, context);
      for (const Use& use : pass.uses) {
        recording.objects[use.resource] = declared->has(use.resource, ResourceKind::image)
                                              ? (uint64_t)context.image({use.resource, use.after})
                                              : (uint64_t)context.buffer({use.resource, use.after});
      }
      recording.calls.emplace_back();
    });
    declared = &graph;
    plan = compile(graph, memoryNeeds(device));
    std::unique_ptr<Executor> executor;
    watchMemory(device, [&] { executor = std::make_unique<Executor>(device, graph, plan, kRecordedFrames); });
    const Imports imports(device, graph, *executor);
    gpu::CommandPool pool(device);  // never submitted: what is imported has no contents
    for (uint32_t frame = 0; frame < kRecordedFrames; ++frame) {
      frames.emplace_back();
      const VkCommandBuffer cmd = pool.allocate();
      gpu::begin(device, cmd);
      test::watch(
          device, [&] { executor->execute(cmd, frame); },
          [&](const BarrierCall& call) { frames.back().calls.back().push_back(call); });
      CHECK_FALSE(test::drawn().timed_inside);
      for (uint32_t i = 0; i < graph.resources().size(); ++i)
        if (graph.resources()[i].imported || graph.resources()[i].exported)
          frames.back().objects[i] = graph.has(i, ResourceKind::image) ? (uint64_t)executor->image({i}, frame)
                                                                       : (uint64_t)executor->buffer({i}, frame);
      REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    }
    for (const Recording& recording : frames) {
      REQUIRE(recording.calls.size() == plan.passes.size() + 1);
      for (std::size_t i = 0; i < plan.passes.size(); ++i) {
        checkCall(graph, plan.passes[i].barriers, recording.calls[i], recording.objects);
        std::set<VkAccessFlags> sources;
        for (const Barrier& barrier : plan.passes[i].barriers)
          if (barrier.aliasing) sources.insert(barrier.src.access);
        if (sources.size() > 1) ++together;
      }
      checkCall(graph, plan.final_barriers, recording.calls.back(), recording.objects);
    }
    checkMemory(device, plan, frames);
    test::expectNoValidationMessages();
  }
  CHECK(together > 5);
}
