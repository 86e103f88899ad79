// Toolkits record the required barriers, respect device limits, fail without leaks, and test themselves.
#include <doctest/doctest.h>

#include <algorithm>

#include "sort/toolkit/tool_calls.h"
#include "support/check/conform.h"
#include "support/variants/variants.h"

namespace test {
namespace {

vksort::Toolkit toolkitUnder(Rig& rig, const Faults& faults, const ToolSetup& setup = {}) {
  const MockVulkan mock(faults);
  return makeToolkit(rig, setup);
}

std::pair<VkResult, std::string> createTested(Rig& rig, const Faults& faults, vksort::Tools tools = 0,
                                              bool push = true) {
  const MockVulkan mock(faults);
  const SorterSetup setup = tested(rig, {.push_descriptor = push});
  vksort::Toolkit toolkit;
  const char* reason = "";
  const VkResult result =
      vksort::Toolkit::create({setup.info.device, tools, {}, setup.creation.self_test}, toolkit, &reason);
  CHECK(static_cast<bool>(toolkit) == (result == VK_SUCCESS));
  CHECK(std::string(reason).empty() == (result == VK_SUCCESS));
  return {result, reason};
}

}  // namespace

// The oracle must detect each missing barrier.
TEST_CASE("tool_recordings_wait_between_two_dispatches" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const ToolSetup& setup : kToolSetups) {
      const vksort::Toolkit toolkit = makeToolkit(rig, setup);
      const ToolCalls calls{rig, toolkit}, many{rig, toolkit, 20'000};
      vksort::SelectInfo wide = many.select();
      wide.key_type = vksort::KeyType::u64;
      wide.element_words = 2;
      wide.source.size *= 2;
      wide.keys.size *= 2;
      const std::pair<Log, uint32_t> logs[] = {
          {calls.expect({}, calls.runs()), 2},        {calls.expect({}, calls.cells()), 2},
          {calls.expect({}, calls.cull()), 2},        {calls.expect({}, calls.gather()), 1},
          {calls.expect({}, calls.inPlace()), 2},     {many.expect({}, many.selectRows()), 1},
          {many.expect({}, many.select()), 6},        {many.expect({}, wide), 9},
          {many.expect({}, many.selectSegments()), 1}};
      for (auto [log, dispatches] : logs) {
        CHECK(count(log, Command::Kind::dispatch) == dispatches);
        CHECK(count(log, Command::Kind::barrier) == dispatches - 1);
        CHECK(missingBarriers(log) == 0);
        std::erase_if(log.commands, [](const Command& each) { return each.kind == Command::Kind::barrier; });
        CHECK(missingBarriers(log) == dispatches - 1);
      }
    }
  });
}

TEST_CASE("tool_recordings_respect_the_workgroup_limit" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) {
      out.properties.limits.maxComputeWorkGroupCount[0] = 7;
      out.properties.limits.maxComputeSharedMemorySize = 16384;
    };
    for (const ToolSetup& setup : kToolSetups) {
      const vksort::Toolkit toolkit = toolkitUnder(rig, faults, setup);
      const ToolCalls calls{rig, toolkit, 16'000};
      for (const Log& log :
           {calls.expect({}, calls.runs()), calls.expect({}, calls.cells()), calls.expect({}, calls.cull()),
            calls.expect({}, calls.gather()), calls.expect({}, calls.selectRows()),
            calls.expect({}, ToolCalls{rig, toolkit, 50'000}.select())}) {
        for (const Command& each : log.commands) {
          CHECK(each.groups.width <= 7);
          CHECK(each.groups.depth <= 1);
        }
      }
      CHECK(createTested(rig, faults, 0, setup.push_descriptor).second == "");
    }
  });
}

TEST_CASE("a_toolkit_only_creates_the_pipelines_of_its_tools" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    using vksort::Tools;
    vksort::ParallelFor backwards{};
    backwards.run = [](void*, uint32_t count, void (*job)(void*, uint32_t), void* jobs) {
      while (count-- > 0) job(jobs, count);
    };
    const auto expect = [&](Tools tools, size_t pipelines) {
      const MockVulkan mock(Faults{});
      const vksort::Toolkit toolkit = makeToolkit(
          rig, {}, {.tools = tools, .parallel_for = pipelines % 2 == 0 ? backwards : vksort::ParallelFor{}});
      CHECK(mock.log.workgroups.size() == pipelines);
      const auto cmd = reinterpret_cast<VkCommandBuffer>(&tools);
      const auto refuses = [](const vksort::RecordStatus& status) {
        return status.argument == vksort::Argument::sorter && status.fault == vksort::Fault::invalid;
      };
#ifdef NDEBUG  // builds with assertions abort
      if (tools != 0 && (tools & VKSORT_RUN_TOOL) == 0) CHECK(refuses(toolkit.recordRuns(cmd, {})));
      if (tools != 0 && (tools & VKSORT_CELL_TOOL) == 0) CHECK(refuses(toolkit.recordCells(cmd, {})));
      if (tools != 0 && (tools & VKSORT_CULL_TOOL) == 0) CHECK(refuses(toolkit.recordCull(cmd, {})));
      if (tools != 0 && (tools & VKSORT_GATHER_TOOL) == 0) CHECK(refuses(toolkit.recordGather(cmd, {})));
      if (tools != 0 && (tools & VKSORT_SELECT_TOOL) == 0) CHECK(refuses(toolkit.recordSelect(cmd, {})));
#endif
    };
    expect(0, 12);
    expect(VKSORT_RUN_TOOL, 2);
    expect(VKSORT_CELL_TOOL, 2);
    expect(VKSORT_CULL_TOOL, 2);
    expect(VKSORT_GATHER_TOOL, 1);
    expect(VKSORT_SELECT_TOOL | VKSORT_GATHER_TOOL, 7);
  });
}

TEST_CASE("failed_toolkits_destroy_all_their_objects" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const ObjectCount before = objectCount();
    for (const bool push : {false, true}) {
      uint32_t failures = 0;
      Faults faults;
      for (faults.fails_creation = 0; createTested(rig, faults, VKSORT_RUN_TOOL, push).first != VK_SUCCESS; ++failures)
        faults.fails_creation = failures + 1;
      CHECK(failures > 9);
      for (const char* name : {"vkAllocateDescriptorSets", "vkFlushMappedMemoryRanges", "vkQueueSubmit"}) {
        const bool is_called = !push || std::string(name) != "vkAllocateDescriptorSets";
        const VkResult expected = is_called ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
        faults = {.returns = {{name, VK_ERROR_DEVICE_LOST}}};
        CHECK(createTested(rig, faults, VKSORT_GATHER_TOOL, push).first == expected);
        faults = {.missing_function = name};
        CHECK(createTested(rig, faults, VKSORT_GATHER_TOOL, push).first == VK_ERROR_INITIALIZATION_FAILED);
      }
      CHECK(objectCount().live == before.live);
      faults = {.returns = {{"vkWaitForFences", VK_TIMEOUT}}};
      CHECK(createTested(rig, faults, VKSORT_GATHER_TOOL, push).first == VK_TIMEOUT);
      CHECK(objectCount().live > before.live + 6);  // the device might still use them
      rig.device().waitIdle();
      destroyLeft(rig.device().handle(), before);
    }
    vksort::Toolkit first = makeToolkit(rig), second = std::move(first);
    CHECK_FALSE(first);
    second = makeToolkit(rig);
    second = {};
    CHECK(first.scratchBytes(1000) == 0);
    CHECK(objectCount().live == before.live);
    CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  });
}

TEST_CASE("the_self_test_of_a_toolkit_passes" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults coarse;  // ranges do not start where their bindings start
    coarse.edit_properties = [](auto& out) { out.properties.limits.minStorageBufferOffsetAlignment = 256; };
    for (const Faults& faults : {Faults{}, coarse})
      for (const bool push : {false, true}) CHECK(createTested(rig, faults, 0, push).second == "");
    CHECK(createTested(rig, planted(variantOf("harmful_read")), VKSORT_RUN_TOOL).second == "");
    for (const char* module : {"toolkit_runs", "toolkit_cull", "toolkit_select"})
      CHECK(createTested(rig, planted(variantOf("turned", module))).second == "");
  });
}

// A pipeline that does nothing, and a wrong shader.
TEST_CASE("the_self_test_of_a_toolkit_names_the_failed_tool" * doctest::test_suite("one width")) {
  constexpr struct {
    vksort::Tools tool;
    const char *name, *module;
    uint32_t pipelines;
  } kRows[] = {{VKSORT_RUN_TOOL, "VKSORT_RUN_TOOL", "toolkit_runs", 2},
               {VKSORT_CELL_TOOL, "VKSORT_CELL_TOOL", "toolkit_cells", 2},
               {VKSORT_CULL_TOOL, "VKSORT_CULL_TOOL", "toolkit_cull", 2},
               {VKSORT_GATHER_TOOL, "VKSORT_GATHER_TOOL", "toolkit_gather", 1},
               {VKSORT_SELECT_TOOL, "VKSORT_SELECT_TOOL", "toolkit_select", 6}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const auto& [tool, name, module, pipelines] : kRows) {
      const Faults wrong = planted(variantOf("wrong_tool", module));
      const auto expectFailure = [&](const Faults& faults, vksort::Tools tools) {
        const auto [result, reason] = createTested(rig, faults, tools);
        CHECK(result == VK_ERROR_FEATURE_NOT_PRESENT);
        CHECK_MESSAGE(reason.find(std::string(name) + " failed its self-test") != reason.npos, reason);
      };
      expectFailure(wrong, 0);
      CHECK(createTested(rig, wrong, 31 & ~tool).first == VK_SUCCESS);
      Faults idle;
      for (uint32_t i = 0; i < pipelines; ++i) {
        INFO(std::string(name) << ", pipeline " << i);
        idle.idles = i;
        expectFailure(idle, tool);
      }
    }
  });
}

TEST_CASE("a_toolkit_rejects_small_devices_and_unknown_tools" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxPerStageDescriptorStorageBuffers = 4; };
    const auto [result, reason] = createTested(rig, faults);
    CHECK(result == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(reason.find("maxPerStageDescriptorStorageBuffers") != reason.npos);
#ifdef NDEBUG  // builds with assertions abort
    const auto [unknown, why] = createTested(rig, {}, VKSORT_RUN_TOOL | 1u << 5);
    CHECK(unknown == VK_ERROR_INITIALIZATION_FAILED);
    CHECK(why.find("ToolkitInfo::tools") != why.npos);
#endif
  });
}

}  // namespace test
