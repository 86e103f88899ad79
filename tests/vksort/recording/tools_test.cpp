// Names and labels for tools, through VK_EXT_debug_utils, and timestamps in the host's query pool.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/recorded_modes.h"
#include "support/device/recording.h"
#include "support/skip.h"
#include "vksort/recording/planned.h"

namespace test {
namespace {

bool hasDebugUtils(Rig& rig) {
  return vkGetInstanceProcAddr(rig.device().instance(), "vkSetDebugUtilsObjectNameEXT") != nullptr;
}

// A new sorter, under the faults in force.
vksort::Sorter labelledSorter(Rig& rig, const Config& config) {
  SorterSetup setup = rig.setupOf(config);
  setup.info.device.enabled_features |= vksort::kDebugUtils;
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  return sorter;
}

// Objects that outlive creation and have no name of vksort's, or another object's.
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

// The labels that are open at each dispatch. All must have ended at the end.
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

bool isLabel(const Command& command) {
  return command.kind == Command::Kind::begin_label || command.kind == Command::Kind::end_label;
}

gpu::Owned<VkQueryPool> makePool(const gpu::Device& device, uint32_t queries) {
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = queries;
  VkQueryPool pool = VK_NULL_HANDLE;
  REQUIRE(device.vk.vkCreateQueryPool(device.handle(), &info, nullptr, &pool) == VK_SUCCESS);
  return {device.handle(), pool, device.vk.vkDestroyQueryPool};
}

struct Query {
  uint64_t ticks, available;
};

constexpr uint32_t kFirst = 2, kBehind = 3;  // queries before and behind those of the sort

// All queries of a pool, of which a sort of n elements is given `count`, after that sort has run.
std::vector<Query> timed(Rig& rig, const Config& config, uint32_t n, uint32_t count) {
  const gpu::Device& device = rig.device();
  const vksort::Sorter& sorter = rig.sorter(config);
  const uint32_t total = kFirst + count + kBehind;
  const gpu::Owned<VkQueryPool> pool = makePool(device, total);
  vksort::SortInfo info;
  info.keys = {rig.arena(0, n).device.handle(), 0, VkDeviceSize{n} * 4};
  if (config.payload == vksort::Payload::u32) info.payload = {rig.arena(1, n).device.handle(), 0, VkDeviceSize{n} * 4};
  info.count = n;
  const vksort::Timestamps timestamps{pool.get(), kFirst, count};
  info.timestamps = &timestamps;
  gpu::DescriptorPool sets;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {device, 1, vksort::kDescriptorsPerSet};
    info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    device.vk.vkCmdResetQueryPool(cmd, pool.get(), 0, total);
    REQUIRE(sorter.record(cmd, info).ok());
  });
  std::vector<Query> queries(total);
  const VkResult result = device.vk.vkGetQueryPoolResults(
      device.handle(), pool.get(), 0, total, queries.size() * sizeof(Query), queries.data(), sizeof(Query),
      VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
  CHECK(result == VK_NOT_READY);  // those around are not written
  return queries;
}

}  // namespace

TEST_CASE("names_every_object_that_it_keeps" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (const Config& config :
         {Config{}, Config{.payload = vksort::Payload::index, .generator = true, .baseline = true}}) {
      const HookScope hooks;
      const vksort::Sorter sorter = labelledSorter(rig, config);
      CHECK(hooks.log.created.size() > 4);
      CHECK(unnamed(hooks.log) == 0);
      Log less = hooks.log;
      less.names.pop_back();
      CHECK(unnamed(less) == 1);
    }
    vksort::Device device = rig.setupOf({}).info.device;
    device.enabled_features = vksort::kDebugUtils;
    const HookScope hooks;
    vksort::Verifier verifier;
    REQUIRE(vksort::Verifier::create(device, verifier) == VK_SUCCESS);
    CHECK(unnamed(hooks.log) == 0);
  });
}

// Each pass is in a label of the sort, of its merge stage if it has one, and of its kernel.
TEST_CASE("labels_each_pass_of_every_mode_and_ends_what_it_begins" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      Faults faults;
      faults.fake_objects = true;
      vksort::Sorter sorter;
      {
        const HookScope hooks(faults);
        sorter = labelledSorter(rig, config);
      }
      Call call = modeCall(rig, config, 3);
      if (config.scratch) call.sort.scratch.size = sorter.scratchBytes(call.sort.count);
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

TEST_CASE("creates_all_kernels_where_a_name_cannot_be_set" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SorterSetup setup = rig.setupOf({.payload = vksort::Payload::index, .scratch = true});
    setup.info.device.enabled_features |= vksort::kDebugUtils;
    for (const bool staged : {false, true}) {
      setup.creation.staged = staged;
      uint32_t names = 1;
      for (uint32_t i = 0; i < names; ++i) {
        INFO((staged ? "staged, name " : "name ") << i);
        Faults faults;
        faults.fake_objects = true;
        faults.fails_naming = i;
        const HookScope hooks(faults);
        vksort::Sorter sorter;
        CHECK(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
        CHECK(vksort::getReport(sorter).rejected_count == 0);
        for (uint32_t job = 0; job < vksort::pipelineJobCount(sorter); ++job)
          CHECK(vksort::runPipelineJob(sorter, job) == VK_SUCCESS);
        vksort::Verifier verifier;
        CHECK(vksort::Verifier::create(setup.info.device, verifier) == VK_SUCCESS);
        names = static_cast<uint32_t>(hooks.log.names.size());
      }
      CHECK(names > 10);
    }
  });
}

TEST_CASE("names_and_labels_nothing_unless_asked_to" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const HookScope hooks;
    const vksort::Sorter sorter = rig.makeSorter({});
    CHECK(hooks.log.names.empty());
    CHECK(std::ranges::none_of(recorded(rig, sorter, {}, 20'000).commands, isLabel));
  });
}

// So a host that waits for all of them does not hang.
TEST_CASE("times_each_pass_and_writes_every_query_that_it_is_given" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (rig.device().properties().timestamp_valid_bits == 0) return skip("no timestamps");
    for (const Config& config : {Config{}, Config{.payload = vksort::Payload::u32,
                                           .ties = vksort::Ties::by_value,
                                           .baseline = true,
                                           .push_descriptor = false}}) {
      for (const uint32_t n : {0u, 1u, 2u, 1000u, 100'000u}) {
        const uint32_t passes = vksort::plan(rig.sorter(config), {.count = n});
        for (const uint32_t given : {0u, 1u, 2u, passes, passes + 1, passes + 4}) {
          INFO(describe(config) << ", n " << n << ", " << given << " queries of " << passes << " passes");
          const std::vector<Query> queries = timed(rig, config, n, given);
          uint64_t last = 0;
          for (uint32_t i = 0; i < queries.size(); ++i) {
            const bool written = i >= kFirst && i < queries.size() - kBehind;
            CHECK((queries[i].available != 0) == written);
            if (!written) continue;
            CHECK(queries[i].ticks >= last);
            last = queries[i].ticks;
          }
        }
      }
    }
  });
}

namespace {

// The passes before each timestamp.
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
      call.sort.timestamps = nullptr;
    }
  });
}

}  // namespace test
