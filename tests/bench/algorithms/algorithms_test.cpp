// Every algorithm sorts, on every device.
#include "algorithms/algorithms.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "algorithms/ladder_algorithm.h"
#include "algorithms/make_sorter.h"
#include "bench/idle.h"
#include "gpu/commands.h"
#include "input/words.h"
#include "measure/measure.h"
#include "support/devices.h"

namespace test {
namespace {

using bench::Configuration;
using bench::Distribution;

constexpr std::array kDistributions = {Distribution::random, Distribution::sorted, Distribution::reversed,
                                       Distribution::equal,  Distribution::few,    Distribution::nearly};

bool sorts(const gpu::Device& device, const Configuration& configuration, bench::Algorithm& algorithm,
           std::uint32_t count, std::uint32_t capacity) {
  const bench::Workload workload(device, configuration.input, bench::makeInput(configuration.input, count), capacity);
  return bench::measureDevice(device, algorithm, workload, {0, 1}).verified;
}

// Runs each algorithm at each of the counts that it takes, with keys of each distribution.
void expectAllSort(const gpu::Device& device, Configuration configuration, const std::vector<std::uint32_t>& counts,
                   std::span<const Distribution> distributions = std::span(kDistributions).first(1)) {
  for (const std::string& name : bench::allAlgorithms()) {
    if (name == "cpu") continue;
    std::unique_ptr<bench::Algorithm> algorithm;
    for (const std::uint32_t count : counts) {
      if (!bench::refusal(device, configuration, name, count).empty()) continue;
      if (algorithm == nullptr) algorithm = bench::makeAlgorithm(device, configuration, name);
      for (const Distribution distribution : distributions) {
        configuration.input.distribution = distribution;
        CAPTURE(name);
        CAPTURE(count);
        CAPTURE(bench::wordOf(distribution));
        CAPTURE(bench::wordOf(configuration.input.ordering.order));
        CHECK(sorts(device, configuration, *algorithm, count, bench::capacityFor(configuration, name, count)));
      }
    }
  }
}

}  // namespace

// Each round has another input, but for an arrangement, which stays one.
TEST_CASE("rounds_are_of_fresh_input_arranged_as_it_was") {
  TestDevice& device = devices().front();
  constexpr std::uint32_t kCount = 5000;
  const bench::Transfer transfer(*device.device, kCount);
  for (const Distribution distribution : kDistributions) {
    CAPTURE(bench::wordOf(distribution));
    bench::Input input;
    input.distribution = distribution;
    const bench::Elements made = bench::makeInput(input, kCount);
    const bench::Workload workload(*device.device, input, made, kCount);
    for (const std::uint32_t round : {0u, 1u, 3u}) {
      gpu::submitAndWait(*device.device, [&](VkCommandBuffer cmd) {
        workload.restore(cmd, round);
        gpu::fullBarrier(*device.device, cmd);
      });
      std::vector<std::uint32_t> keys(kCount), expected = made.keys;
      transfer.download(workload.buffers()[0], 0, keys);
      const bool arranged = distribution == Distribution::sorted || distribution == Distribution::reversed ||
                            distribution == Distribution::nearly;
      if (!arranged) std::ranges::rotate(expected, expected.begin() + round * 7919 % kCount);
      CHECK(keys == expected);
    }
  }
}

TEST_CASE("words_that_are_moved_in_pieces_come_to_their_places") {
  constexpr std::uint32_t kWords = 2500, kPiece = 1000, kFirst = 70;
  for (TestDevice& device : devices()) {
    CAPTURE(device.name);
    const gpu::Buffer buffer(*device.device, (kWords + kFirst) * 4,
                             VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const bench::Transfer whole(*device.device, kWords), pieces(*device.device, kPiece);
    for (const bool up : {true, false}) {
      CAPTURE(up);
      std::vector<std::uint32_t> words(kWords), found(kWords);
      for (std::uint32_t i = 0; i < kWords; ++i) words[i] = up ? i : ~i;
      (up ? pieces : whole).upload(buffer, kFirst, words);
      (up ? whole : pieces).download(buffer, kFirst, found);
      CHECK(found == words);
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("every_algorithm_sorts_sizes_around_its_blocks" * doctest::test_suite("full")) {
  for (TestDevice& device : devices()) {
    CAPTURE(device.name);
    for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
      Configuration configuration;
      configuration.input.ordering.order = order;
      expectAllSort(*device.device, configuration,
                    {1, 2, 3, 4, 32, 255, 256, 257, 512, 1000, 1024, 1025, 2048, 4096, 5000, 8192, 16384});
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("every_algorithm_sorts_every_distribution_of_u32_and_i32" * doctest::test_suite("full")) {
  for (TestDevice& device : devices()) {
    CAPTURE(device.name);
    for (const auto type : {vksort::KeyType::u32, vksort::KeyType::i32}) {
      for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
        Configuration configuration;
        configuration.input.ordering.key_type = type;
        configuration.input.ordering.order = order;
        expectAllSort(*device.device, configuration, {700, 4096}, kDistributions);
      }
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("pairs_of_both_layouts_are_verified") {
  for (TestDevice& device : devices()) {
    for (const auto values : {vksort::Values::split, vksort::Values::interleaved}) {
      Configuration configuration;
      configuration.input.ordering.values = values;
      expectAllSort(*device.device, configuration, {3000}, kDistributions);
      CHECK(bench::refusal(*device.device, configuration, "v3", 4096) == "the ladder sorts keys alone, without values");
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("keys_of_64_bits_are_sorted_and_verified_alone_and_with_values" * doctest::test_suite("full")) {
  for (TestDevice& device : devices()) {
    CAPTURE(device.name);
    for (const bool alone : {true, false}) {
      Configuration configuration;
      configuration.input.ordering = {.key_type = vksort::KeyType::u64,
                                      .order = alone ? vksort::Order::ascending : vksort::Order::descending,
                                      .values = alone ? vksort::Values::none : vksort::Values::split};
      expectAllSort(*device.device, configuration, {1, 2, 3000, 8192}, kDistributions);
      Idle idle;
      CHECK_FALSE(sorts(*device.device, configuration, idle, 1000, 1000));
      CHECK(bench::refusal(*device.device, configuration, "vksort", 4096).empty());
    }
    Configuration configuration;
    configuration.input.ordering.key_type = vksort::KeyType::u64;
    CHECK(bench::refusal(*device.device, configuration, "v0", 4096) == "the ladder sorts integers of 32 bits, not u64");
  }
  expectNoValidationMessages();
}

TEST_CASE("sorters_are_made_as_the_configuration_says") {
  constexpr std::uint32_t kCount = 2000;
  TestDevice& device = devices().front();
  Configuration configuration;
  configuration.input.ordering = {
      .order = vksort::Order::descending, .values = vksort::Values::split, .ties = vksort::Ties::any};
  configuration.path = vksort::Path::floor;
  configuration.algorithm = vksort::Algorithm::radix;
  configuration.coherent = true;
  configuration.max_count = kCount;
  configuration.always_lends = true;
  const auto make = [&] { return bench::makeSorter(*device.device, configuration, nullptr); };
  const vksort::Sorter floor = make();
  CHECK(floor.configuration().order == vksort::Order::descending);
  CHECK(floor.configuration().ties == vksort::Ties::any);
  CHECK(floor.configuration().coherent);
  CHECK(floor.configuration().max_count == kCount);
  CHECK(floor.configuration().always_lends);
  CHECK(floor.pathReport().path == std::string("floor"));
  CHECK(floor.scratchBytes(kCount) == 0);
  // Passes of 8 bits each: all elements are written once by each.
  configuration = {};
  configuration.algorithm = vksort::Algorithm::radix;
  configuration.max_count = kCount;
  configuration.input.key_bits = 24;
  const vksort::Sorter by_key = make();
  CHECK(by_key.plan(kCount, true).bytes_written == 3 * 4 * kCount);
  configuration.input.key_bits = 0;
  configuration.input.ordering.values = vksort::Values::split;
  configuration.input.value_bits = 24;
  const vksort::Sorter by_value = make();
  CHECK(by_value.plan(kCount, true).bytes_written == (4 + 3) * 8 * kCount);
}

TEST_CASE("lists_are_sorted_each_by_itself_and_verified") {
  for (TestDevice& device : devices()) {
    Configuration configuration;
    configuration.input.ordering.values = vksort::Values::split;
    for (const std::uint32_t lists : {1u, 7u, 1000u}) {
      configuration.lists = lists;
      expectAllSort(*device.device, configuration, {1, 999, 1000, 5003, 20000});
    }
    CHECK(bench::refusal(*device.device, configuration, "step", 1024) == "sorts one list alone");
    // 1000 lists of 5 are not one of 5000.
    const auto sorter = bench::makeAlgorithm(*device.device, configuration, "vksort");
    const bench::Workload workload(*device.device, configuration.input, bench::makeInput(configuration.input, 5000),
                                   5000);
    CHECK(bench::measureDevice(*device.device, *sorter, workload, {0, 1}).verified);
    CHECK(workload.verify(5));
    CHECK_FALSE(workload.verify(5000));
    // Nor is one of 5000 what 1000 lists of 5 are, in whatever round, and whatever the layout.
    for (const auto values : {vksort::Values::none, vksort::Values::split, vksort::Values::interleaved}) {
      Configuration whole;
      whole.input.ordering.values = values;
      const bench::Workload input(*device.device, whole.input, bench::makeInput(whole.input, 5000), 5000);
      const auto sort = bench::makeAlgorithm(*device.device, whole, "vksort");
      CHECK(bench::measureDevice(*device.device, *sort, input, {0, 1}).verified);
      CHECK(input.verify(5000));
      CHECK_FALSE(input.verify(5));
    }
    // A round begins with another element: lists have what they had then.
    CHECK(bench::measureDevice(*device.device, *sorter, workload, {0, 3}).verified);
    CHECK(workload.verify(5, 2));
    CHECK_FALSE(workload.verify(5, 1));
  }
  expectNoValidationMessages();
}

// In each round the keys are turned round, and their indices are not; in each list they begin anew.
TEST_CASE("indices_that_the_sort_writes_are_verified") {
  constexpr std::uint32_t kCount = 3000;
  for (TestDevice& device : devices()) {
    Configuration configuration;
    configuration.input.ordering.values = vksort::Values::iota;
    expectAllSort(*device.device, configuration, {1, kCount}, kDistributions);
    const bench::Elements input = bench::makeInput(configuration.input, kCount);
    const bench::Workload workload(*device.device, configuration.input, input, kCount);
    const auto sort = bench::makeAlgorithm(*device.device, configuration, "vksort");
    CHECK(bench::measureDevice(*device.device, *sort, workload, {0, 3}).verified);
    CHECK(workload.verify(kCount, 2));
    CHECK_FALSE(workload.verify(kCount, 1));
    // Nothing is there that a sort might move with its keys.
    Configuration moved;
    moved.input.ordering.values = vksort::Values::split;
    const auto moves = bench::makeAlgorithm(*device.device, moved, "vksort");
    CHECK_FALSE(bench::measureDevice(*device.device, *moves, workload, {0, 1}).verified);

    configuration.lists = 7;
    expectAllSort(*device.device, configuration, {kCount});
    configuration.lists = 0;
    configuration.input.source = bench::KeySource::hook;
    configuration.input.ordering.key_type = vksort::KeyType::f32;
    expectAllSort(*device.device, configuration, {kCount});
  }
  expectNoValidationMessages();
}

TEST_CASE("grids_folded_into_a_second_dimension_sort_as_well") {
  for (TestDevice& device : devices()) {
    for (const std::string& name : bench::allAlgorithms()) {
      const auto variant = bench::variantOf(name);
      Configuration configuration;
      configuration.input.ordering.order = vksort::Order::descending;
      if (!variant || !bench::refusal(*device.device, configuration, name, 16384).empty()) continue;
      for (const std::uint32_t max_groups : {1, 3, 4}) {
        bench::Ladder ladder(*device.device, *variant, configuration.input.ordering, max_groups);
        CAPTURE(name);
        CAPTURE(max_groups);
        CHECK(sorts(*device.device, configuration, ladder, 16384, 16384));
      }
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("a_sort_that_does_nothing_is_not_verified") {
  for (TestDevice& device : devices()) {
    Idle idle;
    Configuration configuration;
    CHECK_FALSE(sorts(*device.device, configuration, idle, 1000, 1000));
    configuration.input.distribution = Distribution::sorted;
    CHECK(sorts(*device.device, configuration, idle, 1000, 1000));
  }
}

TEST_CASE("sorted_tiles_are_not_taken_for_a_sorted_whole") {
  class Whole : public bench::Ladder {
   public:
    using Ladder::Ladder;
    std::uint32_t run() const override { return 4096; }
  };
  for (TestDevice& device : devices()) {
    const Configuration configuration;
    Whole block(*device.device, bench::Variant::block, configuration.input.ordering);
    CHECK_FALSE(sorts(*device.device, configuration, block, 4096, 4096));
  }
}

}  // namespace test
