#include "support/check/recorded_modes.h"

#include "support/check/list_check.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::Path;
using vksort::Values;

// On the floor: what is recorded is the same but for sizes.
constexpr Config kModes[] = {
    {.values = Values::none, .path = Path::floor},
    {.values = Values::split, .path = Path::floor},
    {.values = Values::interleaved, .path = Path::floor},
    {.values = Values::iota, .path = Path::floor},
    {.key_type = KeyType::u64, .values = Values::split, .path = Path::floor},
    {.values = Values::none, .path = Path::floor, .count = Count::device},
    {.values = Values::split, .path = Path::floor, .count = Count::device},
    {.values = Values::split, .path = Path::floor, .coherent = true},
    {.values = Values::split, .path = Path::floor, .count = Count::device, .coherent = true},
    {.values = Values::none, .path = Path::floor, .count = Count::lists},
    {.values = Values::split, .path = Path::floor, .count = Count::lists},
    {.values = Values::iota, .path = Path::floor, .count = Count::lists},
    {.values = Values::split, .path = Path::floor, .hook = true},
    {.values = Values::iota, .path = Path::floor, .count = Count::device, .hook = true},
    {.values = Values::none, .lent = true},
    {.values = Values::iota, .lent = true, .bit_count = 24},
    {.values = Values::interleaved, .ties = vksort::Ties::any, .count = Count::device, .lent = true},
    {.values = Values::split, .ties = vksort::Ties::any, .count = Count::device, .lent = true},
    {.key_type = KeyType::u64, .count = Count::device, .lent = true},
    {.key_type = KeyType::u64,
     .values = Values::split,
     .ties = vksort::Ties::any,
     .count = Count::device,
     .lent = true},
    {.key_type = KeyType::u64, .values = Values::iota, .lent = true, .portable = true},
    {.values = Values::iota, .hook = true, .lent = true},
    {.values = Values::split, .ties = vksort::Ties::any, .coherent = true, .lent = true},
    {.values = Values::none, .count = Count::device, .coherent = true, .lent = true},
    {.values = Values::split, .lent = true},
    {.values = Values::split, .coherent = true, .lent = true, .value_bits = 20},
    {.values = Values::split, .count = Count::device, .hook = true, .lent = true, .value_bits = 20},
    {.values = Values::split, .ties = vksort::Ties::any, .count = Count::device, .hook = true, .lent = true},
    {.values = Values::iota, .lent = true, .portable = true, .bit_count = 24},
    {.values = Values::split, .ties = vksort::Ties::any, .count = Count::device, .lent = true, .portable = true},
    {.values = Values::interleaved, .coherent = true, .lent = true, .portable = true, .value_bits = 20},
    {.values = Values::split, .ties = vksort::Ties::any, .hook = true, .lent = true, .portable = true},
    {.values = Values::none, .lent = true, .by_ranks = true},
    {.values = Values::iota, .hook = true, .lent = true, .by_ranks = true},
    {.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true},
    {.values = Values::interleaved, .lent = true, .by_ranks = true},
};

constexpr uint32_t kScratchBytes = 1 << 21;  // enough for all of them

}  // namespace

vksort::Sorter fakeSorter(Rig& rig, const Config& config, Faults faults) {
  faults.fake_objects = true;
  const HookScope hooks(faults);
  return rig.makeSorter(config);
}

std::span<const Config> everyMode() { return kModes; }

vksort::SortInfo modeInfo(Rig& rig, const Config& config, uint32_t lists) {
  vksort::SortInfo info = listSortInfo(rig, config, kRecordedCount, lists, 0);
  if (config.hook) info.hook_set = rig.hookSet();
  if (config.lent) info.scratch = {rig.arena(4, kScratchBytes / 4).device.handle(), 64, kScratchBytes - 64};
  if (config.count == Count::lists) return info;
  const vksort::Range state = info.state;
  info.lists = {};
  info.state = {};
  if (config.count == Count::device) info.device_count = {state.buffer, 0};
  if (config.count == Count::device || config.coherent) info.state = {state.buffer, state.offset, vksort::kStateBytes};
  return info;
}

Recorded recordMode(Rig& rig, const vksort::Sorter& sorter, const vksort::SortInfo& info, Faults faults) {
  faults.only_logs = true;
  Recorded made{sorter.configuration(), {}, recorded(rig, sorter, info, faults)};
  const bool lists = made.configuration.count == Count::lists;
  const uint32_t most = info.lists.largest == 0 ? info.count : info.lists.largest;
  for (uint32_t i = 0; i < count(made.log, Command::Kind::dispatch); ++i) {
    made.kernels.emplace_back(lists ? sorter.planListsPass(info.lists.list_count, most, i).name
                                    : sorter.planPass(info.count, i, info.scratch.buffer != VK_NULL_HANDLE).name);
  }
  return made;
}

}  // namespace test
