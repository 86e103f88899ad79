// Invalid arguments of a tool return their fault, and record nothing. Builds with assertions abort.
#include <doctest/doctest.h>

#include <functional>
#include <type_traits>

#include "sort/toolkit/tool_calls.h"

#ifdef NDEBUG
namespace test {
namespace {

void expectSelectMisuse(const ToolCalls& of) {
  const ToolCalls calls{of.rig, of.toolkit, 20'000};
  const auto select = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.select(), edit); };
  select({A::source, F::missing}, [](auto& info) { info.source.buffer = VK_NULL_HANDLE; });
  select({A::source, F::too_small, 20'003 * 8}, [](auto& info) { info.element_words = 2; });
  select({A::element_words, F::invalid}, [](auto& info) { info.element_words = 4; });
  select({A::key_type, F::invalid}, [](auto& info) { info.key_type = vksort::KeyType::u64; });
  select({A::key_type, F::invalid}, [](auto& info) { info.key_type = static_cast<vksort::KeyType>(4); });
  select({A::order, F::invalid}, [](auto& info) { info.order = static_cast<vksort::Order>(2); });
  select({A::nan_rule, F::invalid}, [](auto& info) { info.nan_rule = static_cast<vksort::NanRule>(2); });
  select({A::indices, F::too_small, 404}, [](auto& info) { info.k = 101; });
  select({A::keys, F::too_small, 800},
         [](auto& info) { info.key_type = vksort::KeyType::u64, info.element_words = 2, info.source.size *= 2; });
  select({A::keys, F::overlapping}, [](auto& info) { info.keys = info.indices; });
  select({A::count_target, F::missing}, [](auto& info) { info.selected.buffer = VK_NULL_HANDLE; });
  select({A::count_buffer, F::invalid}, [](auto& info) { info.k_source.buffer = (VkBuffer)uint64_t{1}; });
  select({A::count_buffer, F::misaligned}, [](auto& info) {
    info.count_source = {info.selected.buffer, info.selected.offset + 2};
  });
  select({A::count_buffer, F::overlapping}, [](auto& info) {
    info.k_source = {info.selected.buffer, info.selected.offset};
  });
  // The words of all counts are one range.
  select({A::count_target, F::overlapping}, [](auto& info) { info.k_source = {info.selected.buffer, 0}; });
  select({A::scratch, F::missing}, [](auto& info) { info.scratch = {}; });
  const VkDeviceSize scratch = calls.select().scratch.size;
  select({A::scratch, F::too_small, scratch}, [](auto& info) { info.scratch.size -= 4; });
  select({A::indices, F::too_large}, [](auto& info) { info.row_count = 1u << 31, info.count = 0; });
  select({}, [](auto& info) { info.k = 0, info.indices = info.keys = {}; });
  select({}, [](auto& info) { info.count = 0, info.source = info.scratch = {}; });
  const auto rows = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.selectRows(), edit); };
  rows({A::source, F::too_small, 96'000}, [](auto& info) { info.row_stride = 2437, info.count = 4501; });
  rows({A::source, F::too_large}, [](auto& info) { info.row_stride = 1u << 30; });
  rows({A::indices, F::too_small, 99 * 4}, [](auto& info) { info.indices.size = 98 * 4; });
  const auto segments = [&](RecordStatus status, auto edit) {
    calls.expectEdited(status, calls.selectSegments(), edit);
  };
  segments({A::segments, F::too_small, 72}, [](auto& info) { info.segments.size -= 4; });
  segments({A::segments, F::misaligned}, [](auto& info) { info.segments.offset += 2; });
  segments({A::segments, F::overlapping}, [](auto& info) { info.segments.offset = info.source.offset + 16; });
  segments({A::segments, F::whole_size}, [](auto& info) { info.segments.size = VK_WHOLE_SIZE; });
  segments({A::segments, F::too_large}, [](auto& info) {
    info.k = 0, info.row_count = ~0u, info.segments = {info.segments.buffer, 0, VkDeviceSize{1} << 36};
  });
  segments({A::source, F::too_small, 503 * 4}, [](auto& info) { info.source.size = 502 * 4; });
  segments({A::source, F::whole_size}, [](auto& info) { info.source.size = VK_WHOLE_SIZE; });
  segments({A::element_words, F::invalid}, [](auto& info) { info.element_words = 4; });
  segments({}, [](auto& info) { info.count = 0, info.source = {}; });
  segments({}, [](auto& info) { info.row_stride = 1u << 30; });
}

}  // namespace

TEST_CASE("misused_tools_return_a_fault_without_recording" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const ToolSetup& setup : {ToolSetup{}, ToolSetup{false, true}}) {
      const vksort::Toolkit toolkit = makeToolkit(rig, setup), none;
      const ToolCalls calls{rig, toolkit};
      const VkDeviceSize scratch = toolkit.scratchBytes(calls.n);
      calls.expect({A::command_buffer, F::missing}, calls.runs(), VK_NULL_HANDLE);
      CHECK(none.recordGather(kCommands, calls.gather()).argument == A::sorter);

      const auto runs = [&](RecordStatus status, auto edit) { calls.expectEdited(status, calls.runs(), edit); };
      runs({A::source, F::missing}, [](auto& info) { info.sorted.elements.buffer = VK_NULL_HANDLE; });
      runs({A::source, F::too_small, 5003 * 8}, [](auto& info) { info.sorted.element_words = 2; });
      runs({A::element_words, F::invalid}, [](auto& info) { info.sorted.element_words = 4; });
      runs({A::significant_bits, F::too_large}, [](auto& info) { info.sorted.bits = {1, 32}; });
      runs({A::source, F::misaligned}, [](auto& info) { info.sorted.elements.offset += 2; });
      runs({A::source, F::whole_size}, [](auto& info) { info.sorted.elements.size = VK_WHOLE_SIZE; });
      runs({A::target, F::too_small, 5001 * 4}, [](auto& info) { info.starts.size -= 4; });
      runs({A::target, F::overlapping}, [](auto& info) { info.starts.offset = info.sorted.elements.offset + 16; });
      runs({A::count_target, F::missing}, [](auto& info) { info.run_count.buffer = VK_NULL_HANDLE; });
      runs({A::count_target, F::misaligned},
           [](auto& info) { info.run_count.command_divisor = 1, info.run_count.command_offset = 2; });
      runs({A::count_target, F::invalid}, [](auto& info) {
        info.run_count.command_divisor = 1, info.run_count.command_offset = info.run_count.offset;
      });
      runs({A::count_target, F::overlapping}, [](auto& info) { info.run_count.offset = info.starts.offset; });
      // The count words start before the first range and end after it.
      runs({A::count_target, F::overlapping},
           [](auto& info) { info.run_count.command_divisor = 1, info.run_count.command_offset = 0; });
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
      cull({A::indices, F::too_small, 5000 * 4}, [](auto& info) { info.indices.size -= 4; });
      cull({A::keys, F::past_buffer}, [](auto& info) { info.keys.size += VkDeviceSize{1} << 30; });
      cull({A::source, F::too_small, 5003 * 4}, [](auto& info) { info.source.size -= 4; });
      cull({A::key_type, F::invalid}, [](auto& info) { info.key_type = vksort::KeyType::u64; });
      cull({A::element_words, F::invalid}, [](auto& info) { info.element_words = 4; });
      cull({A::count_buffer, F::invalid}, [](auto& info) { info.count_source.buffer = (VkBuffer)uint64_t{1}; });
      cull({A::count_buffer, F::overlapping}, [](auto& info) {
        info.count_source = {info.kept.buffer, info.kept.offset};
      });
      const vksort::Toolkit without = makeToolkit(rig, setup, {.tools = VKSORT_RUN_TOOL});
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
      expectSelectMisuse(calls);
    }
  });
}

namespace {

// The message must contain `text`.
template <typename Info>
void expectBoth(const ToolCalls& calls, const vksort::Sorter& sorter, Info tool, const std::string& text,
                const std::function<void(Info&, vksort::SortInfo&, vksort::Range&)>& edit) {
  vksort::SortInfo sort{.scratch = calls.range(6, sorter.scratchBytes(calls.n) / 4)};
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) sort.descriptor_set = (VkDescriptorSet)uint64_t{2};
  vksort::Range work = calls.range(5, VKSORT_WORK_BYTES / 4);
  edit(tool, sort, work);
  Faults faults;
  faults.only_logs = true;
  const MockVulkan mock(faults);
  RecordStatus status{};
  if constexpr (std::is_same_v<Info, vksort::CullInfo>)
    status = vksort::recordCulledSort(calls.toolkit, sorter, kCommands, tool, sort, work);
  else
    status = vksort::recordSelectedSort(calls.toolkit, sorter, kCommands, tool, sort, work);
  expectMessage(status);
  const std::string message = vksort::describe(status).text;
  CHECK_MESSAGE(message.find(text) != text.npos, message << ", not " << text);
  CHECK(mock.log.commands.empty() == !status.ok());
  CHECK(missingBarriers(mock.log) == 0);
}

template <typename Info>
void expectFaultsOfBoth(const ToolCalls& calls, const vksort::Sorter& sorter, const Info& tool, const std::string& name,
                        vksort::CountTarget Info::*target) {
  const auto expect = [&](const std::string& text, auto edit) { expectBoth<Info>(calls, sorter, tool, text, edit); };
  expect("ok", [](auto&, auto&, auto&) {});
  expect("ok", [](auto& info, auto& sort, auto&) { info.scratch = sort.scratch; });
  expect("sort.scratch.size is ", [](auto&, auto& sort, auto&) { sort.scratch.size = 4; });
  expect(name + ".scratch must not be null", [](auto& info, auto&, auto&) { info.scratch = {}; });
  expect(name + ".keys must not be null", [](auto& info, auto&, auto&) { info.keys = {}; });
  expect(name + ".source must not be null", [](auto& info, auto&, auto&) { info.source = {}; });
  expect(name + ".indices.size is ", [](auto& info, auto&, auto&) { info.indices.size = 4; });
  expect("work must not be null", [](auto&, auto&, auto& work) { work = {}; });
  expect("sort.order ", [](auto&, auto& sort, auto&) { sort.order = static_cast<vksort::Order>(2); });
  expect("sort.scratch must not overlap " + name + ".source",
         [](auto& info, auto& sort, auto&) { info.source.offset = sort.scratch.offset + 64; });
  expect("work must not overlap " + name + ".source",
         [](auto& info, auto&, auto& work) { info.source.offset = work.offset + 64; });
  // The tool reads a count after the count that it writes.
  expect("work must not overlap " + name, [=](auto& info, auto&, auto& work) {
    info.count_source = {(info.*target).buffer, (info.*target).offset + VKSORT_WORK_BYTES + 8};
    work.offset = (info.*target).offset + 8;
  });
  if (calls.set() == VK_NULL_HANDLE) return;
  expect("sort.descriptor_set must not be " + name + ".descriptor_set",
         [](auto& info, auto& sort, auto&) { sort.descriptor_set = info.descriptor_set; });
}

}  // namespace

TEST_CASE("culls_and_selects_with_a_sort_check_both_halves" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const bool push : {true, false}) {
      const vksort::Toolkit toolkit = makeToolkit(rig, {.push_descriptor = push}), none;
      const ToolCalls calls{rig, toolkit, 20'000};
      Config config{.payload = kU32, .scratch = true, .push_descriptor = push};
      vksort::SelectInfo select = calls.select();
      select.k = 19'000;
      select.indices = calls.range(1, select.k);
      select.keys = calls.range(2, select.k);
      expectFaultsOfBoth(calls, rig.sorter(config), calls.cull(), "cull", &vksort::CullInfo::kept);
      expectFaultsOfBoth(calls, rig.sorter(config), select, "select", &vksort::SelectInfo::selected);
      const auto expect = [&](const std::string& text, auto edit) {
        expectBoth<vksort::SelectInfo>(calls, rig.sorter(config), select, text, edit);
      };
      expect("ok", [](auto& info, auto&, auto&) { info.k = 0, info.keys = {}; });
      expect("ok", [](auto& info, auto&, auto&) { info.count = 18'000; });
      expect("select.segments must be null", [](auto& info, auto&, auto&) { info.row_count = 2; });
      expect("select.segments must be null", [](auto& info, auto&, auto&) { info.segments = info.source; });
      expect("sorter must have", [](auto& info, auto&, auto&) { info.key_type = kU64, info.element_words = 2; });
      config.key_type = kU64;
      expect("sorter must have", [](auto&, auto&, auto&) {});
      config = {.payload = kIndex, .scratch = true, .push_descriptor = push};
      expect("sorter must have", [](auto&, auto&, auto&) {});
      const ToolCalls nothing{rig, none, 20'000};
      expectBoth<vksort::SelectInfo>(nothing, rig.sorter(config), select, "toolkit must not",
                                     [](auto&, auto&, auto&) {});
      expectBoth<vksort::SelectInfo>(calls, {}, select, "sorter must not", [](auto&, auto&, auto&) {});
      const vksort::CullInfo cull = calls.cull();
      const vksort::SortInfo sort{};
      const vksort::Range work{};
      for (int missing = 0; missing < 3; ++missing) {
        const vksort::SortInfo* const some_sort = missing == 1 ? nullptr : &sort;
        const vksort::Range* const some_work = missing == 2 ? nullptr : &work;
        for (const auto& status : {vksortRecordSelectedSort(toolkit.handle(), nullptr, kCommands,
                                                            missing == 0 ? nullptr : &select, some_sort, some_work),
                                   vksortRecordCulledSort(toolkit.handle(), nullptr, kCommands,
                                                          missing == 0 ? nullptr : &cull, some_sort, some_work)})
          CHECK(status.argument == A::info);
      }
    }
  });
}
}  // namespace test
#endif
