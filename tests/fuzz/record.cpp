#include "record.h"

#include <algorithm>

#include "expect.h"
#include "gpu/structs.h"

namespace fuzz {
namespace {

constexpr uint32_t kQueries = 110;  // more than any sort takes
constexpr uint32_t kFirstQuery = 3;
constexpr VkDeviceSize kScratchOffset = 20;  // bytes

void barrier(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to) {
  auto memory = gpu::vkStruct<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  memory.srcAccessMask = from.access;
  memory.dstAccessMask = to.access;
  device.vk.vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

vksort::Plan planOf(const vksort::Sorter& sorter, const Configuration& configuration, const Step& step, bool scratch) {
  if (configuration.count != vksort::Count::lists) return sorter.plan(step.count, scratch);
  if (step.count == 0) return {};
  const uint32_t largest = step.largest == 0 ? step.count : std::min(step.largest, step.count);
  return sorter.planLists(static_cast<uint32_t>(step.lists.size()), largest);
}

// Of neighbours that descriptors share, as vksort binds them: at multiples of 8 bytes, or of what the device takes.
uint32_t wordsBoundTogether(const VkPhysicalDeviceLimits& limits) {
  return static_cast<uint32_t>(std::max(limits.minStorageBufferOffsetAlignment, VkDeviceSize{8}) / 4);
}

}  // namespace

void frameBarrier(const gpu::Device& device, VkCommandBuffer cmd) {
  constexpr vksort::Access kCopies = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                      VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
  vksort::Access from = kCopies, to = kCopies;
  using namespace vksort;
  for (const Access& each : {kAfter, kAfterCount, kAfterState, kAfterHook, kVerifyElements, kVerifyResult}) {
    from.stages |= each.stages;
    from.access |= each.access;
  }
  for (const Access& each : {kBefore, kBeforeCount, kBeforeState, kBeforeHook, kVerifyElements, kVerifyResult}) {
    to.stages |= each.stages;
    to.access |= each.access;
  }
  barrier(device, cmd, from, to);
}

Recorder::Recorder(Gpu& gpu, const Case& of, const Layout& layout, std::span<const gpu::Buffer> buffers)
    : gpu_(gpu),
      case_(of),
      layout_(layout),
      buffers_(buffers),
      granularity_(of.validated ? wordsBoundTogether(gpu.device().properties().core.limits) : 1),
      commands_(gpu.device()) {
  const auto steps = static_cast<uint32_t>(of.steps.size());
  constexpr uint32_t kPerStep = vksort::kDescriptorsPerSet + 1 + vksort::kVerifyDescriptorsPerSet;
  sets_ = {gpu.device(), std::max(1u, steps * 3), std::max(1u, steps * kPerStep)};
  VkDeviceSize scratch = 0;
  for (const Step& step : of.steps) scratch = std::max(scratch, gpu.sorter(of.of(step)).scratchBytes(step.count));
  if (scratch != 0) scratch_ = {gpu.device(), scratch + kScratchOffset, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
}

vksort::Range Recorder::rangeOf(const Place& place) const {
  return {bufferOf(place), VkDeviceSize{place.word} * 4, VkDeviceSize{place.words} * 4};
}

void Recorder::begin(VkCommandBuffer cmd, bool secondary) const {
  auto info = gpu::vkStruct<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  const auto inherited =
      gpu::vkStruct<VkCommandBufferInheritanceInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO);
  if (case_.rounds > 1 && case_.at_once) info.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  if (secondary) info.pInheritanceInfo = &inherited;
  gpu::check(gpu_.device().vk.vkBeginCommandBuffer(cmd, &info), "beginning a command buffer");
}

template <typename Record>
void Recorder::within(VkCommandBuffer cmd, const Record& record) {
  if (!case_.secondary) return record(cmd);
  const gpu::Device& device = gpu_.device();
  const VkCommandBuffer inner = commands_.allocate(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
  begin(inner, true);
  record(inner);
  gpu::check(device.vk.vkEndCommandBuffer(inner), "ending a command buffer");
  device.vk.vkCmdExecuteCommands(cmd, 1, &inner);
}

void Recorder::wait(VkCommandBuffer cmd, const std::vector<Use>& uses) {
  vksort::Access from, to;
  if (hazards_.add(uses, from, to)) barrier(gpu_.device(), cmd, from, to);
}

void Recorder::recordRenewal(VkCommandBuffer cmd, const Step& step) {
  wait(cmd, usesOfRenewal(case_, layout_, step));
  for (const auto& [from, to] : renewedBy(case_, layout_, step)) {
    const VkBufferCopy region{VkDeviceSize{from.word} * 4, VkDeviceSize{to.word} * 4, VkDeviceSize{from.words} * 4};
    gpu_.device().vk.vkCmdCopyBuffer(cmd, bufferOf(from), bufferOf(to), 1, &region);
  }
}

void Recorder::recordEdits(VkCommandBuffer cmd, const Step& step) {
  const gpu::Device& device = gpu_.device();
  const Place& keys = layout_.keys[step.field];
  const Field& field = case_.fields[step.field];
  const VkDeviceSize bytes = VkDeviceSize{field.stride} * 4, edited = VkDeviceSize{field.editedWords()} * 4;
  const VkDeviceSize begin = VkDeviceSize{keys.word} * 4;
  for (const Edit& edit : step.edits) {
    wait(cmd, usesOfEdit(case_, layout_, step, edit));
    const VkDeviceSize target = begin + edit.element * bytes;
    if (edit.copies) {
      const VkBufferCopy region{begin + edit.from * bytes, target, edited};
      device.vk.vkCmdCopyBuffer(cmd, bufferOf(keys), bufferOf(keys), 1, &region);
    } else {
      device.vk.vkCmdUpdateBuffer(cmd, bufferOf(keys), target, edited, edit.bits.data());
    }
  }
}

vksort::SortInfo Recorder::sortInfo(std::size_t index) {
  const Step& step = case_.steps[index];
  const Configuration& configuration = case_.of(step);
  const Ranges ranges = rangesOf(case_, layout_, index);
  vksort::SortInfo info;
  info.keys = ranges.keys;
  info.keys.buffer = bufferOf(layout_.keys[step.field]);
  if (configuration.splitValues()) {
    info.values = ranges.values;
    info.values.buffer = bufferOf(layout_.values[step.field]);
  }
  info.first = ranges.first;
  info.count = step.count;
  if (const Place& count = layout_.counts[index]; count.exists()) {
    info.device_count = {bufferOf(count), VkDeviceSize{count.word} * 4};
  }
  if (const Place& table = layout_.tables[index]; table.exists()) {
    info.lists = {bufferOf(table), VkDeviceSize{table.word} * 4, static_cast<uint32_t>(step.lists.size()),
                  step.largest};
  }
  if (configuration.takesState()) info.state = rangeOf(layout_.states[step.state]);
  if (const Place& source = layout_.sources[index]; source.exists()) {
    info.hook_set = sets_.allocate(gpu_.hookLayout());
    const vksort::Range range = rangeOf(source);
    const VkDescriptorBufferInfo bound{range.buffer, range.offset, range.size};
    gpu::writeStorageBuffers(gpu_.device(), info.hook_set, {&bound, 1});
  }
  const vksort::Sorter& sorter = gpu_.sorter(configuration);
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE)
    info.descriptor_set = sets_.allocate(sorter.descriptorSetLayout());
  if (step.lends) lendScratch(index, info);
  return info;
}

void Recorder::lendScratch(std::size_t index, vksort::SortInfo& info) const {
  const Step& step = case_.steps[index];
  if (const VkDeviceSize bytes = gpu_.sorter(case_.of(step)).scratchBytes(step.count); bytes != 0)
    info.scratch = {scratch_.handle(), kScratchOffset, bytes};
}

void Recorder::recordSort(VkCommandBuffer cmd, std::size_t index) {
  const Step& step = case_.steps[index];
  const gpu::Device& device = gpu_.device();
  const vksort::Sorter& sorter = gpu_.sorter(case_.of(step));
  vksort::SortInfo info = sortInfo(index);
  if (step.timed && device.properties().timestamp_valid_bits != 0) {
    auto pool_info = gpu::vkStruct<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    pool_info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    pool_info.queryCount = kQueries;
    VkQueryPool pool = VK_NULL_HANDLE;
    gpu::check(device.vk.vkCreateQueryPool(device.handle(), &pool_info, nullptr, &pool), "creating a query pool");
    timed_.push_back({{device.handle(), pool, device.vk.vkDestroyQueryPool},
                      planOf(sorter, case_.of(step), step, step.lends).timestamps});
    device.vk.vkCmdResetQueryPool(cmd, pool, 0, kQueries);
    info.timestamps = {pool, kFirstQuery, kQueries - kFirstQuery};
  }
  std::vector<Use> uses = usesOfSort(case_, layout_, index, granularity_);
  if (info.scratch.buffer != VK_NULL_HANDLE) {
    const auto behind_all = static_cast<uint32_t>(buffers_.size());
    uses.push_back(useOf({behind_all, 0, 1}, vksort::kBefore, vksort::kAfter, true));
  }
  wait(cmd, uses);
  within(cmd, [&](VkCommandBuffer inner) {
    const vksort::SortStatus status = sorter.record(inner, info);
    if (status != vksort::SortStatus::ok && complaint_.empty()) {
      complaint_ = "step " + std::to_string(index) + " is refused: " + vksort::describe(status);
    }
  });
}

void Recorder::recordVerify(VkCommandBuffer cmd, std::size_t index) {
  const Step& step = case_.steps[index];
  const vksort::Verifier& verifier = gpu_.verifier(case_.of(step).push_descriptor);
  const Ranges ranges = rangesOf(case_, layout_, index);
  vksort::VerifyInfo info;
  info.ordering = step.verified;
  info.keys = ranges.keys;
  info.keys.buffer = bufferOf(layout_.keys[step.field]);
  if (step.verified.values == vksort::Values::split || step.verified.values == vksort::Values::iota) {
    info.values = ranges.values;
    info.values.buffer = bufferOf(layout_.values[step.field]);
  }
  info.first = ranges.first;
  info.count = segmentsOf(case_, step).front().count;
  info.result = rangeOf(layout_.verdicts[index]);
  const VkDescriptorSetLayout set = verifier.descriptorSetLayout();
  if (set != VK_NULL_HANDLE) info.descriptor_set = sets_.allocate(set);
  wait(cmd, usesOfVerify(case_, layout_, index, granularity_));
  within(cmd, [&](VkCommandBuffer inner) {
    const vksort::VerifyStatus status = verifier.record(inner, info);
    if (status != vksort::VerifyStatus::ok && complaint_.empty()) {
      complaint_ = "the verification of step " + std::to_string(index) + " is refused: " + vksort::describe(status);
    }
  });
}

VkCommandBuffer Recorder::record(uint32_t frame) {
  const VkCommandBuffer cmd = commands_.allocate();
  begin(cmd, false);
  frameBarrier(gpu_.device(), cmd);
  hazards_ = {};
  for (std::size_t i = 0; i < case_.steps.size(); ++i) {
    if (case_.steps[i].frame != frame) continue;
    recordRenewal(cmd, case_.steps[i]);
    recordEdits(cmd, case_.steps[i]);
    recordSort(cmd, i);
    if (case_.steps[i].verifies) recordVerify(cmd, i);
  }
  frameBarrier(gpu_.device(), cmd);
  gpu::check(gpu_.device().vk.vkEndCommandBuffer(cmd), "ending a command buffer");
  return cmd;
}

std::string Recorder::complaint() const {
  if (!complaint_.empty()) return complaint_;
  const gpu::Device& device = gpu_.device();
  for (const Timed& each : timed_) {
    uint64_t results[kQueries][2] = {};  // time, and whether there is one
    const VkResult result = device.vk.vkGetQueryPoolResults(
        device.handle(), each.pool.get(), 0, kQueries, sizeof results, results, sizeof results[0],
        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    if (result != VK_NOT_READY) gpu::check(result, "reading timestamps");
    for (uint32_t i = 0; i < kQueries; ++i) {
      const bool expected = i >= kFirstQuery && i < kFirstQuery + each.expected;
      if ((results[i][1] != 0) != expected) {
        return "query " + std::to_string(i) + (expected ? " was not written" : " was written, and the plan has it not");
      }
    }
  }
  return "";
}

}  // namespace fuzz
