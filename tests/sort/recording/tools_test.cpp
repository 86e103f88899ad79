// Debug tools get names and labels (VK_EXT_debug_utils), and timestamps surround each pass.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/device/recording.h"
#include "support/skip.h"

namespace test {
namespace {

bool hasDebugUtils(Rig& rig) {
  return vkGetInstanceProcAddr(rig.device().instance(), "vkSetDebugUtilsObjectNameEXT") != nullptr;
}

vksort::Sorter labelledSorter(Rig& rig, const Config& config) {
  SorterSetup setup = rig.setupOf(config);
  setup.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  return sorter;
}

// Counts objects that outlive creation without a unique name.
std::size_t unnamed(const Log& log) {
  std::size_t missing = 0;
  std::set<std::string> taken;
  for (const Created& object : log.created) {
    if (object.kind == 'm') continue;
    const VkObjectType type = object.kind == 's'   ? VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT
                              : object.kind == 'l' ? VK_OBJECT_TYPE_PIPELINE_LAYOUT
                                                   : VK_OBJECT_TYPE_PIPELINE;
    const auto named = std::ranges::find_if(log.names, [&](const Named& each) {
      return each.handle == object.handle && each.type == type && each.name.starts_with("vksort ");
    });
    missing += named == log.names.end() || !taken.insert(named->name).second;
  }
  return missing;
}

// All labels must be closed at the end.
std::vector<std::vector<std::string>> labelsOf(const Log& log) {
  std::vector<std::string> open;
  std::vector<std::vector<std::string>> labels;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::begin_label) open.push_back(command.label);
    if (command.kind == Command::Kind::dispatch) labels.push_back(open);
    if (command.kind != Command::Kind::end_label) continue;
    REQUIRE_FALSE(open.empty());
    open.pop_back();
  }
  CHECK(open.empty());
  return labels;
}

}  // namespace

TEST_CASE("names_every_remaining_object" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (const Config& config : {Config{}, Config{.payload = kIndex, .baseline = true}}) {
      const MockVulkan mock;
      const vksort::Sorter sorter = labelledSorter(rig, config);
      CHECK(mock.log.created.size() > 4);
      CHECK(unnamed(mock.log) == 0);
      Log less = mock.log;
      less.names.pop_back();
      CHECK(unnamed(less) == 1);
    }
    vksort::Device device = rig.setupOf({}).info.device;
    device.enabled_features = VKSORT_DEBUG_UTILS;
    const MockVulkan mock;
    vksort::Verifier verifier;
    REQUIRE(vksort::Verifier::create(device, verifier) == VK_SUCCESS);
    CHECK(unnamed(mock.log) == 0);
  });
}

// Labels are nested: sort, merge stage (if any), kernel.
TEST_CASE("every_mode_labels_each_pass" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      Faults faults;
      faults.fake_objects = true;
      vksort::Sorter sorter;
      {
        const MockVulkan mock(faults);
        sorter = labelledSorter(rig, config);
      }
      Call call = modeCall(rig, config, 3);
      if (config.scratch) call.sort.scratch.size = scratchBytes(sorter, call);
      const std::vector<vksort::PassPlan> plan = planned(planInfoOf(config, call), sorter);
      const std::vector<std::vector<std::string>> labels = labelsOf(recordMode(rig, sorter, config, call).log);
      REQUIRE(labels.size() == plan.size());
      CHECK(labels.size() > 0);
      for (std::size_t i = 0; i < labels.size(); ++i) {
        REQUIRE((labels[i].size() == 2 || labels[i].size() == 3));
        CHECK(labels[i].front() == "vksort");
        CHECK(labels[i].back() == plan[i].name);
        const bool merges = labels[i].back().starts_with("merge_") || labels[i].back().starts_with("global_");
        if (labels[i].size() == 3) CHECK((merges && labels[i][1].starts_with("merge stage ")));
      }
    }
  });
}

TEST_CASE("failed_names_do_not_prevent_creation" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SorterSetup setup = rig.setupOf({.payload = kIndex, .scratch = true});
    setup.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
    for (const bool staged : {false, true}) {
      setup.creation.staged = staged;
      uint32_t names = 1;
      for (uint32_t i = 0; i < names; ++i) {
        INFO((staged ? "staged, name " : "name ") << i);
        Faults faults;
        faults.fake_objects = true;
        faults.fails_naming = i;
        const MockVulkan mock(faults);
        vksort::Sorter sorter;
        CHECK(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
        CHECK(vksort::getReport(sorter).rejected_count == 0);
        while (vksort::pipelineJobCount(sorter) != 0) REQUIRE(vksort::runPipelineJob(sorter) == VK_SUCCESS);
        vksort::Verifier verifier;
        CHECK(vksort::Verifier::create(setup.info.device, verifier) == VK_SUCCESS);
        names = static_cast<uint32_t>(mock.log.names.size());
      }
      CHECK(names > 10);
    }
  });
}

namespace {

std::vector<uint32_t> passesBeforeQueries(const Log& log, uint32_t first) {
  std::vector<uint32_t> before;
  uint32_t passes = 0;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::dispatch) ++passes;
    if (command.kind != Command::Kind::timestamp) continue;
    CHECK(command.query == first + before.size());
    CHECK(command.source_stages == VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT);
    before.push_back(passes);
  }
  return before;
}

}  // namespace

TEST_CASE("records_a_timestamp_before_the_first_pass_and_after_each" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      Call call = modeCall(rig, config);
      const Recorded untimed = recordMode(rig, sorter, config, call);
      CHECK(count(untimed.log, Command::Kind::timestamp) == 0);
      const auto passes = static_cast<uint32_t>(untimed.kernels.size());
      for (const uint32_t given : {0u, 1u, 2u, passes, passes + 1, passes + 2, 1000u}) {
        INFO(describe(config) << ", " << given << " queries of " << passes << " passes");
        const vksort::Timestamps timestamps{(VkQueryPool)uint64_t{1}, 3, given};
        call.sort.timestamps = &timestamps;
        const Recorded made = recordMode(rig, sorter, config, call);
        CHECK(made.kernels == untimed.kernels);
        std::vector<uint32_t> expected;
        for (uint32_t i = 0; i < given; ++i) expected.push_back(i + 1 == given ? passes : std::min(i, passes));
        CHECK(passesBeforeQueries(made.log, 3) == expected);
      }
      const vksort::Timestamps nowhere{VK_NULL_HANDLE, 3, 2}, two{(VkQueryPool)uint64_t{1}, 3, 2};
      call.sort.timestamps = &nowhere;
      CHECK(count(recordMode(rig, sorter, config, call).log, Command::Kind::timestamp) == 0);
      call.sort.timestamps = &two;
      (config.mode == Mode::segments ? call.segments.segment_count : call.sort.count) = 0;
      CHECK(passesBeforeQueries(recordMode(rig, sorter, config, call).log, 3) == std::vector<uint32_t>{0, 0});
    }
  });
}

}  // namespace test
