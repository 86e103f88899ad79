// Sorts with scratch memory whose count is on the device: how many workgroups they have.
#include <doctest/doctest.h>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/conform.h"
#include "support/check/list_check.h"
#include "support/check/recorded_modes.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Values;

constexpr Config kCounted[] = {
    {.values = Values::iota, .count = Count::device, .radix = true},
    {.values = Values::none, .count = Count::device, .radix = true, .bit_count = 24},
    {.values = Values::none, .count = Count::device, .coherent = true, .radix = true},
};

}  // namespace

TEST_CASE("radix_sorts_follow_the_count_that_the_device_finds" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kCounted) {
      INFO(describe(config));
      constexpr uint32_t kCapacity = 60'000;  // of more tiles than the histogram has workgroups, and not too many to look back
      const vksort::Sorter sorter = fakeSorter(rig, config);
      vksort::SortInfo info = listSortInfo(rig, config, kCapacity, 1, 0);
      const VkDeviceSize bytes = sorter.scratchBytes(kCapacity);
      info.lists = {};
      info.device_count = {info.state.buffer, 0};
      info.state.size = vksort::kStateBytes;
      info.scratch = {rig.arena(4, static_cast<uint32_t>(bytes / 4)).device.handle(), 0, bytes};
      // Without a set-up the tiles there may be are counted, of which there are few.
      const vksort::radix::Shape shape = settingOf(rig, config).shapeFor(kCapacity);
      const bool by_tiles = config.coherent && shape.offsets == vksort::radix::Offsets::by_first_table;
      const uint32_t counting = by_tiles ? 0 : 1;
      uint32_t direct = 0, indirect = 0;
      Faults faults;
      faults.only_logs = true;
      for (const Command& command : recorded(rig, sorter, info, faults).commands) {
        if (command.kind != Command::Kind::dispatch) continue;
        if (command.arguments != VK_NULL_HANDLE) {
          ++indirect;
          continue;
        }
        // What counts for a repair, too, has no more than that however many elements there may be.
        const uint32_t most = config.coherent && direct == counting ? VKSORT_RADIX_HISTOGRAM_GROUPS : 1;
        CHECK(command.groups.width * command.groups.height <= most);
        ++direct;
      }
      CHECK(direct == (config.coherent ? 2 + counting : 1));
      CHECK(indirect == sorter.plan(kCapacity, true).dispatches - direct);
    }
  });
}

TEST_CASE("folds_the_grids_of_radix_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {kCounted[0], kCounted[2]}) {
      INFO(describe(config));
      Faults faults;
      faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = 3;
      };
      const HookScope hooks(faults);
      std::vector<Input> inputs;
      for (const uint32_t n : {2u, 700u, 5003u}) {
        inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        inputs.back().room = n / 2;
      }
      const Report report = checkSorts(rig, rig.makeSorter(config), config, inputs);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.widest_grid == 3);
      CHECK(report.tallest_grid > 1);
    }
  });
}

}  // namespace test
