#include "bench/workload.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "gpu/commands.h"

namespace bench {
namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// Calls work(first, count) for pieces that fit into staging memory.
template <typename Work>
void inPieces(std::size_t count, Work work) {
  constexpr std::size_t kPiece = std::size_t{8} << 20;
  for (std::size_t first = 0; first < count; first += kPiece) work(first, std::min(kPiece, count - first));
}

void upload(const gpu::Device& device, const gpu::Buffer& to, std::span<const std::uint32_t> words) {
  inPieces(words.size(), [&](std::size_t first, std::size_t count) {
    gpu::upload(device, to, std::as_bytes(words.subspan(first, count)), first * 4);
  });
}

std::vector<std::uint32_t> downloadWords(const gpu::Device& device, const gpu::Buffer& from, std::size_t first,
                                         std::size_t count) {
  std::vector<std::uint32_t> words(count);
  if (count > 0)
    std::memcpy(words.data(), gpu::download(device, from.handle(), count * 4, first * 4).data(), count * 4);
  return words;
}

}  // namespace

std::uint64_t checksum(vksort::KeyType type, std::span<const std::uint32_t> words,
                       std::span<const std::uint32_t> payloads, const RunStart& runStart, std::uint64_t place) {
  const Keys keys(words, type);
  std::atomic<std::uint64_t> sum = 0;
  forPieces(keys.size(), [&](std::size_t begin, std::size_t end) {
    std::uint64_t part = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t run = runStart(place + i);
      part += randomAt(randomAt(keys[i], 0) + (payloads.empty() ? 0 : payloads[i]) + (run << 32), 0);
    }
    sum += part;
  });
  return sum;
}

void Verifier::feed(std::span<const std::uint32_t> words, std::span<const std::uint32_t> payloads) {
  const Keys keys(words, ordering_.key_type);
  if (keys.size() == 0) return;
  const bool has_order = !payloads.empty() && ordering_.payloads_ascend;
  const auto rank = [&](std::size_t i) -> Rank {
    const std::uint64_t order = orderOf(keys[i], ordering_.key_type, ordering_.order);
    if (!has_order) return {order, 0};
    return {order, payloads[i] - turn_.first + (payloads[i] < turn_.first ? turn_.count : 0)};
  };
  std::atomic<bool> in_order = run_start_(fed_) == fed_ || last_ <= rank(0);
  forPieces(keys.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin == 0 ? 1 : begin; i < end; ++i) {
      if (rank(i - 1) > rank(i) && run_start_(fed_ + i) != fed_ + i) in_order = false;
    }
  });
  in_order_ = in_order_ && in_order;
  sum_ += checksum(ordering_.key_type, words, payloads, run_start_, fed_);
  last_ = rank(keys.size() - 1);
  fed_ += keys.size();
}

Workload::Workload(const gpu::Device& device, const Input& input, const Elements& elements, std::uint32_t capacity)
    : device_(device),
      input_(input),
      count_(static_cast<std::uint32_t>(Keys(elements.keys, input.ordering.key_type).size())),
      key_words_(wordsPerKey(input.ordering.key_type)),
      sum_(checksum(input.ordering.key_type, elements.keys, elements.payloads)) {
  const VkDeviceSize bytes[] = {bytesWithKey(input.ordering), 4};
  for (int b = 0; b < (input.hasPayload() && !isInterleaved() ? 2 : 1); ++b) {
    pristine_.emplace_back(device, count_ * bytes[b], kUsage);
    work_.emplace_back(device, capacity * bytes[b], kUsage);
  }
  if (isInterleaved()) {
    uploadInterleaved(elements);
    return;
  }
  upload(device, pristine_[0], elements.keys);
  // The indices that the sort writes must not exist before.
  if (work_.size() > 1)
    upload(device, pristine_[1], input.writesIndices() ? std::vector<std::uint32_t>(count_) : elements.payloads);
}

void Workload::uploadInterleaved(const Elements& elements) const {
  const std::size_t each = key_words_ + 1;
  inPieces(count_, [&](std::size_t first, std::size_t count) {
    std::vector<std::uint32_t> words;
    for (std::size_t i = first; i < first + count; ++i) {
      for (std::size_t w = 0; w < key_words_; ++w) words.push_back(elements.keys[i * key_words_ + w]);
      words.push_back(elements.payloads[i]);
    }
    gpu::upload(device_, pristine_[0], std::as_bytes(std::span(words)), first * each * 4);
  });
}

void Workload::download(std::span<const gpu::Buffer> from, std::size_t first, std::size_t count, Elements& to) const {
  if (!isInterleaved()) {
    to.keys = downloadWords(device_, from[0], first * key_words_, count * key_words_);
    if (from.size() > 1) to.payloads = downloadWords(device_, from[1], first, count);
    return;
  }
  const std::size_t each = key_words_ + 1;
  const std::vector<std::uint32_t> words = downloadWords(device_, from[0], each * first, each * count);
  to.keys.resize(count * key_words_);
  to.payloads.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t w = 0; w < key_words_; ++w) to.keys[i * key_words_ + w] = words[i * each + w];
    to.payloads[i] = words[i * each + key_words_];
  }
}

std::uint32_t Workload::firstOf(std::uint32_t round) const {
  return input_.isArranged() ? 0 : static_cast<std::uint32_t>(std::uint64_t{round} * 7919 % count_);
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

std::uint64_t Workload::sumOf(const RunStart& runStart, std::uint32_t round) const {
  // Indices that the sort writes start at the first element of the round.
  const bool numbers = input_.writesIndices();
  if (runStart(count_ - 1) == 0 && !numbers) return sum_;
  struct Part {
    std::size_t begin, end, place;
  };
  const std::size_t turn = firstOf(round);
  std::uint64_t sum = 0;
  Elements piece;
  for (const Part& part : {Part{turn, count_, 0}, Part{0, turn, count_ - turn}})
    inPieces(part.end - part.begin, [&](std::size_t first, std::size_t count) {
      download(pristine_, part.begin + first, count, piece);
      const std::size_t place = part.place + first;
      for (std::size_t i = 0; numbers && i < count; ++i)
        piece.payloads[i] = static_cast<std::uint32_t>(place + i - runStart(place + i));
      sum += checksum(input_.ordering.key_type, piece.keys, piece.payloads, runStart, place);
    });
  return sum;
}

void Workload::restoreKeys(const Elements& input, const RunStart& runStart, std::uint32_t round, std::size_t first,
                           Elements& piece) const {
  for (std::size_t i = 0; i < piece.payloads.size(); ++i) {
    std::size_t from = piece.payloads[i];
    if (input_.writesIndices()) from += firstOf(round) + runStart(first + i);
    for (std::size_t w = 0; w < key_words_; ++w)
      piece.keys[i * key_words_ + w] = input.keys[from % count_ * key_words_ + w];
  }
}

bool Workload::verify(const RunStart& runStart, std::uint32_t round) const {
  vksort::Ordering order = input_.orderAfter();
  Turn turn;
  // Payloads of the application are positions in the input, which each round rotates.
  if (input_.ties == vksort::Ties::stable && input_.hasCallersPayload()) {
    order.payloads_ascend = true;
    turn = {firstOf(round), count_};
  }
  Verifier verifier(order, runStart, turn);
  Elements input, piece;
  if (input_.discard_keys) download(pristine_, 0, count_, input);
  inPieces(count_, [&](std::size_t first, std::size_t count) {
    download(work_, first, count, piece);
    if (input_.discard_keys) restoreKeys(input, runStart, round, first, piece);
    verifier.feed(piece.keys, piece.payloads);
  });
  return verifier.accepts(count_, sumOf(runStart, round));
}

}  // namespace bench
