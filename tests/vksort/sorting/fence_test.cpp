// Reads outside the arguments: what is read there may be thrown away again, so no result and no guard word tells. On a
// software device the pages around each argument can be fenced off, and every access to them counted.
#include <doctest/doctest.h>

#include "support/mutants/mutants.h"

namespace test {
namespace {

const Trial kFenceTrial({Tag::read_outside, Tag::read_outside_of_lists, Tag::read_outside_of_repair,
                         Tag::read_outside_of_device_count, Tag::read_outside_of_hook,
                         Tag::read_outside_of_verification});

}  // namespace
}  // namespace test

#if defined(__unix__)
#include <sys/mman.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "support/check/fence.h"
#include "support/check/fenced_sorts.h"
#include "support/skip.h"

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

// The kernels that the sorts take.
std::set<std::string> kernelsOf(const vksort::Sorter& sorter, std::span<const FencedSort> sorts) {
  std::set<std::string> names;
  for (const FencedSort& sort : sorts) {
    const auto lists = static_cast<uint32_t>(sort.table.size());
    const vksort::Plan plan = lists == 0 ? sorter.plan(sort.n) : sorter.planLists(lists, sort.n);
    for (uint32_t i = 0; i < plan.dispatches; ++i)
      names.insert(lists == 0 ? sorter.planPass(sort.n, i).name : sorter.planListsPass(lists, sort.n, i).name);
  }
  return names;
}

void expectNothingOutside(Rig& rig, const vksort::Sorter& sorter, const Config& config,
                          std::span<const FencedSort> sorts) {
  for (const FencedSort& sort : sorts) {
    for (const Side side : kSides) {
      INFO(describe(config) << ", n " << sort.n << ", " << sort.table.size() << " lists");
      const Outside outside = outsideOf(rig, sorter, config, sort, side);
      CHECK(outside.where == "");
      CHECK(outside.pages == 0);
    }
  }
}

// A configuration in which a mutant's module is run.
Config fencedConfigFor(const Mutant& mutant) {
  Config config{.values = Values::none, .path = Path::floor};
  if (mutant.element != Element::key) config.values = Values::split;
  if (mutant.element == Element::triple) config.key_type = KeyType::u64;
  if (mutant.kernel == Kernel::subgroup_sort) config.path = Path::automatic;
  switch (mutant.tag) {
    case Tag::read_outside_of_lists:
      config.count = Count::lists;
      return config;
    case Tag::read_outside_of_repair:
      config.coherent = true;
      return config;
    case Tag::read_outside_of_device_count:
      config.count = Count::device;
      return config;
    case Tag::read_outside_of_hook:
      config.hook = true;
      return config;
    default:
      return config;
  }
}

bool isNoticed(Rig& rig, const Mutant& mutant) {
  if (mutant.tag == Tag::read_outside_of_verification) {
    Config config{.values = Values::split};
    if (mutant.module == std::string("verify_triples")) config.key_type = KeyType::u64;
    const vksort::Verifier verifier = fencedVerifier(rig, planted(mutant));
    return std::ranges::any_of(kSides, [&](Side side) {
      return outsideOf(rig, verifier, config, 2047, side).pages > 0 ||
             outsideOf(rig, verifier, config, 2048, side).pages > 0;
    });
  }
  const Config config = fencedConfigFor(mutant);
  const vksort::Sorter sorter = fencedSorter(rig, config, planted(mutant));
  for (const FencedSort& sort : partialSorts(rig.tuning(config), config))
    for (const Side side : kSides)
      if (outsideOf(rig, sorter, config, sort, side, false).pages > 0) return true;
  return false;
}

}  // namespace

TEST_CASE("tells_a_fence_that_something_else_has_opened" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    const FencedRange range(rig, "keys", 100, Side::behind);
    const FencedRange* const ranges[] = {&range};
    const Fence fence(ranges);
    CHECK(Fence::count() == 0);
    const std::span<std::byte> outside = range.outside[1];
    REQUIRE(mprotect(outside.data(), outside.size(), PROT_READ | PROT_WRITE) == 0);
    CHECK_THROWS_AS(static_cast<void>(Fence::count()), std::runtime_error);
  });
}

TEST_CASE("never_reads_outside_the_arguments" * doctest::test_suite("one width")) {
  for (const Config& config :
       std::span(kFencedConfigs).first(everythingWanted() ? std::size(kFencedConfigs) : kQuick)) {
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canFence(rig)) return skip("the device does not use pages of the host");
        const vksort::Sorter sorter = fencedSorter(rig, config);
        const vksort::Shape shape = rig.tuning(config);
        const std::vector<FencedSort> sorts = partialSorts(shape, config);
        expectNothingOutside(rig, sorter, config, sorts);
        const std::set<std::string> run = kernelsOf(sorter, sorts);
        const auto isTaken = [&, mode = rig.mode(config)](Kernel kernel) {
          // Small kernels of tests may sort no more than a wide subgroup does.
          const bool leaves_some = !shape.uses(Kernel::subgroup_sort, mode) ||
                                   shape.elementsLog2(Kernel::subgroup_sort) < shape.elementsLog2(Kernel::small_sort);
          return shape.uses(kernel, mode) && (kernel != Kernel::small_sort || leaves_some);
        };
        for (uint32_t i = 0; i < vksort::kKernelCount; ++i) {
          const auto kernel = static_cast<Kernel>(i);
          const std::string kernel_name = vksort::nameOf(kernel);
          INFO(kernel_name);
          CHECK(run.contains(kernel_name) == isTaken(kernel));
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
    const std::vector<FencedSort> sorts = partialSorts({tuning, 0}, config);
    expectNothingOutside(rig, sorter, config, sorts);
    const std::set<std::string> run = kernelsOf(sorter, sorts);
    for (const Kernel kernel : {Kernel::medium_sort, Kernel::large_sort, Kernel::tile_sort, Kernel::global_long_1,
                                Kernel::global_long_2, Kernel::global_long_3}) {
      const std::string kernel_name = vksort::nameOf(kernel);
      INFO(kernel_name);
      CHECK(run.contains(kernel_name));
    }
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
    uint32_t mutants = 0, without = 0;  // of the device's kernels
    for (const Mutant& mutant : kFenceTrial.mutants()) {
      if (mutant.kernel == Kernel::subgroup_sort && !rig.hasSubgroupPass() && ++without) continue;
      const std::string name = describe(mutant);
      INFO(name);
      CHECK(isNoticed(rig, mutant));
      ++mutants;
    }
    CHECK(mutants + without == kFenceTrial.rows());
  });
}

}  // namespace test

#endif
