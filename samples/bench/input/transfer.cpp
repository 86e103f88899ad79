#include "input/transfer.h"

#include <algorithm>
#include <cstring>

#include "gpu/commands.h"

namespace bench {
namespace {

VkDeviceSize stagingBytes(std::size_t words) { return std::clamp<std::size_t>(words, 1, Transfer::kPieceWords) * 4; }

void copyAndWait(const gpu::Device& device, const gpu::Buffer& from, const gpu::Buffer& to, VkBufferCopy region) {
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    gpu::fullBarrier(device, cmd);
    device.vk.vkCmdCopyBuffer(cmd, from.handle(), to.handle(), 1, &region);
    gpu::fullBarrier(device, cmd);
  });
}

}  // namespace

Transfer::Transfer(const gpu::Device& device, std::size_t words)
    : device_(device),
      up_(device, stagingBytes(words), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, gpu::Memory::upload, "bench upload"),
      down_(device, stagingBytes(words), VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Memory::readback, "bench readback") {}

void Transfer::upload(const gpu::Buffer& to, std::size_t first, std::span<const std::uint32_t> words) const {
  const std::size_t piece = up_.bytes().size() / 4;
  for (std::size_t done = 0; done < words.size(); done += piece) {
    const auto part = words.subspan(done, std::min(piece, words.size() - done));
    std::memcpy(up_.bytes().data(), part.data(), part.size_bytes());
    up_.flush();
    copyAndWait(device_, up_, to, {0, (first + done) * 4, part.size_bytes()});
  }
}

void Transfer::download(const gpu::Buffer& from, std::size_t first, std::span<std::uint32_t> words) const {
  const std::size_t piece = down_.bytes().size() / 4;
  for (std::size_t done = 0; done < words.size(); done += piece) {
    const auto part = words.subspan(done, std::min(piece, words.size() - done));
    copyAndWait(device_, from, down_, {(first + done) * 4, 0, part.size_bytes()});
    down_.invalidate();
    std::memcpy(part.data(), down_.bytes().data(), part.size_bytes());
  }
}

}  // namespace bench
