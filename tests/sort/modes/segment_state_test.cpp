// The set-up of segments and the search in its state support 2^32 elements, since they run without elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include "device/support.h"
#include "segment_slots.spv.h"
#include "sort/bitonic/interface.h"
#include "sorts/bitonic/sizes.h"
#include "state_shader.h"
#include "support/check/conform.h"

namespace test {
namespace {

using vksort::bitonic::BitonicSetting;
using vksort::bitonic::Kernel;
using vksort::bitonic::PassPush;
using vksort::bitonic::SegmentSetUpPush;
using Segment = std::pair<uint32_t, uint32_t>;  // {first, count}

constexpr uint32_t kNotWritten = 0xabcdef01u;

struct Table {
  std::vector<Segment> segments;
  uint32_t capacity;
  uint32_t max_segment;
};

uint32_t slotsLog2(const BitonicSetting& setting, const Segment& segment) {
  uint32_t log2 = 0;
  while (uint64_t{1} << (log2 + setting.shape.tile_log2) < segment.second) ++log2;
  return log2;
}

std::span<Segment> queueOf(std::vector<uint32_t>& state, std::size_t queue, std::size_t capacity) {
  return {reinterpret_cast<Segment*>(state.data() + VKSORT_SEGMENTS_QUEUES) + queue * capacity, capacity};
}

using Queues = std::array<std::vector<Segment>, VKSORT_SEGMENTS_QUEUE_COUNT>;  // tiny, small, others, others by size

Queues queuesOf(const BitonicSetting& setting, const Table& table) {
  Queues queues;
  for (const auto& [first, count] : table.segments) {
    const uint32_t room = first < table.capacity ? table.capacity - first : 0;
    const Segment segment = {first, std::min({count, table.max_segment, room})};
    if (segment.second < setting.configuration.minCount()) continue;
    const bool small = segment.second <= 1u << setting.shape.small_log2;
    queues[segment.second <= 1u << setting.shape.tiny_log2 ? 0 : small ? 1 : 2].push_back(segment);
  }
  queues[3] = queues[2];
  return queues;
}

std::vector<uint32_t> wantedState(const BitonicSetting& setting, const Table& table) {
  const std::size_t capacity = table.segments.size();
  std::vector<uint32_t> out(VKSORT_SEGMENTS_QUEUES + 2 * VKSORT_SEGMENTS_QUEUE_COUNT * capacity, kNotWritten);
  Queues queues = queuesOf(setting, table);
  for (std::size_t i = 0; i < queues.size(); ++i) {
    std::ranges::sort(queues[i]);
    std::ranges::copy(queues[i], queueOf(out, i, capacity).begin());
  }
  const auto dispatch = [&](uint32_t index, const vksort::Grid& grid) {
    std::ranges::copy(std::array{grid.x, grid.y, 1u}, out.begin() + VKSORT_SEGMENTS_DISPATCH_WORDS + 3 * index);
  };
  // All rows of tiny and of small segments have the same length.
  const uint32_t max_x = setting.max_groups_x;
  const uint32_t row = max_x >= vksort::bitonic::kMostSegments ? max_x : std::min(max_x, 32768u);
  for (const uint32_t queue : {0u, 1u}) {
    const auto segments = static_cast<uint32_t>(queues[queue].size());
    const uint32_t each = queue == 0 ? 1u << vksort::bitonic::kPackedLog2 : 1;
    const uint32_t groups = (segments + each - 1) / each;
    out[queue] = segments;
    dispatch(queue, {std::min(groups, row), groups <= row ? 1 : (groups - 1) / row + 1});
  }
  uint64_t segments_of[32] = {};
  for (const Segment& segment : queues[3]) ++segments_of[slotsLog2(setting, segment)];
  // Separate segments have at most this many slots. Overlapping ones must not keep the GPU busy.
  const uint64_t tiles = (uint64_t{table.capacity} + (1u << setting.shape.tile_log2) - 1) >> setting.shape.tile_log2;
  const uint64_t max_slots = 2 * tiles + table.segments.size();
  for (uint32_t i = VKSORT_SEGMENTS_OF_TILES; i < VKSORT_SEGMENTS_DISPATCHES; ++i) dispatch(i, {0, 1});
  uint32_t slots = 0, segments = 0;
  for (uint32_t k = 32; k-- > 0;) {
    slots = static_cast<uint32_t>(std::min(max_slots, slots + (segments_of[k] << k)));
    segments += static_cast<uint32_t>(segments_of[k]);
    out[VKSORT_SEGMENTS_SLOT_END + k] = slots;
    out[VKSORT_SEGMENTS_SEGMENT_END + k] = segments;
    for (uint32_t parts_log2 = 0; k < VKSORT_SEGMENTS_SLOTS_LOG2 && parts_log2 < VKSORT_SEGMENTS_PARTS; ++parts_log2) {
      const uint32_t groups = slots << parts_log2;
      dispatch(VKSORT_SEGMENTS_OF_SLOTS + k * VKSORT_SEGMENTS_PARTS + parts_log2,
               groups == 0 ? vksort::Grid{0, 1} : vksort::foldGrid(groups, setting.max_groups_x));
    }
  }
  return out;
}

uint32_t listEnd(const vksort::TileList& tiles) {
  return tiles.list == 0 ? 0 : tiles.list + (tiles.max_tiles + 2) * VKSORT_TILE_WORDS;
}

std::vector<uint32_t> setUp(const StateShader<SegmentSetUpPush>& shader, const Table& table,
                            std::span<const uint32_t> steps, const vksort::TileList& tiles = {}) {
  const auto count = static_cast<uint32_t>(table.segments.size());
  const gpu::Buffer segments = shader.words(2 * count, 0);
  // The list of tiles follows the state.
  const uint32_t list = VKSORT_SEGMENTS_QUEUES + 2 * VKSORT_SEGMENTS_QUEUE_COUNT * count - tiles.list;
  const gpu::Buffer state = shader.words(list + listEnd(tiles), kNotWritten);
  std::ranges::copy(table.segments, segments.as<Segment>().begin());
  for (const uint32_t each : steps) {
    PushOf<SegmentSetUpPush> push;
    push.push.count = table.capacity;
    push.push.first_scratch = list;
    push.pass = {each, count, table.max_segment, tiles};
    shader.run(state, VKSORT_BINDING_TABLE, segments, {&push, 1}, each == VKSORT_SEGMENTS_CLASSIFY ? 3 : 1);
  }
  return {state.as<uint32_t>().begin(), state.as<uint32_t>().end()};
}

void expectState(const BitonicSetting& setting, const Table& table, std::vector<uint32_t> found) {
  for (std::size_t i = 0; i < VKSORT_SEGMENTS_QUEUE_COUNT; ++i) {
    const std::span<Segment> queue = queueOf(found, i, table.segments.size());
    const auto end = std::ranges::find(queue, Segment{kNotWritten, kNotWritten});
    const auto slots = [&](const Segment& segment) { return slotsLog2(setting, segment); };
    if (i == 3) CHECK(std::is_sorted(queue.begin(), end, [&](auto& a, auto& b) { return slots(a) > slots(b); }));
    std::sort(queue.begin(), end);
  }
  const std::vector<uint32_t> wanted = wantedState(setting, table);
  const auto differs = std::ranges::mismatch(found, wanted).in1;
  INFO("word " << differs - found.begin());
  CHECK(differs == found.end());
}

BitonicSetting settingFor(uint32_t tile_log2, uint32_t max_groups_x) {
  vksort::Tuning tuning = vksort::deviceClasses()[0].tunings[0];
  tuning.tile_log2 = tile_log2;
  BitonicSetting setting{{}, vksort::bitonic::KernelSizes{tuning, 0}, max_groups_x};
  setting.shape.tiny_log2 = 4;
  setting.shape.small_log2 = tile_log2 == 10 ? 0 : 8;  // 0 means no small segments
  setting.shape.setup_invocations = tile_log2 == 10 ? 128 : 32;
  setting.configuration.payload = tile_log2 == 11 ? vksort::Payload::index : vksort::Payload::none;
  return setting;
}

using Tile = std::array<uint32_t, VKSORT_TILE_WORDS>;  // first and end of its segment, its first tile, its histogram

vksort::TileList tilesFor(const Table& table) {
  const auto count = static_cast<uint32_t>(table.segments.size());
  vksort::TileList tiles{
      .tile = 3000, .list = 4, .histograms = 1000, .histogram_words = 10, .max_in_place = 2048, .count_groups = 5};
  tiles.sum_groups = 2;
  tiles.max_tiles = table.capacity / tiles.tile + std::min(count, table.capacity / (tiles.max_in_place + 1));
  tiles.max_histograms = std::min(count, table.capacity / (tiles.tile + 1));
  return tiles;
}

// The list can be too short for overlapping segments.
void expectTiles(const BitonicSetting& setting, const Table& table, const vksort::TileList& tiles,
                 std::vector<uint32_t> state, bool overlapping) {
  const auto* const list = reinterpret_cast<const Tile*>(&*state.end() - listEnd(tiles) + tiles.list);
  const uint32_t count = list[0][0];
  REQUIRE(count <= tiles.max_tiles);
  std::vector<Segment> wanted = queuesOf(setting, table)[2], found;
  std::erase_if(wanted, [&](const Segment& each) { return each.second <= tiles.max_in_place; });
  std::set<uint32_t> histograms;
  for (uint32_t i = 0; i < count; ++i) {
    const auto& [first, end, first_tile, histogram] = list[i + 1];
    CHECK((first <= end && end <= table.capacity && first_tile <= i));
    if (histogram != 0) CHECK(histogram < tiles.histograms + tiles.max_histograms * tiles.histogram_words);
    if (first_tile != i) CHECK((overlapping || list[i + 1] == list[i]));
    if (first_tile != i) continue;
    found.emplace_back(first, end - first);
    CHECK((overlapping || (histogram != 0) == (end - first > tiles.tile)));
    if (histogram != 0) CHECK((histograms.insert(histogram).second || overlapping));
  }
  CHECK(list[tiles.max_tiles + 1][0] == kNotWritten);
  if (overlapping) return;
  std::ranges::sort(wanted);
  std::ranges::sort(found);
  CHECK(found == wanted);
  uint32_t tiles_of_all = 0;
  for (const Segment& each : wanted) tiles_of_all += (each.second + tiles.tile - 1) / tiles.tile;
  CHECK(count == tiles_of_all);
  const uint32_t groups[] = {std::min(count, tiles.count_groups), count, count != 0 ? tiles.sum_groups : 0};
  for (uint32_t i = 0; i < 3; ++i) {
    const vksort::Grid grid = groups[i] == 0 ? vksort::Grid{0, 1} : vksort::foldGrid(groups[i], setting.max_groups_x);
    const uint32_t* const words = &state[VKSORT_TILE_DISPATCH_WORDS + 3 * i];
    CHECK((words[0] == grid.x && words[1] == grid.y && words[2] == 1));
  }
}

std::vector<Table> someTables() {
  Table every_size{{}, ~0u, ~0u};
  for (uint32_t k = 0, first = 0; k < 32; ++k) {
    const uint32_t count = k == 31 ? 1u << 30 : (1u << k) + k % 3 - 1;
    every_size.segments.emplace_back(first, count);
    first += count;
  }
  Table overlapping{{}, 3u << 29, 1u << 29};
  for (uint32_t i = 0; i < 40; ++i) overlapping.segments.emplace_back(i, (1u << (i % 31)) + i);
  const Table more_than_2_32_slots{std::vector<Segment>(2048, {0, ~0u}), ~0u, ~0u};
  Table many{{}, 1u << 28, 1u << 16};
  Random random{nextSeed()};
  for (uint32_t i = 0; i < 5000; ++i) many.segments.emplace_back(i << 15, random.word() >> (16 + random.word() % 16));
  const Table whole{{{0, ~0u}}, ~0u, ~0u}, past_the_end{{{5, ~0u}, {~0u, 3}, {0, 0}}, 1u << 31, ~0u};
  return {every_size, overlapping, more_than_2_32_slots, many, whole, past_the_end};
}

constexpr uint32_t kGroups = 70;
using Job = std::array<uint32_t, 5>;  // found, first key, first payload, count, index of the workgroup in its segment

Table tableOf(const BitonicSetting& setting, std::span<const uint32_t> slots_log2) {
  Table table{{}, ~0u, ~0u};
  for (const uint32_t k : slots_log2) {
    const auto count = std::min<uint64_t>(~0u, uint64_t{1} << (k + setting.shape.tile_log2));
    table.segments.emplace_back(static_cast<uint32_t>(table.segments.size()), static_cast<uint32_t>(count));
  }
  return table;
}

// A slot has 2^parts_log2 workgroups, and a key `key_units` units of Push::first_key.
std::vector<Job> wantedJobs(const BitonicSetting& setting, const Table& table, uint32_t parts_log2,
                            uint32_t min_slots_log2, uint32_t key_units) {
  std::vector<Job> jobs;
  for (const auto& segment : table.segments) {
    const auto& [first, count] = segment;
    const uint32_t k = slotsLog2(setting, segment);
    for (uint32_t i = 0; k >= min_slots_log2 && i < 1u << (k + parts_log2) && jobs.size() < kGroups; ++i)
      jobs.push_back({1, 3 + first * key_units, 5 + first, count, i});
  }
  jobs.resize(kGroups, Job{});
  return jobs;
}

}  // namespace

TEST_CASE("set_up_classifies_segments_of_every_size" * doctest::test_suite("one width")) {
  constexpr uint32_t kSteps[] = {VKSORT_SEGMENTS_CLEAR, VKSORT_SEGMENTS_CLASSIFY, VKSORT_SEGMENTS_ARRANGE};
  constexpr uint32_t kAtOnce[] = {VKSORT_SEGMENTS_CLEAR | VKSORT_SEGMENTS_CLASSIFY | VKSORT_SEGMENTS_ARRANGE};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const uint32_t tile_log2 : {10u, 11u}) {
      for (const uint32_t max_groups_x : {65535u, 1'000'000'000u, 7u}) {
        const BitonicSetting setting = settingFor(tile_log2, max_groups_x);
        const StateShader<SegmentSetUpPush> shader(rig.device(), setting, Kernel::segment_setup);
        for (const Table& table : someTables()) {
          INFO("tile 2^" << tile_log2 << ", " << max_groups_x << " workgroups a row, " << table.segments.size()
                         << " segments");
          expectState(setting, table, setUp(shader, table, kSteps));
          expectState(setting, table, setUp(shader, table, kAtOnce));
        }
      }
    }
  });
}

TEST_CASE("set_up_lists_the_tiles_of_long_segments" * doctest::test_suite("one width")) {
  constexpr uint32_t kSteps[] = {VKSORT_SEGMENTS_CLEAR, VKSORT_SEGMENTS_CLASSIFY, VKSORT_SEGMENTS_LIST_TILES};
  constexpr uint32_t kAtOnce[] = {VKSORT_SEGMENTS_CLEAR | VKSORT_SEGMENTS_CLASSIFY | VKSORT_SEGMENTS_LIST_TILES};
  BitonicSetting setting = settingFor(11, 7);
  setting.lists_tiles = true;
  Random random{nextSeed()};
  Table short_ones{{{0, 2048}, {3000, 5}}, 5000, ~0u}, whole{{{7, ~0u}}, 1u << 20, ~0u};
  Table overlapping{std::vector<Segment>(3000, {5, ~0u}), 100'000, ~0u};
  Table mixed{{}, 0, ~0u};
  for (uint32_t i = 0; i < 1000; ++i) {
    mixed.segments.emplace_back(mixed.capacity, random.pick({0u, 40u, 2048u, 2049u, 3000u, 3001u, 6000u, 20'000u}));
    mixed.capacity += mixed.segments.back().second + random.below(3);
  }
  onEveryDeviceUnvalidated([&](Rig& rig) {
    const StateShader<SegmentSetUpPush> shader(rig.device(), setting, Kernel::segment_setup);
    for (const Table* table : {&short_ones, &whole, &mixed, &overlapping}) {
      INFO(table->segments.size() << " segments");
      const vksort::TileList tiles = tilesFor(*table);
      expectTiles(setting, *table, tiles, setUp(shader, *table, kSteps, tiles), table == &overlapping);
      expectTiles(setting, *table, tiles, setUp(shader, *table, kAtOnce, tiles), table == &overlapping);
    }
  });
}

// 12-byte elements are counted in words.
TEST_CASE("workgroups_find_their_part_of_any_segment" * doctest::test_suite("one width")) {
  const BitonicSetting setting = settingFor(9, 65535);
  std::vector<std::vector<uint32_t>> all_slots_log2 = {{5, 4, 4, 3, 1, 1, 0, 0, 0}, {3, 3, 3, 3, 2, 2, 0}};
  for (uint32_t k = 0; k < VKSORT_SEGMENTS_SLOTS_LOG2; ++k) all_slots_log2.push_back({k, k / 2, 0});
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const uint32_t layout : {VKSORT_SPLIT, VKSORT_WIDE_PAYLOAD}) {
      uint32_t constants[VKSORT_SPEC_COUNT] = {};
      constants[VKSORT_SPEC_WORKGROUP] = 1;
      constants[VKSORT_SPEC_TILE_LOG2] = setting.shape.tile_log2;
      constants[VKSORT_SPEC_INTERLEAVED] = layout;
      const StateShader<PassPush> shader(rig.device(), segment_slots, constants);
      const gpu::Buffer found = shader.words(5 * kGroups, 0);
      for (const std::vector<uint32_t>& slots_log2 : all_slots_log2) {
        const Table table = tableOf(setting, slots_log2);
        const std::vector<uint32_t> words = wantedState(setting, table);
        const gpu::Buffer state = shader.words(words.size(), 0);
        std::ranges::copy(words, state.as<uint32_t>().begin());
        for (const auto& [parts_log2, min_log2] :
             {std::pair{0u, 0u}, {0u, 1u}, {0u, 3u}, {1u, 1u}, {4u, 0u}, {4u, 3u}}) {
          INFO("2^" << slots_log2[0] << " slots of 2^" << parts_log2 << " workgroups, at least 2^" << min_log2);
          PushOf<PassPush> push;
          push.push.first_key = 3;
          push.push.first_payload = 5;
          push.pass.segments = VKSORT_SEGMENTS_SLOTS;
          push.pass.slot_log2 = setting.shape.tile_log2 + parts_log2;
          push.pass.queue = static_cast<uint32_t>(VKSORT_SEGMENTS_QUEUES + 6 * slots_log2.size());
          push.pass.min_slots_log2 = min_log2;
          shader.run(state, VKSORT_BINDING_KEYS, found, {&push, 1}, kGroups);
          const uint32_t key_units = layout == VKSORT_WIDE_PAYLOAD ? 3 : 1;
          CHECK(std::ranges::equal(found.as<Job>(), wantedJobs(setting, table, parts_log2, min_log2, key_units)));
        }
      }
    }
  });
}

}  // namespace test
