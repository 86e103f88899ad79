// Frames in flight: the GPU draws one while the host prepares the next, which writes what the one before still draws.
#include <doctest/doctest.h>

#include <set>

#include "frames.h"
#include "gpu/commands.h"
#include "gpu/image.h"
#include "replaced.h"
#include "support/devices.h"
#include "support/physical.h"

using namespace particles;
using test::Frames;
using test::kFormat;
using test::kFrameExtent;
using test::Replaced;

namespace {

constexpr uint32_t kParticles = 1000;

StageInfo smokeOf(Keys keys) { return {makeSmoke, {kParticles, 3, kFormat, kFramesInFlight}, {keys}, true}; }

// What barriers do for the host and for an image.
class Barriers {
 public:
  explicit Barriers(gpu::Device& device, VkImage image = VK_NULL_HANDLE)
      : replaced_(device.vk.vkCmdPipelineBarrier, look), image_(image) {
    self = this;
  }
  std::set<VkBuffer> for_host;  // made visible to it
  struct Transition {
    VkPipelineStageFlags from;
    VkImageLayout layout;
  };
  std::vector<Transition> of_image;

 private:
  static void VKAPI_CALL look(VkCommandBuffer cmd, VkPipelineStageFlags from, VkPipelineStageFlags to,
                              VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier* all,
                              uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, uint32_t image_count,
                              const VkImageMemoryBarrier* images) {
    for (uint32_t i = 0; i < buffer_count; ++i)
      if ((to & VK_PIPELINE_STAGE_HOST_BIT) != 0 && (buffers[i].dstAccessMask & VK_ACCESS_HOST_READ_BIT) != 0)
        self->for_host.insert(buffers[i].buffer);
    for (uint32_t i = 0; i < image_count; ++i)
      if (images[i].image == self->image_) self->of_image.push_back({from, images[i].newLayout});
    self->replaced_.before()(cmd, from, to, flags, count, all, buffer_count, buffers, image_count, images);
  }

  static inline Barriers* self = nullptr;
  Replaced<PFN_vkCmdPipelineBarrier> replaced_;
  VkImage image_;
};

// What the queue was given last.
class Submitted {
 public:
  explicit Submitted(gpu::Device& device) : replaced_(device.vk.vkQueueSubmit, take) { self = this; }
  std::vector<VkSemaphore> waits, signals;
  std::vector<VkPipelineStageFlags> stages;

 private:
  // Semaphores that nobody signals would never let it run.
  static VkResult VKAPI_CALL take(VkQueue queue, uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
    VkSubmitInfo info = infos[0];
    self->waits.assign(info.pWaitSemaphores, info.pWaitSemaphores + info.waitSemaphoreCount);
    self->stages.assign(info.pWaitDstStageMask, info.pWaitDstStageMask + info.waitSemaphoreCount);
    self->signals.assign(info.pSignalSemaphores, info.pSignalSemaphores + info.signalSemaphoreCount);
    info.waitSemaphoreCount = info.signalSemaphoreCount = 0;
    return self->replaced_.before()(queue, count, &info, fence);
  }

  static inline Submitted* self = nullptr;
  Replaced<PFN_vkQueueSubmit> replaced_;
};

// The descriptor pools that are made: sets, and storage buffers.
class Pools {
 public:
  explicit Pools(gpu::Device& device) : replaced_(device.vk.vkCreateDescriptorPool, take) { self = this; }
  std::set<std::pair<uint32_t, uint32_t>> made;

 private:
  static VkResult VKAPI_CALL take(VkDevice device, const VkDescriptorPoolCreateInfo* info,
                                  const VkAllocationCallbacks* allocator, VkDescriptorPool* pool) {
    if (info->poolSizeCount == 1) self->made.insert({info->maxSets, info->pPoolSizes[0].descriptorCount});
    return self->replaced_.before()(device, info, allocator, pool);
  }

  static inline Pools* self = nullptr;
  Replaced<PFN_vkCreateDescriptorPool> replaced_;
};

// Times of passes that are as long as the pauses between them: 1000 ticks from each query to the next.
class Ticks {
 public:
  explicit Ticks(gpu::Device& device) : replaced_(device.vk.vkGetQueryPoolResults, read) { last = 0; }
  static inline uint64_t last = 0;  // that was asked for; the first is 0

 private:
  static VkResult VKAPI_CALL read(VkDevice, VkQueryPool, uint32_t first, uint32_t count, size_t, void* data,
                                  VkDeviceSize, VkQueryResultFlags) {
    for (uint32_t i = 0; i < count; ++i) static_cast<uint64_t*>(data)[i] = 1000 * uint64_t{first + i};
    last = std::max(last, 1000 * uint64_t{first + count - 1});
    return VK_SUCCESS;
  }

  Replaced<PFN_vkGetQueryPoolResults> replaced_;
};

// What a frame does last with a resource: its last write, and what reads it from there on.
graph::Access lastOf(const graph::Graph& graph, uint32_t resource) {
  graph::Access last;
  for (const graph::Pass& pass : graph.passes())
    for (const graph::Use& use : pass.uses) {
      if (use.resource != resource) continue;
      if (use.mode != graph::Mode::read) last = {use.access.stages, graph::writeBits(use.access.access)};
      last.stages |= use.access.stages;
    }
  return last;
}

// All that one frame leaves to the next is waited for there: each imported buffer that it writes.
// How many there are, returned.
uint32_t checkImports(Stage& stage, Sorting sorting) {
  Declaration frame;
  const graph::ImageHandle color =
      frame.graph.createImage("picture", {kFormat, kFrameExtent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT});
  stage.declare(frame, color, sorting);
  uint32_t written = 0;
  for (uint32_t i = 0; i < frame.graph.resources().size(); ++i) {
    const graph::Resource& resource = frame.graph.resources()[i];
    const graph::Access last = lastOf(frame.graph, i);
    if (!resource.imported || last.access == 0) continue;
    CAPTURE(resource.name);
    CHECK((resource.initial.stages & last.stages) == last.stages);
    CHECK((resource.initial.access & last.access) == last.access);
    ++written;
  }
  return written;
}

}  // namespace

TEST_CASE("a_frame_waits_for_what_the_frame_before_still_draws") {
  // In one command buffer, since validation does not look across submissions; barriers reach as far there as here.
  test::onDrawingDevices([](const gpu::Device& device) {
    for (const bool fused : {true, false}) {
      CAPTURE(fused);
      Frames frames(device, smokeOf(fused ? Keys::fused : Keys::separate));
      gpu::CommandPool pool(device);
      const VkCommandBuffer cmd = pool.allocate();
      gpu::begin(device, cmd);
      for (const uint32_t slot : {0U, 1U}) {
        frames.prepare(slot);
        frames.graph.record(cmd, slot);
      }
      CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
      CHECK(test::takeValidationMessages() == 0);
      // What validation cannot see: whether what the frame before wrote is visible to passes that work in place.
      for (const Sorting sorting : {Sorting::on, Sorting::off, Sorting::keep})
        CHECK(checkImports(frames.stage, sorting) == 5);  // positions, motions, indices, results of both verifications
    }
  });
}

TEST_CASE("a_frame_of_other_scenes_waits_for_what_the_frame_before_still_does") {
  test::onDrawingDevices([](gpu::Device& device) {
    // The ways of being sorted that smoke is not.
    for (const char* name : {"glass", "fireworks", "splats"}) {
      CAPTURE(name);
      const SceneEntry& scene = *findScene(name);
      Stage stage(device, test::stageOf(scene, 600));
      FrameGraph sorted(device, stage, {kFormat, kFrameExtent, Sorting::on, kFramesInFlight});
      FrameGraph kept(device, stage, {kFormat, kFrameExtent, Sorting::keep, kFramesInFlight});
      gpu::CommandPool pool(device);
      for (FrameGraph* second : {&sorted, &kept}) {
        const Barriers barriers(device);
        const VkCommandBuffer cmd = pool.allocate();
        gpu::begin(device, cmd);
        for (const uint32_t slot : {0U, 1U}) {
          stage.prepare(slot, Camera(scene.camera), kFrameExtent, 1);
          (slot == 0 ? &sorted : second)->record(cmd, slot);
        }
        CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
        // Both verifications, and how many were seen.
        CHECK(barriers.for_host.size() == (scene.traits.culled ? 3 : 2));
      }
      CHECK(test::takeValidationMessages() == 0);
      for (const Sorting sorting : {Sorting::on, Sorting::off, Sorting::keep}) CHECK(checkImports(stage, sorting) >= 3);
    }
  });
}

TEST_CASE("a_frame_of_words_waits_for_what_the_frame_before_still_does") {
  test::onDrawingDevices([](const gpu::Device& device) {
    const SortChoice rung{Keys::automatic, Use::v0};
    Stage stage(device, {makeSmoke, {kParticles, 3, kFormat, kFramesInFlight, {}}, rung, true, {}});
    // Positions, motions, words and the results of both verifications; and indices, but where they are kept.
    for (const Sorting sorting : {Sorting::on, Sorting::off, Sorting::keep})
      CHECK(checkImports(stage, sorting) == (sorting == Sorting::keep ? 5 : 6));
  });
}

TEST_CASE("a_frame_that_is_prepared_early_changes_nothing_in_the_one_before") {
  test::onDrawingDevices([](gpu::Device& device) {
    Frames frames(device, smokeOf(Keys::fused));
    const auto drawAlone = [&](uint32_t slot) {
      CHECK_FALSE(frames.queue.wait(slot));  // nothing was submitted
      frames.prepare(slot);
      frames.record(slot);
      frames.queue.submit(slot);
      CHECK(frames.queue.wait(slot));
    };
    {
      const Barriers barriers(device);
      drawAlone(0);                          // moves the particles to where they stay, and gives the panel its size
      CHECK(barriers.for_host.size() == 2);  // what was seen before the sort and behind it
    }
    {
      const Barriers barriers(device);
      frames.picture(device, 0);
      CHECK(barriers.for_host.size() == 3);  // positions, indices and picture
    }
    std::vector<uint8_t> one_by_one[2];
    for (const uint32_t slot : {0U, 1U}) {
      drawAlone(slot);
      CHECK(frames.stage.sort().verdict(slot).value().drawn.elements == kParticles);
      one_by_one[slot] = frames.picture(device, slot);
    }
    CHECK(one_by_one[0] != one_by_one[1]);
    // The second one is prepared and recorded before the first one has run, as a slow GPU has it.
    for (const uint32_t slot : {0U, 1U}) {
      frames.prepare(slot);
      frames.record(slot);
    }
    for (const uint32_t slot : {0U, 1U}) frames.queue.submit(slot);
    for (const uint32_t slot : {0U, 1U}) {
      CAPTURE(slot);
      CHECK(frames.queue.wait(slot));
      const Verdict verdict = frames.stage.sort().verdict(slot).value();
      CHECK(verdict.complete(kParticles));
      CHECK(verdict.ordered());
    }
    for (const uint32_t slot : {0U, 1U}) CHECK(frames.picture(device, slot) == one_by_one[slot]);

    CHECK(test::takeValidationMessages() == 0);
    // To a window: no stage that comes before the wait for the image touches it, and it is left as presenting has it.
    FrameGraph to_window(device, frames.stage, {kFormat, kFrameExtent, Sorting::on, kFramesInFlight, true, nullptr});
    const VkImage image = frames.graph.image(0);
    const auto view = gpu::imageView(device, image, kFormat);
    const Barriers barriers(device, image);
    frames.prepare(0);
    to_window.target(image, view.get());
    to_window.record(frames.queue.begin(0), 0);
    REQUIRE(barriers.of_image.size() >= 2);
    CHECK((barriers.of_image.front().from & graph::kAcquired.stages) != 0);
    CHECK(barriers.of_image.back().layout == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    test::takeValidationMessages();  // the tests' device has no swapchains
  });
}

TEST_CASE("frames_in_flight_have_descriptor_sets_of_their_own_where_none_are_pushed") {
  test::PhysicalEdits edits;
  edits.extensions = [](std::vector<VkExtensionProperties>& extensions) {
    std::erase_if(extensions,
                  [](const auto& each) { return std::string(each.extensionName) == "VK_KHR_push_descriptor"; });
  };
  const test::PhysicalScope scope(edits);
  test::onDrawingDevices([](const gpu::Device& full) {
    gpu::DeviceInfo wanted;
    wanted.physical = full.physical();
    gpu::Device device(test::instance(), wanted);
    REQUIRE_FALSE(device.enabled().push_descriptor);
    const Pools pools(device);
    Frames frames(device, smokeOf(Keys::separate));
    // Those of the sort, and of what looks before and behind it.
    CHECK(pools.made.contains({2, 2 * vksort::kDescriptorsPerSet}));
    CHECK(pools.made.contains({4, 4 * vksort::kVerifyDescriptorsPerSet}));
    for (const uint32_t slot : {0U, 1U}) {
      frames.prepare(slot);
      frames.record(slot);
    }
    for (const uint32_t slot : {0U, 1U}) frames.queue.submit(slot);
    for (const uint32_t slot : {0U, 1U}) {
      CHECK(frames.queue.wait(slot));
      const Verdict verdict = frames.stage.sort().verdict(slot).value();
      CHECK(verdict.complete(kParticles));
      CHECK(verdict.ordered());
    }
  });
}

TEST_CASE("frames_in_flight_are_waited_for_before_what_they_use_goes") {
  test::onDrawingDevices([](gpu::Device& device) {
    static int waits;
    static PFN_vkDeviceWaitIdle wait;
    waits = 0;
    const Replaced<PFN_vkDeviceWaitIdle> counted(device.vk.vkDeviceWaitIdle, [](VkDevice of) {
      ++waits;
      return wait(of);
    });
    wait = counted.before();
    {
      FrameQueue queue(device);
      queue.begin(0);
      queue.submit(0);
      CHECK(waits == 0);
    }
    CHECK(waits == 1);
  });
}

TEST_CASE("a_frame_takes_from_the_beginning_of_its_first_pass_to_the_end_of_its_last") {
  test::onDrawingDevices([](gpu::Device& device) {
    if (device.properties().timestamp_valid_bits == 0) return;
    Frames frames(device, smokeOf(Keys::separate));
    frames.prepare(0);
    frames.record(0);
    frames.queue.submit(0);
    REQUIRE(frames.queue.wait(0));
    const Ticks ticks(device);
    const std::optional<double> ms = frames.graph.frameMs(0);
    REQUIRE(ms);
    CHECK(*ms * 1e6 == doctest::Approx(static_cast<double>(Ticks::last) * device.properties().timestamp_period));
    CHECK(Ticks::last > 4000);
  });
}

TEST_CASE("a_frame_waits_for_its_image_before_it_draws_and_says_when_it_has") {
  test::onDrawingDevices([](gpu::Device& device) {
    FrameQueue queue(device);
    const auto acquired = gpu::createSemaphore(device), finished = gpu::createSemaphore(device);
    Submitted last(device);
    queue.begin(0);
    queue.submit(0, acquired.get(), finished.get());
    CHECK(last.waits == std::vector<VkSemaphore>{acquired.get()});
    // Where the graph's first barrier on the image begins, and nowhere later.
    CHECK(last.stages == std::vector<VkPipelineStageFlags>{graph::kAcquired.stages});
    CHECK(last.signals == std::vector<VkSemaphore>{finished.get()});
    CHECK(queue.wait(0));
    queue.begin(0);
    queue.submit(0);
    CHECK(last.waits.empty());
    CHECK(last.signals.empty());
    CHECK(queue.wait(0));
  });
}
