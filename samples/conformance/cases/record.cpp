#include "record.h"

#include <algorithm>

#include "expect.h"
#include "gpu/structs.h"
#include "vksort.h"

namespace cases {
namespace {

constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr vksort::Access kCopyWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

bool includes(vksort::Access all, vksort::Access some) {
  return (some.stages & ~all.stages) == 0 && (some.access & ~all.access) == 0;
}

void join(vksort::Access& all, vksort::Access some) {
  all.stages |= some.stages;
  all.access |= some.access;
}

Place partOf(const Place& whole, const Step& step, uint32_t words_each) {
  return {whole.buffer, whole.word + step.first * words_each, step.count * words_each};
}

Use useOf(const Place& place, vksort::Access before, vksort::Access after, bool writes) {
  return {place.buffer, place.word, place.word + place.words, before, after, writes};
}

// A scratch range of this size is valid if the size is not 0.
VkDeviceSize scratchBytes(const vksort::Sorter& sorter, const Step& step) {
  if (step.scratch == ScratchRange::none) return 0;
  const auto segments = static_cast<uint32_t>(step.segments.size());
  const VkDeviceSize exact =
      step.mode == Mode::segments ? sorter.scratchBytes(step.count, segments) : sorter.scratchBytes(step.count);
  return step.scratch == ScratchRange::exact ? exact : exact * 2;
}

uint32_t wordsBoundTogether(const VkPhysicalDeviceLimits& limits) {
  return static_cast<uint32_t>(std::max(limits.minStorageBufferOffsetAlignment, VkDeviceSize{8}) / 4);
}

}  // namespace

VkDeviceSize scratchBytes(Gpu& gpu, const Case& of) {
  VkDeviceSize bytes = 0;
  for (const Step& step : of.steps) bytes = std::max(bytes, scratchBytes(gpu.sorter(of.of(step)), step));
  return bytes;
}

Recorder::Recorder(Gpu& gpu, const Case& of, const Layout& layout, std::span<const gpu::Buffer> buffers,
                   vksort::Range scratch)
    : gpu_(gpu),
      case_(of),
      layout_(layout),
      buffers_(buffers),
      granularity_(of.validated ? wordsBoundTogether(gpu.device().properties().core.limits) : 1),
      commands_(gpu.device()),
      scratch_(scratch) {
  const auto steps = static_cast<uint32_t>(of.steps.size());
  constexpr uint32_t kPerStep = VKSORT_DESCRIPTORS_PER_SET + 1 + VKSORT_VERIFY_DESCRIPTORS_PER_SET;
  sets_ = {gpu.device(), std::max(1u, steps * 3), std::max(1u, steps * kPerStep)};
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

void Recorder::recordRenewal(VkCommandBuffer cmd, std::size_t step) {
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
    return Place{keys.buffer, keys.word + element * field.stride, field.stride};
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

vksort::Range Recorder::scratchOf(const Step& step) const {
  if (step.scratch == ScratchRange::all) return scratch_;
  const VkDeviceSize bytes = scratchBytes(gpu_.sorter(case_.of(step)), step);
  return bytes != 0 ? vksort::Range{scratch_.buffer, scratch_.offset, bytes} : vksort::Range{};
}

vksort::SortInfo Recorder::sortInfo(std::size_t index) {
  const Step& step = case_.steps[index];
  const Configuration& configuration = case_.of(step);
  const Ranges ranges = rangesOf(case_, layout_, index);
  vksort::SortInfo info{};
  info.keys = ranges.keys;
  info.keys.buffer = bufferOf(layout_.keys[step.field]);
  if (configuration.splitPayload()) {
    info.payload = ranges.payloads;
    info.payload.buffer = bufferOf(layout_.payloads[step.field]);
  }
  info.first = ranges.first;
  info.count = step.count;
  info.key_type = step.key_type;
  info.order = step.order;
  info.nan_rule = step.nan_rule;
  info.significant_bits = step.bits;
  info.scratch = scratchOf(step);
  const VkDescriptorSetLayout set = gpu_.sorter(configuration).descriptorSetLayout();
  if (set != VK_NULL_HANDLE) info.descriptor_set = sets_.allocate(set);
  return info;
}

vksort::RecordStatus Recorder::recordMode(VkCommandBuffer cmd, std::size_t index, const vksort::SortInfo& info) {
  const Step& step = case_.steps[index];
  const vksort::Sorter& sorter = gpu_.sorter(case_.of(step));
  const vksort::Range state = step.takesState() ? rangeOf(layout_.states[step.state]) : vksort::Range{};
  vksort::CountSource count{};
  if (const Place& place = layout_.counts[index]; place.exists())
    count = {bufferOf(place), VkDeviceSize{place.word} * 4};
  if (step.mode == Mode::whole) return sorter.record(cmd, info);
  if (step.mode == Mode::indirect) return sorter.record(cmd, info, {count, state});
  vksort::SegmentInfo segments{};
  if (const Place& table = layout_.tables[index]; table.exists()) {
    segments.table = bufferOf(table);
    segments.table_offset = VkDeviceSize{table.word} * 4;
  }
  segments.segment_count = static_cast<uint32_t>(step.segments.size());
  segments.max_segment = step.max_segment;
  segments.work = state;
  return sorter.record(cmd, info, segments);
}

void Recorder::addElements(std::vector<Use>& uses, const Step& step, bool writes) const {
  using vksort::kAfter, vksort::kBefore;
  const Configuration& configuration = case_.of(step);
  addUse(uses, partOf(layout_.keys[step.field], step, configuration.stride()), kBefore, kAfter, writes);
  if (configuration.splitPayload())
    addUse(uses, partOf(layout_.payloads[step.field], step, 1), kBefore, kAfter, writes);
}

void Recorder::recordSort(VkCommandBuffer cmd, std::size_t index) {
  using vksort::kAfter, vksort::kBefore;
  const Step& step = case_.steps[index];
  const vksort::SortInfo info = sortInfo(index);
  std::vector<Use> uses;
  addElements(uses, step, true);
  for (const auto* places : {&layout_.counts, &layout_.tables}) addUse(uses, (*places)[index], kBefore, kAfter, false);
  if (step.takesState()) addUse(uses, layout_.states[step.state], kBefore, kAfter, true);
  const auto behind_all = static_cast<uint32_t>(buffers_.size());
  if (info.scratch.buffer != VK_NULL_HANDLE) uses.push_back(useOf({behind_all, 0, 1}, kBefore, kAfter, true));
  wait(cmd, uses);
  within(cmd, [&](VkCommandBuffer inner) {
    const vksort::RecordStatus status = recordMode(inner, index, info);
    if (!status.ok() && complaint_.empty())
      complaint_ = "step " + std::to_string(index) + " cannot be recorded: " + vksort::describe(status).text;
  });
}

void Recorder::recordVerify(VkCommandBuffer cmd, std::size_t index) {
  const Step& step = case_.steps[index];
  const vksort::Verifier& verifier = gpu_.verifier(case_.of(step).push_descriptor);
  const Ranges ranges = rangesOf(case_, layout_, index);
  vksort::VerifyInfo info{};
  info.ordering = case_.orderingOf(step);
  info.keys = ranges.keys;
  info.keys.buffer = bufferOf(layout_.keys[step.field]);
  if (case_.of(step).splitPayload()) {
    info.payload = ranges.payloads;
    info.payload.buffer = bufferOf(layout_.payloads[step.field]);
  }
  info.first = ranges.first;
  info.count = segmentsOf(step).front().count;
  info.result = rangeOf(layout_.results[index]);
  const VkDescriptorSetLayout set = verifier.descriptorSetLayout();
  if (set != VK_NULL_HANDLE) info.descriptor_set = sets_.allocate(set);
  std::vector<Use> uses;
  addElements(uses, step, false);
  addUse(uses, layout_.results[index], vksort::kBefore, vksort::kAfter, true);
  wait(cmd, uses);
  within(cmd, [&](VkCommandBuffer inner) {
    const vksort::RecordStatus status = verifier.record(inner, info);
    if (!status.ok() && complaint_.empty())
      complaint_ =
          "the verification of step " + std::to_string(index) + " cannot be recorded: " + vksort::describe(status).text;
  });
}

VkCommandBuffer Recorder::record(uint32_t frame) {
  const VkCommandBuffer cmd = commands_.allocate();
  begin(cmd, false);
  gpu::fullBarrier(gpu_.device(), cmd);
  past_.clear();
  for (std::size_t i = 0; i < case_.steps.size(); ++i) {
    if (case_.steps[i].frame != frame) continue;
    recordRenewal(cmd, i);
    recordEdits(cmd, case_.steps[i]);
    recordSort(cmd, i);
    if (case_.steps[i].verifies) recordVerify(cmd, i);
  }
  gpu::fullBarrier(gpu_.device(), cmd);
  gpu::check(gpu_.device().vk.vkEndCommandBuffer(cmd), "ending a command buffer");
  return cmd;
}

}  // namespace cases
