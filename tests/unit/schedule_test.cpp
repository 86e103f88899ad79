// Schedules sort every input, and cover every stride for all tunings and counts.
#include <doctest/doctest.h>

#include "support/oracle/inputs.h"
#include "support/oracle/network.h"
#include "support/oracle/tunings.h"
#include "device/support.h"

namespace test {
namespace {

using vksort::DeviceLimits;
using vksort::Element;
using vksort::bitonic::Kernel;
using vksort::bitonic::KernelSizes;

constexpr uint32_t kLargest = 0xffffffffu;

std::vector<KernelSizes> tinyTunings() {
  std::vector<KernelSizes> tunings;
  for (const uint32_t tile : {2u, 3u, 4u}) {
    for (const uint32_t registers : {1u, 2u}) {
      for (uint32_t longest = registers; longest <= std::min(2 * registers, tile); ++longest) {
        for (uint32_t short_tile = registers; short_tile <= tile; ++short_tile) {
          for (uint32_t variant = 0; variant < 8; ++variant) {
            KernelSizes tuning{};
            tuning.registers_log2 = registers;
            tuning.tile_log2 = tile;
            tuning.smallest_merge_log2 = tile - 1;
            tuning.merge_log2 = tile - variant / 4;
            tuning.global_log2[0] = variant / 2 % 2 == 0 || longest == registers ? short_tile : 0;
            if (longest > registers) tuning.global_log2[1] = tile;
            if (longest > registers + 1) tuning.global_log2[2] = tile;
            tuning.double_tiles = variant % 2;
            tunings.push_back(tuning);
          }
        }
      }
    }
  }
  return tunings;
}

struct Device {
  DeviceLimits limits;
  Element element;
  KernelSizes tuning;
};

std::vector<Device> allDevices() {
  std::vector<Device> devices;
  for (const uint32_t invocations : {128u, 192u, 256u, 384u, 512u, 768u, 1024u, 2048u})
    for (const uint32_t shared : {16384u, 32768u, 49152u, 65536u, 233472u})
      for (const uint32_t subgroup : {0u, 2u, 4u, 8u, 16u, 32u, 64u, 128u})
        for (const Element element : kElements) {
          const DeviceLimits limits{invocations, shared, subgroup};
          devices.push_back({limits, element, vksort::bitonic::chooseTuning(limits, element)});
        }
  return devices;
}

std::vector<uint32_t> hugeCounts() {
  std::vector<uint32_t> counts = {kLargest, kLargest - 1};
  for (uint32_t k = 2; k < 32; ++k)
    for (const uint32_t n : {(1u << k) - 1, 1u << k, (1u << k) + 1, (1u << k) + (1u << k / 2)}) counts.push_back(n);
  return counts;
}

// Returns the broken rule for at least two elements, or null.
const char* brokenRule(const KernelSizes& tuning, uint32_t n) {
  Schedule schedule;
  buildSchedule(tuning, n, schedule);
  if (schedule.count == kMostPasses) return "more passes than there is room for";
  if (schedule.count == 0) return "no passes";
  const Step& first = schedule.passes[0];
  uint32_t stage = tuning.elementsLog2(first.kernel);
  if (first.stage != stage) return "a sort of another stage";
  if (uint64_t{first.groups} << stage < n) return "the sort of tiles leaves elements out";
  if (uint64_t{first.groups - 1} << stage >= n) return "the sort of tiles has groups without elements";
  uint32_t top = 0;  // log2 of the remaining blocks
  for (uint32_t i = 1; i < schedule.count; ++i) {
    const Step& pass = schedule.passes[i];
    if (!tuning.has(pass.kernel)) return "a kernel that was not made";
    if (pass.groups == 0) return "a pass without groups";
    const uint32_t elements = tuning.elementsLog2(pass.kernel);
    if (!isGlobal(pass.kernel)) {
      if (top == 0) return "a merge of what is merged";
      if (pass.stage != stage) return "a merge of another stage";
      if (elements < top) return "a merge that is too small";
      top = 0;
      continue;
    }
    if (pass.mirror && top != 0) return "a stage begins before the last one is complete";
    if (pass.mirror) top = ++stage;
    if (pass.stage != stage) return "a pass of another stage";
    const uint32_t strides = tuning.strides(pass.kernel);
    if (pass.window + strides != top) return "strides are left out or repeated";
    if (pass.window + strides < elements) return "rows overlap";
    if (strides < tuning.registers_log2 || strides > 3 * tuning.registers_log2) return "strides that the shader cannot";
    top = pass.window;
  }
  if (top != 0) return "the last stage is not complete";
  return uint64_t{1} << stage >= n ? nullptr : "too few stages";
}

void expectSorted(const KernelSizes& shape, uint32_t n, Lines lines) {
  INFO("n " << n << ", tile 2^" << shape.tile_log2 << ", R " << shape.registers_log2);
  Schedule schedule;
  buildSchedule(shape, n, schedule);
  REQUIRE(runPasses(shape, schedule, lines));
  REQUIRE(lines.sorted());
}

}  // namespace

// If it sorts all zeros and ones, it sorts everything.
TEST_CASE("schedule_sorts_every_zero_one_input_of_few_elements" * doctest::test_suite("one width")) {
  for (const KernelSizes& tuning : tinyTunings())
    for (uint32_t n = 2; n <= 16; ++n) expectSorted(tuning, n, allInputs(n));
}

TEST_CASE("schedule_sorts_random_zero_one_inputs" * doctest::test_suite("one width")) {
  for (const KernelSizes& tuning : tinyTunings())
    for (uint32_t n = 17; n <= 300; n += n < 130 ? 1 : 7) expectSorted(tuning, n, randomInputs(n, nextSeed()));
  Random random{nextSeed()};
  for (const Device& device : allDevices()) {
    if (device.limits.workgroup_invocations > 512 || device.limits.shared_memory_bytes > 49152) continue;
    const uint32_t tile = 1u << device.tuning.tile_log2, n = tile + random.word() % (6 * tile);
    expectSorted(device.tuning, n, randomInputs(n, nextSeed()));
  }
  for (const Element element : kElements) {
    const std::vector<vksort::Tuning> tunings = everyTuning(element);
    for (uint32_t i = 0; i < 60; ++i) {
      const KernelSizes shape{tunings[random.word() % tunings.size()], 0};
      const uint32_t tile = 1u << shape.tile_log2, n = tile + random.word() % (12 * tile);
      expectSorted(shape, n, randomInputs(n, nextSeed()));
    }
  }
}

// The simulation cannot reach these counts.
TEST_CASE("schedule_covers_every_stride_of_the_largest_counts" * doctest::test_suite("one width")) {
  for (const Device& device : allDevices()) {
    for (const uint32_t n : hugeCounts()) {
      INFO("n " << n << ", tile 2^" << device.tuning.tile_log2);
      const char* const why = brokenRule(device.tuning, n);
      CHECK_MESSAGE(why == nullptr, why);
    }
  }
}

// An application can use any tuning that passes the check.
TEST_CASE("schedule_covers_every_stride_with_every_tuning" * doctest::test_suite("one width")) {
  uint32_t most_passes = 0;
  for (const Element element : kElements) {
    const std::vector<vksort::Tuning> tunings = everyTuning(element);
    REQUIRE(tunings.size() > 900);
    for (const vksort::Tuning& tuning : tunings) {
      const KernelSizes shape{tuning, 0};
      for (uint32_t n = kLargest; n > 1; n = n / 2 + n / 32) {
        const char* const why = brokenRule(shape, n);
        if (why != nullptr) FAIL(why << ": n " << n << ", tile 2^" << shape.tile_log2);
      }
      Schedule schedule;
      buildSchedule(shape, kLargest, schedule);
      most_passes = std::max(most_passes, schedule.count);
    }
  }
  CHECK(most_passes == 95);  // documented at kMaxTunedPasses
}

namespace {

vksort::SorterInfo infoOf(Element element) {
  vksort::SorterInfo info{};
  info.key_bits = element == Element::triple ? 64 : 32;
  info.payload = element == Element::key ? vksort::Payload::none : vksort::Payload::u32;
  info.ties = kByValue;
  return info;
}

}  // namespace

// Tiles are the largest that fit. An invocation has 4 elements; every 4 are padded by one.
TEST_CASE("tiles_sorted_into_scratch_memory_fit_the_device") {
  constexpr uint32_t kLargest[] = {10, 11};
  for (const Device& device : allDevices()) {
    if (device.element == Element::triple) continue;
    const KernelSizes shape = vksort::bitonic::shapeOf(vksort::configurationOf(infoOf(device.element)), device.limits, nullptr);
    INFO(device.limits.workgroup_invocations << " invocations, " << device.limits.shared_memory_bytes << " bytes");
    const auto fits = [&device](uint32_t log2) {
      const uint32_t elements = 1u << log2, bytes = (elements + elements / 4) * 4 * wordsOf(device.element);
      return elements / 4 <= device.limits.workgroup_invocations && bytes <= device.limits.shared_memory_bytes;
    };
    for (uint32_t i = 0; i < 2; ++i) {
      const uint32_t log2 = shape.scratch_log2[i];
      REQUIRE(fits(log2));
      REQUIRE((log2 == kLargest[i] || !fits(log2 + 1)));
    }
  }
}

TEST_CASE("folded_grids_cover_all_groups_within_the_limit") {
  Random random{nextSeed()};
  for (uint32_t i = 0; i < 100'000; ++i) {
    const bool tiny = i % 2 == 0;
    const uint32_t max_x = tiny ? 1 + random.word() % 9 : 65535;
    const uint32_t groups = 1 + (tiny ? random.word() % 999 : random.word() >> random.word() % 32);
    const vksort::Grid grid = vksort::foldGrid(groups, max_x);
    const bool fits = grid.x >= 1 && grid.y >= 1 && grid.x <= max_x;
    const uint64_t covered = uint64_t{grid.x} * grid.y;
    const bool lean = covered >= groups && covered - groups < grid.y;
    const bool tall = !tiny && groups < 1u << 31 && grid.y > 65535;
    CHECK_MESSAGE((fits && lean && !tall),
                  "groups " << groups << ", max " << max_x << ": " << grid.x << " x " << grid.y);
  }
}

}  // namespace test
