// Kernels at the sizes of subgroups that no software driver executes: their own sources, with subgroups emulated.
#include <doctest/doctest.h>

#include "bitonic/kernels.h"
#include "emulated_radix_count.spv.h"
#include "emulated_radix_pass_keys.spv.h"
#include "emulated_radix_pass_pairs.spv.h"
#include "emulated_small_keys.spv.h"
#include "emulated_subgroup_keys.spv.h"
#include "emulated_subgroup_pairs.spv.h"
#include "radix/kernels.h"
#include "support/check/conform.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Element;
using vksort::Kernel;
using vksort::Values;
using vksort::radix::Role;

// A device whose subgroups all have `size` invocations, and whose kernels are the emulated ones. `shared_bytes`: of
// memory that a workgroup may have; 0: what the device says.
Faults emulated(uint32_t size, uint32_t shared_bytes = 0) {
  Faults faults;
  faults.edit_properties = [size, shared_bytes](VkPhysicalDeviceProperties2& out) {
    if (shared_bytes != 0) out.properties.limits.maxComputeSharedMemorySize = shared_bytes;
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
        reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(link)->subgroupSize = size;
      } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
        auto* control = reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link);
        control->minSubgroupSize = control->maxSubgroupSize = size;
      }
    }
  };
  faults.shaders.push_back({vksort::moduleOf(Kernel::subgroup_sort, Element::key), emulated_subgroup_keys});
  faults.shaders.push_back({vksort::moduleOf(Kernel::subgroup_sort, Element::pair), emulated_subgroup_pairs});
  faults.shaders.push_back({vksort::moduleOf(Kernel::small_sort, Element::key), emulated_small_keys});
  const auto radix = [&faults](Role role, Element element, std::span<const uint32_t> code) {
    vksort::Configuration configuration{};
    configuration.layout.element = element;
    faults.shaders.push_back({vksort::radix::moduleOf(configuration, role, {}, false), code});
  };
  radix(Role::count, Element::key, emulated_radix_count);
  radix(Role::pass, Element::key, emulated_radix_pass_keys);
  radix(Role::pass, Element::pair, emulated_radix_pass_pairs);
  return faults;
}

// The real size must divide the emulated ones, and be no more than the least of them.
bool canEmulate(const Rig& rig) {
  return rig.hasSubgroupPass() && rig.device().properties().subgroup.subgroupSize <= 32;
}
constexpr const char* kCannotEmulate = "no subgroups, or larger ones than those that are emulated";

}  // namespace

TEST_CASE("sorts_in_subgroups_of_32_64_and_128_invocations" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canEmulate(rig)) return skip(kCannotEmulate);
    for (const uint32_t size : {32u, 64u, 128u}) {
      for (const Values values : {Values::none, Values::split}) {
        if (!everythingWanted() && (values == Values::split) != (size == 64u)) continue;
        const Config config{.values = values};
        INFO("subgroups of " << size << ", " << describe(config));
        const HookScope hooks(emulated(size));
        const vksort::Sorter sorter = rig.makeSubgroupSorter(config);
        std::vector<Input> inputs;
        for (uint32_t n = 2; n <= 4 * size; ++n) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.dispatches == inputs.size());
        CHECK(report.pipelines.size() == 1);
      }
    }
  });
}

// Moves between windows that concern a subgroup alone.
TEST_CASE("sorts_tiles_in_subgroups_of_32_invocations" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canEmulate(rig)) return skip(kCannotEmulate);
    const HookScope hooks(emulated(32));
    const vksort::Sorter sorter = rig.makeSorter({});
    std::vector<Input> inputs;
    for (const uint32_t n : {513u, 1000u, 1024u}) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
    const Report report = checkSorts(rig, sorter, {}, inputs);
    INFO(report.first);
    CHECK(report.ok());
    CHECK(report.dispatches == inputs.size());
  });
}

// By the shapes of GPUs, which rank and exchange more than software's.
TEST_CASE("sorts_by_radix_in_subgroups_of_32_64_and_128_invocations" * doctest::test_suite("one width")) {
  struct Emulated {
    uint32_t size;
    uint32_t shared_bytes;
    Values values;
    uint32_t n;
  };
  constexpr Emulated kEmulated[] = {
      {32, 20480, Values::none, 30'001},         // by the largest shape, as the memory is less than the others take
      {64, 0, Values::iota, (1u << 19) + 1001},  // by the largest shape, of which there is no other way
      {128, 0, Values::none, (1u << 16) + 1001},
  };
  for (const Emulated& each : kEmulated) {
    const Config config{.values = each.values, .lent = true, .bit_count = 16};
    const std::string name = std::to_string(each.size) + ", " + describe(config);
    SUBCASE(name.c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canEmulate(rig)) return skip(kCannotEmulate);
        const HookScope hooks(emulated(each.size, each.shared_bytes));
        const vksort::Sorter sorter = rig.makeSorter(config);
        // Of equal keys ranks are the highest.
        std::vector<Input> inputs;
        for (const Keys keys : {Keys::random, Keys::equal})
          inputs.push_back({each.n, keys, Payload::index, nextSeed()});
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.dispatches == inputs.size() * sorter.plan(each.n, true).dispatches);
      });
    }
  }
}

}  // namespace test
