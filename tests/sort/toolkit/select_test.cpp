// A select returns the first k elements of a stable sort, in source order.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>

#include "support/oracle/inputs.h"
#include "sort/toolkit/tool_check.h"

namespace test {
namespace {

constexpr uint32_t kRowMost = 1u << 14;  // a longer row needs several dispatches

struct SelectCase {
  Config config;
  uint32_t words;  // per element
  Keys keys = Keys::random;
  uint32_t rows = 1;
  uint32_t between = 0;
  uint32_t in_segments = 0;                            // segment size if rows are segments
  std::optional<vksort::Order> sorted = std::nullopt;  // order of recordSelectedSort(), if it records
};
constexpr SelectCase kSelectCases[] = {{{}, 1},
                                       {{.order = kDown}, 2, Keys::equal},
                                       {{.key_type = kI32}, 3, Keys::two_values},
                                       {{.key_type = kI32, .order = kDown}, 1, Keys::entropy_3},
                                       {{.key_type = kF32}, 1, Keys::float_specials},
                                       {{.key_type = kF32, .order = kDown, .nan_rule = kNanLast}, 1, Keys::float_specials},
                                       {{.key_type = kU64}, 2},
                                       {{.key_type = kU64, .order = kDown}, 3, Keys::low_word},
                                       {{.key_type = kU64}, 3, Keys::entropy_7},
                                       {{}, 1, Keys::sorted},
                                       {{.order = kDown}, 1, Keys::all_ones},
                                       {{}, 1, Keys::low_ones}};

vksort::SelectInfo argumentsOf(ToolMemory& memory, const vksort::Toolkit& toolkit, const SelectCase& of,
                               const ToolCount& count, const ToolCount& k, uint32_t turn) {
  cases::SelectCase rows{{.key_type = of.config.key_type, .order = of.config.order, .nan_rule = of.config.nan_rule},
                         of.words,
                         of.rows,
                         of.between,
                         of.sorted};
  if (of.in_segments != 0) rows.drawSegments(of.in_segments, count.most, nextSeed());
  const uint32_t n = rows.elements(count.most) + turn % 2 * 5;
  const std::vector<uint64_t> keys = generate(of.config, {.n = n, .keys = of.keys, .seed = nextSeed()}).keys;
  return cases::placeSelect(memory, toolkit, rows, keys, count, k, turn);
}

void placeSelect(ToolMemory& memory, const vksort::Toolkit& toolkit, const SelectCase& of, const ToolCount& count,
                 const ToolCount& k, uint32_t turn, Rounds& rounds) {
  const vksort::SelectInfo info = argumentsOf(memory, toolkit, of, count, k, turn);
  rounds.push_back([&toolkit, info](VkCommandBuffer cmd) { requireRecorded(toolkit.recordSelect(cmd, info)); });
}

using Selection = std::pair<ToolCount, ToolCount>;  // number of elements, k

// `shape(case, elements, turn)` sets the rows.
template <typename Shape>
void expectSelected(std::span<const Selection> selections, const Shape& shape) {
  onEverySetup([&](Rig& rig, const vksort::Toolkit& toolkit) {
    uint32_t turn = 0;
    for (SelectCase of : kSelectCases) {
      ToolMemory memory(rig);
      Rounds rounds;
      for (const auto& [count, k] : selections) {
        shape(of, count, turn);
        placeSelect(memory, toolkit, of, count, k, turn++, rounds);
      }
      expectRounds(rig, memory, rounds, describe(of.config));
    }
  });
}

}  // namespace

TEST_CASE("selects_the_first_k_elements" * doctest::test_suite("one width")) {
  constexpr uint32_t kMany = 2 * kRowMost + 77;
  const Selection counts[] = {{{0}, {9}},
                              {{1}, {1}},
                              {{300}, {0}},
                              {{300}, {299}},
                              {{2500, true, 1700}, {600, true, 55}},
                              {{kRowMost}, {kRowMost + 3}},
                              {{kRowMost + 1}, {1}},
                              {{kMany}, {kMany / 3}},
                              {{kMany, true, kMany - 5000}, {kMany, true, kMany / 2}},
                              {{kMany, true, 0}, {40}},
                              {{kMany, true, 3 * kMany}, {500, true, 800}},
                              {{kMany}, {700, true, 0}}};
  expectSelected(counts, [](SelectCase&, const ToolCount&, uint32_t) {});
}

TEST_CASE("selects_from_each_row" * doctest::test_suite("one width")) {
  const Selection counts[] = {
      {{33}, {4}}, {{700}, {100, true, 60}}, {{1500, true, 1100}, {1200}}, {{kRowMost + 900}, {70}}};
  expectSelected(counts, [](SelectCase& of, const ToolCount& count, uint32_t turn) {
    of.rows = count.most < 1000 ? 40 : 3;
    of.between = turn % 4 * 3;
  });
}

// 40 segments, three that are too long for a small workgroup, or one for several workgroups.
TEST_CASE("selects_from_each_segment" * doctest::test_suite("one width")) {
  const Selection counts[] = {
      {{0}, {5}}, {{33}, {4}}, {{700}, {100, true, 60}}, {{1500, true, 1100}, {1200}}, {{kRowMost + 900}, {70}}};
  expectSelected(counts, [](SelectCase& of, const ToolCount& count, uint32_t turn) {
    of.rows = count.most < 1000 ? 40 : count.most <= kRowMost ? 3 : 1;
    of.in_segments = std::max(1u, count.most * (1 + turn % 3));
  });
}

// The sort uses the order of the select or the opposite one. Both need the same scratch memory.
TEST_CASE("one_recording_selects_and_sorts" * doctest::test_suite("one width")) {
  onEverySetup([](Rig& rig, const vksort::Toolkit& toolkit) {
    uint32_t turn = 0;
    for (SelectCase of : kSelectCases) {
      if (of.keys != Keys::random && of.keys != Keys::float_specials && of.keys != Keys::entropy_7) continue;
      const Config config{.key_type = of.config.key_type,
                          .payload = kU32,
                          .discard_keys = of.words == 3,
                          .scratch = true,
                          .push_descriptor = toolkit.descriptorSetLayout() == VK_NULL_HANDLE};
      const vksort::Sorter& sorter = rig.sorter(config);
      for (const auto& [count, k] : {Selection{{300}, {500}},
                                     {{0}, {7}},
                                     {{2500, true, 1700}, {600, true, 550}},
                                     {{2 * kRowMost + 77}, {kRowMost}}}) {
        ToolMemory memory(rig);
        of.sorted = ++turn % 2 == 0 ? kDown : vksort::Order::ascending;
        vksort::SelectInfo select = argumentsOf(memory, toolkit, of, count, k, turn);
        if (config.discard_keys) memory.ignore(select.keys);
        vksort::SortInfo sort{.order = *of.sorted, .nan_rule = of.config.nan_rule};
        const VkDeviceSize sort_bytes = sorter.scratchBytes(std::min(k.most, count.most));
        sort.scratch = select.scratch = memory.scratch(std::max(toolkit.scratchBytes(select), sort_bytes));
        sort.descriptor_set = memory.set(sorter.descriptorSetLayout());
        const vksort::Range state = memory.scratch(VKSORT_WORK_BYTES);
        expectRounds(rig, memory, {[&](VkCommandBuffer cmd) {
                       requireRecorded(vksort::recordSelectedSort(toolkit, sorter, cmd, select, sort, state));
                     }},
                     describe(of.config), false);
      }
    }
  });
}

TEST_CASE("selects_from_many_tiles" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const vksort::Toolkit toolkit = makeToolkit(rig);
    for (const uint32_t n : {(1u << 21) + 9 * kToolTile + 7, (1u << 22) + 9}) {
      for (const Keys keys : {Keys::random, Keys::equal}) {
        ToolMemory memory(rig);
        Rounds rounds;
        placeSelect(memory, toolkit, {{}, 1, keys}, {n}, {n / 9}, 4, rounds);
        expectRounds(rig, memory, rounds, "select");
      }
    }
  });
}

// The smallest workgroups in folded grids, and the largest.
TEST_CASE("selects_match_the_cpu_for_any_workgroup_size" * doctest::test_suite("one width")) {
  onEveryDeviceInDisguise([](Rig& rig) {
    for (const uint32_t invocations : {128u, 256u, 1024u}) {
      Faults faults;
      faults.edit_properties = [=](auto& out) {
        out.properties.limits.maxComputeWorkGroupInvocations = invocations;
        out.properties.limits.maxComputeSharedMemorySize = invocations == 1024 ? 49152 : 16384;
        out.properties.limits.maxComputeWorkGroupCount[0] = 7;
      };
      const MockVulkan mock(faults);
      const vksort::Toolkit toolkit = makeToolkit(rig);
      ToolMemory memory(rig);
      Rounds rounds;
      uint32_t turn = 0;
      for (SelectCase of : kSelectCases) {
        placeSelect(memory, toolkit, of, {3 * kRowMost, true, 3 * kRowMost - 50}, {3000}, turn++, rounds);
        of.rows = 20;
        placeSelect(memory, toolkit, of, {3 * 600}, {400}, turn++, rounds);
      }
      // For this number of tiles, each workgroup places twice.
      if (invocations == 128) placeSelect(memory, toolkit, {{}, 1}, {(1u << 22) + 9}, {1u << 19}, turn, rounds);
      expectRounds(rig, memory, rounds, "select");
    }
  });
}

}  // namespace test
