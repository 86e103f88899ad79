// The dispatch that sets up sorts of a device count, run by itself: what it makes of up to 2^32 elements is what the
// host's schedule says.
#include <doctest/doctest.h>

#include <algorithm>

#include "bitonic/tuning.h"
#include "state_shader.h"
#include "support/check/conform.h"
#include "support/oracle/tunings.h"
#include "vulkan/grid.h"

namespace test {
namespace {

using vksort::Kernel;
using vksort::Setting;
using vksort::Shape;

constexpr uint32_t kLargest = 0xffffffffu;
constexpr uint32_t kStateWords = vksort::kStateBytes / 4;
constexpr uint32_t kUntouched = 0xabcdef01u;

// Those of the table, and some of all that a host may bring.
std::vector<Setting> someSettings() {
  std::vector<vksort::Tuning> tunings;
  for (const vksort::TuningRow& row : vksort::tuningTable()) tunings.push_back(row.tuning);
  Random random(nextSeed());
  for (const vksort::Element element : {vksort::Element::key, vksort::Element::pair}) {
    const std::vector<vksort::Tuning> all = everyTuning(element);
    for (uint32_t i = 0; i < (everythingWanted() ? 40 : 5); ++i) tunings.push_back(all[random.next() % all.size()]);
  }
  std::vector<Setting> settings;
  for (const vksort::Tuning& tuning : tunings) {
    Setting setting{{}, Shape{tuning, 0}, 65535};
    setting.configuration.mode.device_count = true;
    setting.configuration.mode.writes_values = settings.size() % 3 == 0;
    settings.push_back(setting);
  }
  return settings;
}

std::vector<uint32_t> countsFor(const Shape& shape) {
  std::vector<uint32_t> counts = {0, kLargest, kLargest - 1, 3u << 30, 5u << 29};
  for (uint32_t k = 0; k < 32; ++k)
    for (const uint32_t n : {(1u << k) - 1, 1u << k, (1u << k) + 1, (1u << k) + (1u << k / 2)}) counts.push_back(n);
  const uint32_t tile = 1u << shape.tile_log2;
  for (uint32_t i = 1; i <= 40; ++i)
    for (const uint32_t n : {i * tile - 1, i * tile, i * tile + 1}) counts.push_back(n);
  Random random(nextSeed());
  for (uint32_t i = 0; i < 40; ++i) counts.push_back(random.next() >> random.next() % 32);
  return counts;
}

// Workgroups of each merge that was recorded for `capacity`, if the device finds n: the schedule of n, and for the rest
// 0.
std::vector<uint32_t> wantedGroups(const Setting& setting, uint32_t capacity, uint32_t n) {
  n = std::min(n, capacity);
  Schedule recorded, taken;
  vksort::Mode of_host = setting.configuration.mode;
  buildSchedule(setting.shape, capacity, recorded, of_host);
  of_host.device_count = false;
  buildSchedule(setting.shape, n, taken, of_host);
  REQUIRE(recorded.passes[0].kernel == Kernel::setup);
  REQUIRE(vksort::sorts(recorded.passes[1].kernel));
  std::vector<uint32_t> groups;
  for (uint32_t i = 2; i < recorded.count; ++i) {
    const uint32_t j = i - 1;
    if (j >= taken.count) {
      groups.push_back(0);
      continue;
    }
    // The kernel, the strides and the conversions were chosen when n was not known.
    const Step &a = recorded.passes[i], &b = taken.passes[j];
    const bool same = a.kernel == b.kernel && a.mirror == b.mirror && a.window == b.window && a.stage == b.stage;
    groups.push_back(same ? b.groups : kUntouched);
  }
  return groups;
}

class Setup {
 public:
  Setup(const gpu::Device& device, const Setting& setting)
      : setting_(setting), shader_(device, setting, Kernel::setup) {}

  // Runs it for each count. What is wrong with the first state that is; empty: nothing.
  std::string complaint(uint32_t capacity, const std::vector<uint32_t>& counts) const {
    const gpu::Buffer source = shader_.words(counts.size(), 0);
    const gpu::Buffer states = shader_.words(counts.size() * kStateWords, kUntouched);
    std::ranges::copy(counts, source.as<uint32_t>().begin());
    std::vector<vksort::Push> pushes(counts.size());
    for (uint32_t i = 0; i < counts.size(); ++i) {
      pushes[i].count = capacity;
      pushes[i].first_count = i;
      pushes[i].first_state = i * kStateWords;
    }
    shader_.run(states, VKSORT_BINDING_COUNTS, source, pushes);
    for (uint32_t i = 0; i < counts.size(); ++i) {
      const std::string why = explainState(capacity, counts[i], states.as<uint32_t>().subspan(i * kStateWords));
      if (!why.empty()) return "count " + std::to_string(counts[i]) + " of " + std::to_string(capacity) + ": " + why;
    }
    return {};
  }

 private:
  std::string explainState(uint32_t capacity, uint32_t count, std::span<const uint32_t> state) const {
    const std::vector<uint32_t> groups = wantedGroups(setting_, capacity, count);
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

  Setting setting_;
  StateShader<vksort::Push> shader_;
};

}  // namespace

TEST_CASE("set_up_turns_every_count_into_the_schedule_of_that_count" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (Setting setting : someSettings()) {
      const Shape& shape = setting.shape;
      const uint32_t tile = 1u << shape.tile_log2;
      for (const uint32_t max_groups_x : {65535u, 3u}) {
        setting.max_groups_x = max_groups_x;
        const Setup setup(rig.device(), setting);
        for (const uint32_t capacity : {kLargest, (1u << 31) + 1, 1u << 20, 77 * tile + 3, 2 * tile + 1}) {
          INFO("tile 2^" << shape.tile_log2 << ", R " << shape.registers_log2);
          REQUIRE(setup.complaint(capacity, countsFor(shape)) == "");
        }
      }
    }
  });
}

}  // namespace test
