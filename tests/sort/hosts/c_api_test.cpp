// Functions of the C API record and return what their twins do.
#include <doctest/doctest.h>

#include <functional>
#include <sstream>
#include <string>

#include "sort/hosts/c_api.h"
#include "sort/toolkit/tool_calls.h"

namespace test {
namespace {

// The last enumerators, and a few in between whose order is easy to confuse.
#define SAME(c, cpp) static_assert(c == static_cast<uint32_t>(vksort::cpp));
SAME(VKSORT_FAULT_INVALID, Fault::invalid)
SAME(VKSORT_FAULT_TOO_SMALL, Fault::too_small)
SAME(VKSORT_FAULT_PAST_BUFFER, Fault::past_buffer)
SAME(VKSORT_ARGUMENT_PAYLOAD, Argument::payload)
SAME(VKSORT_ARGUMENT_SEGMENTS, Argument::segments)
SAME(VKSORT_ARGUMENT_COUNT_TARGET, Argument::count_target)
SAME(VKSORT_PAYLOAD_U32, Payload::u32)
SAME(VKSORT_PAYLOAD_INTERLEAVED, Payload::interleaved)
SAME(VKSORT_TIES_BY_VALUE, Ties::by_value)
SAME(VKSORT_TIES_ANY, Ties::any)
SAME(VKSORT_SCRATCH_OPTIONAL, Scratch::optional)
SAME(VKSORT_SCRATCH_REQUIRED, Scratch::required)
SAME(VKSORT_KEY_TYPE_I32, KeyType::i32)
SAME(VKSORT_KEY_TYPE_F32, KeyType::f32)
SAME(VKSORT_KEY_TYPE_U64, KeyType::u64)
SAME(VKSORT_ORDER_DESCENDING, Order::descending)
SAME(VKSORT_NAN_RULE_LAST, NanRule::last)
SAME(VKSORT_SEVERITY_ERROR, Severity::error)
SAME(VKSORT_ALGORITHM_RANK, Algorithm::rank)
SAME(VKSORT_ALGORITHM_RADIX_PORTABLE, Algorithm::radix_portable)
SAME(VKSORT_SELF_TEST_MODE_NEVER, SelfTestMode::never)
#undef SAME

std::string textOf(const Log& log) {
  std::ostringstream text;
  for (const Command& command : log.commands) {
    text << static_cast<int>(command.kind) << ' ' << command.pipeline << ' ' << command.groups.width << ' '
         << command.arguments << ' ' << command.source_stages << ' ' << command.query << ' ' << command.label;
    for (const uint32_t word : command.words) text << ' ' << word;
    text << '\n';
  }
  for (const VkDescriptorBufferInfo& range : log.ranges)
    text << range.buffer << ' ' << range.offset << ' ' << range.range << '\n';
  return text.str();
}

using Record = std::function<vksort::RecordStatus()>;
using RecordC = std::function<vksortRecordStatus()>;

// Both record the same, and something.
void expectSame(const Record& cpp, const RecordC& c) {
  Faults faults;
  faults.only_logs = true;
  std::string texts[2];
  {
    const MockVulkan mock(faults);
    const vksort::RecordStatus status = cpp();
    CHECK_MESSAGE(status.ok(), vksort::describe(status));
    texts[0] = textOf(mock.log);
  }
  const MockVulkan mock(faults);
  const vksortRecordStatus status = c();
  CHECK_MESSAGE(status.fault == VKSORT_FAULT_NONE, vksortDescribe(status));
  texts[1] = textOf(mock.log);
  CHECK(texts[0] != "");
  CHECK(texts[0] == texts[1]);
}

void expectSameSorts(Rig& rig, const Config& config) {
  const vksort::Sorter& sorter = rig.sorter(config);
  const auto handle = handleOf<vksortSorter>(sorter);
  Call call = modeCall(rig, config);
  call.segments.state = call.state;
  const auto sort = toC<vksortSortInfo>(call.sort);
  const auto indirect = toC<vksortIndirectInfo>(vksort::IndirectInfo{call.count, call.state});
  const auto segments = toC<vksortSegmentInfo>(call.segments);
  expectSame([&] { return record(sorter, kCommands, config, call); },
             [&] {
               if (config.mode == Mode::indirect) return vksortRecordIndirect(handle, kCommands, &sort, &indirect);
               if (config.mode == Mode::segments) return vksortRecordSegments(handle, kCommands, &sort, &segments);
               return vksortSorterRecord(handle, kCommands, &sort);
             });
}

void expectSameTools(Rig& rig) {
  const vksort::Toolkit toolkit = makeToolkit(rig);
  const auto handle = handleOf<vksortToolkit>(toolkit);
  const ToolCalls calls{rig, toolkit};
  expectSame([&] { return toolkit.recordRuns(kCommands, calls.runs()); },
             [&] {
               const auto info = toC<vksortRunInfo>(calls.runs());
               return vksortToolkitRecordRuns(handle, kCommands, &info);
             });
  expectSame([&] { return toolkit.recordCells(kCommands, calls.cells()); },
             [&] {
               const auto info = toC<vksortCellInfo>(calls.cells());
               return vksortToolkitRecordCells(handle, kCommands, &info);
             });
  expectSame([&] { return toolkit.recordCull(kCommands, calls.cull()); },
             [&] {
               const auto info = toC<vksortCullInfo>(calls.cull());
               return vksortToolkitRecordCull(handle, kCommands, &info);
             });
  expectSame([&] { return toolkit.recordGather(kCommands, calls.gather()); },
             [&] {
               const auto info = toC<vksortGatherInfo>(calls.gather());
               return vksortToolkitRecordGather(handle, kCommands, &info);
             });
  const auto select = toC<vksortSelectInfo>(calls.select());
  expectSame([&] { return toolkit.recordSelect(kCommands, calls.select()); },
             [&] { return vksortToolkitRecordSelect(handle, kCommands, &select); });
  CHECK(vksortToolkitScratchBytes(handle, 12345) == toolkit.scratchBytes(12345));
  CHECK(vksortToolkitSelectScratchBytes(handle, &select) == toolkit.scratchBytes(calls.select()));
  CHECK(vksortToolkitDescriptorSetLayout(handle) == toolkit.descriptorSetLayout());

  const Config config = {.payload = kU32, .ties = kByValue};
  const vksort::Sorter& sorter = rig.sorter(config);
  vksort::SortInfo sort;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) sort.descriptor_set = kAnySet;
  const vksort::Range state = calls.range(6, vksort::kStateBytes / 4);
  expectSame([&] { return recordCulledSort(toolkit, sorter, kCommands, calls.cull(), sort, state); },
             [&] {
               const auto cull = toC<vksortCullInfo>(calls.cull());
               const auto sorted = toC<vksortSortInfo>(sort);
               const auto state_of_c = toC<vksortRange>(state);
               return vksortRecordCulledSort(handle, handleOf<vksortSorter>(sorter), kCommands, &cull, &sorted,
                                             &state_of_c);
             });
  expectSame([&] { return recordSelectedSort(toolkit, sorter, kCommands, calls.select(), sort, state); },
             [&] {
               const auto sorted = toC<vksortSortInfo>(sort);
               const auto state_of_c = toC<vksortRange>(state);
               return vksortRecordSelectedSort(handle, handleOf<vksortSorter>(sorter), kCommands, &select, &sorted,
                                               &state_of_c);
             });
}

void expectSameVerifications(Rig& rig) {
  const vksort::Verifier& verifier = rig.verifier();
  const auto handle = handleOf<vksortVerifier>(verifier);
  vksort::VerifyInfo info;
  info.keys = {rig.arena(0, 1 << 12).device.handle(), 64, 4096};
  info.count = 100;
  info.result = {info.keys.buffer, 8192, 16};
  if (verifier.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = kAnySet;
  expectSame([&] { return verifier.record(kCommands, info); },
             [&] {
               const auto of_c = toC<vksortVerifyInfo>(info);
               return vksortVerifierRecord(handle, kCommands, &of_c);
             });
  CHECK(vksortVerifierDescriptorSetLayout(handle) == verifier.descriptorSetLayout());
}

void takePipeline(void* list, const vksortPipelinePlan* pipeline) {
  static_cast<std::vector<vksortPipelinePlan>*>(list)->push_back(*pipeline);
}

void expectSamePlans(Rig& rig, const Config& config) {
  const vksort::Sorter& sorter = rig.sorter(config);
  const auto handle = handleOf<vksortSorter>(sorter);
  const SorterSetup setup = rig.setupOf(config);
  const vksort::PlanInfo asked = planInfoOf(config, validCall(rig, config));
  auto creation = toC<vksortCreation>(setup.creation);
  auto info = toC<vksortSorterInfo>(setup.info);
  info.creation = &creation;
  const auto device = toC<vksortPlanDevice>(planDevice(rig, config));
  const auto plan_info = toC<vksortPlanInfo>(asked);
  vksortPassPlan passes[64] = {};
  for (const bool of_device : {false, true}) {
    const auto expected = of_device ? planned(asked, setup.get(), planDevice(rig, config)) : planned(asked, sorter);
    const uint32_t count = of_device ? vksortPlanForDevice(&info, &device, &plan_info, passes, 64)
                                     : vksortPlan(handle, &plan_info, passes, 64);
    REQUIRE(count == expected.size());
    for (uint32_t i = 0; i < count; ++i) {
      CHECK(passes[i].name == expected[i].name);
      CHECK(passes[i].workgroups == expected[i].workgroups);
      CHECK(passes[i].waits == expected[i].waits);
    }
  }
  std::vector<vksortPipelinePlan> of_c;
  std::vector<const char*> of_cpp;
  CHECK(vksortPlanPipelines(&info, &device, takePipeline, &of_c) == VK_SUCCESS);
  const auto take = [](void* list, const vksort::PipelinePlan& pipeline) {
    static_cast<std::vector<const char*>*>(list)->push_back(pipeline.name);
  };
  CHECK(planPipelines(setup.get(), planDevice(rig, config), take, &of_cpp) == VK_SUCCESS);
  REQUIRE(of_c.size() == of_cpp.size());
  for (std::size_t i = 0; i < of_c.size(); ++i) CHECK(of_c[i].name == of_cpp[i]);
  CHECK(vksortSorterScratchBytes(handle, 12345) == sorter.scratchBytes(12345));
  CHECK(vksortSorterDescriptorSetLayout(handle) == sorter.descriptorSetLayout());
  CHECK(isSame(maxCounts(sorter), vksortGetMaxCounts(handle)));
  CHECK(vksortGetConfiguration(handle).payload == static_cast<uint8_t>(config.payload));
  CHECK(vksortGetReport(handle).level == getReport(sorter).level);
  CHECK(vksortQuerySorterSupport(&info).supported == querySupport(setup.get()).supported);
  const vksort::Device& host = setup.info.device;
  CHECK(
      vksortQuerySupport(host.get_instance_proc_addr, host.instance, host.physical_device, host.api_version).features ==
      vksort::querySupport(host.get_instance_proc_addr, host.instance, host.physical_device, host.api_version)
          .features);
}

}  // namespace

TEST_CASE("functions_of_c_record_and_return_what_their_twins_do" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Mode mode : {Mode::whole, Mode::indirect, Mode::segments}) {
      const Config config = {.mode = mode, .payload = kU32, .ties = kByValue};
      expectSameSorts(rig, config);
      expectSamePlans(rig, config);
    }
    expectSameTools(rig);
    expectSameVerifications(rig);
  });
}

}  // namespace test
