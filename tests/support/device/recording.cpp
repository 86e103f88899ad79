#include "support/device/recording.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"

namespace test {
namespace {

using vksort::KeyType;

// In-place sorts use the baseline or no subgroups, because recordings with subgroups only differ in sizes.
constexpr Config kModes[] = {
    {.payload = vksort::Payload::none, .baseline = true},
    {.payload = kU32, .ties = kByValue, .baseline = true},
    {.payload = kInterleaved, .ties = kByValue, .baseline = true},
    {.payload = kIndex, .baseline = true},
    {.key_type = kU64, .payload = kU32, .ties = kByValue, .baseline = true},
    {.key_type = kU64, .payload = kInterleaved, .ties = kByValue, .baseline = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::none, .full_subgroups = false},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .full_subgroups = false},
    {.mode = Mode::segments, .payload = vksort::Payload::none, .baseline = true},
    {.mode = Mode::segments, .payload = kU32, .ties = kByValue, .baseline = true},
    {.mode = Mode::segments, .payload = kIndex, .baseline = true},
    {.mode = Mode::indirect, .payload = kIndex, .full_subgroups = false},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .baseline = true},
    {.payload = kU32, .scratch = true, .baseline = true},
    {.key_type = kU64, .payload = kInterleaved, .scratch = true, .baseline = true},
    {.mode = Mode::indirect, .payload = kU32, .scratch = true, .baseline = true},
    {.mode = Mode::indirect, .payload = kInterleaved, .scratch = true, .full_subgroups = false},
    {.payload = vksort::Payload::none, .scratch = true},
    {.bit_count = 24, .payload = kIndex, .scratch = true},
    {.mode = Mode::indirect, .payload = kInterleaved, .ties = kAnyTies, .scratch = true},
    {.mode = Mode::indirect, .payload = kU32, .scratch = true},
    {.key_type = kU64, .mode = Mode::indirect, .scratch = true},
    {.key_type = kU64, .mode = Mode::indirect, .payload = kU32, .ties = kAnyTies, .scratch = true},
    {.key_type = kU64, .payload = kInterleaved, .scratch = true},
    {.key_type = kU64, .payload = kIndex, .scratch = true, .portable = true},
    {.payload = kIndex, .scratch = true},
    {.payload = kU32, .ties = kAnyTies, .scratch = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::none, .scratch = true},
    {.payload = kU32, .ties = kByValue, .scratch = true},
    {.bit_count = 24, .payload = kIndex, .scratch = true, .portable = true},
    {.payload = vksort::Payload::none, .scratch = true, .rank = true},
    {.payload = kIndex, .scratch = true, .rank = true},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .scratch = true, .rank = true},
    {.payload = kInterleaved, .ties = kByValue, .scratch = true, .rank = true},
    {.bit_count = 24, .mode = Mode::indirect, .payload = kIndex, .discard_keys = true, .scratch = true},
    {.first_bit = 16, .bit_count = 16, .payload = kIndex, .discard_keys = true, .scratch = true},
    {.key_type = kU64, .first_bit = 8, .bit_count = 56, .payload = kU32, .discard_keys = true, .scratch = true},
    {.payload = kU32, .ties = kByValue, .discard_keys = true, .scratch = true, .rank = true},
    {.mode = Mode::segments, .payload = kU32, .scratch = true},
    {.key_type = kU64, .mode = Mode::segments, .payload = kIndex, .scratch = true, .portable = true},
};
constexpr uint32_t kScratchBytes = 1 << 21;  // enough for every mode, and for an odd number of digits

std::vector<std::string> kernelsIn(const Log& log) {
  std::vector<std::string> kernels;
  std::string label;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::begin_label) label = command.label;
    if (command.kind == Command::Kind::dispatch && !label.empty()) kernels.push_back(label);
  }
  return kernels;
}

}  // namespace

Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Call& call, const Faults& faults) {
  gpu::CommandPool pool(rig.device());
  const VkCommandBuffer cmd = pool.allocate();
  gpu::begin(rig.device(), cmd);
  Call now = call;
  gpu::DescriptorPool sets;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {rig.device(), 1, VKSORT_DESCRIPTORS_PER_SET};
    now.sort.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  MockVulkan mock(faults);
  const vksort::RecordStatus status = record(sorter, cmd, config, now);
  INFO(vksort::describe(status).text);
  REQUIRE(status.ok());
  REQUIRE(rig.device().vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
  return mock.log;
}

Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n, const Faults& faults) {
  const uint32_t width = keyWords(config);
  Call call;
  vksort::SortInfo& info = call.sort;
  setOrder(config, info);
  info.keys = {rig.arena(0, n * width).device.handle(), 0, VkDeviceSize{n} * width * 4};
  if (splitValues(config)) info.payload = {rig.arena(1, n).device.handle(), 0, VkDeviceSize{n} * 4};
  info.count = n;
  if (const VkDeviceSize bytes = config.scratch ? sorter.scratchBytes(n) : 0; bytes != 0)
    info.scratch = {rig.arena(4, static_cast<uint32_t>(bytes / 4)).device.handle(), 0, bytes};
  if (config.mode == Mode::indirect) {
    const VkBuffer counts = rig.arena(2, 1 << 12).device.handle();
    call.count = {counts, 0};
    call.work = {counts, 64, VKSORT_WORK_BYTES};
  }
  return recorded(rig, sorter, config, call, faults);
}

Log recorded(Rig& rig, const Config& config, uint32_t n, const Faults& faults) {
  return recorded(rig, rig.sorter(config), config, n, faults);
}

Independent independentOf(const Config& config, const Log& log) {
  if (config.mode != Mode::indirect) return {};
  if (!config.scratch) return {0, 2};
  // A radix sort has no independent dispatches, because its set-up writes arguments or clears counters for the next
  // one. Only in-place sorts use arguments later.
  uint32_t dispatches = 0;
  bool at_once = false, later = false;
  for (const Command& command : log.commands) {
    if (command.kind != Command::Kind::dispatch) continue;
    const bool by_arguments = command.arguments != VK_NULL_HANDLE;
    (dispatches++ < 2 ? at_once : later) |= by_arguments;
  }
  if (at_once || !later) return {};
  return {0, 2};
}

uint32_t count(const Log& log, Command::Kind kind) {
  return static_cast<uint32_t>(
      std::ranges::count_if(log.commands, [kind](const Command& each) { return each.kind == kind; }));
}

vksort::Sorter fakeSorter(Rig& rig, const Config& config, Faults faults) {
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  SorterSetup setup = rig.setupOf(config);
  setup.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
  vksort::Sorter sorter;
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(setup.get(), sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(describe(config) + ": " + reason, result);
  return sorter;
}

std::span<const Config> everyMode() { return kModes; }

Call modeCall(Rig& rig, const Config& config, uint32_t segments) {
  const uint32_t width = keyWords(config);
  Call call;
  vksort::SortInfo& info = call.sort;
  setOrder(config, info);
  info.count = kRecordedCount;
  info.keys = {rig.arena(0, info.count * width).device.handle(), 0, VkDeviceSize{info.count} * width * 4};
  if (splitValues(config)) info.payload = {rig.arena(1, info.count).device.handle(), 0, VkDeviceSize{info.count} * 4};
  // No descriptor contains a part of both.
  const VkDeviceSize table_bytes = (VkDeviceSize{segments} * 8 + 255) / 256 * 256,
                     work_bytes = VKSORT_SEGMENT_WORK_BYTES(segments);
  const VkBuffer buffer = rig.arena(2, static_cast<uint32_t>((table_bytes + work_bytes) / 4)).device.handle();
  call.segments = {buffer, 0, segments, 0, {}};
  call.work = {buffer, table_bytes, work_bytes};
  if (config.scratch) call.sort.scratch = {rig.arena(4, kScratchBytes / 4).device.handle(), 64, kScratchBytes - 64};
  if (config.mode == Mode::segments) return call;
  const vksort::Range work = call.work;
  call.segments = {};
  call.work = {};
  if (config.mode == Mode::indirect) {
    call.count = {work.buffer, 0};
    call.work = {work.buffer, work.offset, VKSORT_WORK_BYTES};
  }
  return call;
}

Recorded recordMode(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Call& call, Faults faults) {
  faults.only_logs = true;
  Recorded made{config, {}, recorded(rig, sorter, config, call, faults)};
  made.kernels = kernelsIn(made.log);
  if (!made.kernels.empty()) return made;
  for (const vksort::PassPlan& pass : planned(planInfoOf(config, call), sorter)) made.kernels.emplace_back(pass.name);
  return made;
}

}  // namespace test
