#include "input/workload.h"

#include <algorithm>

#include "gpu/commands.h"
#include "input/keys.h"
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

Workload::Workload(const gpu::Device& device, const Input& input, const Elements& elements, std::uint32_t capacity,
                   std::unique_ptr<Motion> motion)
    : device_(device),
      input_(input),
      count_(static_cast<std::uint32_t>(Keys(elements.keys, input.ordering.key_type).size())),
      key_words_(wordsPerKey(input.ordering.key_type)),
      sum_(checksum(input.ordering.key_type, elements.keys, elements.values)),
      transfer_(device, elements.keys.size() + elements.values.size()),
      motion_(std::move(motion)) {
  const VkDeviceSize bytes[] = {bytesWithKey(input.ordering), 4};
  for (int b = 0; b < (input.ordering.values == vksort::Values::split ? 2 : 1); ++b) {
    pristine_.emplace_back(device, count_ * bytes[b], kUsage);
    work_.emplace_back(device, capacity * bytes[b], kUsage);
  }
  if (motion_) motion_->attach(work_);
  if (input.ordering.values == vksort::Values::interleaved) {
    uploadInterleaved(elements);
    return;
  }
  // What is to be computed must not be there before.
  const bool computed = input.source != KeySource::buffer;
  const std::vector<std::uint32_t> nothing(computed ? count_ : 0);
  transfer_.upload(pristine_[0], 0, computed ? nothing : elements.keys);
  if (work_.size() > 1) transfer_.upload(pristine_[1], 0, computed ? nothing : elements.values);
}

void Workload::uploadInterleaved(const Elements& elements) const {
  std::vector<std::uint32_t> words;
  forRanges(count_, [&](std::size_t first, std::size_t count) {
    words.resize(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
      words[2 * i] = elements.keys[first + i];
      words[2 * i + 1] = elements.values[first + i];
    }
    transfer_.upload(pristine_[0], 2 * first, words);
  });
}

void Workload::downloadInterleaved(std::size_t first, std::span<std::uint32_t> keys,
                                   std::span<std::uint32_t> values) const {
  std::vector<std::uint32_t> words(2 * keys.size());
  transfer_.download(work_[0], 2 * first, words);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = words[2 * i];
    values[i] = words[2 * i + 1];
  }
}

VkDeviceSize Workload::bytes() const {
  VkDeviceSize sum = 0;
  for (const gpu::Buffer& buffer : pristine_) sum += buffer.size();
  return sum;
}

void Workload::restore(VkCommandBuffer cmd, std::uint32_t round) const {
  using D = Distribution;
  const D given = input_.distribution;
  if (motion_ && round != 0) return motion_->record(cmd, round);
  const bool arranged = given == D::sorted || given == D::reversed || given == D::nearly || motion_;
  for (std::size_t b = 0; b < work_.size(); ++b) {
    const VkDeviceSize size = pristine_[b].size();
    const VkDeviceSize shift = arranged ? 0 : std::uint64_t{round} * 7919 % count_ * (size / count_);
    std::vector<VkBufferCopy> regions = {{shift, 0, size - shift}};
    if (shift > 0) regions.push_back({0, size - shift, shift});
    device_.vk.vkCmdCopyBuffer(cmd, pristine_[b].handle(), work_[b].handle(),
                               static_cast<std::uint32_t>(regions.size()), regions.data());
  }
  if (!motion_) return;
  gpu::fullBarrier(device_, cmd);
  motion_->record(cmd, round);
}

bool Workload::verify(std::uint32_t run, std::uint32_t round) const {
  std::uint64_t sum = sum_;
  if (motion_) {
    const Elements moved = motion_->elementsOf(round);
    sum = checksum(input_.ordering.key_type, moved.keys, moved.values);
  }
  Verifier verifier(input_.ordering, run);
  std::vector<std::uint32_t> keys, values;
  forRanges(count_, [&](std::size_t first, std::size_t count) {
    keys.resize(count * key_words_);
    values.resize(input_.hasValues() ? count : 0);
    if (input_.ordering.values == vksort::Values::interleaved) {
      downloadInterleaved(first, keys, values);
    } else {
      transfer_.download(work_[0], first * key_words_, keys);
      if (work_.size() > 1) transfer_.download(work_[1], first, values);
    }
    verifier.feed(keys, values);
  });
  return verifier.accepts(count_, sum);
}

}  // namespace bench
