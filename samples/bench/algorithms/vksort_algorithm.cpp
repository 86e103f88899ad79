#include "algorithms/vksort_algorithm.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "algorithms/make_sorter.h"
#include "gpu/commands.h"
#include "input/positions.h"

namespace bench {
namespace {

// A row of the table of lists.
struct List {
  std::uint32_t first;
  std::uint32_t count;
};

}  // namespace

Vksort::Vksort(const gpu::Device& device, const Configuration& configuration, VkPipelineCache cache,
               PFN_vkGetInstanceProcAddr get)
    : device_(device),
      count_on_gpu_(configuration.count_on_gpu),
      capacity_(configuration.capacity),
      lists_(configuration.lists),
      lends_scratch_(configuration.scratch),
      key_pass_(configuration.input.source == KeySource::pass),
      depths_(makeDepths(device, configuration.input)),
      sorter_(makeSorter(device, configuration, depths_ ? &*depths_ : nullptr, cache, get)) {
  constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  if (configuration.count_on_gpu) counter_ = {device, 4, kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  if (configuration.count_on_gpu || configuration.coherent) {
    state_ = {device, vksort::kStateBytes, kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
  }
  if (configuration.lists != 0) {
    table_ = {device, VkDeviceSize{configuration.lists} * sizeof(List), kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    state_ = {device, vksort::listStateBytes(configuration.lists), kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
  }
  const VkDescriptorSetLayout layout = sorter_.descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return;
  pool_ = gpu::DescriptorPool(device, kSlots, kSlots * vksort::kDescriptorsPerSet);
  for (VkDescriptorSet& set : sets_) set = pool_.allocate(layout);
}

void Vksort::prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) {
  info_ = {};
  info_.keys = {buffers[0].handle(), 0, buffers[0].size()};
  if (buffers.size() > 1) info_.values = {buffers[1].handle(), 0, buffers[1].size()};
  count_ = run_ = count;
  info_.count = count;
  if (depths_) depths_->prepare(buffers, count);
  if (depths_ && !key_pass_) info_.hook_set = depths_->hookSet();
  if (lists_ != 0) prepareLists(count);
  if (lends_scratch_) lendScratch(sorter_.scratchBytes(capacity_.value_or(count)));
  if (state_.size() != 0) info_.state = {state_.handle(), 0, state_.size()};
  if (!count_on_gpu_) return;
  gpu::upload(device_, counter_, std::as_bytes(std::span(&count_, 1)));
  info_.count = capacity_.value_or(count);
  info_.device_count = {counter_.handle(), 0};
}

void Vksort::lendScratch(VkDeviceSize bytes) {
  if (bytes == 0) return;
  if (scratch_.size() < bytes) {
    scratch_ = {};  // never beside the larger one
    scratch_ = {device_, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  }
  info_.scratch = {scratch_.handle(), 0, bytes};
}

const char* Vksort::used() const {
  if (dispatchCount() == 0) return "";
  const std::string_view pass = planPass(0).name;
  if (pass.starts_with("apart")) return "rank";
  return pass.starts_with("radix_portable") ? "radix-portable" : pass.starts_with("radix") ? "radix" : "bitonic";
}

std::uint64_t Vksort::bytesMoved() const {
  const vksort::Plan plan = lists_ != 0 ? sorter_.planLists(lists_, run_) : sorter_.plan(count_, isLent());
  // The positions, and what the pass writes.
  const std::uint64_t written = info_.values.buffer != VK_NULL_HANDLE ? 8 : 4;
  const std::uint64_t depth_bytes = !depths_ ? 0 : sizeof(Position) + (key_pass_ ? written : 0);
  return plan.bytes_read + plan.bytes_written + depth_bytes * count_;
}

// The last lists are shorter, or empty, where the count is no multiple.
void Vksort::prepareLists(std::uint32_t count) {
  run_ = (count - 1) / lists_ + 1;
  std::vector<List> table;
  for (std::uint32_t i = 0; i < lists_; ++i) {
    const std::uint32_t first = static_cast<std::uint32_t>(std::min(std::uint64_t{i} * run_, std::uint64_t{count}));
    table.push_back({first, std::min(run_, count - first)});
  }
  gpu::upload(device_, table_, std::as_bytes(std::span(table)));
  info_.lists = {table_.handle(), 0, lists_, run_};
}

vksort::Plan Vksort::plan() const {
  return lists_ != 0 ? sorter_.planLists(lists_, run_) : sorter_.plan(info_.count, isLent());
}

vksort::PassPlan Vksort::planPass(std::uint32_t index) const {
  return lists_ != 0 ? sorter_.planListsPass(lists_, run_, index) : sorter_.planPass(info_.count, index, isLent());
}

void Vksort::record(VkCommandBuffer cmd, std::uint32_t slot, const vksort::TimestampRange& timestamps) const {
  vksort::SortInfo info = info_;
  info.descriptor_set = sets_[slot];
  info.timestamps = timestamps;
  if (key_pass_) depths_->record(cmd);
  const vksort::SortStatus status = sorter_.record(cmd, info);
  if (status != vksort::SortStatus::ok) throw gpu::Error(vksort::describe(status));
}

}  // namespace bench
