// Runs, cells, culls and gathered structures against the host, in sub-ranges, with the count on the host and in a
// buffer. Every word around them stays.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/oracle/inputs.h"
#include "support/variants/variants.h"
#include "vksort/toolkit/tool_check.h"

namespace test {
namespace {

std::vector<ToolCount> toolCounts() {
  std::vector<ToolCount> counts;
  for (const uint32_t n : {0u, 1u, 2u, 257u, kToolTile - 1, kToolTile, kToolTile + 1, 9 * kToolTile + 77})
    counts.push_back({n});
  for (const uint32_t found : {0u, 1u, kToolTile, 5 * kToolTile + 3, 100'000u})
    counts.push_back({7 * kToolTile + 5, true, found});
  return counts;
}

struct SortedCase {
  uint32_t words;  // of an element
  vksort::KeyBits bits;
  uint32_t distinct;  // values of the bits, at most
};
constexpr SortedCase kSortedCases[] = {{1, {}, 300},       {1, {8, 20}, 5000}, {1, {4, 0}, 3},   {1, {}, 1},
                                       {1, {}, ~0u},       {2, {}, 700},       {2, {0, 32}, 90}, {3, {}, 4000},
                                       {2, {28, 12}, 500}, {2, {40, 24}, 60}};

// Elements of which the bits ascend, and all others are noise.
struct SortedWords {
  std::vector<uint32_t> words;
  std::vector<uint64_t> keys;  // the bits
};
SortedWords sortedWords(const SortedCase& of, uint32_t n, uint64_t seed) {
  Random random(seed);
  const uint32_t end = of.words == 1 ? 32 : 64;
  const uint32_t width = of.bits.count == vksort::kAllBits ? end - of.bits.first : of.bits.count;
  const uint64_t mask = width == 0 ? 0 : ~uint64_t{0} >> (64 - width);
  SortedWords out;
  for (uint32_t i = 0; i < n; ++i)
    out.keys.push_back((uint64_t{random.next() % of.distinct} << (width > 40 ? 25 : 0)) & mask);
  std::ranges::sort(out.keys);
  for (const uint64_t key : out.keys) {
    const uint64_t noise = random.next64();
    const uint64_t bits = width == 0 ? noise : (noise & ~(mask << of.bits.first)) | key << of.bits.first;
    const uint32_t all[] = {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32), random.next()};
    out.words.insert(out.words.end(), all, all + of.words);
  }
  return out;
}

vksort::SortedRange placeSorted(ToolMemory& memory, const SortedCase& of, const SortedWords& sorted,
                                const ToolCount& count, uint32_t first) {
  const uint32_t at = memory.place(first * of.words), words = memory.place(sorted.words);
  // Elements before the first one are those in front of them in memory, guards and all.
  const uint32_t begin = words - first * of.words;
  CHECK(at <= begin);
  return {memory.range(begin, VkDeviceSize{first + count.most} * of.words),
          first,
          count.most,
          placeCount(memory, count),
          of.words,
          of.bits};
}

// A run begins at each element that differs from the one before it.
void placeRuns(ToolMemory& memory, const vksort::Toolkit& toolkit, const SortedCase& of, const ToolCount& count,
               uint32_t turn, Rounds& rounds) {
  const SortedWords sorted = sortedWords(of, count.most, nextSeed());
  vksort::RunInfo info;
  info.sorted = placeSorted(memory, of, sorted, count, turn % 2 * 5);
  const uint32_t starts = memory.place(count.most + 1);
  uint32_t runs = 0;
  for (uint32_t i = 0; i < count.n(); ++i)
    if (i == 0 || sorted.keys[i] != sorted.keys[i - 1]) memory.expected(starts + runs++) = i;
  memory.expected(starts + runs) = count.n();
  info.starts = memory.range(starts, VkDeviceSize{count.most} + 1);
  info.run_count = placeTarget(memory, runs, turn);
  info.scratch = memory.scratch(toolkit.scratchBytes(count.most));
  info.descriptor_set = memory.set(toolkit.descriptorSetLayout());
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordRuns(cmd, info)); });
}

void placeCells(ToolMemory& memory, const vksort::Toolkit& toolkit, const SortedCase& of, const ToolCount& count,
                uint32_t cells, uint32_t turn, Rounds& rounds) {
  const SortedWords sorted = sortedWords(of, count.most, nextSeed());
  vksort::CellInfo info;
  info.sorted = placeSorted(memory, of, sorted, count, turn % 2 * 3);
  info.cell_count = cells;
  const uint32_t table = memory.place(2 * cells);
  for (uint32_t i = 0; i < 2 * cells; ++i) memory.expected(table + i) = 0;
  for (uint32_t i = 0; i < count.n(); ++i) {
    const uint64_t cell = sorted.keys[i];
    if (cell >= cells) continue;
    const bool begins = i == 0 || sorted.keys[i - 1] != cell;
    if (begins) memory.expected(static_cast<uint32_t>(table + 2 * cell)) = i;
    memory.expected(static_cast<uint32_t>(table + 2 * cell + 1)) = i + 1;
  }
  info.cells = memory.range(table, 2 * VkDeviceSize{cells});
  info.descriptor_set = memory.set(toolkit.descriptorSetLayout());
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordCells(cmd, info)); });
}

// keep() keeps odd words: few, half, all or none of them.
std::vector<uint32_t> keptWords(uint32_t n, uint32_t turn) {
  Random random(nextSeed());
  std::vector<uint32_t> words;
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t word = random.next();
    const bool few = random.next() % 50 != 0;
    words.push_back(turn % 4 == 0 ? word : turn % 4 == 1 && few ? word & ~1u : turn % 4 == 2 ? word | 1u : word ^ 1u);
  }
  return words;
}

vksort::CullInfo placeCull(ToolMemory& memory, const vksort::Toolkit& toolkit, const ToolCount& count, uint32_t turn,
                           std::span<const uint32_t> words) {
  vksort::CullInfo info;
  info.count = count.most;
  info.count_source = placeCount(memory, count);
  info.first = turn % 2 * 7;
  const bool has_keys = turn % 5 != 4;
  const uint32_t room = info.first + count.most;
  const uint32_t keys = memory.place(has_keys ? room : 0), indices = memory.place(room);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count.n(); ++i) {
    if (words[i] % 2 == 0) continue;
    if (has_keys) memory.expected(keys + info.first + kept) = ~words[i];
    memory.expected(indices + info.first + kept++) = i;
  }
  if (has_keys) info.keys = memory.range(keys, room);
  info.indices = memory.range(indices, room);
  info.kept = placeTarget(memory, kept, turn);
  info.scratch = memory.scratch(toolkit.scratchBytes(count.most));
  info.descriptor_set = memory.set(toolkit.descriptorSetLayout());
  return info;
}

}  // namespace

TEST_CASE("runs_begin_where_the_host_finds_them") {
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

TEST_CASE("cells_begin_and_end_where_the_host_finds_them") {
  constexpr SortedCase kCellCases[] = {{1, {}, 300},       {1, {8, 20}, 5000}, {1, {4, 0}, 3},
                                       {2, {28, 12}, 500}, {3, {40, 20}, 60},  {2, {32, 32}, ~0u}};
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

TEST_CASE("culls_keep_what_the_host_keeps") {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    uint32_t turn = 0;
    for (const ToolCount& count : toolCounts()) {
      for (uint32_t i = 0; i < 5; ++i, ++turn) {
        ToolMemory memory(rig);
        const std::vector<uint32_t> words = keptWords(count.most, turn);
        memory.setSource(words);
        vksort::CullInfo info = placeCull(memory, toolkit, count, turn, words);
        info.cull_set = memory.cullSet();
        expectRounds(rig, memory, {[&](VkCommandBuffer cmd) { requireRecorded(toolkit.recordCull(cmd, info)); }},
                     "cull");
      }
    }
  });
}

// Workgroups place one tile each, or two.
TEST_CASE("culls_and_runs_of_many_tiles_are_those_of_the_host" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const vksort::Toolkit toolkit = makeToolkit(rig);
    for (const uint32_t n : {511 * kToolTile + 9, 1100 * kToolTile + 1}) {
      ToolMemory memory(rig);
      Rounds rounds;
      placeRuns(memory, toolkit, {1, {}, 30'000}, {n}, 1, rounds);
      expectRounds(rig, memory, rounds, "runs");
    }
    ToolMemory memory(rig);
    const std::vector<uint32_t> words = keptWords(512 * kToolTile, 0);
    memory.setSource(words);
    vksort::CullInfo info = placeCull(memory, toolkit, {512 * kToolTile}, 0, words);
    info.cull_set = memory.cullSet();
    expectRounds(rig, memory, {[&](VkCommandBuffer cmd) { requireRecorded(toolkit.recordCull(cmd, info)); }}, "cull");
  });
}

namespace {

// target[i] = source[indices[i]]; in place if `in_place`.
void placeGather(ToolMemory& memory, const vksort::Toolkit& toolkit, uint32_t words, const ToolCount& count,
                 bool in_place, uint32_t turn, Rounds& rounds) {
  Random random(nextSeed());
  vksort::GatherInfo info;
  info.element_words = words;
  info.count = count.most;
  info.first = turn % 2 * 3;
  info.count_source = placeCount(memory, count);
  const uint32_t others = in_place ? 0 : turn % 3 * 11;  // structures of the source beyond the count
  const uint32_t structures = count.most + others;
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < count.most; ++i) indices.push_back(random.next() % structures);
  if (count.most > 2) indices[2] = ~0u;  // taken for the last one
  const uint32_t unit = turn % 4 == 0 ? 1 : 4, room = info.first + count.most;
  const uint32_t source = memory.place((info.first + structures) * words, unit);
  const uint32_t target = memory.place(in_place ? 0 : room * words, unit);
  const uint32_t at = memory.place(info.first) + info.first, list = memory.place(indices);
  CHECK(at <= list);
  for (uint32_t i = 0; i < count.n() * words; ++i) {
    const uint32_t index = std::min(indices[i / words], structures - 1);
    const uint32_t from = source + (info.first + index) * words + i % words;
    memory.expected((in_place ? source : target) + info.first * words + i) = memory.word(from);
  }
  info.source = memory.range(source, VkDeviceSize{info.first + structures} * words);
  info.indices = memory.range(list - info.first, room);
  if (in_place) {
    info.scratch = memory.scratch(VkDeviceSize{count.most} * words * 4);
  } else {
    info.target = memory.range(target, VkDeviceSize{room} * words);
  }
  info.descriptor_set = memory.set(toolkit.descriptorSetLayout());
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordGather(cmd, info)); });
}

}  // namespace

TEST_CASE("gathered_structures_are_those_of_the_host") {
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

// Of any size, bits, counts and structures, several in one command buffer.
TEST_CASE("random_tool_recordings_are_those_of_the_host") {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    Random random(nextSeed());
    const auto below = [&random](uint32_t limit) { return random.next() % limit; };
    for (uint32_t round = 0; round < 12; ++round) {
      const auto count = [&] {
        const uint32_t most = below(1u << (1 + below(16)));
        return ToolCount{most, below(2) == 0, below(most + most / 4 + 1)};
      };
      const auto sorted = [&](uint32_t max_bits) {
        const uint32_t words = 1 + below(3), end = words == 1 ? 32 : 64, first = below(end);
        const uint32_t bits = below(std::min(end - first, max_bits) + 1);
        return SortedCase{words, {first, bits}, 1 + below(1u << below(20))};
      };
      ToolMemory memory(rig);
      Rounds rounds;
      for (uint32_t i = 0; i < 3; ++i) {
        placeRuns(memory, toolkit, sorted(64), count(), below(6), rounds);
        placeCells(memory, toolkit, sorted(32), count(), 1 + below(3000), below(6), rounds);
        placeGather(memory, toolkit, 1 + below(64), {below(1500), below(2) == 0, below(1500)}, below(2) == 0, below(12),
                    rounds);
      }
      const ToolCount culled = count();
      const std::vector<uint32_t> words = keptWords(culled.most, below(4));
      memory.setSource(words);
      vksort::CullInfo info = placeCull(memory, toolkit, culled, below(15), words);
      info.cull_set = memory.cullSet();
      rounds.push_back([&](VkCommandBuffer cmd) { requireRecorded(toolkit.recordCull(cmd, info)); });
      expectRounds(rig, memory, rounds, "round " + std::to_string(round));
    }
  });
}

TEST_CASE("one_recording_culls_and_sorts") {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    Config config;
    config.payload = vksort::Payload::u32;
    config.scratch = true;
    config.push_descriptor = toolkit.descriptorSetLayout() == VK_NULL_HANDLE;
    const vksort::Sorter& sorter = rig.sorter(config);
    for (const ToolCount& count : {ToolCount{1}, ToolCount{3 * kToolTile}, ToolCount{kToolTile, true, 700}}) {
      ToolMemory memory(rig);
      std::vector<uint32_t> words = keptWords(count.most, 0);
      for (uint32_t& word : words) word &= 0xff;
      memory.setSource(words);
      vksort::CullInfo cull = placeCull(memory, toolkit, count, 1, words);
      cull.cull_set = memory.cullSet();
      std::vector<uint32_t> kept;
      for (uint32_t i = 0; i < count.n(); ++i)
        if (words[i] % 2 == 1) kept.push_back(i);
      std::ranges::stable_sort(kept, {}, [&](uint32_t i) { return ~words[i]; });
      for (uint32_t i = 0; i < kept.size(); ++i) {
        memory.expected(static_cast<uint32_t>(cull.keys.offset / 4) + cull.first + i) = ~words[kept[i]];
        memory.expected(static_cast<uint32_t>(cull.indices.offset / 4) + cull.first + i) = kept[i];
      }
      vksort::SortInfo sort;
      sort.scratch = memory.scratch(sorter.scratchBytes(count.most));
      sort.descriptor_set = memory.set(sorter.descriptorSetLayout());
      const vksort::Range state = memory.scratch(vksort::kStateBytes);
      expectRounds(rig, memory, {[&](VkCommandBuffer cmd) {
                     requireRecorded(vksort::recordCulledSort(toolkit, sorter, cmd, cull, sort, state));
                   }},
                   "cull and sort", false);
    }
  });
}

TEST_CASE("planted_faults_of_runs_are_noticed" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const char* variant : {"tool_deaf", "tool_unbounded", "tool_unsorted"}) {
      const HookScope hooks(planted(variantOf(variant)));
      const vksort::Toolkit toolkit = makeToolkit(rig);
      ToolMemory memory(rig);
      Rounds rounds;
      placeRuns(memory, toolkit, {1, {}, 5000}, {9 * kToolTile + 77}, 1, rounds);
      placeRuns(memory, toolkit, {1, {}, 5000}, {9 * kToolTile, true, 5 * kToolTile + 3}, 1, rounds);
      INFO(describe(variantOf(variant)));
      CHECK(!memory.run(rounds).ok());
    }
  });
}

}  // namespace test
