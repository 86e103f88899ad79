// Checks that data arrives in buffers, timestamps and frames, that each object is destroyed once, and how swapchains
// are created.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "gpu/commands.h"
#include "gpu/instance.h"
#include "gpu/structs.h"
#include "gpu/swapchain.h"
#include "gpu/timestamps.h"
#include "support/devices.h"
#include "support/driver.h"
#include "support/physical.h"

namespace {

constexpr VkBufferUsageFlags kBothWays = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

int barriers = 0, copies = 0;
VolkDeviceTable real{};

// Counts full barriers.
VKAPI_ATTR void VKAPI_CALL countBarrier(VkCommandBuffer cmd, VkPipelineStageFlags src, VkPipelineStageFlags dst,
                                        VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier* made,
                                        uint32_t buffer_count, const VkBufferMemoryBarrier* buffers,
                                        uint32_t image_count, const VkImageMemoryBarrier* images) {
  constexpr VkPipelineStageFlags kStages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  constexpr VkAccessFlags kBoth = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  const bool all = (src & kStages) == kStages && (dst & kStages) == kStages && count == 1;
  if (all && (made->srcAccessMask & VK_ACCESS_MEMORY_WRITE_BIT) != 0 && (made->dstAccessMask & kBoth) == kBoth)
    ++barriers;
  real.vkCmdPipelineBarrier(cmd, src, dst, flags, count, made, buffer_count, buffers, image_count, images);
}

VKAPI_ATTR void VKAPI_CALL countCopy(VkCommandBuffer cmd, VkBuffer from, VkBuffer to, uint32_t count,
                                     const VkBufferCopy* regions) {
  if (barriers == 1) ++copies;  // between two barriers
  real.vkCmdCopyBuffer(cmd, from, to, count, regions);
}

}  // namespace

TEST_CASE("downloads_return_the_uploaded_bytes_at_any_offset") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Buffer buffer(device, 256, kBothWays);
    std::vector<std::byte> data(100);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i + 1);
    for (const VkDeviceSize offset : {0, 4, 13, 156}) {
      gpu::upload(device, buffer, data, offset);
      CHECK(gpu::download(device, buffer.handle(), data.size(), offset) == data);
    }
    CHECK_THROWS_AS(gpu::upload(device, buffer, data, 157), gpu::Error);
    CHECK_THROWS_AS(gpu::upload(device, buffer, data, ~0ULL), gpu::Error);
    CHECK(gpu::download(device, buffer.handle(), 0).empty());
    test::expectNoValidationMessages();
  }
}

TEST_CASE("frames_whose_submission_failed_are_not_awaited") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    gpu::FrameQueue frames(device, 2);
    CHECK_THROWS_AS(frames.submit(0, [](VkCommandBuffer) { throw gpu::Error("planted"); }), gpu::Error);
    CHECK_FALSE(frames.wait(0));  // otherwise this test hangs
    frames.submit(0, [](VkCommandBuffer) {});
    CHECK_FALSE(frames.wait(1));
    CHECK(frames.wait(0));
    CHECK_FALSE(frames.wait(0));
    test::expectNoValidationMessages();
  }
}

TEST_CASE("a_frame_waits_for_its_image_and_signals_its_end") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const auto acquired = gpu::createSemaphore(device), finished = gpu::createSemaphore(device);
    // Acts like a swapchain. Validation reports semaphores that are signaled twice or never.
    const auto submit = [&](VkSemaphore wait, VkSemaphore signal) {
      constexpr VkPipelineStageFlags kAll = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
      auto info = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
      info.waitSemaphoreCount = wait != VK_NULL_HANDLE ? 1 : 0;
      info.pWaitSemaphores = &wait;
      info.pWaitDstStageMask = &kAll;
      info.signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0;
      info.pSignalSemaphores = &signal;
      CHECK(device.vk.vkQueueSubmit(device.queue(), 1, &info, VK_NULL_HANDLE) == VK_SUCCESS);
    };
    gpu::FrameQueue frames(device, 1);
    for (int i = 0; i < 2; ++i) {
      submit(VK_NULL_HANDLE, acquired.get());
      frames.submit(
          0, [](VkCommandBuffer) {}, acquired.get(), finished.get());
      submit(finished.get(), VK_NULL_HANDLE);
      CHECK(frames.wait(0));
    }
    device.waitIdle();
    test::expectNoValidationMessages();
  }
}

TEST_CASE("moved_objects_are_destroyed_once") {
  const gpu::Device& device = *test::devices()[0].device;
  gpu::Buffer a(device, 64, kBothWays);
  const VkBuffer handle = a.handle();
  gpu::Buffer b(std::move(a));
  CHECK(b.handle() == handle);
  gpu::Buffer c(device, 32, kBothWays);
  c = std::move(b);
  CHECK(c.handle() == handle);
  gpu::Buffer& same = c;  // hides the self-move from compilers
  c = std::move(same);
  CHECK(c.handle() == handle);
  test::expectNoValidationMessages();
}

TEST_CASE("full_barriers_enclose_uploads_and_downloads") {
  gpu::Device& device = *test::devices().front().device;
  const gpu::Buffer buffer(device, 64, kBothWays);
  for (const bool up : {true, false}) {
    CAPTURE(up);
    barriers = copies = 0;
    real = device.vk;
    device.vk.vkCmdPipelineBarrier = countBarrier;
    device.vk.vkCmdCopyBuffer = countCopy;
    if (up)
      gpu::upload(device, buffer, std::vector<std::byte>(64));
    else
      (void)gpu::download(device, buffer.handle(), 64);
    device.vk = real;
    CHECK(barriers == 2);
    CHECK(copies == 1);
  }
  test::expectNoValidationMessages();
}

// Otherwise, tests would find zeros in memory that was never written, which are often correct.
TEST_CASE("the_software_driver_does_not_clear_memory") {
  for (const test::TestDevice& entry : test::devices()) {
    if (!test::isSoftware(entry.name)) continue;
    const gpu::Buffer buffer(*entry.device, 1 << 20, kBothWays, gpu::Memory::readback);
    CHECK(std::ranges::count(buffer.bytes(), std::byte{0}) < 1 << 18);
  }
  CHECK(!test::devices().empty());
}

TEST_CASE("timestamps_return_nothing_before_they_are_written") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Buffer buffer(device, 1 << 20, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const gpu::Timestamps stamps(device, 2);
    CHECK(stamps.available() == (device.properties().timestamp_valid_bits != 0));
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      stamps.reset(cmd);
      stamps.begin(cmd, 0);
      device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, VK_WHOLE_SIZE, 1);
      stamps.end(cmd, 0);
    });
    CHECK_FALSE(stamps.read(1));
    if (stamps.available()) {
      REQUIRE(stamps.read(0));
      CHECK(stamps.read(0)->duration() > 0.0);
      CHECK(stamps.read(0)->duration() < 10e9);
    }
    CHECK_FALSE(gpu::Timestamps(device, 0).available());
    test::expectNoValidationMessages();
  }
}

using test::PhysicalEdits;
using test::PhysicalScope;

namespace {

gpu::DeviceInfo anyDevice() { return {test::devices().front().physical.handle}; }

// A device with its own memory, a small mapped part of it, and cached and uncached CPU memory.
constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

PhysicalEdits withMemory(std::vector<VkMemoryPropertyFlags> types) {
  PhysicalEdits edits;
  edits.memory = [types](VkPhysicalDeviceMemoryProperties& memory) {
    memory.memoryTypeCount = static_cast<uint32_t>(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) memory.memoryTypes[i] = {types[i], 0};
  };
  return edits;
}

}  // namespace

TEST_CASE("the_best_compatible_memory_type_is_used") {
  const std::vector<VkMemoryPropertyFlags> types = {0,
                                                    kVisible | kCached,
                                                    kVisible | kCoherent,
                                                    kLocal,
                                                    kVisible | kCoherent | kCached,
                                                    kLocal | kVisible | kCoherent};
  const PhysicalScope scope(withMemory(types));
  const gpu::Device device(test::instance(), anyDevice());
  const auto type = [&](uint32_t bits, gpu::Memory kind) { return gpu::memoryType(device, bits, kind); };
  CHECK(type(0b111111, gpu::Memory::device) == 3);
  CHECK(type(0b110111, gpu::Memory::device) == 5);
  CHECK(type(0b000110, gpu::Memory::device) == 1);  // any type, because no memory is local to the device
  CHECK(type(0b000001, gpu::Memory::device) == 0);
  CHECK(type(0b111111, gpu::Memory::upload) == 2);
  CHECK(type(0b001011, gpu::Memory::upload) == 1);
  CHECK(type(0b110000, gpu::Memory::upload) == 4);
  CHECK(type(0b111111, gpu::Memory::readback) == 1);
  CHECK(type(0b110100, gpu::Memory::readback) == 4);
  CHECK(type(0b100101, gpu::Memory::readback) == 2);
  for (const gpu::Memory kind : {gpu::Memory::upload, gpu::Memory::readback})
    CHECK_THROWS_AS(type(0b001001, kind), gpu::Error);
  CHECK_THROWS_AS(type(0b1000000, gpu::Memory::device), gpu::Error);  // the type does not exist
}

namespace {

int flushed = 0, invalidated = 0;
bool whole = true;

VKAPI_ATTR VkResult VKAPI_CALL countFlush(VkDevice, uint32_t count, const VkMappedMemoryRange* ranges) {
  flushed += static_cast<int>(count);
  whole = whole && ranges[0].offset == 0 && ranges[0].size == VK_WHOLE_SIZE;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL countInvalidation(VkDevice, uint32_t count, const VkMappedMemoryRange* ranges) {
  invalidated += static_cast<int>(count);
  whole = whole && ranges[0].offset == 0 && ranges[0].size == VK_WHOLE_SIZE;
  return VK_SUCCESS;
}

}  // namespace

// The memory of the software driver is coherent, so the device layer gets other flags.
TEST_CASE("only_noncoherent_memory_is_flushed_and_invalidated") {
  for (const bool coherent : {true, false}) {
    CAPTURE(coherent);
    PhysicalEdits edits;
    edits.memory = [coherent](VkPhysicalDeviceMemoryProperties& memory) {
      for (VkMemoryType& type : memory.memoryTypes)
        if (!coherent) type.propertyFlags &= ~VkMemoryPropertyFlags{kCoherent};
    };
    const PhysicalScope scope(edits);
    gpu::Device device(test::instance(), anyDevice());
    device.vk.vkFlushMappedMemoryRanges = countFlush;
    device.vk.vkInvalidateMappedMemoryRanges = countInvalidation;
    for (const gpu::Memory kind : {gpu::Memory::upload, gpu::Memory::readback}) {
      const gpu::Buffer buffer(device, 100, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kind);
      flushed = invalidated = 0;
      buffer.flush();
      CHECK(flushed == (coherent ? 0 : 1));
      CHECK(invalidated == 0);
      buffer.invalidate();
      CHECK(invalidated == (coherent ? 0 : 1));
      CHECK(whole);
    }
    const gpu::Buffer far(device, 100, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    flushed = invalidated = 0;
    gpu::upload(device, far, std::vector<std::byte>(100));
    (void)gpu::download(device, far.handle(), 100);
    CHECK(flushed == (coherent ? 0 : 1));
    CHECK(invalidated == (coherent ? 0 : 1));
  }
  test::expectNoValidationMessages();
}

TEST_CASE("swapchain_images_respect_the_surface_capabilities") {
  constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR};
  constexpr VkCompositeAlphaFlagBitsKHR kOpaque = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  constexpr VkCompositeAlphaFlagBitsKHR kPre = VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR;
  constexpr VkCompositeAlphaFlagBitsKHR kPost = VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
  VkSurfaceCapabilitiesKHR can{};
  can.minImageCount = can.maxImageCount = 2;
  can.minImageExtent = {8, 4};
  can.maxImageExtent = {500, 300};
  can.supportedCompositeAlpha = kOpaque;
  const auto with = [&](VkExtent2D size, uint32_t width = ~0U, uint32_t height = ~0U) {
    can.currentExtent = {width, height};
    const VkExtent2D extent = gpu::swapchainInfo(can, kModes, size, true).imageExtent;
    return std::pair(extent.width, extent.height);
  };
  CHECK(with({400, 200}) == std::pair(400U, 200U));
  CHECK(with({900, 900}) == std::pair(500U, 300U));
  CHECK(with({1, 1}) == std::pair(8U, 4U));
  CHECK(with({400, 200}, 320, 0) == std::pair(320U, 0U));
  const auto info = [&](bool vsync, std::size_t modes) {
    return gpu::swapchainInfo(can, std::span(kModes).first(modes), {400, 200}, vsync);
  };
  CHECK(info(true, 2).presentMode == VK_PRESENT_MODE_FIFO_KHR);
  CHECK(info(false, 2).presentMode == VK_PRESENT_MODE_IMMEDIATE_KHR);
  CHECK(info(false, 1).presentMode == VK_PRESENT_MODE_FIFO_KHR);
  CHECK(info(true, 2).minImageCount == 2);
  can.maxImageCount = 0;  // no limit
  CHECK(info(true, 2).minImageCount == 3);
  for (const auto& [alphas, chosen] :
       {std::pair{kOpaque | kPre | kPost, kOpaque}, {kPre | kPost, kPre}, {kPost, kPost}}) {
    can.supportedCompositeAlpha = static_cast<VkCompositeAlphaFlagsKHR>(alphas);
    CHECK(info(true, 2).compositeAlpha == chosen);
  }
}
