#include "record.h"

#include <algorithm>

#include "expect.h"
#include "gpu/structs.h"

namespace fuzz {
namespace {

constexpr VkDeviceSize kScratchOffset = 20;  // bytes
constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr vksort::Access kCopyWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

bool includes(vksort::Access all, vksort::Access some) {
  return (some.stages & ~all.stages) == 0 && (some.access & ~all.access) == 0;
}

void join(vksort::Access& all, vksort::Access some) {
  all.stages |= some.stages;
  all.access |= some.access;
}

// A part of a field that a step works on.
Place partOf(const Place& whole, const Step& step, uint32_t words_each) {
  return {whole.buffer, whole.word + step.first * words_each, step.count * words_each};
}

Use useOf(const Place& place, vksort::Access before, vksort::Access after, bool writes) {
  return {place.buffer, place.word, place.word + place.words, before, after, writes};
}

uint32_t wordsBoundTogether(const VkPhysicalDeviceLimits& limits) {
  return static_cast<uint32_t>(std::max(limits.minStorageBufferOffsetAlignment, VkDeviceSize{8}) / 4);
}

}  // namespace

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

void Recorder::addUse(std::vector<Use>& uses, const Place& place, vksort::Access before, vksort::Access after,
                      bool writes) const {
  if (!place.exists()) return;
  uses.push_back(useOf(place, before, after, writes));
  uses.back().begin -= place.word % granularity_;
}

// A barrier, if the uses need one behind those so far.
void Recorder::wait(VkCommandBuffer cmd, const std::vector<Use>& uses) {
  const auto meet = [](const Use& a, const Use& b) {
    return a.buffer == b.buffer && a.begin < b.end && b.begin < a.end && (a.writes || b.writes);
  };
  vksort::Access from{}, to{};
  for (const Past& past : past_) {
    for (const Use& use : uses) {
      if (!meet(past.use, use) || includes(past.seen, use.before)) continue;
      join(from, past.use.after);
      join(to, use.before);
    }
  }
  if (from.stages != 0) {
    for (Past& past : past_)
      if (includes(from, past.use.after)) join(past.seen, to);
    auto memory = gpu::vkStruct<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    memory.srcAccessMask = from.access;
    memory.dstAccessMask = to.access;
    gpu_.device().vk.vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
  }
  for (const Use& use : uses) past_.push_back({use, {}});
}

void Recorder::recordRenewal(VkCommandBuffer cmd, const Step& step) {
  const std::vector<Renewed> all = renewedBy(case_, layout_, step);
  std::vector<Use> uses;
  for (const auto& [from, to] : all) {
    uses.push_back(useOf(from, kCopyRead, kCopyRead, false));
    uses.push_back(useOf(to, kCopyWrite, kCopyWrite, true));
  }
  wait(cmd, uses);
  for (const auto& [from, to] : all) {
    const VkBufferCopy region{VkDeviceSize{from.word} * 4, VkDeviceSize{to.word} * 4, VkDeviceSize{from.words} * 4};
    gpu_.device().vk.vkCmdCopyBuffer(cmd, bufferOf(from), bufferOf(to), 1, &region);
  }
}

void Recorder::recordEdits(VkCommandBuffer cmd, const Step& step) {
  const gpu::Device& device = gpu_.device();
  const Place& keys = layout_.keys[step.field];
  const Field& field = case_.fields[step.field];
  const auto placeOf = [&](uint32_t element) {
    return Place{keys.buffer, keys.word + element * field.stride, field.editedWords()};
  };
  for (const Edit& edit : step.edits) {
    const Place to = placeOf(edit.element), from = placeOf(edit.from);
    std::vector<Use> uses{useOf(to, kCopyWrite, kCopyWrite, true)};
    if (edit.copies) uses.push_back(useOf(from, kCopyRead, kCopyRead, false));
    wait(cmd, uses);
    const VkBufferCopy region{VkDeviceSize{from.word} * 4, VkDeviceSize{to.word} * 4, VkDeviceSize{to.words} * 4};
    if (edit.copies)
      device.vk.vkCmdCopyBuffer(cmd, bufferOf(keys), bufferOf(keys), 1, &region);
    else
      device.vk.vkCmdUpdateBuffer(cmd, bufferOf(keys), region.dstOffset, region.size, edit.bits.data());
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
  const VkDeviceSize scratch = step.lends ? sorter.scratchBytes(step.count) : 0;
  if (scratch != 0) info.scratch = {scratch_.handle(), kScratchOffset, scratch};
  return info;
}

void Recorder::recordSort(VkCommandBuffer cmd, std::size_t index) {
  using namespace vksort;
  const Step& step = case_.steps[index];
  const Configuration& configuration = case_.of(step);
  const SortInfo info = sortInfo(index);
  std::vector<Use> uses;
  addUse(uses, partOf(layout_.keys[step.field], step, configuration.stride()), kBefore, kAfter, true);
  if (configuration.splitValues()) addUse(uses, partOf(layout_.values[step.field], step, 1), kBefore, kAfter, true);
  addUse(uses, layout_.counts[index], kBeforeCount, kAfterCount, false);
  addUse(uses, layout_.tables[index], kBeforeCount, kAfterCount, false);
  addUse(uses, layout_.sources[index], kBeforeHook, kAfterHook, false);
  if (configuration.takesState()) addUse(uses, layout_.states[step.state], kBeforeState, kAfterState, true);
  const auto behind_all = static_cast<uint32_t>(buffers_.size());
  if (info.scratch.buffer != VK_NULL_HANDLE) uses.push_back(useOf({behind_all, 0, 1}, kBefore, kAfter, true));
  wait(cmd, uses);
  within(cmd, [&](VkCommandBuffer inner) {
    const SortStatus status = gpu_.sorter(configuration).record(inner, info);
    if (status != SortStatus::ok && complaint_.empty())
      complaint_ = "step " + std::to_string(index) + " is refused: " + vksort::describe(status);
  });
}

void Recorder::recordVerify(VkCommandBuffer cmd, std::size_t index) {
  const Step& step = case_.steps[index];
  const vksort::Verifier& verifier = gpu_.verifier(case_.of(step).push_descriptor);
  const Ranges ranges = rangesOf(case_, layout_, index);
  vksort::VerifyInfo info;
  info.ordering = case_.of(step).ordering;
  info.keys = ranges.keys;
  info.keys.buffer = bufferOf(layout_.keys[step.field]);
  if (case_.of(step).splitValues()) {
    info.values = ranges.values;
    info.values.buffer = bufferOf(layout_.values[step.field]);
  }
  info.first = ranges.first;
  info.count = segmentsOf(case_, step).front().count;
  info.result = rangeOf(layout_.verdicts[index]);
  const VkDescriptorSetLayout set = verifier.descriptorSetLayout();
  if (set != VK_NULL_HANDLE) info.descriptor_set = sets_.allocate(set);
  std::vector<Use> uses;
  const Place keys = partOf(layout_.keys[step.field], step, case_.of(step).stride());
  addUse(uses, keys, vksort::kVerifyElements, vksort::kVerifyElements, false);
  if (case_.of(step).splitValues()) {
    const Place values = partOf(layout_.values[step.field], step, 1);
    addUse(uses, values, vksort::kVerifyElements, vksort::kVerifyElements, false);
  }
  addUse(uses, layout_.verdicts[index], vksort::kVerifyResult, vksort::kVerifyResult, true);
  wait(cmd, uses);
  within(cmd, [&](VkCommandBuffer inner) {
    const vksort::VerifyStatus status = verifier.record(inner, info);
    if (status != vksort::VerifyStatus::ok && complaint_.empty())
      complaint_ = "the verification of step " + std::to_string(index) + " is refused: " + vksort::describe(status);
  });
}

VkCommandBuffer Recorder::record(uint32_t frame) {
  const VkCommandBuffer cmd = commands_.allocate();
  begin(cmd, false);
  gpu::fullBarrier(gpu_.device(), cmd);
  past_.clear();
  for (std::size_t i = 0; i < case_.steps.size(); ++i) {
    if (case_.steps[i].frame != frame) continue;
    recordRenewal(cmd, case_.steps[i]);
    recordEdits(cmd, case_.steps[i]);
    recordSort(cmd, i);
    if (case_.steps[i].verifies) recordVerify(cmd, i);
  }
  gpu::fullBarrier(gpu_.device(), cmd);
  gpu::check(gpu_.device().vk.vkEndCommandBuffer(cmd), "ending a command buffer");
  return cmd;
}

}  // namespace fuzz
