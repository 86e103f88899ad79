#include "bench/algorithms.h"

#include <algorithm>
#include <string_view>

#include "common/on_threads.h"
#include "gpu/commands.h"
#include "nodes/sort.h"

namespace bench {
namespace {

// There must be segments.
std::vector<std::uint32_t> lengthsOf(const Configuration& configuration, std::uint32_t count) {
  return segmentLengths(configuration.segment_lengths, count, configuration.segments);
}

}  // namespace

vksort::Sorter makeSorter(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache,
                          PFN_vkGetInstanceProcAddr get, vksort::Features more) {
  const Input& input = configuration.input;
  vksort::Creation creation{};
  creation.algorithm = configuration.algorithm;
  creation.baseline = configuration.baseline;
  creation.staged = configuration.staged;
  std::uint32_t threads = configuration.threads;
  if (threads != 1) creation.parallel_for = {samples::onThreads, threads != 0 ? &threads : nullptr};
  vksort::SorterInfo info{};
  info.key_bits = input.isWide() ? 64 : 32;
  info.payload = input.ordering.payload;
  info.ties = input.ties;
  info.scratch = configuration.scratch;
  info.max_count = configuration.max_count;
  info.discard_keys = input.discard_keys;
  info.creation = &creation;
  info.device = nodes::deviceOf(device);
  info.device.enabled_features |= more;
  if (get != nullptr) info.device.get_instance_proc_addr = get;
  info.device.pipeline_cache = cache;
  vksort::Sorter sorter;
  const char* reason = "vksort";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return sorter;
}

vksort::PlanInfo planInfo(const Configuration& configuration, std::uint32_t count, bool scratch) {
  vksort::PlanInfo info{};
  info.count = count;
  info.scratch = scratch;
  info.indirect = configuration.count_on_gpu;
  info.segment_count = configuration.segments;
  if (configuration.segments != 0) info.max_segment = std::ranges::max(lengthsOf(configuration, count));
  info.key_type = configuration.input.ordering.key_type;
  info.nan_rule = configuration.input.ordering.nan_rule;
  if (configuration.input.key_bits != 0) info.significant_bits.count = configuration.input.key_bits;
  return info;
}

std::vector<vksort::PassPlan> passesOf(const vksort::Sorter& sorter, const vksort::PlanInfo& info) {
  std::vector<vksort::PassPlan> passes(vksort::plan(sorter, info));
  vksort::plan(sorter, info, passes.data(), static_cast<std::uint32_t>(passes.size()));
  return passes;
}

Vksort::Vksort(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache)
    : device_(device), configuration_(configuration), sorter_(makeSorter(device, configuration, cache)) {
  constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  VkDeviceSize state_bytes = 0;
  if (configuration.count_on_gpu) {
    counter_ = {device, 4, kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    state_bytes = VKSORT_WORK_BYTES;
  }
  if (isSegmented()) {
    const VkDeviceSize bytes = VkDeviceSize{configuration.segments} * sizeof(Segment);
    table_ = {device, bytes, kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    state_bytes = VKSORT_SEGMENT_WORK_BYTES(configuration.segments);
  }
  if (state_bytes != 0) state_ = {device, state_bytes, kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
  state_range_ = {state_.handle(), 0, state_bytes};
  const VkDescriptorSetLayout layout = sorter_.descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return;
  pool_ = gpu::DescriptorPool(device, kSlots, kSlots * VKSORT_DESCRIPTORS_PER_SET);
  for (VkDescriptorSet& set : sets_) set = pool_.allocate(layout);
}

void Vksort::prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) {
  const Input& input = configuration_.input;
  count_ = count;
  runs_ = {{0, count}};
  info_ = {};
  info_.keys = {buffers[0].handle(), 0, buffers[0].size()};
  if (buffers.size() > 1) info_.payload = {buffers[1].handle(), 0, buffers[1].size()};
  info_.count = count;
  info_.key_type = input.ordering.key_type;
  info_.order = input.ordering.order;
  info_.nan_rule = input.ordering.nan_rule;
  if (input.key_bits != 0) info_.significant_bits.count = input.key_bits;
  if (configuration_.count_on_gpu) {
    gpu::upload(device_, counter_, std::as_bytes(std::span(&count_, 1)));
    info_.count = configuration_.capacity.value_or(count);
  }
  if (isSegmented()) prepareSegments(count);
  if (configuration_.usesScratch()) {
    prepareScratch(isSegmented() ? sorter_.scratchBytes(count, configuration_.segments)
                                 : sorter_.scratchBytes(info_.count));
  }
  passes_ = passesOf(sorter_, planInfo(configuration_, info_.count, info_.scratch.buffer != VK_NULL_HANDLE));
}

void Vksort::prepareScratch(VkDeviceSize bytes) {
  if (bytes == 0) return;
  if (scratch_.size() < bytes) {
    scratch_ = {};  // frees the old memory first
    scratch_ = {device_, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  }
  info_.scratch = {scratch_.handle(), 0, bytes};
}

void Vksort::prepareSegments(std::uint32_t count) {
  const std::vector<std::uint32_t> lengths = lengthsOf(configuration_, count);
  runs_.clear();
  std::uint32_t first = 0;
  for (const std::uint32_t length : lengths) {
    runs_.push_back({first, length});
    first += length;
  }
  gpu::upload(device_, table_, std::as_bytes(std::span(runs_)));
  segments_ = {table_.handle(), 0, configuration_.segments, std::ranges::max(lengths), state_range_};
}

std::uint64_t Vksort::runStart(std::uint64_t place) const {
  return std::prev(std::ranges::upper_bound(runs_, place, {}, &Segment::first))->first;
}

const char* Vksort::used() const {
  if (passes_.empty()) return "";
  const auto uses = [this](std::string_view prefix) {
    return std::ranges::any_of(passes_,
                               [=](const auto& pass) { return std::string_view(pass.name).starts_with(prefix); });
  };
  if (uses("rank_")) return "rank";
  return uses("radix_sum") ? "radix-portable" : uses("radix_") ? "radix" : "bitonic";
}

vksort::RecordStatus Vksort::recordSort(VkCommandBuffer cmd, const vksort::SortInfo& info) const {
  const vksort::CountSource count = {counter_.handle(), 0};
  if (isSegmented()) return sorter_.record(cmd, info, segments_);
  if (configuration_.count_on_gpu) return sorter_.record(cmd, info, {count, state_range_});
  return sorter_.record(cmd, info);
}

void Vksort::record(VkCommandBuffer cmd, std::uint32_t slot) const {
  vksort::SortInfo info = info_;
  info.descriptor_set = sets_[slot];
  const vksort::RecordStatus status = recordSort(cmd, info);
  if (!status.ok()) throw gpu::Error(vksort::describe(status).text);
}

}  // namespace bench
