// Valid Toolkit calls, which cases change to be invalid.
#pragma once
#include <doctest/doctest.h>

#include "sort/toolkit/tool_check.h"
#include "support/device/recording.h"

namespace test {

using A = vksort::Argument;
using F = vksort::Fault;
using vksort::RecordStatus;

// Each argument is in its own part of one arena. The driver records nothing.
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
    return {.source = range(0, n + 3),
            .first = 3,
            .count = n,
            .indices = range(1, n),
            .keys = range(2, n),
            .kept = target(),
            .scratch = scratch(),
            .descriptor_set = set()};
  }
  vksort::GatherInfo gather() const {
    return {.source = range(0, 4 * n),
            .target = range(2, 4 * n),
            .indices = range(1, n),
            .count = n,
            .element_words = 4,
            .descriptor_set = set()};
  }
  vksort::GatherInfo inPlace() const {
    vksort::GatherInfo info = gather();
    std::swap(info.target, info.scratch);
    return info;
  }

  vksort::SelectInfo select() const {
    vksort::SelectInfo info = {.source = range(0, n + 3),
                               .first = 3,
                               .count = n,
                               .k = 100,
                               .indices = range(1, 100),
                               .keys = range(2, 100),
                               .selected = target(),
                               .descriptor_set = set()};
    info.scratch = range(4, toolkit.scratchBytes(info) / 4);
    return info;
  }
  vksort::SelectInfo selectRows() const {
    vksort::SelectInfo info = select();
    info.count = 500;
    info.row_count = 9;
    info.k = 11;
    info.scratch = {};
    return info;
  }
  vksort::SelectInfo selectSegments() const {
    vksort::SelectInfo info = selectRows();
    info.segments = range(5, 18);
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
  RecordStatus record(VkCommandBuffer cmd, const vksort::SelectInfo& info) const {
    return toolkit.recordSelect(cmd, info);
  }

  template <typename Info>
  Log expect(const RecordStatus& expected, const Info& info, VkCommandBuffer cmd = kCommands) const {
    Faults faults;
    faults.only_logs = true;
    const MockVulkan mock(faults);
    const RecordStatus status = record(cmd, info);
    INFO(vksort::describe(status).text);
    expectMessage(status);
    CHECK(status.argument == expected.argument);
    CHECK(status.fault == expected.fault);
    if (expected.limit != 0) CHECK(status.limit == expected.limit);
    CHECK(mock.log.commands.empty() == !expected.ok());
    return mock.log;
  }
  template <typename Info, typename Edit>
  void expectEdited(const RecordStatus& expected, Info info, Edit edit) const {
    edit(info);
    (void)expect(expected, info);
  }
};

}  // namespace test
