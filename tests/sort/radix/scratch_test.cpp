// Sorters request scratch memory only if they use it, and enough for every smaller sort. misuse_test.cpp tests invalid
// ranges.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "setting.h"
#include "sorts/radix/passes.h"
#include "support/device/recording.h"
#include "support/device/subgroups.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Ties;

constexpr uint32_t kMany = 1 << 20;

Faults ofDevice(uint32_t subgroup, bool is_software = false) {
  Faults faults = withSubgroups(subgroup, false);
  faults.edit_properties = [is_software, others = faults.edit_properties](auto& out) {
    others(out);
    out.properties.limits.maxStorageBufferRange = ~0u;
    if (is_software) out.properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
  };
  return faults;
}

std::vector<vksort::PassPlan> passesOf(const vksort::Sorter& sorter, const Config& config, uint32_t n, bool scratch) {
  return planned({.count = n, .scratch = scratch, .key_type = config.key_type}, sorter);
}

bool isByRadix(const vksort::Sorter& sorter, const Config& config, uint32_t n) {
  const std::vector<vksort::PassPlan> passes = passesOf(sorter, config, n, true);
  return !passes.empty() && std::string(passes.front().name).starts_with("radix");
}

bool isStableSortOfPayloads(const Config& config) {
  return config.ties == Ties::stable && config.payload != vksort::Payload::none &&
         config.payload != vksort::Payload::index;
}

VkResult createInPlace(Rig& rig, const Config& config, vksort::Sorter& out) {
  Faults faults;
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  SorterSetup setup = rig.setupOf(config);
  setup.creation.algorithm = Algorithm::bitonic;
  return vksort::Sorter::create(setup.get(), out);
}

}  // namespace

TEST_CASE("scratch_memory_is_only_requested_if_useful" * doctest::test_suite("one width")) {
  struct Row {
    Config config;
    uint32_t words;  // per element, for up to 1.25 copies; or 0 for no scratch memory
  };
  constexpr Row kRows[] = {
      {{}, 1},
      {{.payload = kIndex}, 2},
      {{.payload = kU32}, 2},
      {{.payload = kU32, .ties = kAnyTies}, 2},
      {{.payload = kU32, .ties = kByValue}, 2},
      {{.payload = kInterleaved}, 2},
      {{.payload = kInterleaved, .ties = kAnyTies}, 2},
      {{.key_type = kU64}, 2},
      {{.key_type = kU64, .payload = kIndex}, 3},
      {{.key_type = kU64, .payload = kU32}, 3},
      {{.key_type = kU64, .payload = kInterleaved, .ties = kAnyTies}, 3},
      // More digits than passes.
      {{.key_type = kU64, .payload = kU32, .ties = kByValue}, 0},
      {{.baseline = true}, 0},
      {{.full_subgroups = false}, 0},
  };
  onEveryDevice([&](Rig& rig) {
    for (const auto& [config, words] : kRows) {
      INFO(describe(config));
      const VkDeviceSize least = VkDeviceSize{kMany} * 4 * words;
      const VkDeviceSize bytes = sorterOf(rig, config, Algorithm::radix).scratchBytes(kMany);
      CHECK((words == 0 ? bytes == 0 : bytes > least));
      const VkDeviceSize wide = sorterOf(rig, config, Algorithm::automatic, ofDevice(32)).scratchBytes(kMany);
      CHECK((words == 0 ? wide == 0 : wide > least && wide < least * 5 / 4));
      vksort::Sorter in_place;
      const VkResult created = createInPlace(rig, config, in_place);
      CHECK(created == VK_SUCCESS);
      CHECK(in_place.scratchBytes(kMany) == (isStableSortOfPayloads(config) ? VkDeviceSize{kMany} * 4 : 0));
    }
    CHECK(vksort::Sorter().scratchBytes(kMany) == 0);
  });
}

// Memory for n elements is enough for fewer. Plans without it are in place.
TEST_CASE("scratch_memory_grows_with_the_count" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {Config{}, Config{.payload = kIndex}, Config{.payload = kU32, .ties = kByValue},
                                 Config{.key_type = kU64, .payload = kIndex}}) {
      INFO(describe(config));
      const vksort::Sorter in_place = sorterOf(rig, config, Algorithm::bitonic, ofDevice(32));
      for (const auto& [algorithm, subgroup, is_software] : {std::tuple{Algorithm::automatic, 32u, false},
                                                             {Algorithm::radix, 32u, false},
                                                             {Algorithm::radix, 8u, false},
                                                             {Algorithm::radix, 8u, true}}) {
        const uint32_t largest = is_software ? 1u << 23 : 1u << 25;
        const vksort::Sorter sorter = sorterOf(rig, config, algorithm, ofDevice(subgroup, is_software));
        VkDeviceSize before = 0;
        for (uint64_t n = 0; n <= largest; n = n * 9 / 8 + 1) {
          const auto count = static_cast<uint32_t>(n);
          const VkDeviceSize bytes = sorter.scratchBytes(count);
          CAPTURE(count);
          CHECK(bytes >= before);
          before = bytes;
          CHECK((isByRadix(sorter, config, count) && bytes == 0) == false);
          if (subgroup != 32) continue;
          const std::size_t passes = passesOf(sorter, config, count, false).size();
          CHECK(passes == passesOf(in_place, config, count, false).size());
        }
        CHECK((sorter.scratchBytes(100) > 0) == (algorithm == Algorithm::radix));
        const uint32_t limit = is_software ? 1u << 23 : (1u << 28) - 1;
        CHECK_FALSE(isByRadix(sorter, config, limit + 1));
        CHECK(sorter.scratchBytes(limit + 1) == sorter.scratchBytes(limit));
        CHECK(sorter.scratchBytes(~0u) == sorter.scratchBytes(limit));
      }
    }
  });
}

// For all significant bits and NaN rules.
TEST_CASE("scratch_memory_suffices_for_each_smaller_count" * doctest::test_suite("one width")) {
  constexpr uint32_t kLargest = 200'000;
  constexpr Config kConfigs[] = {{.scratch = true},
                                 {.payload = kU32, .scratch = true},
                                 {.payload = kU32, .ties = kByValue, .scratch = true},
                                 {.payload = kIndex, .discard_keys = true, .scratch = true},
                                 {.key_type = kU64, .payload = kInterleaved, .scratch = true},
                                 {.mode = Mode::segments, .payload = kU32, .scratch = true},
                                 {.key_type = kU64, .mode = Mode::segments, .payload = kIndex, .scratch = true}};
  onEveryDevice([&](Rig& rig) {
    for (const Config& config : kConfigs) {
      for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::radix, Algorithm::radix_portable}) {
        INFO(describe(config));
        const vksort::Sorter sorter = sorterOf(rig, config, algorithm);
        Call call = validCall(rig, config);
        call.sort.first = call.segments.max_segment = 0;
        call.sort.count = kLargest;
        const VkDeviceSize bytes = scratchBytes(sorter, call);
        call.sort.keys = {rig.arena(0, kLargest * 3).device.handle(), 0, VkDeviceSize{kLargest} * 4 * keyWords(config)};
        if (splitValues(config)) call.sort.payload = {rig.arena(1, kLargest).device.handle(), 0, kLargest * 4};
        call.sort.scratch = {rig.arena(4, static_cast<uint32_t>(bytes / 4) + 1).device.handle(), 4, bytes};
        for (uint32_t n = 2; n <= kLargest; n = n * 9 / 8 + 1) {
          for (const uint32_t bits : {1u, 9u, 17u, 24u, 25u, 32u}) {
            call.sort.count = n;
            if (config.mode == Mode::segments) {
              call.segments.segment_count = n % 10 + 1;
              call.segments.max_segment = std::min(n, 60'000u);
            }
            call.sort.significant_bits = {n % 8, wideKeys(config) ? bits * 7 / 4 : std::min(bits, 24u)};
            CAPTURE(n);
            CAPTURE(bits);
            CHECK(std::string(vksort::describe(statusOf(sorter, config, call)).text) == "ok");
          }
        }
      }
    }
  });
}

TEST_CASE("sorts_respect_the_storage_buffer_limit" * doctest::test_suite("one width")) {
  constexpr Config kConfigs[] = {{},
                                 {.payload = kIndex},
                                 {.payload = kInterleaved, .ties = kAnyTies},
                                 {.key_type = kU64},
                                 {.payload = kU32, .ties = kAnyTies}};
  onEveryDevice([&](Rig& rig) {
    for (const uint32_t buffers : {4u, 5u}) {
      Faults faults;
      faults.edit_properties = [=](auto& out) { out.properties.limits.maxPerStageDescriptorStorageBuffers = buffers; };
      for (const Config& config : kConfigs) {
        INFO(describe(config) << ", " << buffers << " buffers");
        const vksort::Sorter sorter = sorterOf(rig, config, Algorithm::radix, faults);
        CHECK((sorter.scratchBytes(kMany) > 0) == (buffers >= VKSORT_DESCRIPTORS_PER_SET));
      }
    }
  });
}

}  // namespace test
