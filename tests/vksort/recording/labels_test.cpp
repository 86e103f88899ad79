// Names and labels for tools, through VK_EXT_debug_utils.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/recorded_modes.h"
#include "support/device/recording.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Values;

constexpr Config kLabeledConfigs[] = {
    {.values = Values::none},
    {.values = Values::none, .path = Path::floor},
    {.values = Values::split},
    {.values = Values::none, .path = Path::floor, .hook = true},
};

bool hasDebugUtils(Rig& rig) {
  return vkGetInstanceProcAddr(rig.device().instance(), "vkSetDebugUtilsObjectNameEXT") != nullptr;
}

vksort::SorterInfo labelledInfo(Rig& rig, const Config& config) {
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.enabled_features |= vksort::kDebugUtils;
  return info;
}

vksort::Sorter makeLabelled(Rig& rig, const Config& config) {
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(labelledInfo(rig, config), sorter) == VK_SUCCESS);
  return sorter;
}

// Objects that live on after creation without a name of vksort's, or with another's.
std::size_t unnamed(const Log& log) {
  const auto typeOf = [](char kind) {
    return kind == 's'   ? VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT
           : kind == 'l' ? VK_OBJECT_TYPE_PIPELINE_LAYOUT
                         : VK_OBJECT_TYPE_PIPELINE;
  };
  std::size_t missing = 0;
  std::set<std::string> taken;
  for (const Created& object : log.created) {
    if (object.kind == 'm') continue;
    const auto named = std::ranges::find_if(log.names, [&](const Named& each) {
      return each.handle == object.handle && each.type == typeOf(object.kind) && each.name.starts_with("vksort ");
    });
    missing += named == log.names.end() || !taken.insert(named->name).second;
  }
  return missing;
}

// Whether each dispatch stands in labels of the sort, of its merge stage (but the first) and of its kernel, and
// whatever begins ends.
bool labelled(const Log& log, const vksort::Sorter& sorter, uint32_t n) {
  std::vector<std::string> open;
  uint32_t pass = 0;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::begin_label) {
      open.push_back(command.label);
    } else if (command.kind == Command::Kind::end_label) {
      if (open.empty()) return false;
      open.pop_back();
    } else if (command.kind == Command::Kind::dispatch) {
      const vksort::PassPlan plan = sorter.planPass(n, pass);
      std::vector<std::string> expected = {"vksort", "merge stage " + std::to_string(plan.stage), plan.name};
      if (pass == 0) expected.erase(expected.begin() + 1);
      if (open != expected) return false;
      ++pass;
    }
  }
  return open.empty() && pass == sorter.plan(n).dispatches;
}

bool isLabel(const Command& command) {
  return command.kind == Command::Kind::begin_label || command.kind == Command::Kind::end_label;
}

}  // namespace

TEST_CASE("names_every_object_that_it_keeps" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (const Config& config : kLabeledConfigs) {
      HookScope hooks;
      const vksort::Sorter sorter = makeLabelled(rig, config);
      CHECK(hooks.log.created.size() > 4);
      CHECK(unnamed(hooks.log) == 0);
      for (std::size_t i = 0; i < hooks.log.names.size(); ++i) {
        Log less = hooks.log;
        less.names.erase(less.names.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(unnamed(less) == 1);
      }
    }
  });
}

TEST_CASE("labels_the_sort_its_merge_stages_and_its_passes" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (const Config& config : kLabeledConfigs) {
      const vksort::Sorter sorter = makeLabelled(rig, config);
      for (const uint32_t n : {2u, 3000u, 20'000u, 1'000'000u}) {
        INFO(describe(config) << ", n " << n);
        const Log log = recorded(rig, sorter, config, n);
        CHECK(labelled(log, sorter, n));
        for (std::size_t i = 0; i < log.commands.size(); ++i) {
          if (!isLabel(log.commands[i])) continue;
          Log less = log;
          less.commands.erase(less.commands.begin() + static_cast<std::ptrdiff_t>(i));
          CHECK_FALSE(labelled(less, sorter, n));
        }
      }
      CHECK(recorded(rig, sorter, config, 1).commands.empty() == !config.hook);
    }
    const Config pairs{.values = Values::split};
    vksort::SorterInfo info = labelledInfo(rig, pairs);
    info.max_count = 2u << rig.tuning(pairs).tile_log2;
    vksort::Sorter few;
    REQUIRE(vksort::Sorter::create(info, few) == VK_SUCCESS);
    CHECK(few.planPass(info.max_count, 1).name == std::string("few_merge"));
    CHECK(labelled(recorded(rig, few, pairs, info.max_count), few, info.max_count));
  });
}

// Device counts, lists, coherent sorts and lent memory, too.
TEST_CASE("labels_each_pass_of_every_mode_and_ends_what_it_begins" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const vksort::Sorter sorter = [&] {
        Faults faults;
        faults.fake_objects = true;
        const HookScope hooks(faults);
        return makeLabelled(rig, config);
      }();
      Faults faults;
      faults.only_logs = true;
      const HookScope hooks(faults);
      REQUIRE(sorter.record(reinterpret_cast<VkCommandBuffer>(uint64_t{1}), modeInfo(rig, config, 3)) ==
              vksort::SortStatus::ok);
      std::vector<std::string> open;
      std::size_t dispatches = 0;
      for (const Command& command : hooks.log.commands) {
        if (command.kind == Command::Kind::begin_label) open.push_back(command.label);
        if (command.kind == Command::Kind::end_label) {
          REQUIRE_FALSE(open.empty());
          open.pop_back();
        }
        if (command.kind != Command::Kind::dispatch) continue;
        ++dispatches;
        REQUIRE((open.size() == 2 || open.size() == 3));
        CHECK(open[0] == "vksort");
        if (open.size() == 2) continue;
        CHECK(open[1].starts_with("merge stage "));
        CHECK(open[1] != "merge stage 0");
        CHECK((open[2].starts_with("merge_") || open[2].starts_with("global_")));
      }
      CHECK(open.empty());
      CHECK(dispatches > 0);
    }
  });
}

TEST_CASE("names_and_labels_a_verifier" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    const gpu::Device& device = rig.device();
    vksort::VerifierInfo info;
    info.get_instance_proc_addr = hookedInstanceProcAddr;
    info.instance = device.instance();
    info.physical_device = device.physical();
    info.device = device.handle();
    info.enabled_features = vksort::kDebugUtils;
    HookScope hooks;
    vksort::Verifier verifier;
    REQUIRE(vksort::Verifier::create(info, verifier) == VK_SUCCESS);
    CHECK(hooks.log.created.size() == 6);
    CHECK(unnamed(hooks.log) == 0);

    gpu::CommandPool pool(device);
    gpu::DescriptorPool sets(device, 1, vksort::kVerifyDescriptorsPerSet);
    const VkCommandBuffer cmd = pool.allocate();
    gpu::begin(device, cmd);
    vksort::VerifyInfo verify;
    verify.keys = {rig.arena(0, 1 << 12).device.handle(), 0, 4096};
    verify.count = 1000;
    verify.result = {verify.keys.buffer, 8192, 16};
    verify.descriptor_set = sets.allocate(verifier.descriptorSetLayout());
    REQUIRE(verifier.record(cmd, verify) == vksort::VerifyStatus::ok);
    REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    std::string labels;
    for (const Command& command : hooks.log.commands) {
      if (isLabel(command)) labels += command.kind == Command::Kind::end_label ? ")" : "(" + command.label;
      if (command.kind == Command::Kind::dispatch) labels += "!";
    }
    CHECK(labels == "(vksort verify!)(vksort verify!)");
  });
}

TEST_CASE("names_and_labels_nothing_unless_asked_to" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    HookScope hooks;
    const vksort::Sorter sorter = rig.makeSorter({});
    CHECK(hooks.log.names.empty());
    CHECK(std::ranges::none_of(recorded(rig, sorter, {}, 20'000).commands, isLabel));
  });
}

TEST_CASE("refuses_debug_utils_that_the_instance_lacks" * doctest::test_suite("one width")) {
  constexpr const char* kFunctions[] = {"vkSetDebugUtilsObjectNameEXT", "vkCmdBeginDebugUtilsLabelEXT",
                                        "vkCmdEndDebugUtilsLabelEXT"};
  onEveryDevice([&](Rig& rig) {
    for (const char* function : kFunctions) {
      Faults faults;
      faults.missing_function = function;
      const HookScope hooks(faults);
      const int64_t live = objectCount().live;
      vksort::Sorter sorter;
      const char* reason = nullptr;
      CHECK(vksort::Sorter::create(labelledInfo(rig, {}), sorter, &reason) == VK_ERROR_INITIALIZATION_FAILED);
      CHECK_FALSE(sorter);
      REQUIRE(reason != nullptr);
      CHECK(std::string(reason).find("VK_EXT_debug_utils") != std::string::npos);
      CHECK(objectCount().live == live);
      CHECK(vksort::Sorter::create(rig.sorterInfo({}), sorter) == VK_SUCCESS);
    }
  });
}

TEST_CASE("leaks_nothing_where_an_object_cannot_be_named" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasDebugUtils(rig)) return skip("no VK_EXT_debug_utils");
    for (uint32_t i = 0; i < 5; ++i) {
      Faults faults;
      faults.fake_objects = true;
      faults.fails_naming = i;
      const HookScope hooks(faults);
      const int64_t live = objectCount().live;
      vksort::Sorter sorter;
      CHECK(vksort::Sorter::create(labelledInfo(rig, {}), sorter) == VK_ERROR_OUT_OF_HOST_MEMORY);
      CHECK_FALSE(sorter);
      CHECK(objectCount().live == live);
    }
  });
}

}  // namespace test
