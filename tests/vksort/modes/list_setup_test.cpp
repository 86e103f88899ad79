// The set-up of lists alone, which touches the table and the state but no element: lists of up to 2^31 elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "bitonic/kernels.h"
#include "bitonic/tuning.h"
#include "sort/bitonic/interface.h"
#include "state_shader.h"
#include "support/check/conform.h"
#include "vulkan/grid.h"

namespace test {
namespace {

using vksort::Kernel;
using vksort::Setting;
using vksort::Shape;
using List = std::pair<uint32_t, uint32_t>;  // {first, count}

constexpr uint32_t kUntouched = 0xabcdef01u;

struct Table {
  std::vector<List> lists;
  uint32_t capacity;  // elements of the range
  uint32_t largest;
};

// What a set-up is to make of a table: the words before the queues, and the queues with lists of one size sorted.
struct Found {
  std::vector<uint32_t> head;
  std::vector<List> queues[VKSORT_LISTS_QUEUE_COUNT];
};

uint32_t slotsLog2(uint32_t count, uint32_t tile_log2) {
  uint32_t log2 = 0;
  while (uint64_t{1} << (log2 + tile_log2) < count) ++log2;
  return log2;
}

class ListSetup {
 public:
  ListSetup(const gpu::Device& device, const Setting& setting)
      : setting_(setting),
        shader_(device, setting, Kernel::list_setup,
                spirvOf(vksort::moduleOf(Kernel::list_setup, vksort::Element::key)), sizeof(PushBoth)) {}

  // What is wrong with the state that it makes; empty: nothing. `at_once`: all steps in one workgroup.
  std::string complaint(const Table& table, bool at_once) const {
    const Found wanted = wantedOf(table), found = run(table, at_once, wanted);
    for (uint32_t word = 0; word < wanted.head.size(); ++word) {
      if (found.head[word] == wanted.head[word]) continue;
      return "word " + std::to_string(word) + " is " + std::to_string(found.head[word]) + " instead of " +
             std::to_string(wanted.head[word]);
    }
    for (uint32_t queue = 0; queue < VKSORT_LISTS_QUEUE_COUNT; ++queue)
      if (found.queues[queue] != wanted.queues[queue]) return "queue " + std::to_string(queue) + " differs";
    return {};
  }

 private:
  struct PushBoth {
    vksort::Push push{};
    vksort::bitonic::ListSetUpPush pass{};
  };

  uint32_t classOf(uint32_t count) const {
    if (count < setting_.configuration.mode.fewest()) return 3;
    return count <= 1u << setting_.shape.tiny_log2 ? 0 : count <= 1u << setting_.shape.small_log2 ? 1 : 2;
  }

  // Lists of one size in any order: a size is a number of slots.
  void sortQueue(uint32_t queue, std::vector<List>& lists) const {
    const uint32_t tile_log2 = setting_.shape.tile_log2;
    std::ranges::sort(lists);
    if (queue != 3) return;
    std::ranges::stable_sort(lists, [&](const List& a, const List& b) {
      return slotsLog2(a.second, tile_log2) > slotsLog2(b.second, tile_log2);
    });
  }

  Found wantedOf(const Table& table) const {
    const auto& [configuration, shape, max_groups_x, most] = setting_;
    Found out;
    uint64_t lists_of[32] = {};
    for (const auto& [first, count] : table.lists) {
      const uint32_t room = first < table.capacity ? table.capacity - first : 0;
      const List list = {first, std::min({count, table.largest, room})};
      const uint32_t class_of = classOf(list.second);
      if (class_of == 3) continue;
      out.queues[class_of].push_back(list);
      if (class_of != 2) continue;
      out.queues[3].push_back(list);
      ++lists_of[slotsLog2(list.second, shape.tile_log2)];
    }
    for (uint32_t queue = 0; queue < VKSORT_LISTS_QUEUE_COUNT; ++queue) sortQueue(queue, out.queues[queue]);

    out.head.assign(VKSORT_LISTS_QUEUES, kUntouched);
    const auto argument = [&](uint32_t index, uint32_t x, uint32_t y) {
      const uint32_t word = VKSORT_LISTS_ARGUMENTS + 3 * index;
      out.head[word] = x;
      out.head[word + 1] = y;
      out.head[word + 2] = 1;
    };
    // Whole lists: rows of one length, which leave few over.
    constexpr uint32_t kMostLists = vksort::kMaxLists;
    const uint32_t row = max_groups_x >= kMostLists ? kMostLists : std::min(max_groups_x, kMostLists / 2);
    for (const uint32_t class_of : {0u, 1u}) {
      const auto lists = static_cast<uint32_t>(out.queues[class_of].size());
      out.head[class_of] = lists;
      const uint32_t groups = class_of == 0 ? (lists + (1u << vksort::kPackedLog2) - 1) >> vksort::kPackedLog2 : lists;
      argument(class_of, std::min(groups, row), groups <= row ? 1 : (groups - 1) / row + 1);
    }
    const uint64_t tiles = (uint64_t{table.capacity} + (1u << shape.tile_log2) - 1) >> shape.tile_log2;
    const auto room = static_cast<uint32_t>(2 * tiles + table.lists.size());  // slots that lists apart can have
    uint32_t slots = 0, lists = 0;
    for (uint32_t k = 32; k-- > 0;) {
      slots = static_cast<uint32_t>(std::min<uint64_t>(room, slots + (lists_of[k] << k)));
      lists += static_cast<uint32_t>(lists_of[k]);
      out.head[VKSORT_LISTS_SLOT_END + k] = slots;
      out.head[VKSORT_LISTS_LIST_END + k] = lists;
      for (uint32_t parts_log2 = 0; k < VKSORT_LISTS_SLOTS_LOG2 && parts_log2 < VKSORT_LISTS_PARTS; ++parts_log2) {
        const uint32_t groups = slots << parts_log2;
        const vksort::Grid grid = groups == 0 ? vksort::Grid{0, 1} : vksort::foldGrid(groups, max_groups_x);
        argument(VKSORT_LISTS_OF_SLOTS + k * VKSORT_LISTS_PARTS + parts_log2, grid.x, grid.y);
      }
    }
    return out;
  }

  // Of queues no more than is `wanted`, and what was written behind that.
  Found run(const Table& table, bool at_once, const Found& wanted) const {
    const auto count = static_cast<uint32_t>(table.lists.size());
    const gpu::Buffer lists = shader_.words(2 * table.lists.size(), 0);
    const gpu::Buffer state = shader_.words(VKSORT_LISTS_QUEUES + 2 * VKSORT_LISTS_QUEUE_COUNT * count, kUntouched);
    for (uint32_t i = 0; i < count; ++i) {
      lists.as<uint32_t>()[2 * i] = table.lists[i].first;
      lists.as<uint32_t>()[2 * i + 1] = table.lists[i].second;
    }
    shader_.run(state, VKSORT_BINDING_LISTS, lists, [&](const StateShader::Recorder& recorder) {
      const auto step = [&](uint32_t steps, uint32_t groups) {
        PushBoth both;
        both.push.count = table.capacity;
        both.pass = {steps, count, table.largest};
        recorder.dispatch(&both, groups);
        recorder.wait();
      };
      constexpr uint32_t kSteps[] = {VKSORT_LISTS_CLEAR, VKSORT_LISTS_CLASSIFY, VKSORT_LISTS_ARRANGE};
      if (at_once) return step(kSteps[0] | kSteps[1] | kSteps[2], 1);
      for (const uint32_t steps : kSteps) step(steps, steps == VKSORT_LISTS_CLASSIFY ? 3 : 1);
    });

    const auto all = state.as<uint32_t>();
    Found out;
    out.head.assign(all.begin(), all.begin() + VKSORT_LISTS_QUEUES);
    for (uint32_t queue = 0; queue < VKSORT_LISTS_QUEUE_COUNT; ++queue) {
      const uint32_t begin = VKSORT_LISTS_QUEUES + 2 * queue * count;
      for (uint32_t i = 0; i < count; ++i) {
        const List list = {all[begin + 2 * i], all[begin + 2 * i + 1]};
        if (i < wanted.queues[queue].size() || list != List{kUntouched, kUntouched}) out.queues[queue].push_back(list);
      }
      if (queue == 3 && !isArranged(out.queues[3])) out.queues[3].clear();
      sortQueue(queue, out.queues[queue]);
    }
    return out;
  }

  bool isArranged(const std::vector<List>& lists) const {
    return std::ranges::is_sorted(lists, std::greater<>(),
                                  [&](const List& list) { return slotsLog2(list.second, setting_.shape.tile_log2); });
  }

  Setting setting_;
  StateShader shader_;
};

// As small kernels of two sizes sort lists, and as one does.
std::vector<Setting> listSettings() {
  std::vector<Setting> settings;
  for (const uint32_t tile_log2 : {10u, 11u}) {
    for (const uint32_t max_groups_x : {65535u, 1'000'000'000u, 7u}) {
      vksort::Tuning tuning = vksort::tuningTable()[0].tuning;
      tuning.tile_log2 = tile_log2;
      Setting setting{{}, Shape{tuning, 0}, max_groups_x};
      setting.shape.tiny_log2 = 4;
      setting.shape.small_log2 = tile_log2 == 10 ? 0 : 8;
      setting.shape.setup_invocations = tile_log2 == 10 ? 128 : 32;
      setting.configuration.mode.lists = true;
      setting.configuration.mode.writes_values = tile_log2 == 11;
      settings.push_back(setting);
    }
  }
  return settings;
}

std::vector<Table> listTables() {
  std::vector<Table> tables;
  // Side by side, of each power of two, all of them less than 2^32 elements together.
  Table apart{{}, ~0u, ~0u};
  uint32_t first = 0;
  for (uint32_t k = 0; k < 31; ++k) {
    const uint32_t count = (1u << k) + (k % 3 == 0 ? 0 : k % 3 == 1 ? 1 : -1);
    apart.lists.emplace_back(first, count);
    first += count;
  }
  apart.lists.emplace_back(first, 1u << 30);
  tables.push_back(apart);
  tables.push_back({{{0, ~0u}}, ~0u, ~0u});                         // one of all
  tables.push_back({{{5, ~0u}, {~0u, 3}, {0, 0}}, 1u << 31, ~0u});  // past the range
  // Upon each other: more slots than lists apart could have.
  Table meeting{{}, 3u << 29, 1u << 29};
  for (uint32_t i = 0; i < 40; ++i) meeting.lists.emplace_back(i, (1u << (i % 31)) + i);
  tables.push_back(meeting);
  Table many{{}, 1u << 28, 1u << 16};
  Random random(nextSeed());
  for (uint32_t i = 0; i < 5000; ++i) many.lists.emplace_back(i << 15, random.next() >> (16 + random.next() % 16));
  tables.push_back(many);
  return tables;
}

}  // namespace

TEST_CASE("set_up_parts_lists_of_every_size" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Setting& setting : listSettings()) {
      const ListSetup setup(rig.device(), setting);
      const std::vector<Table> tables = listTables();
      for (std::size_t i = 0; i < tables.size(); ++i) {
        for (const bool at_once : {false, true}) {
          CAPTURE(setting.shape.tile_log2);
          CAPTURE(setting.max_groups_x);
          CAPTURE(i);
          CAPTURE(at_once);
          CHECK(setup.complaint(tables[i], at_once) == "");
        }
      }
    }
  });
}

}  // namespace test
