// Structs of the C API: initialization, sizes, creation of objects by C alone, and functions without a device.
#include <doctest/doctest.h>

#include <string>

#include "support/device/recording.h"
#include "sort/hosts/c_api.h"

namespace test {
namespace {

// By the functions of C alone: with a report, and the jobs of staged creation.
void expectCreates(Rig& rig) {
  const Config config;
  const SorterSetup setup = rig.setupOf(config);
  const ObjectCount before = objectCount();
  vksortReport report = {};
  vksortCreation creation;
  vksortInitCreation(&creation, sizeof creation);
  creation.staged = true;
  creation.report = &report;
  auto info = toC<vksortSorterInfo>(setup.info);
  info.creation = &creation;
  vksortSorter sorter = nullptr;
  const char* reason = nullptr;
  REQUIRE_MESSAGE(vksortSorterCreate(&info, &sorter, &reason) == VK_SUCCESS, reason);
  CHECK(std::string(report.level) == vksortGetReport(sorter).level);
  CHECK(vksortPipelineJobCount(sorter) != 0);
  while (vksortPipelineJobCount(sorter) != 0) REQUIRE(vksortRunPipelineJob(sorter) == VK_SUCCESS);
  vksortSorterDestroy(sorter);

  vksortToolkitInfo tools;
  vksortInitToolkitInfo(&tools, sizeof tools);
  tools.device = info.device;
  vksortToolkit toolkit = nullptr;
  REQUIRE(vksortToolkitCreate(&tools, &toolkit, &reason) == VK_SUCCESS);
  vksortVerifier verifier = nullptr;
  REQUIRE(vksortVerifierCreate(&info.device, &verifier, &reason) == VK_SUCCESS);
  CHECK(objectCount().live > before.live);
  vksortToolkitDestroy(toolkit);
  vksortVerifierDestroy(verifier);
  CHECK(objectCount().live == before.live);
  info.key_bits = 33;
  CHECK(vksortQuerySorterSupport(&info).supported == false);
}

}  // namespace

TEST_CASE("functions_of_c_create_and_destroy_all_objects" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated(expectCreates);
}

TEST_CASE("initializations_of_c_set_the_defaults_of_cpp" * doctest::test_suite("one width")) {
  vksortSelectInfo select;
  std::memset(&select, 0xff, sizeof select);
  vksortInitSelectInfo(&select, sizeof select);
  CHECK(select.row_count == 1);
  CHECK(select.selected.argument_offset == VKSORT_NO_ARGUMENT);
  // A larger struct of a newer header: what is behind is 0. A smaller one: nothing behind is written.
  struct {
    vksortSortInfo known;
    uint64_t added, behind;
  } newer = {};
  newer.added = newer.behind = 7;
  vksortInitSortInfo(&newer.known, offsetof(decltype(newer), behind));
  CHECK(newer.known.struct_size == sizeof newer.known + 8);
  CHECK(newer.known.significant_bits.count == VKSORT_ALL_BITS);
  CHECK(newer.added == 0);
  CHECK(newer.behind == 7);
  vksortSortInfo older;
  std::memset(&older, 0xff, sizeof older);
  vksortInitSortInfo(&older, offsetof(vksortSortInfo, scratch));
  CHECK(older.count == 0);
  CHECK(older.scratch.size == ~VkDeviceSize{0});
}

#ifdef NDEBUG  // builds with assertions stop at misuse
TEST_CASE("structs_of_c_are_refused_without_their_size_and_take_defaults_for_missing_members" *
          doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config;
    const auto sorter = handleOf<vksortSorter>(rig.sorter(config));
    vksortSortInfo sort = toC<vksortSortInfo>(validCall(rig, config).sort);
    const auto status = [&](uint64_t size) {
      Faults faults;
      faults.only_logs = true;
      const MockVulkan mock(faults);
      sort.struct_size = size;
      return vksortSorterRecord(sorter, kCommands, &sort);
    };
    for (const uint64_t size : {uint64_t{0}, uint64_t{8}, uint64_t{sizeof sort + 1}, ~uint64_t{0}}) {
      CHECK(status(size).argument == VKSORT_ARGUMENT_STRUCT_SIZE);
      CHECK(status(size).fault == VKSORT_FAULT_INVALID);
    }
    CHECK(std::string(vksortDescribe(status(0))).find("vksortInit") != std::string::npos);
    sort.timestamps = reinterpret_cast<const vksortTimestamps*>(uint64_t{8});  // behind what is read
    CHECK(status(offsetof(vksortSortInfo, timestamps)).fault == VKSORT_FAULT_NONE);
    CHECK(vksortSorterRecord(sorter, kCommands, nullptr).argument == VKSORT_ARGUMENT_STRUCT_SIZE);
    CHECK(vksortSorterRecord(nullptr, kCommands, &sort).argument == VKSORT_ARGUMENT_SORTER);

    vksortSorterInfo info = {};
    const char* reason = nullptr;
    vksortSorter none = sorter;
    CHECK(vksortSorterCreate(&info, &none, &reason) == VK_ERROR_INITIALIZATION_FAILED);
    CHECK(none == nullptr);
    CHECK(reason == vksortDescribe(status(0)));
    CHECK(vksortQuerySorterSupport(&info).reason == reason);
    vksortSorterDestroy(none);
    CHECK(vksortSorterScratchBytes(none, 1000) == 0);
  });
}
#endif

TEST_CASE("functions_of_c_without_a_device_return_what_their_twins_do" * doctest::test_suite("one width")) {
  CHECK(isSame(vksort::kBefore, vksortBefore()));
  CHECK(isSame(vksort::kAfter, vksortAfter()));
  CHECK(vksortSegmentStateBytes(77) == vksort::segmentStateBytes(77));

  const uint32_t keys[] = {1, 3, 2};
  const vksortOrdering ascending = toC<vksortOrdering>(vksort::Ordering{});
  CHECK(isSame(vksort::verify({}, keys, nullptr, 3), vksortVerify(&ascending, keys, nullptr, 3)));
  CHECK(vksortVerify(&ascending, keys, nullptr, 3).inversions == 1);
  vksortSorterInfo sorter;
  vksortInitSorterInfo(&sorter, sizeof sorter);
  vksortSortInfo sort;
  vksortInitSortInfo(&sort, sizeof sort);
  sort.order = VKSORT_ORDER_DESCENDING;
  const vksortOrdering ordering = vksortOrderingOf(&sorter, &sort);
  CHECK(ordering.order == VKSORT_ORDER_DESCENDING);
  CHECK(ordering.payload == VKSORT_PAYLOAD_INDEX);
  CHECK(ordering.payloads_ascend);
}

}  // namespace test
