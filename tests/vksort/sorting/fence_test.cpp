// Reads outside the arguments: what is read there may be thrown away again, so no result and no guard word tells. On a
// software device the pages around each argument can be fenced off, and every access to them counted.
#include <doctest/doctest.h>

#if defined(__unix__)
#include <algorithm>
#include <set>

#include "support/check/fence.h"
#include "support/check/fenced_sorts.h"
#include "support/skip.h"
#include "support/variants/variants.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Element;
using vksort::Kernel;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

// Every mode, of every kind of element.
constexpr Config kFencedConfigs[] = {
    {.values = Values::none},
    {.values = Values::none, .path = Path::floor},
    {.values = Values::split},
    {.values = Values::interleaved, .path = Path::floor},
    {.values = Values::iota, .path = Path::floor},
    {.key_type = KeyType::u64, .values = Values::none},
    {.key_type = KeyType::u64, .values = Values::split, .path = Path::floor},
    {.values = Values::none, .path = Path::floor, .count = Count::device},
    {.values = Values::split, .path = Path::floor, .count = Count::device},
    {.values = Values::none, .path = Path::floor, .push_descriptor = false, .coherent = true},
    {.key_type = KeyType::i32, .values = Values::split, .count = Count::device, .coherent = true},
    {.key_type = KeyType::u64, .order = Order::descending, .values = Values::split, .coherent = true},
    {.values = Values::none, .count = Count::lists},
    {.values = Values::split, .count = Count::lists},
    {.values = Values::iota, .path = Path::floor, .count = Count::lists},
    {.order = Order::descending, .values = Values::none, .push_descriptor = false, .hook = true},
    {.key_type = KeyType::i32, .values = Values::split, .ties = Ties::any, .path = Path::floor, .hook = true},
    {.key_type = KeyType::i32, .values = Values::iota, .count = Count::lists, .hook = true},
    // Compiled for this alone: in full runs.
    {.key_type = KeyType::u64, .values = Values::split, .path = Path::floor, .count = Count::lists},
};
constexpr std::size_t kQuick = std::size(kFencedConfigs) - 1;

// The kernels that were run.
std::set<std::string> expectNothingOutside(Rig& rig, const vksort::Sorter& sorter, const Config& config,
                                           const vksort::Shape& shape) {
  std::set<std::string> names;
  for (const FencedSort& sort : partialSorts(shape, config)) {
    const auto lists = static_cast<uint32_t>(sort.table.size());
    INFO(describe(config) << ", n " << sort.n << ", " << lists << " lists");
    for (const Side side : kSides) CHECK(outsideOf(rig, sorter, config, sort, side).where == "");
    const vksort::Plan plan = lists == 0 ? sorter.plan(sort.n) : sorter.planLists(lists, sort.n);
    for (uint32_t i = 0; i < plan.dispatches; ++i)
      names.insert(lists == 0 ? sorter.planPass(sort.n, i).name : sorter.planListsPass(lists, sort.n, i).name);
  }
  return names;
}

}  // namespace

TEST_CASE("never_reads_outside_the_arguments" * doctest::test_suite("one width")) {
  for (const Config& config :
       std::span(kFencedConfigs).first(everythingWanted() ? std::size(kFencedConfigs) : kQuick)) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canFence(rig)) return skip("the device does not use pages of the host");
        const vksort::Sorter sorter = fencedSorter(rig, config);
        const vksort::Shape shape = rig.tuning(config);
        const std::set<std::string> run = expectNothingOutside(rig, sorter, config, shape);
        for (uint32_t i = 0; i < vksort::kKernelCount; ++i) {
          const auto kernel = static_cast<Kernel>(i);
          // Small kernels of tests may sort no more than a wide subgroup does.
          if (kernel != Kernel::small_sort && shape.uses(kernel, rig.mode(config)))
            CHECK(run.contains(vksort::nameOf(kernel)));
        }
      });
    }
  }
}

// Also the kernels that no row of the table uses.
TEST_CASE("never_reads_outside_the_range_with_kernels_of_a_host_s_tuning" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    const Config config{.values = Values::none, .full_subgroups = false};
    vksort::Tuning tuning = rig.tuning(config);
    const uint32_t tile = 8;  // so that 2^32 elements take no more than kMaxPasses
    tuning.tile_log2 = tile;
    tuning.smallest_merge_log2 = tuning.merge_log2 = tile - 1;
    tuning.small_log2 = 0;
    tuning.medium_log2 = tile - 1;
    tuning.large_log2 = tile;
    tuning.double_tiles = 0;
    std::ranges::fill(tuning.global_log2, 0u);
    for (const uint32_t more : {1u, 2u, 3u}) tuning.global_log2[more] = tile;
    const vksort::Sorter sorter = fencedSorter(rig, config, {}, &tuning);
    const std::set<std::string> run = expectNothingOutside(rig, sorter, config, {tuning, 0});
    for (const Kernel kernel : {Kernel::medium_sort, Kernel::large_sort, Kernel::tile_sort, Kernel::global_long_1,
                                Kernel::global_long_2, Kernel::global_long_3})
      CHECK(run.contains(vksort::nameOf(kernel)));
  });
}

TEST_CASE("the_verifier_never_reads_outside_the_arguments" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    const vksort::Verifier verifier = fencedVerifier(rig);
    for (const Config& config :
         {Config{.values = Values::none}, Config{.values = Values::split}, Config{.values = Values::interleaved},
          Config{.key_type = KeyType::u64}, Config{.key_type = KeyType::u64, .values = Values::split}}) {
      for (const uint32_t n : {1u, 2u, 127u, 2047u, 2048u, 2049u, 5001u, 11'000u}) {
        for (const Side side : kSides) {
          INFO(describe(config) << ", n " << n);
          CHECK(outsideOf(rig, verifier, config, n, side).where == "");
        }
      }
    }
  });
}

TEST_CASE("notices_reads_outside_the_arguments" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    const Config config{.values = Values::split, .path = Path::floor};
    const vksort::Sorter sorter = fencedSorter(rig, config, planted(variantOf("unclamped_load", "tile_pairs")));
    uint32_t pages = 0;
    for (const FencedSort& sort : partialSorts(rig.tuning(config), config))
      for (const Side side : kSides) pages += outsideOf(rig, sorter, config, sort, side, false).pages;
    CHECK(pages > 0);
  });
}

}  // namespace test

#endif
