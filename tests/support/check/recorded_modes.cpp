#include "support/check/recorded_modes.h"

#include "support/check/segment_check.h"
#include "support/device/recording.h"
#include "vksort/recording/planned.h"

namespace test {
namespace {

using vksort::KeyType;

constexpr auto kBy = vksort::Ties::by_value, kAny = vksort::Ties::any;

// In place on the baseline, and where that has no kernels of its own, without subgroups: recordings with them differ in
// sizes alone.
constexpr Config kModes[] = {
    {.payload = vksort::Payload::none, .baseline = true},
    {.payload = vksort::Payload::u32, .ties = kBy, .baseline = true},
    {.payload = vksort::Payload::interleaved, .ties = kBy, .baseline = true},
    {.payload = vksort::Payload::index, .baseline = true},
    {.key_type = KeyType::u64, .payload = vksort::Payload::u32, .ties = kBy, .baseline = true},
    {.key_type = KeyType::u64, .payload = vksort::Payload::interleaved, .ties = kBy, .baseline = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::none, .full_subgroups = false},
    {.mode = Mode::indirect, .payload = vksort::Payload::u32, .ties = kBy, .full_subgroups = false},
    {.mode = Mode::segments, .payload = vksort::Payload::none, .baseline = true},
    {.mode = Mode::segments, .payload = vksort::Payload::u32, .ties = kBy, .baseline = true},
    {.mode = Mode::segments, .payload = vksort::Payload::index, .baseline = true},
    {.payload = vksort::Payload::u32, .ties = kBy, .generator = true, .baseline = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::index, .generator = true, .full_subgroups = false},
    {.mode = Mode::indirect, .payload = vksort::Payload::u32, .ties = kBy, .baseline = true},
    {.payload = vksort::Payload::none, .scratch = true},
    {.bit_count = 24, .payload = vksort::Payload::index, .scratch = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::interleaved, .ties = kAny, .scratch = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::u32, .scratch = true},
    {.key_type = KeyType::u64, .mode = Mode::indirect, .scratch = true},
    {.key_type = KeyType::u64, .mode = Mode::indirect, .payload = vksort::Payload::u32, .ties = kAny, .scratch = true},
    {.key_type = KeyType::u64, .payload = vksort::Payload::interleaved, .scratch = true},
    {.key_type = KeyType::u64, .payload = vksort::Payload::index, .scratch = true, .portable = true},
    {.payload = vksort::Payload::index, .generator = true, .scratch = true},
    {.payload = vksort::Payload::u32, .ties = kAny, .scratch = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::none, .scratch = true},
    {.payload = vksort::Payload::u32, .ties = kBy, .scratch = true},
    {.bit_count = 24, .payload = vksort::Payload::index, .scratch = true, .portable = true},
    {.payload = vksort::Payload::none, .scratch = true, .rank = true},
    {.payload = vksort::Payload::index, .generator = true, .scratch = true, .rank = true},
    {.mode = Mode::indirect, .payload = vksort::Payload::u32, .ties = kBy, .scratch = true, .rank = true},
    {.payload = vksort::Payload::interleaved, .ties = kBy, .scratch = true, .rank = true},
};
constexpr uint32_t kScratchBytes = 1 << 21;  // enough for all of them, and for an odd number of digits

// The kernels of the dispatches, by their labels.
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

vksort::Sorter fakeSorter(Rig& rig, const Config& config, Faults faults) {
  faults.fake_objects = true;
  const HookScope hooks(faults);
  SorterSetup setup = rig.setupOf(config);
  setup.info.device.enabled_features |= vksort::kDebugUtils;  // for recordMode()
  vksort::Sorter sorter;
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(setup.get(), sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(describe(config) + ": " + reason, result);
  return sorter;
}

std::span<const Config> everyMode() { return kModes; }

Call modeCall(Rig& rig, const Config& config, uint32_t segments) {
  Call call = segmentCall(rig, config, kRecordedCount, segments, 0);
  if (config.generator) call.sort.generator_set = rig.generatorSet();
  if (config.scratch) call.sort.scratch = {rig.arena(4, kScratchBytes / 4).device.handle(), 64, kScratchBytes - 64};
  if (config.mode == Mode::segments) return call;
  const vksort::Range state = call.state;
  call.segments = {};
  call.state = {};
  if (config.mode == Mode::indirect) {
    call.count = {state.buffer, 0};
    call.state = {state.buffer, state.offset, vksort::kStateBytes};
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
