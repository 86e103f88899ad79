#include "input/workload.h"

#include <algorithm>

#include "input/verify.h"

namespace bench {
namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// Elements that are on the host at once when they are packed or checked.
constexpr std::size_t kPiece = Transfer::kPieceWords / 2;

template <typename Work>
void forRanges(std::size_t count, Work work) {
  for (std::size_t first = 0; first < count; first += kPiece) work(first, std::min(kPiece, count - first));
}

}  // namespace

Workload::Workload(const gpu::Device& device, const Options& options, const Elements& input, std::uint32_t capacity)
    : device_(device),
      options_(options),
      count_(static_cast<std::uint32_t>(input.keys.size())),
      sum_(checksum(input.keys, input.values)),
      transfer_(device, input.keys.size() + input.values.size()) {
  const VkDeviceSize element = options.values == vksort::Values::interleaved ? 8 : 4;
  for (int b = 0; b < (options.values == vksort::Values::split ? 2 : 1); ++b) {
    pristine_.emplace_back(device, count_ * element, kUsage);
    work_.emplace_back(device, capacity * element, kUsage);
  }
  if (options.values != vksort::Values::interleaved) {
    // What is to be computed must not be there before.
    const std::vector<std::uint32_t> nothing(options.depthKeys() ? count_ : 0);
    transfer_.upload(pristine_[0], 0, options.depthKeys() ? nothing : input.keys);
    if (options.values == vksort::Values::split) {
      transfer_.upload(pristine_[1], 0, options.depthKeys() ? nothing : input.values);
    }
    return;
  }
  std::vector<std::uint32_t> words;
  forRanges(count_, [&](std::size_t first, std::size_t count) {
    words.resize(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
      words[2 * i] = input.keys[first + i];
      words[2 * i + 1] = input.values[first + i];
    }
    transfer_.upload(pristine_[0], 2 * first, words);
  });
}

VkDeviceSize Workload::bytes() const {
  VkDeviceSize sum = 0;
  for (const gpu::Buffer& buffer : pristine_) sum += buffer.size();
  return sum;
}

void Workload::restore(VkCommandBuffer cmd, std::uint32_t round) const {
  using D = Distribution;
  const D given = options_.distribution;
  const bool arranged = given == D::sorted || given == D::reversed || given == D::nearly;
  for (std::size_t b = 0; b < work_.size(); ++b) {
    const VkDeviceSize size = pristine_[b].size();
    const VkDeviceSize shift = arranged ? 0 : std::uint64_t{round} * 7919 % count_ * (size / count_);
    std::vector<VkBufferCopy> regions = {{shift, 0, size - shift}};
    if (shift > 0) regions.push_back({0, size - shift, shift});
    device_.vk.vkCmdCopyBuffer(cmd, pristine_[b].handle(), work_[b].handle(),
                               static_cast<std::uint32_t>(regions.size()), regions.data());
  }
}

bool Workload::verify(std::uint32_t run) const {
  Verifier verifier(options_, run);
  std::vector<std::uint32_t> words, keys, values;
  forRanges(count_, [&](std::size_t first, std::size_t count) {
    keys.resize(count);
    values.resize(options_.values == vksort::Values::none ? 0 : count);
    if (options_.values == vksort::Values::interleaved) {
      words.resize(2 * count);
      transfer_.download(work_[0], 2 * first, words);
      for (std::size_t i = 0; i < count; ++i) {
        keys[i] = words[2 * i];
        values[i] = words[2 * i + 1];
      }
    } else {
      transfer_.download(work_[0], first, keys);
      if (options_.values == vksort::Values::split) transfer_.download(work_[1], first, values);
    }
    verifier.feed(keys, values);
  });
  return verifier.accepts(count_, sum_);
}

}  // namespace bench
