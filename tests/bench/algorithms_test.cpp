// Every algorithm sorts, on every device.
#include "algorithms/algorithm.h"

#include <doctest/doctest.h>

#include <bit>

#include "algorithms/ladder_algorithm.h"
#include "gpu/commands.h"
#include "measure/bandwidth.h"
#include "measure/measure.h"
#include "session/plan.h"
#include "support/devices.h"

namespace test {
namespace {

using bench::Distribution;
using bench::Options;

constexpr std::array kDistributions = {Distribution::random, Distribution::sorted, Distribution::reversed,
                                       Distribution::equal,  Distribution::few,    Distribution::nearly};

bool sorts(const gpu::Device& device, const Options& options, bench::Algorithm& algorithm, std::uint32_t count,
           std::uint32_t capacity) {
  const bench::Workload workload(device, options, bench::makeInput(options, count), capacity);
  return bench::measureDevice(device, algorithm, workload, {0, 1}).verified;
}

// Runs each algorithm at each of the counts that it takes, with keys of each distribution.
void expectAllSort(const gpu::Device& device, Options options, const std::vector<std::uint32_t>& counts,
                   std::span<const Distribution> distributions = std::span(kDistributions).first(1)) {
  for (const std::string& name : bench::allAlgorithms()) {
    if (name == "cpu") continue;
    std::unique_ptr<bench::Algorithm> algorithm;
    for (const std::uint32_t count : counts) {
      if (!bench::refusal(device, options, name, count).empty()) continue;
      if (algorithm == nullptr) algorithm = bench::makeAlgorithm(device, options, name);
      for (const Distribution distribution : distributions) {
        options.distribution = distribution;
        CAPTURE(name);
        CAPTURE(count);
        CAPTURE(bench::wordOf(distribution));
        CAPTURE(bench::wordOf(options.order));
        CHECK(sorts(device, options, *algorithm, count, bench::capacityFor(options, name, count)));
      }
    }
  }
}

// Sorts nothing.
class Idle : public bench::Algorithm {
 public:
  void prepare(std::span<const gpu::Buffer>, std::uint32_t count) override { count_ = count; }
  std::uint32_t dispatchCount() const override { return 0; }
  std::uint64_t bytesMoved() const override { return 0; }
  std::uint32_t run() const override { return count_; }
  void record(VkCommandBuffer, std::uint32_t) const override {}

 private:
  std::uint32_t count_ = 0;
};

}  // namespace

TEST_CASE("every_algorithm_sorts_sizes_around_its_blocks") {
  for (TestDevice& device : devices()) {
    CAPTURE(device.name);
    for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
      Options options;
      options.order = order;
      expectAllSort(*device.device, options,
                    {1, 2, 3, 4, 32, 255, 256, 257, 512, 1000, 1024, 1025, 2048, 4096, 5000, 8192, 16384});
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("every_algorithm_sorts_every_distribution_of_u32_and_i32") {
  for (TestDevice& device : devices()) {
    CAPTURE(device.name);
    for (const auto type : {vksort::KeyType::u32, vksort::KeyType::i32}) {
      for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
        Options options;
        options.key_type = type;
        options.order = order;
        expectAllSort(*device.device, options, {700, 4096}, kDistributions);
      }
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("pairs_of_both_layouts_are_verified") {
  for (TestDevice& device : devices()) {
    for (const auto values : {vksort::Values::split, vksort::Values::interleaved}) {
      Options options;
      options.values = values;
      expectAllSort(*device.device, options, {3000}, kDistributions);
      CHECK(bench::refusal(*device.device, options, "v3", 4096) == "the ladder sorts keys alone, without values");
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("lists_are_sorted_each_by_itself_and_verified") {
  for (TestDevice& device : devices()) {
    Options options;
    options.values = vksort::Values::split;
    for (const std::uint32_t lists : {1u, 7u, 1000u}) {
      options.lists = lists;
      expectAllSort(*device.device, options, {1, 999, 1000, 5003, 20000});
    }
    CHECK(bench::refusal(*device.device, options, "step", 1024) == "sorts one list alone");
    // 1000 lists of 5 are not one of 5000.
    const auto sorter = bench::makeAlgorithm(*device.device, options, "vksort");
    const bench::Workload workload(*device.device, options, bench::makeInput(options, 5000), 5000);
    CHECK(bench::measureDevice(*device.device, *sorter, workload, {0, 1}).verified);
    CHECK(workload.verify(5));
    CHECK_FALSE(workload.verify(5000));
  }
  expectNoValidationMessages();
}

TEST_CASE("grids_folded_into_a_second_dimension_sort_as_well") {
  for (TestDevice& device : devices()) {
    for (const std::string& name : bench::allAlgorithms()) {
      const auto variant = bench::variantOf(name);
      Options options;
      options.order = vksort::Order::descending;
      if (!variant || !bench::refusal(*device.device, options, name, 16384).empty()) continue;
      for (const std::uint32_t max_groups : {1, 3, 4}) {
        bench::Ladder ladder(*device.device, *variant, options, max_groups);
        CAPTURE(name);
        CAPTURE(max_groups);
        CHECK(sorts(*device.device, options, ladder, 16384, 16384));
      }
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("a_sort_that_does_nothing_is_not_verified") {
  for (TestDevice& device : devices()) {
    Idle idle;
    Options options;
    CHECK_FALSE(sorts(*device.device, options, idle, 1000, 1000));
    options.distribution = Distribution::sorted;
    CHECK(sorts(*device.device, options, idle, 1000, 1000));
  }
}

TEST_CASE("sorted_tiles_are_not_taken_for_a_sorted_whole") {
  class Whole : public bench::Ladder {
   public:
    using Ladder::Ladder;
    std::uint32_t run() const override { return 4096; }
  };
  for (TestDevice& device : devices()) {
    const Options options;
    Whole block(*device.device, bench::Variant::block, options);
    CHECK_FALSE(sorts(*device.device, options, block, 4096, 4096));
  }
}

TEST_CASE("std_sort_is_verified_too") {
  for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
    Options options;
    options.order = order;
    options.repeat = 1;
    CHECK(bench::measureCpu(options, bench::makeInput(options, 1000)).verified);
    options.values = vksort::Values::split;
    CHECK(bench::measureCpu(options, bench::makeInput(options, 1000)).verified);
  }
}

TEST_CASE("the_copy_rate_is_measured") {
  for (TestDevice& device : devices()) CHECK(bench::copyBandwidth(*device.device) > 1e8);
  expectNoValidationMessages();
}

TEST_CASE("the_plan_of_the_ladder_skips_what_the_device_cannot_hold") {
  for (TestDevice& device : devices()) {
    Options options;
    options.ladder = true;
    options.min_log2 = 10;
    options.max_log2 = 30;
    const bench::Plan plan = bench::makePlan(*device.device, options);
    CHECK(plan.points.front().count == 1024);
    // 2^30 keys are 4 GiB, one more than a range of 32 bits can have.
    CHECK(plan.points.back().count < 1u << 30);
    REQUIRE_FALSE(plan.skipped.empty());
    CHECK(plan.skipped.back().find("1073741824 elements: v0 v1 v2") == 0);
    options.min_log2 = 30;
    CHECK_THROWS_AS(bench::makePlan(*device.device, options), std::invalid_argument);
  }
}

}  // namespace test
