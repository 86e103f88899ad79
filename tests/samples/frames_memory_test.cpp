// Frames on a device whose memory the host and the GPU see each by its own cache.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "frames.h"
#include "support/devices.h"
#include "support/physical.h"

using namespace particles;

namespace {

// The buffers of a device that are mapped from here on, and which were flushed or invalidated. One at a time.
class Mapped {
 public:
  explicit Mapped(gpu::Device& device) : real_(device.vk) {
    self = this;
    device.vk.vkCreateBuffer = create;
    device.vk.vkBindBufferMemory = bind;
    device.vk.vkMapMemory = map;
    device.vk.vkFlushMappedMemoryRanges = flush;
    device.vk.vkInvalidateMappedMemoryRanges = invalidate;
  }

  // Whatever the GPU copies, or verifies, into is read by the host, all else written by it.
  std::size_t written() const { return count(false); }
  std::size_t read() const { return count(true); }
  std::size_t unflushed() const { return count(false, &Buffer::flushed); }
  std::size_t stale() const { return count(true, &Buffer::invalidated); }

 private:
  struct Buffer {
    bool read = false;
    bool flushed = false;
    bool invalidated = false;
  };

  std::size_t count(bool read, bool Buffer::*but = nullptr) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        buffers_, [&](const Buffer& buffer) { return buffer.read == read && (but == nullptr || !(buffer.*but)); }));
  }

  static VkResult VKAPI_CALL create(VkDevice device, const VkBufferCreateInfo* info,
                                    const VkAllocationCallbacks* allocator, VkBuffer* buffer) {
    const VkResult result = self->real_.vkCreateBuffer(device, info, allocator, buffer);
    self->reads_[*buffer] = (info->usage & VK_BUFFER_USAGE_TRANSFER_DST_BIT) != 0;
    return result;
  }
  static VkResult VKAPI_CALL bind(VkDevice device, VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize offset) {
    self->bound_[memory] = buffer;
    return self->real_.vkBindBufferMemory(device, buffer, memory, offset);
  }
  static VkResult VKAPI_CALL map(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                                 VkMemoryMapFlags flags, void** mapped) {
    self->last_[memory] = self->buffers_.size();
    self->buffers_.push_back({self->reads_.at(self->bound_.at(memory))});
    return self->real_.vkMapMemory(device, memory, offset, size, flags, mapped);
  }
  static VkResult VKAPI_CALL flush(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges) {
    for (uint32_t i = 0; i < count; ++i) self->buffers_.at(self->last_.at(ranges[i].memory)).flushed = true;
    return self->real_.vkFlushMappedMemoryRanges(device, count, ranges);
  }
  static VkResult VKAPI_CALL invalidate(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges) {
    for (uint32_t i = 0; i < count; ++i) self->buffers_.at(self->last_.at(ranges[i].memory)).invalidated = true;
    return self->real_.vkInvalidateMappedMemoryRanges(device, count, ranges);
  }

  static inline Mapped* self = nullptr;
  VolkDeviceTable real_;
  std::map<VkBuffer, bool> reads_;
  std::map<VkDeviceMemory, VkBuffer> bound_;
  std::map<VkDeviceMemory, std::size_t> last_;  // handles come again
  std::vector<Buffer> buffers_;
};

}  // namespace

// The driver's memory is coherent; the device layer is told that it is not.
TEST_CASE("what_the_host_writes_for_a_frame_is_flushed_and_what_it_reads_is_invalidated") {
  test::PhysicalEdits edits;
  edits.memory = [](VkPhysicalDeviceMemoryProperties& memory) {
    for (VkMemoryType& type : memory.memoryTypes)
      type.propertyFlags &= ~VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_HOST_COHERENT_BIT};
  };
  const test::PhysicalScope scope(edits);
  test::onDrawingDevices([](const gpu::Device& coherent) {
    // By a hook's camera, by lists of groups, and by what is seen.
    for (const char* name : {"smoke", "fireworks", "splats"}) {
      CAPTURE(name);
      gpu::DeviceInfo wanted;
      wanted.physical = coherent.physical();
      gpu::Device device(test::instance(), wanted);
      const Mapped mapped(device);
      StageInfo info = test::stageOf(*findScene(name), 600);
      const bool hooked = name == std::string("smoke");
      if (hooked) info.sort.keys = Keys::fused;
      test::Frames frames(device, info);
      for (const uint32_t slot : {0U, 1U}) {
        frames.prepare(slot);
        frames.record(slot);
      }
      // The letters, and of each frame vertices and indices, and a row or lists.
      CHECK(mapped.written() >= (info.traits.culled ? 5 : 7));
      CHECK(mapped.unflushed() == 0);
      for (const uint32_t slot : {0U, 1U}) frames.queue.submit(slot);
      for (const uint32_t slot : {0U, 1U}) CHECK(frames.queue.wait(slot));
      const std::size_t of_frames = info.traits.culled ? 3 : 2;  // both verifications, and how many were seen
      CHECK(mapped.read() == of_frames);
      CHECK(mapped.stale() == of_frames);
      CHECK(frames.stage.sort().verdict(1).value().ordered());
      CHECK(frames.stage.sort().drawn(1) <= 600);
      CHECK(mapped.stale() == 0);
      (void)frames.picture(device, 1);
      CHECK(mapped.read() == of_frames + 3);  // positions, indices and picture
      CHECK(mapped.stale() == 0);
    }
  });
}
