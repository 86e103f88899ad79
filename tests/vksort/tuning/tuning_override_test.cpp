// A tuning that the host brings: taken as it is, refused with a reason, and without influence on results.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "support/check/conform.h"
#include "support/oracle/tunings.h"

namespace test {
namespace {

using vksort::Kernel;
using vksort::Tuning;
using vksort::Values;

constexpr Config kConfigs[] = {
    {.values = Values::none},
    {.values = Values::split},
    {.values = Values::interleaved, .path = vksort::Path::floor},
};

std::string text(const Tuning& tuning) {
  char out[vksort::kTuningTextSize];
  return {out, vksort::formatTuning(tuning, out, sizeof out)};
}

VkResult create(Rig& rig, const Config& config, const Tuning* tuning, vksort::Sorter& out, std::string* why = nullptr) {
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.tuning = tuning;
  const char* reason = "";
  info.algorithm = vksort::Algorithm::bitonic;  // whose kernels a tuning is about
  const VkResult result = vksort::Sorter::create(info, out, &reason);
  if (why) *why = reason;
  return result;
}

// The tunings of the device that differ from the table's in one member: all, or those with its lowest and highest
// value.
enum class Which : uint8_t { all, extreme };
std::vector<Tuning> neighbours(Rig& rig, const Config& config, Which which) {
  const Tuning base = rig.sorter(config).tuning();
  std::vector<Tuning> found;
  Faults faults;
  faults.fake_objects = true;
  const HookScope hooks(faults);
  for (const TuningField& field : tuningFields()) {
    std::vector<Tuning> ways;
    for (uint32_t value = 0; value <= 14; ++value) {
      Tuning other = base;
      field.of(other) = value;
      vksort::Sorter sorter;
      if (value != field.of(base) && create(rig, config, &other, sorter) == VK_SUCCESS) ways.push_back(other);
    }
    if (which == Which::extreme && ways.size() > 2) ways.erase(ways.begin() + 1, ways.end() - 1);
    found.insert(found.end(), ways.begin(), ways.end());
  }
  return found;
}

// Of the kernels that some sort takes.
std::vector<uint32_t> workgroupsOf(const vksort::Shape& shape, const vksort::Sorter& sorter) {
  std::set<std::string> taken;
  for (uint64_t power = 1; power <= uint64_t{1} << 32; power *= 2) {
    const auto n = static_cast<uint32_t>(std::min<uint64_t>(power, ~0u));
    for (uint32_t i = 0; i < sorter.plan(n).dispatches; ++i) taken.insert(sorter.planPass(n, i).name);
  }
  std::vector<uint32_t> workgroups;
  for (uint32_t i = 0; i < vksort::kKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(i);
    if (shape.uses(kernel, {}) && taken.contains(vksort::nameOf(kernel)))
      workgroups.push_back(1u << (shape.elementsLog2(kernel) - shape.registersLog2(kernel)));
  }
  return workgroups;
}

}  // namespace

TEST_CASE("tuning_makes_the_kernels_that_it_says" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kConfigs) {
      const vksort::Shape table = rig.tuning(config);
      CHECK(text(rig.sorter(config).tuning()) == text(table));
      std::vector<Tuning> tunings = neighbours(rig, config, Which::all);
      REQUIRE(tunings.size() >= 8);
      tunings.push_back(table);
      std::size_t unlike_the_table = 0;
      for (const Tuning& tuning : tunings) {
        Faults faults;
        faults.fake_objects = true;
        const HookScope hooks(faults);
        vksort::Sorter sorter;
        REQUIRE(create(rig, config, &tuning, sorter) == VK_SUCCESS);
        CHECK(text(sorter.tuning()) == text(tuning));
        CHECK(hooks.log.workgroups == workgroupsOf({tuning, table.subgroup_log2}, sorter));
        if (hooks.log.workgroups != workgroupsOf(table, rig.sorter(config))) ++unlike_the_table;
      }
      CHECK(unlike_the_table >= 6);  // so the comparison above says something
    }
  });
}

// Lists take kernels of the tuning, of which some would be too small for a workgroup.
TEST_CASE("tuning_of_lists_makes_kernels_that_fit" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.fake_objects = true;
    for (const vksort::Path path : {vksort::Path::automatic, vksort::Path::floor}) {
      for (const Values values : {Values::none, Values::split}) {
        const Config config{.values = values, .path = path, .count = vksort::Count::lists};
        const vksort::Shape table = rig.tuning(config);
        const uint32_t least = std::max(table.registers_log2, table.subgroup_log2);
        Tuning tuning = table;
        uint32_t made = 0;
        for (const uint32_t small : {0u, 4u, 5u, 6u, 7u, 8u, 9u, 10u}) {
          INFO("small_log2 " << small);
          tuning.small_log2 = small;
          HookScope hooks(faults);
          vksort::Sorter sorter;
          if (create(rig, config, &tuning, sorter) != VK_SUCCESS) continue;  // not for workgroups of the device
          ++made;
          REQUIRE(hooks.log.workgroups.size() >= 5);
          for (const uint32_t workgroup : hooks.log.workgroups) {
            CHECK(workgroup >= 1u << least);
            CHECK(workgroup <= (path == vksort::Path::floor ? 128u : 1024u));
          }
        }
        CHECK(made >= 4);
      }
    }
  });
}

TEST_CASE("tuning_is_in_the_plan_without_a_device" * doctest::test_suite("one width")) {
  constexpr uint32_t kCount = 1u << 20;
  vksort::SorterInfo info;
  const vksort::Plan chosen = vksort::plan(info, {}, kCount);
  REQUIRE(chosen.dispatches > 1);
  Tuning tuning = vksort::rowFor({128, 16384, 0}, vksort::Element::key).tuning;
  info.tuning = &tuning;
  CHECK(vksort::plan(info, {}, kCount).dispatches == chosen.dispatches);
  tuning.double_tiles = 1;
  CHECK(vksort::plan(info, {.workgroup_invocations = 256, .shared_memory_bytes = 32768}, kCount).dispatches <
        chosen.dispatches);
  // Workgroups of the floor do not hold it.
  CHECK(vksort::plan(info, {}, kCount).dispatches == 0);
  CHECK(vksort::planPass(info, {}, kCount, 0).name == std::string());
}

TEST_CASE("tuning_that_does_not_fit_is_refused_with_a_reason_and_nothing_is_made" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kConfigs) {
      const Tuning good = rig.sorter(config).tuning();
      for (const TuningField& field : tuningFields()) {
        CAPTURE(field.name);
        Tuning bad = good;
        field.of(bad) = 1u << 28;  // more than any may be
        const HookScope hooks;
        const ObjectCount before = objectCount();
        vksort::Sorter sorter;
        std::string why;
        CHECK(create(rig, config, &bad, sorter, &why) == VK_ERROR_FEATURE_NOT_PRESENT);
        CHECK_FALSE(sorter);
        CHECK(why.find(field.name) != std::string::npos);
        CHECK(hooks.log.creations == 0);
        CHECK(objectCount().live == before.live);
      }
    }
    // What fits the device need not fit the floor.
    Tuning wide = rig.sorter({}).tuning();
    if (wide.tile_log2 < wide.registers_log2 + 8) return;
    std::string why;
    vksort::Sorter sorter;
    CHECK(create(rig, {.path = vksort::Path::floor}, &wide, sorter, &why) == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(why.find("tile_log2 does not fit the device") != std::string::npos);
  });
}

TEST_CASE("tuning_changes_nothing_of_the_result" * doctest::test_suite("full")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kConfigs) {
      // Interleaved elements differ in how they are loaded alone.
      std::vector<Tuning> tunings;
      if (config.values != Values::interleaved) tunings = neighbours(rig, config, Which::extreme);
      // The smallest sorts that there are, and none at all.
      Tuning few = rig.sorter(config).tuning();
      const vksort::Shape shape = rig.tuning(config);
      few.small_log2 = std::max(4u, 2 + shape.subgroup_log2);
      few.medium_log2 = config.values == Values::none ? std::max(6u, 3 + shape.subgroup_log2) : 0;
      few.large_log2 = few.subgroup_sort = 0;
      tunings.push_back(few);
      few.small_log2 = few.medium_log2 = 0;
      tunings.push_back(few);
      for (const Tuning& tuning : tunings) {
        const std::string named = text(tuning);
        CAPTURE(named);
        vksort::Sorter sorter;
        REQUIRE(create(rig, config, &tuning, sorter) == VK_SUCCESS);
        const uint32_t tile = 1u << tuning.tile_log2;
        std::vector<Input> inputs;
        for (const uint32_t n : {2u, 13u, 1u << tuning.small_log2, (1u << tuning.medium_log2) + 1, tile - 1, tile + 1,
                                 2 * tile, 5 * tile + 3, 40 * tile + 9})
          inputs.push_back({n, Keys::entropy_3, Payload::index, nextSeed()});
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
      }
    }
  });
}

}  // namespace test
