// One-shot copies stand between barriers that wait for everything.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "support/devices.h"

namespace {

struct Recorded {
  bool copy = false;
  VkPipelineStageFlags src_stages = 0, dst_stages = 0;
  VkAccessFlags src_access = 0, dst_access = 0;
};
std::vector<Recorded> log;
VolkDeviceTable real{};

VKAPI_ATTR void VKAPI_CALL noteBarrier(VkCommandBuffer cmd, VkPipelineStageFlags src, VkPipelineStageFlags dst,
                                       VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier* barriers,
                                       uint32_t buffer_count, const VkBufferMemoryBarrier* buffers,
                                       uint32_t image_count, const VkImageMemoryBarrier* images) {
  Recorded made{false, src, dst};
  for (uint32_t i = 0; i < count; ++i) {
    made.src_access |= barriers[i].srcAccessMask;
    made.dst_access |= barriers[i].dstAccessMask;
  }
  log.push_back(made);
  real.vkCmdPipelineBarrier(cmd, src, dst, flags, count, barriers, buffer_count, buffers, image_count, images);
}

VKAPI_ATTR void VKAPI_CALL noteCopy(VkCommandBuffer cmd, VkBuffer from, VkBuffer to, uint32_t count,
                                    const VkBufferCopy* regions) {
  log.push_back({.copy = true});
  real.vkCmdCopyBuffer(cmd, from, to, count, regions);
}

bool waitsForAll(const Recorded& made) {
  constexpr VkPipelineStageFlags kStages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  constexpr VkAccessFlags kBoth = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  return !made.copy && (made.src_stages & kStages) == kStages && (made.dst_stages & kStages) == kStages &&
         (made.src_access & VK_ACCESS_MEMORY_WRITE_BIT) != 0 && (made.dst_access & kBoth) == kBoth;
}

}  // namespace

TEST_CASE("uploads_and_downloads_wait_for_all_before_them_and_all_waits_for_them") {
  gpu::Device& device = *test::devices().front().device;
  const gpu::Buffer buffer(device, 64, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const std::vector<std::byte> data(64);
  for (const bool up : {true, false}) {
    CAPTURE(up);
    log.clear();
    real = device.vk;
    device.vk.vkCmdPipelineBarrier = noteBarrier;
    device.vk.vkCmdCopyBuffer = noteCopy;
    if (up)
      gpu::upload(device, buffer, data);
    else
      (void)gpu::download(device, buffer.handle(), 64);
    device.vk.vkCmdPipelineBarrier = real.vkCmdPipelineBarrier;
    device.vk.vkCmdCopyBuffer = real.vkCmdCopyBuffer;
    REQUIRE(log.size() == 3);
    CHECK(waitsForAll(log[0]));
    CHECK(log[1].copy);
    CHECK(waitsForAll(log[2]));
  }
  test::expectNoValidationMessages();
}
