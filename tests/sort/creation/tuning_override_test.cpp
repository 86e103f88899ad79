// createTuned() uses the kernels of the tuning, or fails.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "decide/decide.h"
#include "support/check/conform.h"
#include "support/device/call.h"
#include "support/oracle/steps.h"
#include "support/oracle/tunings.h"

namespace test {
namespace {

using vksort::Tuning;
using vksort::bitonic::Kernel;

constexpr Config kConfigs[] = {
    {},
    {.payload = kU32, .ties = kByValue},
    {.payload = kInterleaved, .ties = kByValue, .full_subgroups = false},
};

std::string text(const std::vector<uint32_t>& numbers) {
  std::string out;
  for (const uint32_t each : numbers) out += std::to_string(each) + " ";
  return out;
}

VkResult create(Rig& rig, const Config& config, const Tuning& tuning, vksort::Sorter& out) {
  return createTuned(rig.setupOf(config).get(), tuning, out);
}

// Tunings that differ from the device's in one member.
std::vector<Tuning> neighbours(Rig& rig, const Config& config) {
  const Tuning base = tuningOf(rig.sorter(config));
  std::vector<Tuning> found;
  Faults faults;
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  for (const TuningField& field : tuningFields()) {
    for (uint32_t value = 0; value <= 14; ++value) {
      Tuning other = base;
      field.of(other) = value;
      vksort::Sorter sorter;
      if (value != field.of(base) && create(rig, config, other, sorter) == VK_SUCCESS) found.push_back(other);
    }
  }
  return found;
}

std::set<std::string> kernelsOf(const vksort::Sorter& sorter) {
  std::set<std::string> names;
  vksort::PassPlan passes[kMostPasses]{};
  for (uint64_t power = 1; power <= uint64_t{1} << 32; power *= 2) {
    const auto n = static_cast<uint32_t>(std::min<uint64_t>(power, ~0u));
    for (const vksort::PlanInfo& info : {vksort::PlanInfo{.count = n}, vksort::PlanInfo{.count = n, .indirect = true},
                                         vksort::PlanInfo{.count = n, .segment_count = 7}}) {
      const uint32_t count = vksort::plan(sorter, info, passes, kMostPasses);
      for (uint32_t i = 0; i < count; ++i) names.insert(passes[i].name);
    }
  }
  return names;
}

uint32_t workgroupOf(const vksort::bitonic::KernelSizes& shape, Kernel kernel) {
  constexpr uint32_t kOfSetUp = 32;  // one for each stage
  if (kernel == Kernel::setup) return kOfSetUp;
  if (kernel == Kernel::segment_setup) return shape.setup_invocations;
  const uint32_t segments_log2 = kernel == Kernel::tiny_sort ? vksort::bitonic::kPackedLog2 : 0;
  return 1u << (shape.elementsLog2(kernel) - shape.registersLog2(kernel) + segments_log2);
}

std::vector<uint32_t> workgroupsOf(const vksort::bitonic::KernelSizes& shape, const vksort::Sorter& sorter) {
  const std::set<std::string> taken = kernelsOf(sorter);
  std::vector<uint32_t> workgroups;
  for (uint32_t i = 0; i < vksort::bitonic::kKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(i);
    if (taken.contains(vksort::bitonic::nameOf(kernel))) workgroups.push_back(workgroupOf(shape, kernel));
  }
  return workgroups;
}

}  // namespace

TEST_CASE("tuning_determines_the_created_kernels" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kConfigs) {
      const vksort::bitonic::KernelSizes table = rig.tuning(config);
      CHECK((tuningOf(rig.sorter(config)) == table));
      std::vector<Tuning> tunings = neighbours(rig, config);
      REQUIRE(tunings.size() >= 8);
      tunings.push_back(table);
      std::size_t unlike_the_table = 0;
      for (const Tuning& tuning : tunings) {
        Faults faults;
        faults.fake_objects = true;
        const MockVulkan mock(faults);
        vksort::Sorter sorter;
        REQUIRE(create(rig, config, tuning, sorter) == VK_SUCCESS);
        CHECK((tuningOf(sorter) == tuning));
        vksort::bitonic::KernelSizes shape = table;
        static_cast<Tuning&>(shape) = tuning;
        CHECK(text(mock.log.workgroups) == text(workgroupsOf(shape, sorter)));
        if (mock.log.workgroups != workgroupsOf(table, rig.sorter(config))) ++unlike_the_table;
      }
      CHECK(unlike_the_table >= 6);
    }
  });
}

TEST_CASE("tuning_is_in_the_plan_without_a_device" * doctest::test_suite("one width")) {
  constexpr uint32_t kCount = 1u << 20;
  vksort::SorterInfo info{};
  info.payload = vksort::Payload::none;
  const uint32_t chosen = vksort::plan(info, {}, {.count = kCount});
  REQUIRE(chosen > 1);
  Tuning tuning = vksort::algorithmsFor(vksort::configurationOf(info), {128, 16384, 0}, {256, 1u << 27, 4, 65535}).bitonic.shape;
  CHECK(planTuned(info, tuning, {}, {.count = kCount}) == chosen);
  tuning.double_tiles = 1;
  CHECK(planTuned(info, tuning, {.workgroup_invocations = 256, .shared_memory_bytes = 32768}, {.count = kCount}) <
        chosen);
  // The smallest device does not support it.
  CHECK(planTuned(info, tuning, {}, {.count = kCount}) == 0);
}

}  // namespace test
