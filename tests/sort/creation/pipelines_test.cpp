// With max_count or required scratch memory, a Sorter only creates the pipelines of its sorts, and rejects other sorts.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "decide/decide.h"
#include "device/support.h"
#include "support/check/conform.h"
#include "support/device/call.h"
#include "support/device/recording.h"
#include "support/device/subgroups.h"
#include "support/variants/variants.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Scratch;
using vksort::Ties;

constexpr uint32_t kMaxCount = 300'000;  // rank merges, in-place sorts, and radix sorts of 2, 4 and 8 passes

struct MadeSorter {
  vksort::Sorter sorter;
  std::map<uint64_t, std::string> pipelines;
};

MadeSorter makeUnder(Faults faults, SorterSetup setup) {
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  MadeSorter made;
  setup.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
  REQUIRE(setup.create(made.sorter) == VK_SUCCESS);
  for (const Named& each : mock.log.names)
    if (each.type == VK_OBJECT_TYPE_PIPELINE) made.pipelines[each.handle] = each.name;
  return made;
}

MadeSorter makeUpTo(Rig& rig, const Config& config, uint32_t max_count) {
  SorterSetup setup = rig.setupOf(config);
  setup.info.max_count = max_count;
  return makeUnder({}, setup);
}

MadeSorter makeWide(Rig& rig, const Config& config, uint32_t max_count, Scratch scratch, uint32_t radix_from = 0) {
  const Faults faults = withSubgroups(32, false);
  const MockVulkan mock(faults);
  SorterSetup setup = rig.setupOf(config);
  vksort::Tuning tuning = rig.tuning(config);
  tuning.radix_from = radix_from;
  setup.tuning = tuning;
  setup.creation.algorithm = Algorithm::automatic;
  setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
  setup.info.max_count = max_count;
  setup.info.scratch = scratch;
  return makeUnder(faults, setup);
}

struct Use {
  Mode mode = Mode::whole;
  bool scratch = false;
  uint8_t bits = kEveryBit;
};

std::vector<Use> usesOf(Scratch scratch) {
  std::vector<Use> uses;
  for (const Mode mode : {Mode::whole, Mode::indirect, Mode::segments}) {
    for (const bool passes_scratch : {false, true}) {
      if (passes_scratch && scratch == Scratch::never) continue;
      for (const uint8_t bits : {kEveryBit, uint8_t{16}}) uses.push_back({mode, passes_scratch, bits});
    }
  }
  return uses;
}

Config configOf(Config config, const Use& use) {
  config.mode = use.mode;
  config.scratch = use.scratch;
  config.bit_count = use.bits;
  return config;
}

// For segments, n is the maximum size.
Call callFor(Rig& rig, const Config& config, uint32_t n) {
  Call call = modeCall(rig, config);
  if (n > kRecordedCount) {
    const uint32_t words = 3 * kMaxCount;
    call.sort.keys = {rig.arena(0, words).device.handle(), 0, VkDeviceSize{words} * 4};
    if (splitValues(config))
      call.sort.payload = {rig.arena(1, kMaxCount).device.handle(), 0, VkDeviceSize{kMaxCount} * 4};
    if (config.scratch)
      call.sort.scratch = {rig.arena(4, 8 * kMaxCount).device.handle(), 0, VkDeviceSize{kMaxCount} * 32};
    call.sort.count = n;
  }
  (config.mode == Mode::segments ? call.segments.max_segment : call.sort.count) = n;
  return call;
}

vksort::RecordStatus recordBinding(const vksort::Sorter& sorter, const Config& config, Call call,
                                   std::set<uint64_t>& bound) {
  Faults faults;
  faults.only_logs = true;
  const MockVulkan mock(faults);
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) call.sort.descriptor_set = (VkDescriptorSet)uint64_t{1};
  const vksort::RecordStatus status = record(sorter, reinterpret_cast<VkCommandBuffer>(uint64_t{1}), config, call);
  for (const Command& command : mock.log.commands)
    if (command.kind == Command::Kind::bind_pipeline) bound.insert((uint64_t)command.pipeline);
  return status;
}

std::set<uint32_t> countsUpTo(uint32_t max_count) {
  std::set<uint32_t> all = {max_count};
  for (uint32_t n = 1; n < max_count; n = n < 40 ? n + 1 : n * 9 / 8) all.insert(n);
  for (uint64_t power = 64; power <= max_count; power *= 2)
    for (const uint64_t n : {power - 1, power, power + 1}) all.insert(static_cast<uint32_t>(n));
  for (const uint32_t n : {1499u, 1500u, 49'152u, 49'153u, 99'999u, 100'000u, max_count - 1}) all.insert(n);
  all.erase(all.upper_bound(max_count), all.end());
  all.erase(0);
  return all;
}

constexpr Config kSorters[] = {
    {},
    {.payload = kIndex},
    {.payload = kU32, .ties = kByValue},
    {.payload = kInterleaved, .ties = kAnyTies},
    {.key_type = kU64, .payload = kU32, .ties = kAnyTies},
};

constexpr Config kScratchSorters[] = {
    {.scratch = true},
    {.payload = kIndex, .scratch = true},
    {.payload = kU32, .scratch = true},
    {.payload = kU32, .ties = kByValue, .scratch = true},
    {.payload = kInterleaved, .ties = kAnyTies, .scratch = true},
    {.key_type = kU64, .payload = kU32, .ties = kAnyTies, .scratch = true},
};

bool isRefused(const vksort::Sorter& sorter, const Use& use, uint32_t n) {
  const vksort::MaxCounts max = vksort::maxCounts(sorter);
  if (use.mode == Mode::segments) return max.segment == 0 || n > (use.scratch ? max.with_scratch : max.segment);
  const vksort::PlanInfo info{.count = n, .indirect = use.mode == Mode::indirect};
  return !use.scratch && sorter.scratchBytes(n) != 0 && vksort::plan(sorter, info) == 0;
}

// Each use binds created pipelines, and together they bind all.
void expectTaken(Rig& rig, const MadeSorter& made, const Config& config, uint32_t max_count, Scratch scratch) {
  INFO(describe(config) << ", up to " << max_count << ", scratch " << static_cast<int>(scratch));
  const bool is_stable = config.ties == Ties::stable && config.payload == vksort::Payload::u32;
  const bool may_refuse = scratch == Scratch::required || is_stable;
  std::set<uint64_t> bound;
  for (const Use& use : usesOf(scratch)) {
    const Config used = configOf(config, use);
    INFO("as " << describe(used));
    for (const uint32_t n : countsUpTo(max_count)) {
      if (may_refuse && isRefused(made.sorter, use, n)) continue;
      const auto status = recordBinding(made.sorter, used, callFor(rig, used, n), bound);
      if (!status.ok()) FAIL_CHECK("n " << n << ": " << std::string(vksort::describe(status).text));
    }
  }
  for (const auto& [pipeline, name] : made.pipelines)
    if (!bound.contains(pipeline)) FAIL_CHECK("no sort takes " << name);
  for (const uint64_t each : bound) CHECK(made.pipelines.contains(each));
}

void expectSelfTested(const Attempt& made, const vksort::SorterInfo& info) {
  CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
  const vksort::Report report = vksort::getReport(made.sorter);
  CHECK(report.self_tested);
  CHECK(report.rejected_count == 0);
  CHECK(report.untested_kernel == vksort::trialsOf(algorithmsOf(info)).untested);
}

}  // namespace

TEST_CASE("creates_exactly_the_pipelines_for_max_count" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::size_t min = 1000, max = 0;
    for (const Config& config : kSorters) {
      for (const uint32_t max_count : {1u, 2u, 33u, 64u, 300u, 5000u, kRecordedCount}) {
        const MadeSorter made = makeUpTo(rig, config, max_count);
        expectTaken(rig, made, config, max_count, Scratch::never);
        min = std::min(min, made.pipelines.size());
        max = std::max(max, made.pipelines.size());
      }
    }
    CHECK(min == 0);
    CHECK(max > 8);
  });
}

TEST_CASE("creates_exactly_the_pipelines_for_scratch_memory" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kScratchSorters) {
      for (const uint32_t max_count : {3000u, kRecordedCount})
        expectTaken(rig, makeWide(rig, config, max_count, Scratch::optional), config, max_count, Scratch::optional);
      for (const uint32_t max_count : {2u, 1024u, 1025u, 4096u, 65536u, 65537u})
        expectTaken(rig, makeWide(rig, config, max_count, Scratch::required), config, max_count, Scratch::required);
      for (const uint32_t radix_from : {0u, 1500u, 100'000u}) {
        INFO("radix_from " << radix_from);
        const MadeSorter made = makeWide(rig, config, kMaxCount, Scratch::required, radix_from);
        expectTaken(rig, made, config, kMaxCount, Scratch::required);
        CHECK(made.pipelines.size() <=
              makeWide(rig, config, kMaxCount, Scratch::optional, radix_from).pipelines.size());
      }
    }
    const Config& index = kScratchSorters[1];
    const auto pipelines = [&](Scratch scratch) { return makeWide(rig, index, kMaxCount, scratch).pipelines.size(); };
    CHECK(pipelines(Scratch::required) < pipelines(Scratch::optional));
  });
}

TEST_CASE("sorters_with_max_count_sort_after_their_self_test" * doctest::test_suite("one width")) {
  struct Row {
    Config config;
    uint32_t max_count;
    bool required = false;
  };
  constexpr Row kRows[] = {
      {{.payload = kU32, .ties = kByValue}, 1},
      {{.payload = kU32}, 100},
      {{.mode = Mode::indirect, .payload = kIndex}, 700},
      {{.scratch = true}, 3000},
      {{.scratch = true}, 5000, true},
      {{.mode = Mode::indirect, .payload = kU32, .scratch = true, .rank = true}, 5000, true},
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const auto& [config, max_count, required] : kRows) {
      INFO(describe(config) << ", up to " << max_count);
      SorterSetup setup = tested(rig, config);
      setup.info.max_count = max_count;
      if (required) setup.info.scratch = Scratch::required;
      const Attempt made = create(setup.get());
      expectSelfTested(made, setup.get());
      const std::vector<Input> inputs = inputsOf({1u, max_count / 3 + 1, max_count});
      expectSorts(rig, made.sorter, config, inputs);
    }
  });
}

}  // namespace test
