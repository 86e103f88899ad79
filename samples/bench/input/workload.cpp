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

Workload::Workload(const gpu::Device& device, const Input& input, const Elements& elements, std::uint32_t capacity)
    : device_(device),
      input_(input),
      count_(static_cast<std::uint32_t>(Keys(elements.keys, input.ordering.key_type).size())),
      key_words_(wordsPerKey(input.ordering.key_type)),
      sum_(checksum(input.ordering.key_type, elements.keys, elements.payloads)),
      transfer_(device, elements.keys.size() + elements.payloads.size()) {
  const VkDeviceSize bytes[] = {bytesWithKey(input.ordering), 4};
  const bool apart = input.hasPayload() && input.ordering.payload != vksort::Payload::interleaved;
  for (int b = 0; b < (apart ? 2 : 1); ++b) {
    pristine_.emplace_back(device, count_ * bytes[b], kUsage);
    work_.emplace_back(device, capacity * bytes[b], kUsage);
  }
  if (input.ordering.payload == vksort::Payload::interleaved) {
    uploadInterleaved(elements);
    return;
  }
  // What is to be computed must not be there before.
  const bool computes_keys = input.source != KeySource::buffer;
  const bool computes_payloads = input.source == KeySource::pass || input.writesIndices();
  const std::vector<std::uint32_t> nothing(computes_keys || computes_payloads ? count_ : 0);
  transfer_.upload(pristine_[0], 0, computes_keys ? nothing : elements.keys);
  if (work_.size() > 1) transfer_.upload(pristine_[1], 0, computes_payloads ? nothing : elements.payloads);
}

void Workload::uploadInterleaved(const Elements& elements) const {
  std::vector<std::uint32_t> words;
  forRanges(count_, [&](std::size_t first, std::size_t count) {
    words.clear();
    for (std::size_t i = first; i < first + count; ++i) {
      for (std::size_t w = 0; w < key_words_; ++w) words.push_back(elements.keys[i * key_words_ + w]);
      words.push_back(elements.payloads[i]);
    }
    transfer_.upload(pristine_[0], first * (key_words_ + 1), words);
  });
}

void Workload::download(std::span<const gpu::Buffer> from, std::size_t first, std::size_t count, Elements& to) const {
  to.keys.resize(count * key_words_);
  to.payloads.resize(input_.hasPayload() ? count : 0);
  if (input_.ordering.payload != vksort::Payload::interleaved) {
    transfer_.download(from[0], first * key_words_, to.keys);
    if (from.size() > 1) transfer_.download(from[1], first, to.payloads);
    return;
  }
  const std::size_t each = key_words_ + 1;
  std::vector<std::uint32_t> words(each * count);
  transfer_.download(from[0], each * first, words);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t w = 0; w < key_words_; ++w) to.keys[i * key_words_ + w] = words[i * each + w];
    to.payloads[i] = words[i * each + key_words_];
  }
}

VkDeviceSize Workload::bytes() const {
  VkDeviceSize sum = 0;
  for (const gpu::Buffer& buffer : pristine_) sum += buffer.size();
  return sum;
}

std::uint32_t Workload::firstOf(std::uint32_t round) const {
  const bool stays = input_.isArranged() || input_.source != KeySource::buffer;
  return stays ? 0 : static_cast<std::uint32_t>(std::uint64_t{round} * 7919 % count_);
}

void Workload::restore(VkCommandBuffer cmd, std::uint32_t round) const {
  for (std::size_t b = 0; b < work_.size(); ++b) {
    const VkDeviceSize size = pristine_[b].size();
    const VkDeviceSize shift = firstOf(round) * (size / count_);
    std::vector<VkBufferCopy> regions = {{shift, 0, size - shift}};
    if (shift > 0) regions.push_back({0, size - shift, shift});
    device_.vk.vkCmdCopyBuffer(cmd, pristine_[b].handle(), work_[b].handle(),
                               static_cast<std::uint32_t>(regions.size()), regions.data());
  }
}

std::uint64_t Workload::sumOf(std::uint32_t run, std::uint32_t round) const {
  // What the sort numbers has other numbers when it is turned round.
  const bool numbers = input_.writesIndices() && input_.source == KeySource::buffer;
  if (run >= count_ && !numbers) return sum_;
  struct Part {
    std::size_t begin, end, place;
  };
  const std::size_t turn = firstOf(round);
  std::uint64_t sum = 0;
  Elements piece;
  for (const Part& part : {Part{turn, count_, 0}, Part{0, turn, count_ - turn}})
    forRanges(part.end - part.begin, [&](std::size_t first, std::size_t count) {
      download(pristine_, part.begin + first, count, piece);
      for (std::size_t i = 0; numbers && i < count; ++i) {
        piece.payloads[i] = static_cast<std::uint32_t>((part.place + first + i) % run);
      }
      sum += checksum(input_.ordering.key_type, piece.keys, piece.payloads, {run, part.place + first});
    });
  return sum;
}

bool Workload::verify(std::uint32_t run, std::uint32_t round) const {
  vksort::Ordering order = input_.orderAfter();
  Turn turn;
  // The payloads of the caller are the places in the input, which begins with another element in each round.
  if (input_.ties == vksort::Ties::stable && input_.hasCallersPayload()) {
    order.payloads_ascend = true;
    turn = {firstOf(round), count_};
  }
  Verifier verifier(order, run, turn);
  Elements piece;
  forRanges(count_, [&](std::size_t first, std::size_t count) {
    download(work_, first, count, piece);
    verifier.feed(piece.keys, piece.payloads);
  });
  return verifier.accepts(count_, sumOf(run, round));
}

}  // namespace bench
