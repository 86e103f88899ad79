// Checks that the benchmark sorts and verifies with every algorithm, in each mode and on every device.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "bench/support.h"
#include "common/paper_algorithm.h"
#include "common/paper_schedule.h"
#include "gpu/commands.h"
#include "support/devices.h"

namespace test {
namespace {

using bench::Configuration;
using bench::Distribution;
using bench::Variant;
using bench::Workload;
using vksort::KeyType;
using vksort::Payload;

Workload workloadOf(const gpu::Device& device, const bench::Input& input, std::uint32_t count) {
  return {device, input, bench::makeInput(input, count), count};
}

bool sorts(const gpu::Device& device, const Configuration& configuration, bench::Algorithm& algorithm,
           std::uint32_t count) {
  const Workload workload = workloadOf(device, configuration.input, count);
  return bench::measureDevice(device, algorithm, workload, {0, 1}).verified;
}

std::vector<std::uint32_t> restored(const gpu::Device& device, const Workload& workload, std::uint32_t round) {
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    workload.restore(cmd, round);
    gpu::fullBarrier(device, cmd);
  });
  const gpu::Buffer& keys = workload.buffers()[0];
  const std::vector<std::byte> bytes = gpu::download(device, keys.handle(), keys.size());
  std::vector<std::uint32_t> words(workload.count());
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

}  // namespace

TEST_CASE("rounds_use_new_input_in_the_same_arrangement") {
  const gpu::Device& device = *devices().front().device;
  constexpr std::uint32_t kCount = 5000;
  for (const auto& [word, distribution] : bench::kDistributions) {
    CAPTURE(word);
    bench::Input input;
    input.distribution = distribution;
    const Workload workload = workloadOf(device, input, kCount);
    for (const std::uint32_t round : {0u, 1u, 3u}) {
      std::vector<std::uint32_t> expected = bench::makeInput(input, kCount).keys;
      if (!input.isArranged()) std::ranges::rotate(expected, expected.begin() + round * 7919 % kCount);
      CHECK(restored(device, workload, round) == expected);
    }
  }
}

TEST_CASE("segments_are_sorted_separately_and_verified") {
  for (TestDevice& device : devices()) {
    Configuration configuration;
    configuration.input.ordering.payload = Payload::u32;
    configuration.input.distribution = Distribution::few;
    configuration.scratch = vksort::Scratch::optional;
    configuration.segments = 1000;
    // 1000 segments of 5 differ from one segment of 5000. Each round starts with another element, so contents of
    // segments differ.
    const auto sorter = bench::makeAlgorithm(*device.device, configuration, "vksort");
    for (const std::uint32_t count : {1u, 999u, 5003u}) CHECK(sorts(*device.device, configuration, *sorter, count));
    const Workload workload = workloadOf(*device.device, configuration.input, 5000);
    CHECK(bench::measureDevice(*device.device, *sorter, workload, {0, 3}).verified);
    const auto fives = [](std::uint64_t place) { return place - place % 5; };
    CHECK(workload.verify(fives, 2));
    CHECK_FALSE(workload.verify(fives, 1));
    CHECK_FALSE(workload.verify(bench::oneRun, 2));
  }
  expectNoValidationMessages();
}

// Each round starts with another element, and stable sorts with its payload.
TEST_CASE("the_check_distinguishes_stable_order_from_payload_order") {
  constexpr std::uint32_t kCount = 3000;
  const gpu::Device& device = *devices().front().device;
  for (const Payload payload : {Payload::u32, Payload::interleaved}) {
    Configuration configuration;
    configuration.input.ordering.payload = payload;
    configuration.input.distribution = Distribution::few;
    configuration.scratch = vksort::Scratch::optional;
    const Workload workload = workloadOf(device, configuration.input, kCount);
    const auto stable = bench::makeAlgorithm(device, configuration, "vksort");
    CHECK(bench::measureDevice(device, *stable, workload, {0, 3}).verified);
    configuration.input.ties = vksort::Ties::by_value;
    const Workload by_value = workloadOf(device, configuration.input, kCount);
    const auto orders = bench::makeAlgorithm(device, configuration, "vksort");
    CHECK(bench::measureDevice(device, *orders, by_value, {0, 3}).verified);
    CHECK_FALSE(bench::measureDevice(device, *orders, workload, {0, 3}).verified);
    CHECK_FALSE(bench::measureDevice(device, *stable, by_value, {0, 3}).verified);
  }
  expectNoValidationMessages();
}

// Each round rotates the keys, but not their indices, which start at 0 in each segment.
TEST_CASE("indices_from_the_sort_are_verified") {
  constexpr std::uint32_t kCount = 3000;
  for (TestDevice& device : devices()) {
    Configuration configuration;
    configuration.input.ordering.payload = Payload::index;
    const Workload workload = workloadOf(*device.device, configuration.input, kCount);
    const auto sort = bench::makeAlgorithm(*device.device, configuration, "vksort");
    CHECK(bench::measureDevice(*device.device, *sort, workload, {0, 3}).verified);
    CHECK(workload.verify(bench::oneRun, 2));
    CHECK_FALSE(workload.verify(bench::oneRun, 1));
    Configuration moved;
    moved.input.ordering.payload = Payload::u32;
    moved.scratch = vksort::Scratch::optional;
    const auto moves = bench::makeAlgorithm(*device.device, moved, "vksort");
    CHECK_FALSE(bench::measureDevice(*device.device, *moves, workload, {0, 1}).verified);
    configuration.segments = 7;
    const auto segments = bench::makeAlgorithm(*device.device, configuration, "vksort");
    CHECK(sorts(*device.device, configuration, *segments, kCount));
  }
  expectNoValidationMessages();
}

TEST_CASE("incomplete_sorts_are_not_verified") {
  class Whole : public bench::PaperSort {
   public:
    using PaperSort::PaperSort;
    std::uint64_t runStart(std::uint64_t) const override { return 0; }
  };
  const gpu::Device& device = *devices().front().device;
  Idle idle;
  Configuration configuration;
  CHECK_FALSE(sorts(device, configuration, idle, 1000));
  Whole block(device, Variant::block, configuration.input.ordering);
  CHECK_FALSE(sorts(device, configuration, block, 4096));
  configuration.input.distribution = Distribution::sorted;
  CHECK(sorts(device, configuration, idle, 1000));
}

TEST_CASE("sorters_match_their_configuration") {
  constexpr std::uint32_t kCount = 2000;
  Configuration configuration;
  configuration.input.ordering = {.key_type = KeyType::u64, .payload = Payload::interleaved};
  configuration.input.ties = vksort::Ties::any;
  configuration.baseline = true;
  configuration.scratch = vksort::Scratch::required;
  configuration.max_count = kCount;
  const vksort::Sorter sorter = bench::makeSorter(*devices().front().device, configuration);
  const vksort::SorterConfiguration made = vksort::getConfiguration(sorter);
  CHECK(made.key_bits == 64);
  CHECK(made.payload == Payload::interleaved);
  CHECK(made.ties == vksort::Ties::any);
  CHECK(made.scratch == vksort::Scratch::required);
  CHECK(made.max_count == kCount);
  CHECK(vksort::getReport(sorter).level == std::string("baseline"));
}

TEST_CASE("dispatch_counts_equal_the_paper") {
  const auto count = [](Variant variant, std::uint32_t log2_n) {
    const std::uint32_t threads = bench::paperThreads(variant, 1024);
    return bench::paperDispatches(variant, threads, 1u << log2_n, false).size();
  };
  CHECK(count(Variant::v0, 29) == 435);
  CHECK(count(Variant::v1, 29) == 210);
  CHECK(count(Variant::v5, 29) == 190);
}

}  // namespace test
