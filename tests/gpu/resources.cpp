// Buffers, copies to and from the host, and timestamps.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "gpu/commands.h"
#include "gpu/timestamps.h"
#include "support/devices.h"
#include "support/driver.h"

namespace {

constexpr VkBufferUsageFlags kBothWays = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

int barriers = 0, copies = 0;
VolkDeviceTable real{};

// Counts those that everything waits for, on both sides.
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
  if (barriers == 1) ++copies;  // between the two
  real.vkCmdCopyBuffer(cmd, from, to, count, regions);
}

}  // namespace

TEST_CASE("what_was_uploaded_is_downloaded_at_any_offset") {
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

TEST_CASE("moved_objects_are_destroyed_once") {
  const gpu::Device& device = *test::devices()[0].device;
  gpu::Buffer a(device, 64, kBothWays);
  const VkBuffer handle = a.handle();
  gpu::Buffer b(std::move(a));
  CHECK(b.handle() == handle);
  gpu::Buffer c(device, 32, kBothWays);
  c = std::move(b);
  CHECK(c.handle() == handle);
  gpu::Buffer& same = c;  // which compilers warn of, if they see it
  c = std::move(same);
  CHECK(c.handle() == handle);
  test::expectNoValidationMessages();
}

TEST_CASE("uploads_and_downloads_wait_for_all_before_them_and_all_waits_for_them") {
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

// What reads memory that it never wrote would find zeros otherwise, and often be right.
TEST_CASE("memory_of_the_software_driver_does_not_begin_as_zeros") {
  for (const test::TestDevice& entry : test::devices()) {
    if (!test::isSoftware(entry.name)) continue;
    const gpu::Buffer buffer(*entry.device, 1 << 20, kBothWays, gpu::Memory::readback);
    CHECK(std::ranges::count(buffer.bytes(), std::byte{0}) < 1 << 18);
  }
  CHECK(!test::devices().empty());
}

TEST_CASE("timestamps_measure_and_say_when_there_is_nothing_to_read") {
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
