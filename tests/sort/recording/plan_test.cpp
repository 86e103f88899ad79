// A plan lists the recorded passes and the bytes that each of them moves.
#include <doctest/doctest.h>

#include "device/support.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::PassPlan;

constexpr Config kPlannedConfigs[] = {
    {.payload = vksort::Payload::none},
    {.payload = kU32, .ties = kByValue},
    {.payload = vksort::Payload::none, .full_subgroups = false},
    {.key_type = kU64},
    {.key_type = kU64, .payload = kIndex, .baseline = true},
    {.key_type = kU64, .payload = kInterleaved, .ties = kByValue},
};

std::vector<uint32_t> sizesAround(uint32_t tile_log2, uint32_t max_log2) {
  std::vector<uint32_t> sizes = {2, 3, 5};
  for (uint32_t k = 3; k <= max_log2; ++k)
    for (const uint32_t n : {(1u << k) - 1, 1u << k, (1u << k) + 1, (5u << k) / 4 + 3}) sizes.push_back(n);
  for (const uint32_t tiles : {3u, 5u, 7u, 9u, 11u, 13u, 21u})
    for (const uint32_t n : {(tiles << tile_log2) - 1, tiles << tile_log2, (tiles << tile_log2) + 1})
      sizes.push_back(n);
  return sizes;
}

void expectSame(const std::vector<PassPlan>& a, const std::vector<PassPlan>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(std::string(a[i].name) == b[i].name);
    CHECK(a[i].stage == b[i].stage);
    CHECK(a[i].workgroups == b[i].workgroups);
    CHECK(a[i].waits == b[i].waits);
  }
}

void expectRecorded(const std::vector<PassPlan>& plan, const Log& log) {
  REQUIRE(plan.size() == count(log, Command::Kind::dispatch));
  std::size_t index = 0;
  uint32_t barriers = 0;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::barrier) ++barriers;
    if (command.kind != Command::Kind::dispatch) continue;
    const PassPlan& pass = plan[index++];
    CHECK(barriers == (pass.waits ? 1 : 0));
    barriers = 0;
    if (command.arguments != VK_NULL_HANDLE) continue;
    CHECK(pass.workgroups <= uint64_t{command.groups.width} * command.groups.height);
  }
  CHECK(barriers == 0);
}

std::vector<Config> plannedConfigs() {
  std::vector<Config> configs(std::begin(kPlannedConfigs), std::end(kPlannedConfigs));
  configs.insert(configs.end(), everyMode().begin(), everyMode().end());
  return configs;
}

// Scratch memory has exactly the size that a plan assumes.
Call plannedCall(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n) {
  Call call = modeCall(rig, config);
  call.sort.count = n;
  if (config.scratch) call.sort.scratch.size = sorter.scratchBytes(n);
  if (call.sort.scratch.size == 0) call.sort.scratch = {};
  return call;
}

}  // namespace

// Plans come from the Sorter, or need no device.
TEST_CASE("plans_match_recordings_in_every_mode" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : plannedConfigs()) {
      if (config.mode == Mode::segments) continue;
      const vksort::Sorter sorter = fakeSorter(rig, config);
      const SorterSetup setup = rig.setupOf(config);
      const vksort::PlanDevice device = planDevice(rig, config);
      std::vector<uint32_t> sizes = sizesAround(rig.tuning(config).tile_log2, 14);
      sizes.insert(sizes.end(), {0, 1, kRecordedCount});
      std::erase_if(sizes, [](uint32_t n) { return n > kRecordedCount; });
      for (const uint32_t n : sizes) {
        INFO(describe(config) << ", n " << n);
        const Call call = plannedCall(rig, sorter, config, n);
        expectRecorded(planned(planInfoOf(config, call), sorter), recordMode(rig, sorter, config, call).log);
      }
      for (const uint32_t n : {0u, 1u, 2u, 1000u, 100'000u, 12'345'678u, 0xffffffffu}) {
        INFO(describe(config) << ", n " << n);
        const vksort::PlanInfo info = planInfoOf(config, plannedCall(rig, sorter, config, n));
        expectSame(planned(info, sorter), planned(info, setup.get(), device));
      }
    }
    CHECK(vksort::plan(vksort::Sorter(), {.count = 1000}) == 0);
  });
}

TEST_CASE("plans_match_recordings_of_segments" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      if (config.mode != Mode::segments) continue;
      const vksort::Sorter sorter = fakeSorter(rig, config);
      const SorterSetup setup = rig.setupOf(config);
      const vksort::PlanDevice device = planDevice(rig, config);
      for (const uint32_t segments : {1u, 1024u, 1025u, 65536u}) {
        for (const uint32_t max_segment : {0u, 1u, 2u, 16u, 17u, 128u, 129u, 1024u, 4097u, 0xffffffffu}) {
          const uint32_t largest = max_segment == 0 ? kRecordedCount : std::min(max_segment, kRecordedCount);
          const vksort::MaxCounts max = vksort::maxCounts(sorter);
          if (largest > (config.scratch ? max.with_scratch : max.segment)) continue;
          INFO(describe(config) << ": " << segments << " segments of " << max_segment);
          Call call = modeCall(rig, config, segments);
          call.segments.max_segment = max_segment;
          const vksort::PlanInfo info = planInfoOf(config, call);
          const std::vector<PassPlan> plan = planned(info, sorter);
          expectRecorded(plan, recordMode(rig, sorter, config, call).log);
          // A single element is only sorted if its index is needed.
          const bool is_sorted = largest == 1 && config.payload != vksort::Payload::index;
          // One pass sorts tiny segments or a single workgroup if the maximum size is set. Otherwise, a set-up comes
          // first.
          const vksort::KernelSizes& shape = rig.tuning(config);
          const bool is_direct = max_segment != 0 && (largest <= 1u << shape.tiny_log2 ||
                                                      (segments == 1 && largest <= 1u << shape.tile_log2));
          if (is_sorted || is_direct) CHECK(plan.size() == (is_sorted ? 0 : 1));
          if (!is_sorted && largest > kRecordedCount / 4) CHECK(plan.size() >= (segments <= 1024 ? 3 : 5));
          expectSame(plan, planned(info, setup.get(), device));
        }
      }
    }
  });
}

}  // namespace test
