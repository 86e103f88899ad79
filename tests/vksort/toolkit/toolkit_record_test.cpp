// Recordings and creation of a Toolkit: barriers, grids, misuse, and failures.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/device/recording.h"
#include "vksort/toolkit/tool_check.h"

extern const vksort::CullShaders source_keep;

namespace test {
namespace {

using A = vksort::Argument;
using F = vksort::Fault;
using vksort::RecordStatus;

// Valid calls to be changed, each argument in a part of one arena. The driver records nothing.
struct ToolCalls {
  Rig& rig;
  const vksort::Toolkit& toolkit;
  uint32_t n = 5000;

  vksort::Range range(uint32_t part, VkDeviceSize words) const {
    return {rig.arena(0, 1 << 22).device.handle(), (VkDeviceSize{part} << 18) + 64, words * 4};
  }
  vksort::CountTarget target() const { return {.buffer = range(3, 1).buffer, .offset = VkDeviceSize{3} << 18}; }
  VkDescriptorSet set() const { return toolkit.descriptorSetLayout() != VK_NULL_HANDLE ? kAnySet : VK_NULL_HANDLE; }
  vksort::Range scratch() const { return range(4, toolkit.scratchBytes(n) / 4); }
  vksort::SortedRange sorted() const { return {.elements = range(0, n + 3), .first = 3, .count = n}; }

  vksort::RunInfo runs() const {
    return {.sorted = sorted(),
            .starts = range(1, n + 1),
            .run_count = target(),
            .scratch = scratch(),
            .descriptor_set = set()};
  }
  vksort::CellInfo cells() const {
    return {.sorted = sorted(), .cells = range(1, 2000), .cell_count = 1000, .descriptor_set = set()};
  }
  vksort::CullInfo cull() const {
    return {.keys = range(0, n + 3),
            .indices = range(1, n + 3),
            .first = 3,
            .count = n,
            .kept = target(),
            .scratch = scratch(),
            .descriptor_set = set(),
            .cull_set = kAnySet};
  }
  vksort::GatherInfo gather() const {
    return {.source = range(0, 4 * n),
            .target = range(2, 4 * n),
            .indices = range(1, n),
            .count = n,
            .descriptor_set = set()};
  }
  vksort::GatherInfo inPlace() const {
    vksort::GatherInfo info = gather();
    std::swap(info.target, info.scratch);
    return info;
  }

  RecordStatus record(VkCommandBuffer cmd, const vksort::RunInfo& info) const { return toolkit.recordRuns(cmd, info); }
  RecordStatus record(VkCommandBuffer cmd, const vksort::CellInfo& info) const {
    return toolkit.recordCells(cmd, info);
  }
  RecordStatus record(VkCommandBuffer cmd, const vksort::CullInfo& info) const { return toolkit.recordCull(cmd, info); }
  RecordStatus record(VkCommandBuffer cmd, const vksort::GatherInfo& info) const {
    return toolkit.recordGather(cmd, info);
  }

  template <typename Info>
  Log expect(const RecordStatus& expected, const Info& info, VkCommandBuffer cmd = kCommands) const {
    Faults faults;
    faults.only_logs = true;
    const HookScope hooks(faults);
    const RecordStatus status = record(cmd, info);
    INFO(vksort::describe(status));
    CHECK(std::string(vksort::describe(status)) != vksort::describe({A::none, F::invalid}));  // no row
    CHECK(status.argument == expected.argument);
    CHECK(status.fault == expected.fault);
    if (expected.needed != 0) CHECK(status.needed == expected.needed);
    CHECK(hooks.log.commands.empty() == !expected.ok());
    return hooks.log;
  }
  // The valid call, changed.
  template <typename Info, typename Edit>
  void expectEdited(const RecordStatus& expected, Info info, Edit edit) const {
    edit(info);
    (void)expect(expected, info);
  }
};

vksort::Toolkit toolkitUnder(Rig& rig, const Faults& faults, const ToolSetup& setup = {}) {
  const HookScope hooks(faults);
  return makeToolkit(rig, setup);
}

}  // namespace

// Each lost barrier is noticed.
TEST_CASE("tool_recordings_wait_between_two_dispatches" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const ToolSetup& setup : kToolSetups) {
      const vksort::Toolkit toolkit = makeToolkit(rig, setup);
      const ToolCalls calls{rig, toolkit};
      const std::pair<Log, uint32_t> logs[] = {{calls.expect({}, calls.runs()), 2},
                                               {calls.expect({}, calls.cells()), 2},
                                               {calls.expect({}, calls.cull()), 2},
                                               {calls.expect({}, calls.gather()), 1},
                                               {calls.expect({}, calls.inPlace()), 2}};
      for (auto [log, dispatches] : logs) {
        CHECK(count(log, Command::Kind::dispatch) == dispatches);
        CHECK(missingBarriers(log) == 0);
        std::erase_if(log.commands, [](const Command& each) { return each.kind == Command::Kind::barrier; });
        CHECK(missingBarriers(log) == dispatches - 1);
      }
    }
  });
}

TEST_CASE("tool_recordings_keep_to_the_workgroups_of_the_device" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) {
      out.properties.limits.maxComputeWorkGroupCount[0] = 7;
      out.properties.limits.maxComputeSharedMemorySize = 16384;  // workgroups are smaller
    };
    for (const ToolSetup& setup : kToolSetups) {
      const vksort::Toolkit toolkit = toolkitUnder(rig, faults, setup);
      const ToolCalls calls{rig, toolkit, 16'000};
      for (const Log& log : {calls.expect({}, calls.runs()), calls.expect({}, calls.cells()),
                             calls.expect({}, calls.cull()), calls.expect({}, calls.gather())}) {
        for (const Command& each : log.commands) {
          CHECK(each.groups.width <= 7);
          CHECK(each.groups.depth <= 1);
        }
      }
      // Workgroups past the end do nothing.
      ToolMemory memory(rig);
      const std::vector<uint32_t> words(30'000, 1);
      memory.setSource(words);
      const uint32_t indices = memory.place(30'000), kept = memory.place(1);
      for (uint32_t i = 0; i < 30'000; ++i) memory.expected(indices + i) = i;
      memory.expected(kept) = 30'000;
      const vksort::CullInfo info = {.indices = memory.range(indices, 30'000),
                                     .count = 30'000,
                                     .kept = {memory.buffer(), VkDeviceSize{kept} * 4},
                                     .scratch = memory.scratch(toolkit.scratchBytes(30'000)),
                                     .descriptor_set = memory.set(toolkit.descriptorSetLayout()),
                                     .cull_set = memory.cullSet()};
      const std::function<void(VkCommandBuffer)> record = [&](VkCommandBuffer cmd) {
        requireRecorded(toolkit.recordCull(cmd, info));
      };
      CHECK(memory.run({&record, 1}).ok());
    }
  });
}

TEST_CASE("a_toolkit_makes_the_pipelines_that_it_takes" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const auto pipelines = [&rig](bool culls) {
      const HookScope hooks(Faults{});
      (void)makeToolkit(rig, {}, culls);
      return hooks.log.workgroups.size();
    };
    CHECK(pipelines(false) == 5);
    CHECK(pipelines(true) == 7);
  });
}

TEST_CASE("a_toolkit_leaves_nothing_when_a_creation_fails" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const ObjectCount before = objectCount();
    uint32_t failures = 0;
    for (bool fails = true; fails; ++failures) {
      Faults faults;
      faults.fails_creation = failures;
      const HookScope hooks(faults);
      vksort::ToolkitInfo info;
      info.device = rig.setupOf({}).info.device;
      info.cull = &source_keep;
      info.cull_set_layout = rig.generatorLayout();
      vksort::Toolkit toolkit;
      const char* reason = nullptr;
      fails = vksort::Toolkit::create(info, toolkit, &reason) != VK_SUCCESS;
      CHECK(static_cast<bool>(toolkit) == !fails);
      CHECK((reason != nullptr) == fails);
    }
    CHECK(failures > 10);
    vksort::Toolkit first = makeToolkit(rig), second = std::move(first);
    CHECK_FALSE(first);
    second = makeToolkit(rig);
    second = {};
    CHECK(first.scratchBytes(1000) == 0);
    CHECK(objectCount().live == before.live);
    CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  });
}

TEST_CASE("a_toolkit_refuses_devices_and_culls_that_it_cannot_run" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const auto result = [&rig](const vksort::CullShaders* cull, const char** reason) {
      vksort::ToolkitInfo info;
      info.device = rig.setupOf({}).info.device;
      info.cull = cull;
      vksort::Toolkit toolkit;
      return vksort::Toolkit::create(info, toolkit, reason);
    };
    const char* reason = "";
    {
      Faults faults;
      faults.edit_properties = [](auto& out) { out.properties.limits.maxPerStageDescriptorStorageBuffers = 4; };
      const HookScope hooks(faults);
      CHECK(result(nullptr, &reason) == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK(std::string(reason).find("maxPerStageDescriptorStorageBuffers") != std::string::npos);
    }
#ifdef NDEBUG  // builds with assertions stop
    vksort::CullShaders cull = source_keep;
    ++cull.interface_number;
    CHECK(result(&cull, &reason) == VK_ERROR_INITIALIZATION_FAILED);
    CHECK(std::string(reason).find("version") != std::string::npos);
    cull = source_keep;
    cull.compact.words = nullptr;
    CHECK(result(&cull, &reason) == VK_ERROR_INITIALIZATION_FAILED);
#endif
  });
}

#ifdef NDEBUG
TEST_CASE("tool_recordings_report_misuse_and_record_nothing" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const ToolSetup& setup : {ToolSetup{}, ToolSetup{false, true}}) {
      const vksort::Toolkit toolkit = makeToolkit(rig, setup), none;
      const ToolCalls calls{rig, toolkit};
      const VkDeviceSize scratch = toolkit.scratchBytes(calls.n);
      calls.expect({A::command_buffer, F::missing}, calls.runs(), VK_NULL_HANDLE);
      CHECK(none.recordGather(kCommands, calls.gather()).argument == A::sorter);

      const auto runs = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.runs(), edit); };
      runs({A::keys, F::missing}, [](auto& info) { info.sorted.elements.buffer = VK_NULL_HANDLE; });
      runs({A::keys, F::too_small, 5003 * 8}, [](auto& info) { info.sorted.element_words = 2; });
      runs({A::element_words, F::invalid}, [](auto& info) { info.sorted.element_words = 4; });
      runs({A::significant_bits, F::too_large}, [](auto& info) { info.sorted.bits = {1, 32}; });
      runs({A::keys, F::misaligned}, [](auto& info) { info.sorted.elements.offset += 2; });
      runs({A::keys, F::whole_size}, [](auto& info) { info.sorted.elements.size = VK_WHOLE_SIZE; });
      runs({A::target, F::too_small, 5001 * 4}, [](auto& info) { info.starts.size -= 4; });
      runs({A::target, F::overlapping}, [](auto& info) { info.starts.offset = info.sorted.elements.offset + 16; });
      runs({A::count_target, F::missing}, [](auto& info) { info.run_count.buffer = VK_NULL_HANDLE; });
      runs({A::count_target, F::misaligned}, [](auto& info) { info.run_count.argument_offset = 2; });
      runs({A::count_target, F::invalid}, [](auto& info) { info.run_count.per_workgroup = 0; });
      runs({A::count_target, F::overlapping}, [](auto& info) { info.run_count.offset = info.starts.offset; });
      // It begins before the first range and ends behind it.
      runs({A::count_target, F::overlapping}, [](auto& info) { info.run_count.argument_offset = 0; });
      runs({A::count_buffer, F::misaligned}, [](auto& info) { info.sorted.count_source = {info.starts.buffer, 1}; });
      runs({A::scratch, F::missing}, [](auto& info) { info.scratch = {}; });
      runs({}, [](auto& info) { info.sorted.count = 0, info.sorted.elements = info.scratch = {}; });
      calls.expectEdited({A::scratch, F::too_small, scratch}, calls.cull(), [](auto& info) { info.scratch.size -= 4; });
      const bool takes_sets = calls.set() != VK_NULL_HANDLE;
      runs({A::descriptor_set, takes_sets ? F::missing : F::unexpected},
           [=](auto& info) { info.descriptor_set = takes_sets ? VK_NULL_HANDLE : kAnySet; });

      const auto cells = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.cells(), edit); };
      cells({A::target, F::too_small, 8008}, [](auto& info) { info.cell_count = 1001; });
      cells({A::significant_bits, F::too_large}, [](auto& info) { info.sorted.element_words = 2; });

      const auto cull = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.cull(), edit); };
      cull({A::indices, F::missing}, [](auto& info) { info.indices.buffer = VK_NULL_HANDLE; });
      cull({A::indices, F::too_small, 5003 * 4}, [](auto& info) { info.indices.size -= 4; });
      cull({A::keys, F::past_buffer}, [](auto& info) { info.keys.size += VkDeviceSize{1} << 30; });
      cull({A::generator_set, F::missing}, [](auto& info) { info.cull_set = VK_NULL_HANDLE; });
      const vksort::Toolkit without = makeToolkit(rig, setup, false);
      ToolCalls{rig, without}.expect({A::sorter, F::invalid}, calls.cull());

      const auto gather = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.gather(), edit); };
      gather({A::element_words, F::invalid}, [](auto& info) { info.element_words = 65; });
      gather({A::element_words, F::invalid}, [](auto& info) { info.element_words = 0; });
      gather({A::source, F::too_small, 16}, [](auto& info) { info.source.size = 12; });
      gather({A::target, F::too_small, 5000 * 16}, [](auto& info) { info.target.size -= 4; });
      gather({A::indices, F::too_small, 5001 * 4}, [](auto& info) { info.first = 1, info.target.size += 16; });
      gather({A::target, F::overlapping}, [](auto& info) { info.target.offset = info.source.offset; });
      gather({A::scratch, F::unexpected}, [](auto& info) { info.scratch = info.target; });
      const auto in_place = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.inPlace(), edit); };
      in_place({A::scratch, F::missing}, [](auto& info) { info.scratch = {}; });
      in_place({A::source, F::too_small, 5000 * 16}, [](auto& info) { info.source.size -= 4; });
    }
  });
}

TEST_CASE("one_recording_of_cull_and_sort_refuses_what_either_refuses" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const vksort::Toolkit toolkit = makeToolkit(rig);
    const ToolCalls calls{rig, toolkit};
    Config config;
    config.payload = kU32;
    config.scratch = true;
    const auto statusOf = [&](const vksort::Sorter& sorter, const vksort::CullInfo& cull, VkDeviceSize less,
                              const vksort::Timestamps* timestamps) {
      const vksort::SortInfo sort = {.scratch = calls.range(6, sorter.scratchBytes(cull.count) / 4 - less),
                                     .timestamps = timestamps};
      Faults faults;
      faults.only_logs = true;
      const HookScope hooks(faults);
      const RecordStatus out =
          vksort::recordCulledSort(toolkit, sorter, kCommands, cull, sort, calls.range(5, vksort::kStateBytes / 4));
      CHECK(hooks.log.commands.empty() == !out.ok());
      if (out.ok()) CHECK(missingBarriers(hooks.log) == 0);
      return out;
    };
    const auto status = [&](const Config& of, const vksort::CullInfo& cull, VkDeviceSize less) {
      return statusOf(rig.sorter(of), cull, less, nullptr);
    };
    CHECK(status(config, calls.cull(), 0).ok());
    CHECK(status(config, calls.cull(), 1).argument == A::scratch);
    vksort::CullInfo wrong = calls.cull();
    wrong.scratch = {};
    CHECK(status(config, wrong, 0).argument == A::scratch);
    wrong = calls.cull();
    wrong.keys = {};
    CHECK(status(config, wrong, 0).argument == A::keys);
    Faults untimed;
    untimed.edit_queue_family = [](VkQueueFamilyProperties& family) { family.timestampValidBits = 0; };
    const vksort::Timestamps timestamps{(VkQueryPool)uint64_t{1}, 0, 2};
    const vksort::Sorter without = [&] {
      const HookScope hooks(untimed);
      return rig.makeSorter(config);
    }();
    CHECK(statusOf(without, calls.cull(), 0, &timestamps).argument == A::timestamps);
    config.generator = true;
    CHECK(status(config, calls.cull(), 0).argument == A::sorter);
    config.generator = false;
    config.payload = kIndex;
    CHECK(status(config, calls.cull(), 0).argument == A::sorter);
  });
}
#endif

}  // namespace test
