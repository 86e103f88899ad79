// Checks the measured times and the number of rounds, and that an unsorted result fails.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "bench/support.h"
#include "support/devices.h"

namespace test {
namespace {

gpu::Device& anyDevice() { return *devices().front().device; }

bench::Workload workloadOf(const bench::Input& input, std::uint32_t count) {
  return {anyDevice(), input, bench::makeInput(input, count), count};
}

struct KeptRows : bench::Output {
  explicit KeptRows(std::vector<bench::Row>& to) : rows(to) {}
  void row(const bench::Row& row) override { rows.push_back(row); }
  std::vector<bench::Row>& rows;
};

}  // namespace

TEST_CASE("measurements_are_medians_in_microseconds") {
  gpu::Device& device = anyDevice();
  const double period = device.properties().core.limits.timestampPeriod;
  const bench::Workload workload = workloadOf({}, 1000);
  Idle idle;
  const ToldTimes told(device, {9'000'000, 100, 5000, 1000, 9000, 2000, 7000});
  idle.recording = std::chrono::milliseconds(2);
  const auto start = std::chrono::steady_clock::now();
  const bench::Measurement measured = bench::measureDevice(device, idle, workload, {2, 5});
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
  CHECK(measured.median_us == doctest::Approx(5 * period));
  CHECK(measured.min_us == doctest::Approx(1 * period));
  CHECK(measured.max_us == doctest::Approx(9 * period));
  CHECK_FALSE(measured.verified);
  CHECK(measured.record_us >= 2000);
  CHECK(4 * measured.record_us <= passed.count());  // four of seven rounds take the median or longer
}

TEST_CASE("large_inputs_use_fewer_rounds") {
  constexpr std::uint32_t kLarge = 1u << 26;
  CHECK((bench::roundsFor({}, kLarge - 1) == bench::Rounds{3, 15}));
  CHECK((bench::roundsFor({}, kLarge) == bench::Rounds{1, 5}));
  CHECK((bench::roundsFor(2, kLarge - 1) == bench::Rounds{2, 2}));
  CHECK((bench::roundsFor(40, kLarge) == bench::Rounds{1, 40}));
  CHECK(bench::sortsPerSubmission((1u << 22) - 1) == bench::Algorithm::kSlots);
  CHECK(bench::sortsPerSubmission(1u << 22) == 1);
}

// Each round needs as many comparisons as the first one, so its input is not sorted yet.
TEST_CASE("std_sort_gets_new_input_in_each_round") {
  static std::uint64_t comparisons;
  struct Counted {
    std::uint32_t rank;
    bool operator<(const Counted& other) const { return ++comparisons, rank < other.rank; }
  };
  constexpr std::size_t kCount = 1000;
  const std::vector<std::uint32_t> keys = bench::makeInput({}, kCount).keys;
  const auto spent = [&](std::uint32_t rounds) {
    comparisons = 0;
    CHECK(bench::timeStdSort<Counted>(kCount, rounds, [&](std::size_t i) { return Counted{keys[i]}; }).verified);
    return comparisons - (kCount - 1);  // without comparisons of the check
  };
  CHECK_FALSE(std::ranges::is_sorted(keys));
  CHECK(spent(3) == 3 * spent(1));
  CHECK(bench::measureCpu({}, 1, bench::makeInput({}, kCount)).verified);
}

TEST_CASE("rows_contain_their_memory_and_the_anchors_of_their_mode") {
  constexpr std::uint32_t kCount = 1024;
  gpu::Device& device = anyDevice();
  bench::Options options;
  options.repeat = 1;
  options.against = scratch("session-anchors.csv");
  writeFile(options.against, "system,mode,log2_n,gpu_us,device\na,keys,10,2,GPU\nb,pairs,10,3,GPU\n");
  options.configuration.max_count = kCount;
  for (const bool scratch : {false, true}) {
    options.configuration.scratch = scratch ? vksort::Scratch::required : vksort::Scratch::never;
    options.configuration.algorithm = scratch ? vksort::Algorithm::radix : vksort::Algorithm::bitonic;
    options.configuration.input.ordering.payload = scratch ? vksort::Payload::u32 : vksort::Payload::none;
    std::vector<bench::Row> rows;
    const bench::Plan plan = {{{kCount, {"cpu", "vksort", "verify"}}}, {}};
    CHECK(bench::measurePlan(device, options, plan, std::make_unique<KeptRows>(rows)) == 0);
    REQUIRE(rows.size() == 3);
    for (const bench::Row& row : rows) {
      CAPTURE(row.system);
      CHECK((row.scratch_bytes > kCount * 8) == (scratch && row.system == "vksort"));
      REQUIRE(row.anchors.size() == (row.system == "verify" ? 0 : 1));
      if (!row.anchors.empty()) CHECK(row.anchors[0].system == (scratch ? "b" : "a"));
    }
    CHECK(rows[1].used == (scratch ? "radix" : "bitonic"));
  }
  expectNoValidationMessages();
}

TEST_CASE("an_unsorted_result_fails_the_program") {
  bench::Options options;
  options.sizes.counts = {16};
  options.configuration.max_count = 16;
  options.repeat = 1;
  CHECK(bench::runSort(anyDevice(), options) == 0);
  // Nothing is copied to or from the sorted buffers.
  gpu::Device& device = anyDevice();
  const auto copy = std::exchange(device.vk.vkCmdCopyBuffer, [](auto...) {});
  CHECK(bench::runSort(device, options) == 1);
  device.vk.vkCmdCopyBuffer = copy;
}

}  // namespace test
