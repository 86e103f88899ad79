// The conformance check is only worth what it notices: each mutant must fail it, and the shipped shaders must not.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "support/check/conform.h"
#include "support/mutants/mutants.h"

namespace test {
namespace {

using vksort::Kernel;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

const Trial kSortTrial({Tag::sort, Tag::tie, Tag::any_tie, Tag::tie_in_order, Tag::nan, Tag::iota, Tag::wide});

// Fewest elements whose sort takes passes of the kernel, and inputs that make the mutation matter.
std::vector<Input> inputsFor(Rig& rig, const Config& config, const Mutant& mutant) {
  const vksort::Shape tuning = rig.tuning(config);
  const uint32_t tile = 1u << tuning.tile_log2;
  const uint32_t subgroup = 1u << tuning.elementsLog2(Kernel::subgroup_sort);
  using Sizes = std::vector<uint32_t>;
  Sizes sizes;
  if (mutant.kernel == Kernel::subgroup_sort) sizes = Sizes{subgroup - 3, subgroup / 2 + 1};
  if (mutant.kernel == Kernel::tile_sort) sizes = Sizes{tile - 3, tile / 2 + 1};
  if (mutant.kernel == Kernel::global_short) sizes = Sizes{tile + 1, 3 * tile + 5, 37 * tile + 7};
  REQUIRE_FALSE(sizes.empty());
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
    inputs.push_back({n, Keys::last, Payload::index, nextSeed()});
    if (wideKeys(config)) inputs.push_back({n, Keys::low_word, Payload::index, nextSeed()});
  }
  return inputs;
}

// As large as the smallest workgroups of the floor.
constexpr uint32_t kWideSubgroup = 32;

// Those that a configuration makes matter.
bool isOf(Tag tag, const Config& config) {
  if (config.nan_rule == NanRule::last) return tag == Tag::nan;
  if (config.values == Values::iota) return tag == Tag::iota;
  if (config.values == Values::none) return tag == (wideKeys(config) ? Tag::wide : Tag::sort);
  // Where ties go by value, a missing element is no different from a real one of the last key and value.
  if (config.ties == Ties::any) return tag == Tag::any_tie;
  if (config.ties == Ties::value_in_order) return tag == Tag::tie_in_order;
  return tag == Tag::sort || tag == Tag::tie;
}

bool mattersFor(const Mutant& mutant, const Config& config) {
  const bool subgroup = mutant.kernel == Kernel::subgroup_sort;
  return isOf(mutant.tag, config) && mutant.element == elementOf(config) &&
         subgroup == (config.path == Path::automatic);
}

}  // namespace

TEST_CASE("notices_every_mutant_of_the_shaders" * doctest::test_suite("one width")) {
  // The floor is the quicker one to compile; the subgroup pass is on the automatic path alone.
  constexpr Config kConfigs[] = {
      {.values = Values::none, .path = Path::automatic},
      {.values = Values::none, .path = Path::floor},
      {.values = Values::split, .path = Path::automatic},
      {.values = Values::split, .path = Path::floor},
      {.values = Values::split, .ties = Ties::any, .path = Path::floor},
      {.key_type = KeyType::f32, .values = Values::none, .path = Path::automatic, .nan_rule = NanRule::last},
      {.key_type = KeyType::f32, .values = Values::none, .path = Path::floor, .nan_rule = NanRule::last},
      {.key_type = KeyType::f32, .values = Values::split, .path = Path::automatic, .nan_rule = NanRule::last},
      {.key_type = KeyType::f32, .values = Values::split, .path = Path::floor, .nan_rule = NanRule::last},
      {.values = Values::iota, .path = Path::automatic},
      {.values = Values::iota, .path = Path::floor},
      {.key_type = KeyType::u64, .order = Order::descending, .path = Path::automatic},
      {.key_type = KeyType::u64, .order = Order::descending, .path = Path::floor},
      {.key_type = KeyType::u64, .values = Values::split, .path = Path::floor},
      {.key_type = KeyType::u64,
       .order = Order::descending,
       .values = Values::split,
       .ties = Ties::value_in_order,
       .path = Path::floor},
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    uint32_t mutants = 0, without = 0;  // of the device's kernels
    std::set<std::string> sorted;       // what the shipped shaders were shown to sort: configuration and kernel
    for (const Mutant& mutant : kSortTrial.mutants()) {
      if (mutant.kernel == Kernel::subgroup_sort && !rig.hasSubgroupPass() && ++without) continue;
      bool tried = false;
      for (const Config& each : kConfigs) {
        if (!mattersFor(mutant, each)) continue;
        tried = true;
        // A workgroup of one real subgroup gets along without barriers.
        Config config = each;
        if (rig.device().properties().subgroup.subgroupSize >= kWideSubgroup) config.path = Path::automatic;
        const std::string name = describe(mutant);
        INFO(name << ", " << describe(config));
        const auto begin = std::chrono::steady_clock::now();
        const std::vector<Input> inputs = inputsFor(rig, config, mutant);
        const HookScope hooks(planted(mutant));
        const Report broken = checkSorts(rig, rig.makeSubgroupSorter(config), config, inputs);
        const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
        MESSAGE(name << " noticed in " << spent.count() << " ms: " << broken.first);
        CHECK_FALSE(broken.ok());
        CHECK(broken.disagreements == 0);  // the verifier on the device notices too
        if (mutant.writes_outside) CHECK(broken.trespasses > 0);
        if (sorted.insert(describe(config) + nameOf(*mutant.kernel)).second) expectSorts(rig, config, inputs);
      }
      if (tried) ++mutants;
    }
    CHECK(mutants + without == kSortTrial.rows());
  });
}

TEST_CASE("every_mutant_has_a_case_that_tries_it" * doctest::test_suite("one width")) {
  std::size_t rows = 0;
  for (const TagRows& each : kTagRows) {
    INFO(std::string(each.name) << ": " << std::string(each.description));
    CHECK(each.rows > 0);
    CHECK(each.rows == std::ranges::count(allMutants(), each.tag, &Mutant::tag));
    CHECK(Trial::exists(each.tag));
    rows += each.rows;
  }
  CHECK(rows == allMutants().size());
}

}  // namespace test
