// Runs, cells, culls and gathered structures match the CPU, and no other word changes. Covers look-back, sub-ranges and
// counts in buffers.
#include <doctest/doctest.h>

#include <algorithm>

#include "sort/toolkit/tool_check.h"
#include "support/oracle/inputs.h"

namespace test {
namespace {

using cases::CullCase, cases::placeCull, cases::SortedCase;

std::vector<ToolCount> toolCounts() {
  std::vector<ToolCount> counts;
  for (const uint32_t n : {0u, 1u, 2u, 257u, kToolTile - 1, kToolTile, kToolTile + 1, 9 * kToolTile + 77})
    counts.push_back({n});
  for (const uint32_t found : {0u, 1u, kToolTile, 5 * kToolTile + 3, 100'000u})
    counts.push_back({7 * kToolTile + 5, true, found});
  return counts;
}

constexpr SortedCase kSortedCases[] = {{1, {}, 300},       {1, {8, 20}, 5000}, {1, {4, 0}, 3},   {1, {}, 1},
                                       {1, {}, ~0u},       {2, {}, 700},       {2, {0, 32}, 90}, {3, {}, 4000},
                                       {2, {28, 12}, 500}, {2, {40, 24}, 60},  {2, {32, 1}, 2}};

void placeRuns(ToolMemory& memory, const vksort::Toolkit& toolkit, const SortedCase& of, const ToolCount& count,
               uint32_t turn, Rounds& rounds) {
  const vksort::RunInfo info = cases::placeRuns(memory, toolkit, of, count, turn, nextSeed());
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordRuns(cmd, info)); });
}

void placeCells(ToolMemory& memory, const vksort::Toolkit& toolkit, const SortedCase& of, const ToolCount& count,
                uint32_t cells, uint32_t turn, Rounds& rounds) {
  const vksort::CellInfo info = cases::placeCells(memory, toolkit, of, count, cells, turn, nextSeed());
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordCells(cmd, info)); });
}

void placeCull(ToolMemory& memory, const vksort::Toolkit& toolkit, const ToolCount& count, uint32_t turn,
               Rounds& rounds) {
  Random random{nextSeed()};
  std::vector<uint32_t> keys(count.most + turn % 3);
  for (uint32_t& key : keys) key = random.word();
  const CullCase of = cases::drawCull(keys, turn, nextSeed());
  const vksort::CullInfo info = placeCull(memory, toolkit, of, keys, count, turn);
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordCull(cmd, info)); });
}

void placeGather(ToolMemory& memory, const vksort::Toolkit& toolkit, uint32_t words, const ToolCount& count,
                 bool in_place, uint32_t turn, Rounds& rounds) {
  const vksort::GatherInfo info = cases::placeGather(memory, toolkit, words, count, in_place, turn, nextSeed());
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordGather(cmd, info)); });
}

}  // namespace

TEST_CASE("finds_the_start_of_each_run" * doctest::test_suite("one width")) {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    uint32_t turn = 0;
    for (const SortedCase& of : kSortedCases) {
      ToolMemory memory(rig);
      Rounds rounds;
      for (const ToolCount& count : toolCounts()) placeRuns(memory, toolkit, of, count, turn++, rounds);
      expectRounds(rig, memory, rounds, "runs");
    }
  });
}

TEST_CASE("finds_the_range_of_each_cell" * doctest::test_suite("one width")) {
  constexpr SortedCase kCellCases[] = {{1, {}, 300},      {1, {8, 20}, 5000}, {1, {4, 0}, 3}, {2, {28, 12}, 500},
                                       {3, {40, 20}, 60}, {2, {32, 32}, ~0u}, {2, {32, 1}, 2}};
  onEverySetup([&](Rig& rig, const vksort::Toolkit& toolkit) {
    uint32_t turn = 0;
    for (const SortedCase& of : kCellCases) {
      ToolMemory memory(rig);
      Rounds rounds;
      for (const uint32_t cells : {1u, 250u, 4999u})
        for (const ToolCount& count : toolCounts()) placeCells(memory, toolkit, of, count, cells, turn++, rounds);
      expectRounds(rig, memory, rounds, "cells");
    }
  });
}

// Bounds are inclusive and use the sort's order: -0 before +0, and NaN at both ends.
TEST_CASE("culls_keep_the_keys_between_two_keys" * doctest::test_suite("one width")) {
  constexpr uint32_t kInf = 0x7f800000u, kSign = 0x80000000u;
  const std::vector<uint32_t> floats = {
      kSign | 0x7fc00000u, kSign | kInf, kSign | 0x3f800000u, kSign, 0, 1, 0x3f800000u, kInf, kInf + 1};  // ascending
  const std::vector<uint32_t> integers = {kSign, kSign + 1, ~0u, 0, 1, kSign - 1};  // ascending as i32
  onEverySetup([&](Rig& rig, const vksort::Toolkit& toolkit) {
    for (const auto& [type, keys] :
         {std::pair(vksort::KeyType::f32, floats), std::pair(vksort::KeyType::i32, integers)}) {
      const auto n = static_cast<uint32_t>(keys.size());
      ToolMemory memory(rig);
      Rounds rounds;
      for (uint32_t i = 0; i < n * n; ++i) {
        const CullCase of{.key_type = type, .lowest = keys[i / n], .highest = keys[i % n]};
        const vksort::CullInfo info = placeCull(memory, toolkit, of, keys, {n}, 0);
        rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordCull(cmd, info)); });
      }
      expectRounds(rig, memory, rounds, "cull");
    }
  });
}

TEST_CASE("culls_keep_the_expected_elements" * doctest::test_suite("one width")) {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    uint32_t turn = 0;
    for (const ToolCount& count : toolCounts()) {
      for (uint32_t i = 0; i < 5; ++i, ++turn) {
        ToolMemory memory(rig);
        Rounds rounds;
        placeCull(memory, toolkit, count, turn, rounds);
        expectRounds(rig, memory, rounds, "cull");
      }
    }
  });
}

TEST_CASE("culls_and_finds_runs_across_many_tiles" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const vksort::Toolkit toolkit = makeToolkit(rig);
    for (const uint32_t n : {511 * kToolTile + 9, 1100 * kToolTile + 1}) {
      ToolMemory memory(rig);
      Rounds rounds;
      placeRuns(memory, toolkit, {1, {}, 30'000}, {n}, 1, rounds);
      expectRounds(rig, memory, rounds, "runs");
    }
    ToolMemory memory(rig);
    Rounds rounds;
    placeCull(memory, toolkit, {512 * kToolTile}, 3, rounds);
    expectRounds(rig, memory, rounds, "cull");
  });
}

TEST_CASE("gathers_structures_by_index" * doctest::test_suite("one width")) {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    uint32_t turn = 0;
    for (const uint32_t words : {1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u, 64u}) {
      ToolMemory memory(rig);
      Rounds rounds;
      for (const bool in_place : {false, true}) {
        for (const ToolCount& count : {ToolCount{0}, ToolCount{1}, ToolCount{2}, ToolCount{257}, ToolCount{3001},
                                       ToolCount{900, true, 0}, ToolCount{900, true, 77}, ToolCount{900, true, 2000}})
          placeGather(memory, toolkit, words, count, in_place, turn++, rounds);
      }
      expectRounds(rig, memory, rounds, "gather");
    }
  });
}

TEST_CASE("one_recording_culls_and_sorts" * doctest::test_suite("one width")) {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    Config config;
    config.payload = vksort::Payload::u32;
    config.scratch = true;
    config.push_descriptor = toolkit.descriptorSetLayout() == VK_NULL_HANDLE;
    for (const ToolCount& count : {ToolCount{1}, ToolCount{3 * kToolTile}, ToolCount{kToolTile, true, 700}}) {
      config.discard_keys = count.most > kToolTile;
      const vksort::Sorter& sorter = rig.sorter(config);
      ToolMemory memory(rig);
      Random random{nextSeed()};
      std::vector<uint32_t> keys(count.most);
      for (uint32_t& key : keys) key = random.word() << 24;
      const CullCase of{.lowest = 20u << 24, .highest = 200u << 24, .sorted = vksort::Order::ascending};
      const vksort::CullInfo cull = placeCull(memory, toolkit, of, keys, count, 1);
      if (config.discard_keys) memory.ignore(cull.keys);
      vksort::SortInfo sort{};
      sort.scratch = memory.scratch(sorter.scratchBytes(count.most));
      sort.descriptor_set = memory.set(sorter.descriptorSetLayout());
      const vksort::Range state = memory.scratch(VKSORT_WORK_BYTES);
      expectRounds(rig, memory, {[&](VkCommandBuffer cmd) {
                     requireRecorded(vksort::recordCulledSort(toolkit, sorter, cmd, cull, sort, state));
                   }},
                   "cull and sort", false);
    }
  });
}

}  // namespace test
