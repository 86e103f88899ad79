// The set-up of indirect sorts writes the workgroups of the CPU's schedule, for up to 2^32 elements.
#include <doctest/doctest.h>

#include <algorithm>

#include "device/support.h"
#include "sorts/bitonic/passes.h"
#include "sorts/bitonic/sizes.h"
#include "state_shader.h"
#include "support/check/conform.h"
#include "support/oracle/steps.h"
#include "support/oracle/tunings.h"

namespace test {
namespace {

using vksort::bitonic::BitonicSetting;
using vksort::bitonic::Kernel;
using vksort::bitonic::KernelSizes;
using vksort::bitonic::PassPush;

constexpr uint32_t kLargest = 0xffffffffu;
constexpr uint32_t kStateWords = VKSORT_WORK_BYTES / 4;
constexpr uint32_t kUntouched = 0xabcdef01u;

std::vector<BitonicSetting> someSettings() {
  std::vector<vksort::Tuning> tunings;
  for (const vksort::DeviceClass& each : vksort::deviceClasses())
    tunings.insert(tunings.end(), std::begin(each.tunings), std::end(each.tunings));
  Random random{nextSeed()};
  for (const vksort::Element element : {vksort::Element::key, vksort::Element::pair}) {
    const std::vector<vksort::Tuning> all = everyTuning(element);
    for (uint32_t i = 0; i < (everythingWanted() ? 40 : 5); ++i) tunings.push_back(all[random.word() % all.size()]);
  }
  std::vector<BitonicSetting> settings;
  for (const vksort::Tuning& tuning : tunings) {
    BitonicSetting setting{{}, KernelSizes{tuning, 0}, 65535};
    setting.configuration.payload = settings.size() % 3 == 0 ? vksort::Payload::index : vksort::Payload::none;
    settings.push_back(setting);
  }
  return settings;
}

std::vector<uint32_t> countsFor(const KernelSizes& shape) {
  std::vector<uint32_t> counts = {0, kLargest, kLargest - 1, 3u << 30, 5u << 29};
  for (uint32_t k = 0; k < 32; ++k)
    for (const uint32_t n : {(1u << k) - 1, 1u << k, (1u << k) + 1, (1u << k) + (1u << k / 2)}) counts.push_back(n);
  const uint32_t tile = 1u << shape.tile_log2;
  for (uint32_t i = 1; i <= 40; ++i)
    for (const uint32_t n : {i * tile - 1, i * tile, i * tile + 1}) counts.push_back(n);
  Random random{nextSeed()};
  for (uint32_t i = 0; i < 40; ++i) counts.push_back(random.word() >> random.word() % 32);
  return counts;
}

vksort::Request requestOf(uint32_t count) { return {count, vksort::Mode::indirect}; }

std::vector<vksort::Pass> recordedPasses(const BitonicSetting& setting, uint32_t capacity) {
  std::vector<vksort::Pass> passes = bitonicPasses(setting, requestOf(capacity));
  std::erase_if(passes, [](const vksort::Pass& pass) { return pass.dispatch_word == vksort::kDirect; });
  return passes;
}

// Omits the first pass, which uses the kernel of the first recorded pass.
std::vector<vksort::Pass> passesFor(const BitonicSetting& setting, uint32_t n) {
  if (n < setting.configuration.minCount()) return {};
  std::vector<vksort::Pass> passes =
      passesBy([&](vksort::PassSink out) { addRange(setting, requestOf(n), setting.shape.firstSort(), out); });
  passes.erase(passes.begin());
  return passes;
}

std::vector<uint32_t> wantedGroups(const BitonicSetting& setting, uint32_t capacity, uint32_t n) {
  const std::vector<vksort::Pass> recorded = recordedPasses(setting, capacity);
  const std::vector<vksort::Pass> taken = passesFor(setting, std::min(n, capacity));
  std::vector<uint32_t> groups;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    if (i >= taken.size()) {
      groups.push_back(0);
      continue;
    }
    // Kernel, strides and conversions were recorded before n was known.
    const auto a = recorded[i].push<PassPush>(), b = taken[i].push<PassPush>();
    const bool same = recorded[i].kernel == taken[i].kernel && recorded[i].stage == taken[i].stage &&
                      a.mirror == b.mirror && a.window == b.window;
    groups.push_back(same ? taken[i].groups : kUntouched);
  }
  return groups;
}

class SetUp {
 public:
  SetUp(const gpu::Device& device, const BitonicSetting& setting)
      : setting_(setting), shader_(device, setting, Kernel::setup) {}

  // Returns an empty text if all states are right.
  std::string complaint(uint32_t capacity, const std::vector<uint32_t>& counts) const {
    const gpu::Buffer source = shader_.words(counts.size(), 0);
    const gpu::Buffer states = shader_.words(counts.size() * kStateWords, kUntouched);
    std::ranges::copy(counts, source.as<uint32_t>().begin());
    std::vector<PushOf<PassPush>> pushes(counts.size());
    for (uint32_t i = 0; i < counts.size(); ++i) {
      pushes[i].push.count = capacity;
      pushes[i].push.is_indirect = 1;
      pushes[i].push.first_at_2 = i;
      pushes[i].push.first_at_3 = i * kStateWords;
    }
    shader_.run(states, VKSORT_BINDING_COUNT, source, pushes);
    for (uint32_t i = 0; i < counts.size(); ++i) {
      const std::span<const uint32_t> state = states.as<uint32_t>().subspan(i * kStateWords, kStateWords);
      const std::string why = explainState(wantedGroups(setting_, capacity, counts[i]), state);
      if (!why.empty()) return "count " + std::to_string(counts[i]) + " of " + std::to_string(capacity) + ": " + why;
    }
    return {};
  }

 private:
  std::string explainState(const std::vector<uint32_t>& groups, std::span<const uint32_t> state) const {
    uint32_t word = 0;
    for (std::size_t pass = 0; pass < groups.size(); ++pass, word += 3) {
      const vksort::Grid grid =
          groups[pass] == 0 ? vksort::Grid{0, 1} : vksort::foldGrid(groups[pass], setting_.max_groups_x);
      if (state[word] == grid.x && state[word + 1] == grid.y && state[word + 2] == 1) continue;
      return "pass " + std::to_string(pass) + " has " + std::to_string(state[word]) + " x " +
             std::to_string(state[word + 1]) + " workgroups instead of " + std::to_string(grid.x) + " x " +
             std::to_string(grid.y);
    }
    for (; word < kStateWords; ++word)
      if (state[word] != kUntouched) return "wrote word " + std::to_string(word);
    return {};
  }

  BitonicSetting setting_;
  StateShader<PassPush> shader_;
};

}  // namespace

TEST_CASE("set_up_writes_the_schedule_of_every_count" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (BitonicSetting setting : someSettings()) {
      const KernelSizes& shape = setting.shape;
      const uint32_t tile = 1u << shape.tile_log2;
      for (const uint32_t max_groups_x : {65535u, 3u}) {
        setting.max_groups_x = max_groups_x;
        const SetUp set_up(rig.device(), setting);
        for (const uint32_t capacity : {kLargest, (1u << 31) + 1, 1u << 20, 77 * tile + 3, 2 * tile + 1}) {
          INFO("tile 2^" << shape.tile_log2 << ", R " << shape.registers_log2);
          REQUIRE(set_up.complaint(capacity, countsFor(shape)) == "");
        }
      }
    }
  });
}

}  // namespace test
