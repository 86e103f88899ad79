// From which counts on radix sorts in lent memory, and how much memory that takes.
#include <algorithm>

#include "algorithm.h"
#include "radix/sort.h"
#include "support/check/record_calls.h"
#include "support/check/recorded_modes.h"
#include "support/device/recording.h"
#include "support/device/subgroups.h"
#include "vksort/radix/setting.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Count;
using vksort::KeyType;
using vksort::SortStatus;
using vksort::Ties;
using vksort::Values;

// Whether so many are sorted by radix where memory is lent.
bool isByRadix(const vksort::Sorter& sorter, uint32_t n) {
  return std::string(sorter.planPass(n, 0, true).name).starts_with("radix");
}

// That pay where sorts by ranks have been dropped, on a device with such subgroups.
uint32_t fewestWithoutRanks(Rig& rig, const Config& config) {
  const HookScope hooks(withSubgroups(32, false));
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.algorithm = Algorithm::automatic;
  const vksort::DeviceFacts facts = factsOf(info);
  return vksort::algorithmsFor(info, facts.limits, facts.record_limits, true, false).radix.fewest;
}

// Of tiles that sorts by ranks have on most devices, and a sample of each eight elements.
uint64_t copyWords(const Config& config, uint32_t n) {
  const uint64_t tile = n <= 1u << 15 ? 1 << 10 : 1 << 11, copied = (n + tile - 1) / tile * tile;
  return copied * (config.values == Values::none ? 1 : 2) + copied / 8;
}

// Subgroups of one size, and all that 32 bits can say of a buffer's.
Faults ofLargeBuffers(uint32_t subgroup) {
  Faults faults = withSubgroups(subgroup, false);
  faults.edit_properties = [others = faults.edit_properties](auto& out) {
    others(out);
    out.properties.limits.maxStorageBufferRange = ~0u;
  };
  return faults;
}

// Subgroups of 32, and shared memory for the samples of so many elements.
constexpr uint32_t kMostByRanks = 1u << 16;
Faults ofRoomForSamples() {
  Faults faults = withSubgroups(32, false);
  faults.edit_properties = [others = faults.edit_properties](auto& out) {
    others(out);
    out.properties.limits.maxComputeSharedMemorySize = kMostByRanks / 8 * 4;
  };
  return faults;
}

// Without memory.
struct LargeBuffer {
  LargeBuffer(const gpu::Device& of, VkDeviceSize size) : device(of) {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = size;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    gpu::check(device.vk.vkCreateBuffer(device.handle(), &info, nullptr, &handle), "a large buffer");
  }
  ~LargeBuffer() { device.vk.vkDestroyBuffer(device.handle(), handle, nullptr); }
  LargeBuffer(const LargeBuffer&) = delete;
  LargeBuffer& operator=(const LargeBuffer&) = delete;

  const gpu::Device& device;
  VkBuffer handle = VK_NULL_HANDLE;
};

// Whether a recording in lent memory binds a pipeline that was not made.
bool bindsNothing(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n) {
  const VkDeviceSize bytes = VkDeviceSize{n} * 4;
  const LargeBuffer keys(rig.device(), bytes), values(rig.device(), bytes);
  const LargeBuffer scratch(rig.device(), sorter.scratchBytes(n));
  Faults faults;
  faults.only_logs = true;
  const HookScope hooks(faults);
  vksort::SortInfo info = modeInfo(rig, config);
  info.count = n;
  info.keys = {keys.handle, 0, bytes};
  if (config.values != Values::none) info.values = {values.handle, 0, bytes};
  info.scratch = {scratch.handle, 0, sorter.scratchBytes(n)};
  REQUIRE(sorter.record(reinterpret_cast<VkCommandBuffer>(uint64_t{1}), info) == SortStatus::ok);
  bool binds = false;
  for (const Command& command : hooks.log.commands) {
    if (command.kind != Command::Kind::bind_pipeline) continue;
    binds = true;
    if (command.pipeline == VK_NULL_HANDLE) return true;
  }
  return !binds;
}

}  // namespace

TEST_CASE("scratch_memory_grows_with_the_count_and_pays_from_some_count_on" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Faults wide = ofLargeBuffers(32);
    for (const Config& config : {Config{}, Config{.values = Values::iota}, Config{.count = Count::device},
                                 Config{.coherent = true}, Config{.values = Values::split}}) {
      // Narrow subgroups sort fewer, and some of them without look-back.
      const vksort::Sorter narrow = sorterOf(rig, config, Algorithm::radix, ofLargeBuffers(8));
      VkDeviceSize before_narrow = 0;
      for (uint64_t n = 0; n <= 1u << 23; n = n * 9 / 8 + 1) {
        CHECK(narrow.scratchBytes(static_cast<uint32_t>(n)) >= before_narrow);
        before_narrow = narrow.scratchBytes(static_cast<uint32_t>(n));
      }
      CHECK(narrow.scratchBytes(1u << 23) >= before_narrow);
      CHECK(narrow.scratchBytes((1u << 23) + 1) == 0);
      const vksort::Sorter automatic = sorterOf(rig, config, Algorithm::automatic, wide);
      const vksort::Sorter radix = sorterOf(rig, config, Algorithm::radix, wide);
      const vksort::Sorter in_place = sorterOf(rig, config, Algorithm::bitonic, wide);
      VkDeviceSize before = 0, before_radix = 0;
      // With the most that ranks sort where there is room for their samples.
      const uint64_t most_by_ranks = config.coherent ? 132u << 9 : 3u << 15;
      const auto nextOf = [most_by_ranks](uint64_t n) {
        const uint64_t next = n * 9 / 8 + 1;
        return n < most_by_ranks && next > most_by_ranks ? most_by_ranks : next;
      };
      for (uint64_t n = 0; n < 1u << 25; n = nextOf(n)) {
        const auto count = static_cast<uint32_t>(n);
        CHECK(automatic.scratchBytes(count) >= before);
        CHECK(radix.scratchBytes(count) >= before_radix);
        before = automatic.scratchBytes(count);
        before_radix = radix.scratchBytes(count);
        const bool by_ranks = std::string(automatic.planPass(count, 0, true).name).starts_with("apart");
        const bool by_radix = isByRadix(automatic, count);
        CAPTURE(count);
        INFO(describe(config));
        if (by_radix) CHECK(before == before_radix);
        if (by_ranks) CHECK(before == 4 * copyWords(config, count));
        // Values that order equal keys are sorted in place between the two.
        if (config.values != Values::split) CHECK((by_radix || by_ranks) == (before != 0));
        CHECK(automatic.plan(count).dispatches == in_place.plan(count).dispatches);
      }
      CHECK(automatic.scratchBytes(100) == 0);
      CHECK(radix.scratchBytes(100) > 0);
      CHECK(radix.scratchBytes(1u << 28) == 0);  // more than the states can count
    }
  });
}

TEST_CASE("radix_pays_from_where_it_was_measured_to" * doctest::test_suite("one width")) {
  struct Crossover {
    Config config;
    uint32_t fewest;
    uint32_t without_ranks = fewest;
  };
  constexpr Crossover kCrossovers[] = {
      // Behind ranks, and where there are none.
      {{}, kMostByRanks + 1, (1u << 14) + 1},
      {{.values = Values::iota}, kMostByRanks + 1, (1u << 13) + 1},
      {{.coherent = true}, kMostByRanks + 1, (1u << 14) + 1},
      {{.values = Values::split, .ties = Ties::any, .coherent = true}, kMostByRanks + 1, (1u << 13) + 1},
      // Six passes, seven and eight.
      {{.values = Values::split, .value_bits = 16}, (1u << 17) + 1},
      {{.values = Values::split, .value_bits = 20}, (1u << 17) + 1},
      {{.values = Values::split}, (1u << 17) + 1},
      {{.key_type = KeyType::u64}, (1u << 17) + 1},
  };
  onEveryDevice([&](Rig& rig) {
    for (const Crossover& each : kCrossovers) {
      INFO(describe(each.config));
      const vksort::Sorter sorter = sorterOf(rig, each.config, Algorithm::automatic, ofRoomForSamples());
      CHECK_FALSE(isByRadix(sorter, each.fewest - 1));
      CHECK(isByRadix(sorter, each.fewest));
      CHECK(fewestWithoutRanks(rig, each.config) == each.without_ranks);
      // Nobody has measured that it does with these.
      const vksort::Sorter narrow = sorterOf(rig, each.config, Algorithm::automatic, withSubgroups(16, false));
      CHECK(narrow.scratchBytes(1u << 22) == 0);
    }
  });
}

TEST_CASE("sorts_by_radix_from_where_a_tuning_says" * doctest::test_suite("one width")) {
  constexpr uint32_t kLargestFrom = (1u << 28) - 1;
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {Config{}, Config{.values = Values::iota}, Config{.coherent = true}}) {
      INFO(describe(config));
      vksort::Tuning tuning = sorterOf(rig, config, Algorithm::bitonic, withSubgroups(32, false)).tuning();
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.tuning = &tuning;
      vksort::Sorter sorter;
      const auto make = [&](Algorithm algorithm) {
        const HookScope hooks(ofLargeBuffers(32));
        info.algorithm = algorithm;
        REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      };
      const uint32_t least = vksort::configurationOf(info).mode.fewest();
      // Between the last powers of two that can be bound, too.
      for (const uint32_t from : {1u, least, 300u, 70'000u, 9'000'000u, (1u << 27) + 1, kLargestFrom}) {
        if (from == kLargestFrom && config.values != Values::none) continue;  // more than can be bound, of small tiles
        INFO(from);
        tuning.radix_from = from;
        make(Algorithm::automatic);
        CHECK(sorter.tuning().radix_from == from);
        const uint32_t fewest = std::max(from, least);
        CHECK_FALSE(isByRadix(sorter, fewest - 1));
        CHECK(sorter.scratchBytes(fewest) > 0);
        CHECK(isByRadix(sorter, fewest));
        CHECK_FALSE(bindsNothing(rig, sorter, config, fewest));
        make(Algorithm::bitonic);
        CHECK(sorter.scratchBytes(fewest) == 0);
        make(Algorithm::radix);
        CHECK(sorter.scratchBytes(least) > 0);
      }
    }
    // Narrow subgroups, too, and keys of 64 bits.
    for (const Config& config : {Config{}, Config{.key_type = KeyType::u64}}) {
      vksort::Tuning tuning = rig.tuning(config);
      tuning.radix_from = 700;
      const vksort::Sorter sorter = sorterOf(rig, config, Algorithm::automatic, {}, &tuning);
      CHECK(sorter.scratchBytes(699) == 0);
      CHECK(sorter.scratchBytes(700) > 0);
    }
    // By value more passes than a tuning knows of.
    const Config by_value{.values = Values::split, .value_bits = 20};
    vksort::Tuning tuning = sorterOf(rig, by_value, Algorithm::automatic, withSubgroups(32, false)).tuning();
    for (const uint32_t from : {0u, 1000u, 1u << 19}) {
      tuning.radix_from = from;
      const vksort::Sorter sorter = sorterOf(rig, by_value, Algorithm::automatic, withSubgroups(32, false), &tuning);
      CHECK_FALSE(isByRadix(sorter, 1u << 17));
      CHECK(isByRadix(sorter, (1u << 17) + 1));
    }
    tuning.radix_from = kLargestFrom + 1;
    vksort::SorterInfo info = rig.sorterInfo(by_value);
    info.tuning = &tuning;
    vksort::Sorter sorter;
    const char* why = "";
    CHECK(vksort::Sorter::create(info, sorter, &why) == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(std::string(why) == "SorterInfo::tuning: radix_from must be 0 .. 2^28 - 1");
  });
}

// A tuning may have radix begin above that: what is between it and ranks is asked for nothing, and nothing is made for
// it.
TEST_CASE("asks_for_nothing_where_no_radix_sort_can_be_bound" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults = ofRoomForSamples();
    faults.edit_properties = [others = faults.edit_properties](auto& out) {
      others(out);
      out.properties.limits.maxStorageBufferRange = 1u << 27;
    };
    for (const Config& config : {Config{}, Config{.values = Values::iota}}) {
      vksort::Tuning tuning = sorterOf(rig, config, Algorithm::bitonic, faults).tuning();
      for (const uint32_t from : {1u << 25, (1u << 28) - 1}) {
        tuning.radix_from = from;
        const vksort::Sorter sorter = sorterOf(rig, config, Algorithm::automatic, faults, &tuning);
        CHECK(sorter.scratchBytes(kMostByRanks) > 0);
        for (const uint32_t n : {kMostByRanks + 1, 100'000u, 1u << 22, from}) CHECK(sorter.scratchBytes(n) == 0);
        CHECK(std::string(sorter.planPass(100'000, 0, true).name).starts_with("double"));
      }
    }
  });
}

}  // namespace test
