#include "algorithms/vksort_algorithm.h"

#include <algorithm>
#include <string_view>

#include "algorithms/make_sorter.h"
#include "algorithms/plans.h"
#include "gpu/commands.h"
#include "input/positions.h"

namespace bench {
namespace {

// A row of the table of segments.
struct Segment {
  std::uint32_t first;
  std::uint32_t count;
};

}  // namespace

Vksort::Vksort(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache,
               PFN_vkGetInstanceProcAddr get)
    : device_(device),
      configuration_(configuration),
      depths_(makeDepths(device, configuration.input)),
      sorter_(makeSorter(device, configuration, depths_ ? &*depths_ : nullptr, cache, get)) {
  constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  VkDeviceSize state_bytes = 0;
  if (configuration.count_on_gpu) {
    counter_ = {device, 4, kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    state_bytes = vksort::kStateBytes;
  }
  if (isSegmented()) {
    const VkDeviceSize bytes = VkDeviceSize{configuration.segments} * sizeof(Segment);
    table_ = {device, bytes, kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    state_bytes = vksort::segmentStateBytes(configuration.segments);
  }
  if (state_bytes != 0) state_ = {device, state_bytes, kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
  state_range_ = {state_.handle(), 0, state_bytes};
  const VkDescriptorSetLayout layout = sorter_.descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return;
  pool_ = gpu::DescriptorPool(device, kSlots, kSlots * vksort::kDescriptorsPerSet);
  for (VkDescriptorSet& set : sets_) set = pool_.allocate(layout);
}

void Vksort::prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) {
  const Input& input = configuration_.input;
  count_ = run_ = count;
  info_ = {};
  info_.keys = {buffers[0].handle(), 0, buffers[0].size()};
  if (buffers.size() > 1) info_.payload = {buffers[1].handle(), 0, buffers[1].size()};
  info_.count = count;
  info_.key_type = input.ordering.key_type;
  info_.order = input.ordering.order;
  info_.nan_rule = input.ordering.nan_rule;
  if (input.key_bits != 0) info_.significant_bits.count = input.key_bits;
  if (depths_) depths_->prepare(buffers, count);
  if (input.source == KeySource::generator) info_.generator_set = depths_->generatorSet();
  if (configuration_.count_on_gpu) {
    gpu::upload(device_, counter_, std::as_bytes(std::span(&count_, 1)));
    info_.count = configuration_.capacity.value_or(count);
  }
  if (isSegmented()) prepareSegments(count);
  if (configuration_.usesScratch() && !isSegmented()) prepareScratch(sorter_.scratchBytes(info_.count));
  passes_ = passesOf(sorter_, planInfo(configuration_, info_.count, info_.scratch.buffer != VK_NULL_HANDLE));
}

void Vksort::prepareScratch(VkDeviceSize bytes) {
  if (bytes == 0) return;
  if (scratch_.size() < bytes) {
    scratch_ = {};  // never beside the larger one
    scratch_ = {device_, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  }
  info_.scratch = {scratch_.handle(), 0, bytes};
}

// The last segments are shorter, or empty, where the count is no multiple.
void Vksort::prepareSegments(std::uint32_t count) {
  const std::uint32_t segments = configuration_.segments;
  run_ = segmentSize(count, segments);
  std::vector<Segment> table;
  for (std::uint32_t i = 0; i < segments; ++i) {
    const std::uint32_t first = static_cast<std::uint32_t>(std::min(std::uint64_t{i} * run_, std::uint64_t{count}));
    table.push_back({first, std::min(run_, count - first)});
  }
  gpu::upload(device_, table_, std::as_bytes(std::span(table)));
  segments_ = {table_.handle(), 0, segments, run_, state_range_};
}

std::uint32_t Vksort::dispatchCount() const {
  return static_cast<std::uint32_t>(passes_.size()) + (hasKeyPass() ? 1 : 0);
}

const char* Vksort::used() const {
  if (passes_.empty()) return "";
  const std::string_view pass = passes_.front().name;
  if (pass.starts_with("scratch")) return "rank";
  return pass.starts_with("radix_portable") ? "radix-portable" : pass.starts_with("radix") ? "radix" : "bitonic";
}

std::uint64_t Vksort::bytesMoved() const {
  const bool has_scratch = info_.scratch.buffer != VK_NULL_HANDLE;
  const std::uint64_t moved = bytesOf(passesOf(sorter_, planInfo(configuration_, count_, has_scratch)));
  // The positions, and what the pass writes.
  const std::uint64_t written = configuration_.input.hasCallersPayload() ? 8 : 4;
  const std::uint64_t depth_bytes = !depths_ ? 0 : sizeof(Position) + (hasKeyPass() ? written : 0);
  return moved + depth_bytes * count_;
}

vksort::RecordStatus Vksort::recordSort(VkCommandBuffer cmd, const vksort::SortInfo& info) const {
  const vksort::CountSource count = {counter_.handle(), 0};
  if (isSegmented()) return vksort::recordSegments(sorter_, cmd, info, segments_);
  if (configuration_.count_on_gpu) return vksort::recordIndirect(sorter_, cmd, info, {count, state_range_});
  return sorter_.record(cmd, info);
}

void Vksort::record(VkCommandBuffer cmd, std::uint32_t slot, const vksort::Timestamps* timestamps) const {
  vksort::SortInfo info = info_;
  info.descriptor_set = sets_[slot];
  info.timestamps = timestamps;
  if (hasKeyPass()) depths_->record(cmd);
  const vksort::RecordStatus status = recordSort(cmd, info);
  if (!status.ok()) throw gpu::Error(vksort::describe(status));
}

}  // namespace bench
