#pragma once

#include <bit>
#include <chrono>
#include <cstring>
#include <numeric>

#include "bench/measure.h"
#include "common/on_threads.h"
#include "common/program.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/timestamps.h"
#include "nodes/sort.h"
#include "vksort_toolkit.h"

namespace bench {

inline constexpr VkBufferUsageFlags kToolUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                                 VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
inline constexpr std::uint32_t kRunLength = 37, kFewKeys = 16, kSelected = 1000;
inline constexpr std::uint32_t kLowestKept = 1u << 31;  // half of the random keys
inline constexpr std::uint32_t kMaxRounds = 1000, kSetsOfTool = 3;

using Array = std::vector<std::uint32_t>;

inline Array wordsOf(const gpu::Device& device, const gpu::Buffer& buffer) {
  Array words(buffer.size() / 4);
  std::memcpy(words.data(), gpu::download(device, buffer.handle(), buffer.size()).data(), buffer.size());
  return words;
}

struct Tools {
  Tools(const gpu::Device& of, std::uint32_t threads) : device(of) {
    const char* reason = "";
    vksort::ToolkitInfo info = {.device = nodes::deviceOf(of)};
    if (threads != 1) info.parallel_for = {samples::onThreads, threads != 0 ? &threads : nullptr};
    const auto start = std::chrono::steady_clock::now();
    const VkResult made = vksort::Toolkit::create(info, toolkit, &reason);
    if (made != VK_SUCCESS) throw gpu::Error(reason, made);
    create_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    for (vksort::Sorter* sorter : {&indices, &pairs}) {
      const vksort::Payload payload = sorter == &indices ? vksort::Payload::index : vksort::Payload::u32;
      const VkResult result = vksort::Sorter::create(
          {.device = nodes::deviceOf(of), .payload = payload, .scratch = vksort::Scratch::required}, *sorter, &reason);
      if (result != VK_SUCCESS) throw gpu::Error(reason, result);
    }
  }

  const gpu::Device& device;
  vksort::Toolkit toolkit;
  double create_ms;
  vksort::Sorter indices, pairs;
};

class ToolSize {
 public:
  ToolSize(const Tools& tools, std::uint32_t n, std::uint32_t element_words, std::uint64_t seed)
      : tools_(tools), n_(n), element_words_(element_words), input_(n), sorted_(n), permutation_(n) {
    for (std::uint32_t i = 0; i < n; ++i) {
      input_[i] = static_cast<std::uint32_t>(randomAt(seed, i));
      sorted_[i] = i / kRunLength;
    }
    std::iota(permutation_.begin(), permutation_.end(), 0u);
    for (std::uint32_t i = n; i > 1; --i) std::swap(permutation_[i - 1], permutation_[randomAt(seed + 1, i) % i]);
    structures_.resize(std::size_t{n} * element_words);
    for (std::size_t i = 0; i < structures_.size(); ++i) structures_[i] = static_cast<std::uint32_t>(i * 2654435769u);
    Array few = input_;
    for (std::uint32_t& word : few) word %= kFewKeys;
    const Array equal(n, kFewKeys);
    Array numbers = input_;
    for (std::uint32_t& word : numbers) word %= n;
    const std::pair<gpu::Buffer*, const Array*> uploads[] = {
        {&unsorted_, &input_}, {&runs_, &sorted_}, {&order_, &permutation_}, {&source_, &structures_},
        {&few_, &few},         {&equal_, &equal},  {&numbers_, &numbers}};
    for (const auto& [buffer, words] : uploads) {
      *buffer = {tools.device, words->size() * 4, kToolUsage};
      gpu::upload(tools.device, *buffer, std::as_bytes(std::span(*words)));
    }
    for (gpu::Buffer* buffer : {&keys_, &payload_, &selectable_})
      *buffer = {tools.device, VkDeviceSize{n} * 4, kToolUsage};
    starts_ = {tools.device, VkDeviceSize{n} * 4 + 4, kToolUsage};
    target_ = {tools.device, structures_.size() * 4, kToolUsage};
    cells_ = {tools.device, VkDeviceSize{n} * 8, kToolUsage};
    count_ = {tools.device, 4, kToolUsage};
    state_ = {tools.device, VKSORT_WORK_BYTES, kToolUsage};
    const VkDeviceSize scratch =
        std::max({tools.toolkit.scratchBytes(n), tools.indices.scratchBytes(n), tools.pairs.scratchBytes(n),
                  VkDeviceSize{4}, target_.size(), tools.toolkit.scratchBytes(vksort::SelectInfo{.count = n})});
    scratch_ = {tools.device, scratch, kToolUsage};
    sets_ = {tools.device, kMaxRounds, kMaxRounds * VKSORT_DESCRIPTORS_PER_SET};
  }

  // `from` is copied to `to` before each round. `verify` checks the last round.
  struct Tool {
    const char* name;
    vksort::RecordStatus (ToolSize::*record)(VkCommandBuffer);
    bool (ToolSize::*verify)() const;
    gpu::Buffer ToolSize::*from = nullptr;
    gpu::Buffer ToolSize::*to = nullptr;
  };
  static std::span<const Tool> all();

  Measurement measure(const Tool& tool, Rounds rounds);

 private:
  static vksort::Range rangeOf(const gpu::Buffer& buffer) { return {buffer.handle(), 0, buffer.size()}; }
  VkDescriptorSet setOf(VkDescriptorSetLayout layout) {
    return layout == VK_NULL_HANDLE ? VK_NULL_HANDLE : sets_.allocate(layout);
  }
  vksort::CountTarget target() const { return {.buffer = count_.handle()}; }
  void copy(VkCommandBuffer cmd, const gpu::Buffer& from, const gpu::Buffer& to) const {
    const VkBufferCopy region = {0, 0, from.size()};
    tools_.device.vk.vkCmdCopyBuffer(cmd, from.handle(), to.handle(), 1, &region);
  }

  void waitForTool(VkCommandBuffer cmd) const {
    const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, vksort::kAfter.access,
                                     vksort::kBefore.access};
    tools_.device.vk.vkCmdPipelineBarrier(cmd, vksort::kAfter.stages, vksort::kBefore.stages, 0, 1, &barrier, 0,
                                          nullptr, 0, nullptr);
  }

  vksort::RecordStatus runs(VkCommandBuffer cmd) {
    return tools_.toolkit.recordRuns(cmd, {.sorted = {.elements = rangeOf(runs_), .count = n_},
                                           .starts = rangeOf(starts_),
                                           .run_count = target(),
                                           .scratch = rangeOf(scratch_),
                                           .descriptor_set = setOf(tools_.toolkit.descriptorSetLayout())});
  }
  bool runsAreRight() const {
    const Array starts = wordsOf(tools_.device, starts_);
    const std::uint32_t count = (n_ - 1) / kRunLength + 1;
    bool right = wordsOf(tools_.device, count_)[0] == count && starts[count] == n_;
    for (std::uint32_t i = 0; i < count; ++i) right = right && starts[i] == i * kRunLength;
    return right;
  }

  vksort::RecordStatus cells(VkCommandBuffer cmd) {
    return tools_.toolkit.recordCells(cmd, {.sorted = {.elements = rangeOf(runs_), .count = n_},
                                            .cells = rangeOf(target_),
                                            .cell_count = n_ / kRunLength,
                                            .descriptor_set = setOf(tools_.toolkit.descriptorSetLayout())});
  }
  bool cellsAreRight() const {
    const Array cells = wordsOf(tools_.device, target_);
    bool right = true;
    for (std::uint32_t i = 0; i < n_ / kRunLength; ++i)
      right = right && cells[2 * i] == i * kRunLength && cells[2 * i + 1] == (i + 1) * kRunLength;
    return right;
  }

  vksort::CullInfo cullInfo() {
    return {.source = rangeOf(unsorted_),
            .count = n_,
            .lowest = kLowestKept,
            .highest = ~0u,
            .indices = rangeOf(payload_),
            .keys = rangeOf(keys_),
            .kept = target(),
            .scratch = rangeOf(scratch_),
            .descriptor_set = setOf(tools_.toolkit.descriptorSetLayout())};
  }
  vksort::RecordStatus cull(VkCommandBuffer cmd) { return tools_.toolkit.recordCull(cmd, cullInfo()); }
  Array kept() const {
    Array kept;
    for (std::uint32_t i = 0; i < n_; ++i)
      if (input_[i] >= kLowestKept) kept.push_back(i);
    return kept;
  }
  // Returns true if exactly these elements were written and counted.
  bool areKept(const Array& kept, const Array& source) const {
    const Array keys = wordsOf(tools_.device, keys_), indices = wordsOf(tools_.device, payload_);
    bool right = wordsOf(tools_.device, count_)[0] == kept.size();
    for (std::size_t i = 0; i < kept.size(); ++i) right = right && indices[i] == kept[i] && keys[i] == source[kept[i]];
    return right;
  }
  bool cullIsRight() const { return areKept(kept(), input_); }

  vksort::RecordStatus cullAndSort(VkCommandBuffer cmd) {
    return vksort::recordCulledSort(
        tools_.toolkit, tools_.pairs, cmd, cullInfo(),
        {.scratch = rangeOf(scratch_), .descriptor_set = setOf(tools_.pairs.descriptorSetLayout())}, rangeOf(state_));
  }
  bool cullAndSortIsRight() const {
    Array sorted = kept();
    std::ranges::stable_sort(sorted, {}, [this](std::uint32_t i) { return input_[i]; });
    return areKept(sorted, input_);
  }

  std::uint32_t selectedCount() const { return n_ < 1u << 22 ? std::min(n_, kSelected) : n_ / 256; }
  vksort::RecordStatus select(VkCommandBuffer cmd) {
    return tools_.toolkit.recordSelect(cmd, {.source = rangeOf(selectable_),
                                             .count = n_,
                                             .k = selectedCount(),
                                             .indices = rangeOf(payload_),
                                             .keys = rangeOf(keys_),
                                             .selected = target(),
                                             .scratch = rangeOf(scratch_),
                                             .descriptor_set = setOf(tools_.toolkit.descriptorSetLayout())});
  }
  bool areSelected(bool in_order) const {
    const Array source = wordsOf(tools_.device, selectable_);
    Array selected(n_);
    std::iota(selected.begin(), selected.end(), 0u);
    std::ranges::stable_sort(selected, {}, [&source](std::uint32_t i) { return source[i]; });
    selected.resize(selectedCount());
    if (!in_order) std::ranges::sort(selected);
    return areKept(selected, source);
  }
  bool selectIsRight() const { return areSelected(false); }
  vksort::RecordStatus selectAndSort(VkCommandBuffer cmd) {
    const vksort::RecordStatus status = select(cmd);
    if (!status.ok()) return status;
    waitForTool(cmd);
    return tools_.pairs.record(cmd, {.keys = rangeOf(keys_),
                                     .payload = rangeOf(payload_),
                                     .count = selectedCount(),
                                     .scratch = rangeOf(scratch_),
                                     .descriptor_set = setOf(tools_.pairs.descriptorSetLayout())});
  }
  bool selectAndSortIsRight() const { return areSelected(true); }

  vksort::GatherInfo gatherInfo(const gpu::Buffer& indices) {
    return {.source = rangeOf(source_),
            .target = rangeOf(target_),
            .indices = rangeOf(indices),
            .count = n_,
            .element_words = element_words_,
            .descriptor_set = setOf(tools_.toolkit.descriptorSetLayout())};
  }
  vksort::RecordStatus gather(VkCommandBuffer cmd) { return tools_.toolkit.recordGather(cmd, gatherInfo(order_)); }
  bool isGathered(const gpu::Buffer& from, const Array& order) const {
    const Array structures = wordsOf(tools_.device, from);
    bool right = true;
    for (std::size_t i = 0; i < structures.size(); ++i) {
      const std::size_t at = std::size_t{order[i / element_words_]} * element_words_ + i % element_words_;
      right = right && structures[i] == structures_[at];
    }
    return right;
  }
  bool gatherIsRight() const { return isGathered(target_, permutation_); }

  vksort::RecordStatus sortIndices(VkCommandBuffer cmd, std::uint32_t bits) {
    const vksort::RecordStatus status =
        tools_.indices.record(cmd, {.keys = rangeOf(keys_),
                                    .payload = rangeOf(payload_),
                                    .count = n_,
                                    .significant_bits = {0, bits},
                                    .scratch = rangeOf(scratch_),
                                    .descriptor_set = setOf(tools_.indices.descriptorSetLayout())});
    if (status.ok()) waitForTool(cmd);
    return status;
  }
  vksort::RecordStatus sortAndGather(VkCommandBuffer cmd) {
    const vksort::RecordStatus status = sortIndices(cmd, 32);
    return status.ok() ? tools_.toolkit.recordGather(cmd, gatherInfo(payload_)) : status;
  }
  bool sortAndGatherIsRight() const {
    Array sorted(n_);
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::ranges::stable_sort(sorted, {}, [this](std::uint32_t i) { return input_[i]; });
    return isGathered(target_, sorted);
  }

  // Represents a fluid solver with as many cells as particles, where most cells are almost empty.
  vksort::RecordStatus sortToCells(VkCommandBuffer cmd) {
    vksort::RecordStatus status = sortIndices(cmd, static_cast<std::uint32_t>(std::bit_width(n_ - 1)));
    if (!status.ok()) return status;
    status = tools_.toolkit.recordGather(cmd, gatherInfo(payload_));
    if (!status.ok()) return status;
    return tools_.toolkit.recordCells(cmd, {.sorted = {.elements = rangeOf(keys_), .count = n_},
                                            .cells = rangeOf(cells_),
                                            .cell_count = n_,
                                            .descriptor_set = setOf(tools_.toolkit.descriptorSetLayout())});
  }
  bool cellsAreFilled() const {
    Array sorted(n_), cells(std::size_t{2} * n_);
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::ranges::stable_sort(sorted, {}, [this](std::uint32_t i) { return input_[i] % n_; });
    for (std::uint32_t i = n_; i > 0; --i) cells[std::size_t{2} * (input_[sorted[i - 1]] % n_)] = i - 1;
    for (std::uint32_t i = 0; i < n_; ++i) cells[std::size_t{2} * (input_[sorted[i]] % n_) + 1] = i + 1;
    return isGathered(target_, sorted) && wordsOf(tools_.device, cells_) == cells;
  }

  vksort::RecordStatus gatherInPlace(VkCommandBuffer cmd) {
    vksort::GatherInfo info = gatherInfo(order_);
    info.source = rangeOf(target_);
    info.target = {};
    info.scratch = rangeOf(scratch_);
    return tools_.toolkit.recordGather(cmd, info);
  }

  const Tools& tools_;
  std::uint32_t n_, element_words_;
  Array input_, sorted_, permutation_, structures_;
  gpu::Buffer unsorted_, runs_, order_, source_, equal_, few_, selectable_, numbers_;
  gpu::Buffer keys_, payload_, starts_, target_, cells_, count_, state_, scratch_;
  gpu::DescriptorPool sets_;
};

}  // namespace bench
