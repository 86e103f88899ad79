// Sorts whose first pass sums up what each workgroup counted: which sizes they are of, and what is there for them.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithm.h"
#include "setting_on.h"
#include "sort/radix/interface.h"

namespace test {
namespace {

using vksort::SorterInfo;
using vksort::Values;
using vksort::radix::Offsets;

constexpr vksort::DeviceLimits kGpu{1024, 49152, 32, 0, 1024};
constexpr vksort::RecordLimits kGpuRecord{64, 1ull << 32, 8, 65535};

// Where 132 multiprocessors have one tile of 8192 each.
constexpr uint32_t kRound = 132 * 8192;
struct Window {
  uint32_t first, last;
};
constexpr Window kMediumKeys{kRound + 1, vksort::radix::kMostElements}, kMediumPairs{kRound + 1, 1u << 23};

Window windowOf(Values values) { return values == Values::none ? kMediumKeys : kMediumPairs; }

bool isWithin(const Window& window, uint32_t n) { return window.first <= n && n <= window.last; }

// On either side of each border, and between them.
std::vector<uint32_t> sizesAround(const Window& window) {
  std::vector<uint32_t> sizes{window.first - 1, window.first, 1'500'000, 3'000'000, 1u << 24, window.last};
  if (window.last < vksort::radix::kMostElements) sizes.push_back(window.last + 1);
  return sizes;
}

bool hasRows(const vksort::radix::Setting& setting) {
  const std::span shapes(setting.shapes, setting.shape_count);
  return std::ranges::any_of(shapes, [](const auto& shape) { return shape.offsets == Offsets::by_rows; });
}

// Kernels of passes of sorts of these sizes, and of powers of two.
vksort::KernelSet runBy(const vksort::Algorithms& algorithms, std::vector<uint32_t> sizes) {
  for (uint32_t log2 = 0; log2 < 32; ++log2) sizes.push_back(1u << log2);
  vksort::KernelSet run;
  for (const uint32_t n : sizes) {
    for (const bool lent : {false, true}) {
      vksort::PassList list;
      passesOf(algorithms, {std::min(n, algorithms.most()), 1, lent}, list);
      for (const vksort::Pass& pass : std::span(list.passes, list.count)) run[pass.kernel] = true;
    }
  }
  return run;
}

void expectMadeAsTaken(const vksort::Algorithms& algorithms, const Window& window) {
  const vksort::radix::Setting& radix = algorithms.radix;
  std::vector<uint32_t> sizes = sizesAround(window);
  std::erase_if(sizes, [&radix](uint32_t n) { return n < radix.fewest || n > radix.most; });
  for (const uint32_t n : sizes) {
    CAPTURE(n);
    CHECK((radix.shapeFor(n).offsets == Offsets::by_rows) == isWithin(window, n));
  }
  for (uint32_t i = 0; i < radix.shape_count; ++i) {
    CAPTURE(i);
    const uint32_t fewest = radix.fewestOf(i);
    const auto takes = [&radix, i](uint32_t n) { return radix.indexFor(n) == i; };
    if (fewest == 0) {
      CHECK(std::ranges::none_of(sizes, takes));
      continue;
    }
    sizes.push_back(fewest);
    CHECK(takes(fewest));
    CHECK((radix.fewest <= fewest && fewest <= radix.most));
    for (const uint32_t n : sizes) CHECK((n >= fewest || !takes(n)));
    for (uint32_t n = radix.fewest; n < fewest; n += 997) CHECK_FALSE(takes(n));
  }
  // All of those that run, and of the passes of radix no other.
  const vksort::KernelSet made = vksort::kernelsOf(algorithms), run = runBy(algorithms, sizes);
  CHECK((run & ~made).none());
  for (uint32_t i = 0; i < radix.shape_count; ++i) {
    const uint32_t kernel = vksort::bitonic::kKernelCount + kernelOf(vksort::radix::Role::pass, i);
    CHECK(made[kernel] == run[kernel]);
  }
}

}  // namespace

TEST_CASE("rows_are_taken_by_sizes_that_they_sort_sooner") {
  for (const Values values : {Values::none, Values::split, Values::interleaved}) {
    const vksort::radix::Setting setting = settingOn(kGpu, values);
    const Window window = windowOf(values);
    for (const uint32_t n : sizesAround(window)) {
      CAPTURE(n);
      const vksort::radix::Shape& shape = setting.shapeFor(n);
      CHECK((shape.offsets == Offsets::by_rows) == isWithin(window, n));
      CHECK((shape.offsets == Offsets::by_first_table) == (n <= kRound));
      if (shape.offsets == Offsets::by_rows) CHECK(shape.tile() == (values == Values::none ? 8192 : 5632));
    }
  }
}

// Where a set-up finds workgroups, or others add to the histogram, that clears it. Software has rows where it may.
TEST_CASE("sorts_by_rows_need_nothing_else_cleared") {
  for (const uint32_t subgroup : {8u, 32u}) {
    const vksort::DeviceLimits limits{1024, 49152, subgroup, 0, 1024};
    for (const Values values : {Values::none, Values::split}) {
      CHECK(hasRows(settingOn(limits, values)));
      CHECK_FALSE(hasRows(settingOn(limits, values, false)));
      CHECK_FALSE(hasRows(settingOn(limits, values, true, vksort::Ties::any, vksort::KeyType::u32, 12)));
      SorterInfo counted;
      counted.values = values;
      counted.ties = vksort::Ties::any;
      counted.algorithm = vksort::Algorithm::radix;
      for (const vksort::Count count : {vksort::Count::host, vksort::Count::device}) {
        counted.count = count;
        const vksort::radix::Setting setting = vksort::algorithmsFor(counted, limits, kGpuRecord).radix;
        REQUIRE(setting.shape_count > 1);
        CHECK(hasRows(setting) == (count == vksort::Count::host));
      }
      // A hook's keys are, its pairs are not.
      const vksort::Hook hook{};
      counted.count = vksort::Count::host;
      counted.hook = &hook;
      CHECK(hasRows(vksort::algorithmsFor(counted, limits, kGpuRecord).radix) == (values == Values::none));
    }
    CHECK_FALSE(hasRows(settingOn(limits, Values::split, true, vksort::Ties::value)));
    CHECK_FALSE(hasRows(settingOn(limits, Values::none, true, vksort::Ties::value, vksort::KeyType::u64)));
  }
}

TEST_CASE("the_first_pass_of_a_sort_by_rows_has_workgroups_that_sum_them_up") {
  constexpr vksort::PlanDevice kWide{
      .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};
  constexpr uint32_t n = 2'000'000, kTiles = (n + 8191) / 8192;
  for (const uint32_t bits : {8u, 16u, 17u, 24u, 32u}) {
    SorterInfo info;
    info.key_bits = {0, bits};
    const uint32_t passes = std::max((bits + 7) / 8, 2u);
    CHECK(vksort::plan(info, kWide, n, true).dispatches == 1 + passes);
    CHECK(vksort::planPass(info, kWide, n, 0, true).workgroups == std::min(kTiles, 264u));
    for (uint32_t pass = 1; pass <= passes; ++pass) {
      const uint32_t summing = pass == 1 ? passes * 256 / VKSORT_RADIX_ROW_DIGITS : 0;
      CHECK(vksort::planPass(info, kWide, n, pass, true).workgroups == summing + kTiles);
    }
  }
}

// Each workgroup that counts has a row of all digits of keys, behind the states and before the copy; and by value a
// note.
TEST_CASE("rows_have_memory_of_their_own") {
  for (const uint32_t subgroup : {8u, 32u}) {
    for (const auto& [values, ties] : {std::pair{Values::none, vksort::Ties::any},
                                       {Values::split, vksort::Ties::any},
                                       {Values::split, vksort::Ties::value}}) {
      const vksort::radix::Setting setting = settingOn({1024, 49152, subgroup, 0, 1024}, values, true, ties);
      const bool by_value = ties == vksort::Ties::value;
      uint32_t by_rows = 0;
      std::vector<uint32_t> sizes = sizesAround(windowOf(values));
      for (uint32_t n = 5000; n < 32'768; n += 1777) sizes.push_back(n);
      std::ranges::sort(sizes);
      uint64_t end = 0;
      for (const uint32_t n : sizes) {
        CAPTURE(n);
        const vksort::radix::Shape& shape = setting.shapeFor(n);
        const vksort::radix::Scratch scratch = scratchOf(setting, n);
        CHECK(scratch.end >= end);
        end = scratch.end;
        CHECK((shape.offsets == Offsets::by_summed_rows) == (by_value && shape.looksBack()));
        if (shape.offsets != Offsets::by_rows && shape.offsets != Offsets::by_summed_rows) continue;
        ++by_rows;
        const uint64_t tiles = shape.tilesOf(n), rows = std::min<uint64_t>(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS);
        CHECK(scratch.table >= VKSORT_RADIX_STATES + tiles * 256);
        CHECK(scratch.copy >= scratch.table + rows * (setting.digits * 256 + (by_value ? VKSORT_RADIX_NOTE_WORDS : 0)));
      }
      CHECK(by_rows > 2);
    }
  }
}

// What sorts of any size need has been made, however many there may be, and from where on a tuning has them by radix;
// and a shape's fewest elements are its fewest.
TEST_CASE("kernels_of_shapes_are_made_as_they_are_taken") {
  for (const Values values : {Values::none, Values::split}) {
    for (const uint32_t most : {1'200'000u, 1'420'000u, 1'420'001u, 2'500'000u, 4'325'377u, 1u << 23, 1u << 25, 0u}) {
      for (const uint32_t from : {0u, 1'300'000u, 1'500'000u}) {
        CAPTURE(most);
        CAPTURE(from);
        SorterInfo info;
        info.values = values;
        info.ties = vksort::Ties::any;
        info.max_count = most;
        vksort::Algorithms algorithms = vksort::algorithmsFor(info, kGpu, kGpuRecord);
        vksort::Tuning tuning = tuningOf(algorithms);
        if (from != 0) {
          tuning.radix_from = from;
          info.tuning = &tuning;
          algorithms = vksort::algorithmsFor(info, kGpu, kGpuRecord);
        }
        if (algorithms.radix.shape_count != 0) expectMadeAsTaken(algorithms, windowOf(values));
      }
    }
  }
}

}  // namespace test
