// The conformance check is only worth what it notices: each mutant must fail it, and the shipped shaders must not.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "conform.h"
#include "mutants.h"

namespace test {
namespace {

using vksort::Element;
using vksort::Kernel;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

// Fewest elements whose sort takes passes of the kernel, and inputs that make the mutation matter.
std::vector<Input> inputsFor(Rig& rig, const Config& config, const Mutant& mutant) {
  const vksort::Shape tuning = rig.tuning(config);
  const uint32_t tile = 1u << tuning.tile_log2;
  const uint32_t subgroup = 1u << tuning.elementsLog2(vksort::Kernel::subgroup_sort);
  std::vector<uint32_t> sizes;
  switch (mutant.kernel) {
    case MutantKernel::subgroup:
      sizes = {subgroup - 3, subgroup / 2 + 1};
      break;
    case MutantKernel::tile:
      sizes = {tile - 3, tile / 2 + 1};
      break;
    case MutantKernel::global:
      sizes = {tile + 1, 3 * tile + 5, 37 * tile + 7};
      break;
    case MutantKernel::verify:
    case MutantKernel::setup:
    case MutantKernel::verdict:
    case MutantKernel::list_setup:
    case MutantKernel::small:
    case MutantKernel::hooked_tile:
      break;
  }
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
    inputs.push_back({n, Keys::last, Payload::index, nextSeed()});
    if (wideKeys(config)) inputs.push_back({n, Keys::low_word, Payload::index, nextSeed()});
  }
  return inputs;
}

bool mattersFor(Rig& rig, const Mutant& mutant, const Config& config) {
  if (mutant.kernel == MutantKernel::verify) return false;         // see verifier_test.cpp
  if (mutant.mutation == Mutation::wrong_if_wide) return false;    // see self_test_test.cpp
  if (mutant.mutation == Mutation::unclamped_load) return false;   // no result tells: see fence_test.cpp
  if (mutant.mutation >= Mutation::unclamped_count) return false;  // see device_count_test.cpp and setup_test.cpp
  if ((mutant.mutation == Mutation::no_rotation) != (config.nan_rule == NanRule::last)) return false;
  const bool iota = mutant.mutation == Mutation::no_iota || mutant.mutation == Mutation::iota_of_binding;
  if (iota != (config.values == Values::iota)) return false;
  const bool wide = mutant.mutation == Mutation::unflipped_value || mutant.mutation == Mutation::swapped_words;
  if (mutant.element != Element::triple && wide != wideKeys(config)) return false;
  if (mutant.element != elementOf(config)) return false;
  if (mutant.kernel == MutantKernel::subgroup && !rig.hasSubgroupPass()) return false;
  if ((mutant.kernel == MutantKernel::subgroup) != (config.path == Path::automatic)) return false;
  // Where ties go by value, a missing element is no different from a real one of the last key and value.
  if (mutant.mutation == Mutation::missing_not_last) return mutant.element == Element::pair && config.ties == Ties::any;
  if (mutant.mutation == Mutation::wrong_tie && mutant.element == Element::key) return false;
  if (mutant.mutation == Mutation::unflipped_extra) return config.ties == Ties::value_in_order;
  return mutant.element == Element::key || config.ties == Ties::value;
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
    for (const Mutant& mutant : allMutants()) {
      for (const Config& config : kConfigs) {
        if (!mattersFor(rig, mutant, config)) continue;
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
        if (mutant.mutation == Mutation::unbounded_store) CHECK(broken.trespasses > 0);
        expectSorts(rig, config, inputs);
      }
    }
  });
}

}  // namespace test
