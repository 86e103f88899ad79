// Frames in flight: the GPU draws one while the host prepares the next, which writes what the one before still draws.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "drawing.h"
#include "gpu/commands.h"
#include "gpu/image.h"
#include "support/devices.h"
#include "support/physical.h"

using namespace particles;
using test::Frames;
using test::kExtent;
using test::kFormat;
using test::Replaced;

namespace {

constexpr uint32_t kParticles = 1000;

StageInfo smoke() { return test::stageOf("smoke", kParticles); }

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

// The memory of a device that is mapped from here on, and whether it was flushed or invalidated. One at a time.
class Mapped {
 public:
  explicit Mapped(gpu::Device& device) : real_(device.vk) {
    self = this;
    device.vk.vkMapMemory = map;
    device.vk.vkFlushMappedMemoryRanges = flush;
    device.vk.vkInvalidateMappedMemoryRanges = invalidate;
  }

  struct Memory {
    bool flushed = false;
    bool invalidated = false;
  };
  std::vector<Memory> all;

  std::size_t count(bool flushed, bool invalidated) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        all, [&](const Memory& memory) { return memory.flushed == flushed && memory.invalidated == invalidated; }));
  }

 private:
  static VkResult VKAPI_CALL map(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                                 VkMemoryMapFlags flags, void** mapped) {
    self->last_[memory] = self->all.size();
    self->all.emplace_back();
    return self->real_.vkMapMemory(device, memory, offset, size, flags, mapped);
  }
  static VkResult VKAPI_CALL flush(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges) {
    for (uint32_t i = 0; i < count; ++i) self->all.at(self->last_.at(ranges[i].memory)).flushed = true;
    return self->real_.vkFlushMappedMemoryRanges(device, count, ranges);
  }
  static VkResult VKAPI_CALL invalidate(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges) {
    for (uint32_t i = 0; i < count; ++i) self->all.at(self->last_.at(ranges[i].memory)).invalidated = true;
    return self->real_.vkInvalidateMappedMemoryRanges(device, count, ranges);
  }

  static inline Mapped* self = nullptr;
  VolkDeviceTable real_;
  std::map<VkDeviceMemory, std::size_t> last_;  // handles come again
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
// Returns how many there are.
uint32_t checkImports(Stage& stage, Sorting sorting) {
  Declaration frame;
  const graph::ImageHandle color =
      frame.graph.createImage("picture", {kFormat, kExtent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT});
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

void checkVerdict(Frames& frames, uint32_t slot) {
  CAPTURE(slot);
  CHECK(frames.queue.wait(slot));
  const Verdict verdict = frames.stage.sort().verdict(slot).value();
  CHECK(verdict.complete(kParticles));
  CHECK(verdict.ordered());
}

// Prepares and records both frames before the first one has run, as a slow GPU has it, and then runs them.
void runBoth(Frames& frames) {
  for (const uint32_t slot : {0U, 1U}) {
    frames.prepare(slot);
    frames.record(slot);
  }
  for (const uint32_t slot : {0U, 1U}) frames.queue.submit(slot);
}

}  // namespace

TEST_CASE("a_frame_waits_for_what_the_frame_before_still_does") {
  struct Case {
    const char* scene;
    uint32_t count;
    Use use;
    uint32_t imports;   // that it writes and leaves to the next: at least positions, indices and both verifications
    uint32_t for_host;  // both verifications, and of culled scenes how many were seen
  };
  const Case cases[] = {{"smoke", 600, Use::bitonic, 5, 2},
                        {"smoke", 40000, Use::automatic, 5, 2},
                        {"glass", 600, Use::bitonic, 3, 3},
                        {"fireworks", 600, Use::bitonic, 3, 2},
                        {"splats", 600, Use::bitonic, 3, 3}};
  test::onDrawingDevices([&](gpu::Device& device) {
    for (const Case& each : cases) {
      CAPTURE(each.scene);
      Stage stage(device, test::stageOf(each.scene, each.count, each.use));
      FrameGraph sorted(device, stage, {kFormat, kExtent, Sorting::on, kFramesInFlight});
      FrameGraph unsorted(device, stage, {kFormat, kExtent, Sorting::off, kFramesInFlight});
      // In one command buffer, since validation does not look across submissions; barriers reach as far there as here.
      gpu::CommandPool pool(device);
      for (FrameGraph* second : {&sorted, &unsorted}) {
        const Barriers barriers(device);
        const VkCommandBuffer cmd = pool.allocate();
        gpu::begin(device, cmd);
        for (const uint32_t slot : {0U, 1U}) {
          stage.prepare(slot, Camera(findScene(each.scene)->camera), kExtent, 1);
          (slot == 0 ? &sorted : second)->record(cmd, slot);
        }
        CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
        CHECK(barriers.for_host.size() == each.for_host);
      }
      CHECK(test::takeValidationMessages() == 0);
      // What validation cannot see: whether what the frame before wrote is visible to passes that work in place.
      for (const Sorting sorting : {Sorting::on, Sorting::off}) CHECK(checkImports(stage, sorting) >= each.imports);
    }
  });
}

TEST_CASE("a_frame_that_is_prepared_early_changes_nothing_in_the_one_before") {
  test::onDrawingDevices([](gpu::Device& device) {
    Frames frames(device, smoke());
    const auto drawAlone = [&](uint32_t slot) {
      CHECK_FALSE(frames.queue.wait(slot));  // nothing was submitted
      frames.prepare(slot);
      frames.record(slot);
      frames.queue.submit(slot);
      CHECK(frames.queue.wait(slot));
    };
    drawAlone(0);  // moves the particles to where they stay, and gives the panel its size
    {
      const Barriers barriers(device);
      frames.picture(device, 0);
      CHECK(barriers.for_host.size() == 3);  // positions, indices and picture
    }
    std::vector<uint8_t> one_by_one[2];
    for (const uint32_t slot : {0U, 1U}) {
      drawAlone(slot);
      one_by_one[slot] = frames.picture(device, slot);
    }
    CHECK(one_by_one[0] != one_by_one[1]);
    runBoth(frames);
    for (const uint32_t slot : {0U, 1U}) checkVerdict(frames, slot);
    for (const uint32_t slot : {0U, 1U}) CHECK(frames.picture(device, slot) == one_by_one[slot]);
  });
}

TEST_CASE("a_frame_of_a_window_waits_for_its_image_and_leaves_it_as_presenting_has_it") {
  test::onDrawingDevices([](gpu::Device& device) {
    Frames frames(device, smoke());
    FrameGraph to_window(device, frames.stage, {kFormat, kExtent, Sorting::on, kFramesInFlight, true, nullptr});
    const VkImage image = frames.graph.image(0);
    const auto view = gpu::imageView(device, image, kFormat);
    const Barriers barriers(device, image);
    frames.prepare(0);
    to_window.target(image, view.get());
    to_window.record(frames.queue.begin(0), 0);
    REQUIRE(barriers.of_image.size() >= 2);
    // No stage that comes before the wait for the image touches it.
    CHECK((barriers.of_image.front().from & graph::kAcquired.stages) != 0);
    CHECK(barriers.of_image.back().layout == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    test::takeValidationMessages();  // the tests' device has no swapchains
  });
}

TEST_CASE("what_the_host_writes_for_a_frame_is_flushed_and_what_it_reads_is_invalidated") {
  test::PhysicalEdits edits;
  edits.memory = [](VkPhysicalDeviceMemoryProperties& memory) {
    for (VkMemoryType& type : memory.memoryTypes)
      type.propertyFlags &= ~VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_HOST_COHERENT_BIT};
  };
  const test::PhysicalScope scope(edits);
  test::onDrawingDevices([](const gpu::Device& coherent) {
    // By a key generator's camera, by segments of groups, and by what is seen.
    for (const char* name : {"smoke", "fireworks", "splats"}) {
      CAPTURE(name);
      gpu::DeviceInfo wanted;
      wanted.physical = coherent.physical();
      gpu::Device device(test::instance(), wanted);
      const Mapped mapped(device);
      const StageInfo info = test::stageOf(name, kParticles);
      Frames frames(device, info);
      runBoth(frames);
      // Of each frame vertices and indices of the letters, and a row or segments.
      CHECK(mapped.count(true, false) >= (info.traits.culled ? 4 : 6));
      for (const uint32_t slot : {0U, 1U}) CHECK(frames.queue.wait(slot));
      const std::size_t of_frames = info.traits.culled ? 3 : 2;  // both verifications, and how many were seen
      CHECK(mapped.count(false, false) == of_frames);            // not read yet, and the host writes nothing else
      CHECK(frames.stage.sort().verdict(1).value().ordered());
      CHECK(frames.stage.sort().drawn(1) <= kParticles);
      CHECK(mapped.count(false, true) == of_frames);
      (void)frames.picture(device, 1);
      CHECK(mapped.count(false, true) == of_frames + 3);  // positions, indices and picture
      CHECK(mapped.count(false, false) == 0);
    }
  });
}
