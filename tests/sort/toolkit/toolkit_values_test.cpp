// Tools reject extreme values, or record within their limits and ranges.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

#include "sort/toolkit/tool_calls.h"
#include "toolkit/interface.h"

#ifdef NDEBUG
namespace test {
namespace {

constexpr uint32_t kMaxGroups = 65535;
constexpr VkDeviceSize kAlignment = 256;

class Values {
 public:
  explicit Values(uint64_t seed) : random_(static_cast<uint32_t>(seed)) {}

  uint32_t number() {
    constexpr uint32_t kNumbers[] = {0,        1,
                                     2,        3,
                                     4,        7,
                                     64,       500,
                                     16'384,   16'385,
                                     65'536,   1u << 20,
                                     1u << 28, (1u << 28) - 1,
                                     1u << 30, (1u << 30) - 2,
                                     1u << 31, ~0u - 1,
                                     ~0u};
    return small(4) != 0 ? pick(kNumbers) : 0;
  }
  uint32_t small(uint32_t below) { return static_cast<uint32_t>(random_() % below); }
  VkDeviceSize offset() {
    constexpr VkDeviceSize kOffsets[] = {0,
                                         4,
                                         8,
                                         16,
                                         20,
                                         256,
                                         1u << 20,
                                         0xfffffffcu,
                                         VkDeviceSize{1} << 32,
                                         (VkDeviceSize{1} << 45) + 4,
                                         ~VkDeviceSize{0} - 3,
                                         2};
    return pick(kOffsets);
  }
  VkBuffer buffer() { return (VkBuffer)uint64_t{small(24)}; }
  // Large enough for most counts.
  vksort::Range range() {
    constexpr VkDeviceSize kSizes[] = {0, 4, 4096, 0xfffffffcu, VkDeviceSize{1} << 36, VK_WHOLE_SIZE};
    return {buffer(), offset(), small(3) != 0 ? VkDeviceSize{1} << 40 : pick(kSizes)};
  }
  vksort::CountSource source() {
    return small(3) != 0 ? vksort::CountSource{} : vksort::CountSource{buffer(), offset()};
  }
  vksort::CountTarget target() {
    return {buffer(), offset(), small(2) != 0 ? 1 : small(8) != 0 ? 0 : number(), offset()};
  }
  vksort::KeyBits bits() { return small(2) != 0 ? vksort::KeyBits{} : vksort::KeyBits{small(70), small(70)}; }
  vksort::SortedRange sorted() { return {range(), number(), number(), source(), 1 + small(4), bits()}; }

 private:
  template <typename T, std::size_t N>
  T pick(const T (&all)[N]) {
    return all[random_() % N];
  }
  std::mt19937 random_;
};

struct Recorded {
  std::vector<vksort::Range> ranges;
  std::vector<uint32_t> push{};
  std::array<uint64_t, VKSORT_BINDINGS> words{};

  void expect(uint32_t binding, uint32_t first, uint64_t count) const {
    CAPTURE(binding);
    CHECK((count == 0 || first + count <= words[binding]));
  }
  void expectSource(const vksort::ToolSource& source, uint64_t count) const {
    expect(VKSORT_TOOL_SOURCE, source.first_word, count * source.words_each);
  }
  void expectKept(const vksort::ToolKept& kept, uint64_t indices) const {
    expect(VKSORT_TOOL_TARGET, kept.first_index, indices);
    expect(VKSORT_TOOL_COUNT_TARGET, kept.count_word, 1);
    if (kept.groups_word != ~0u) expect(VKSORT_TOOL_COUNT_TARGET, kept.groups_word, 1);
  }
  template <typename Push>
  Push pushed() const {
    Push out;
    REQUIRE(push.size() == sizeof out / 4);
    std::memcpy(&out, push.data(), sizeof out);
    return out;
  }
};

void take(Recorded& recorded, const Command& command) {
  for (const Bound& each : command.bound) {
    const VkDescriptorBufferInfo& bound = each.range;
    recorded.words.at(each.binding) = bound.range / 4;
    CHECK(bound.offset % kAlignment == 0);
    CHECK((bound.range > 0 && bound.range <= ~0u));
    CHECK(std::ranges::any_of(recorded.ranges, [&](const vksort::Range& range) {
      return range.buffer == bound.buffer && bound.offset + kAlignment > range.offset &&
             bound.offset + bound.range <= range.offset + range.size;
    }));
  }
  if (command.kind == Command::Kind::push_constants) recorded.push.assign(command.words.begin(), command.words.end());
  if (command.kind != Command::Kind::dispatch) return;
  CHECK((command.groups.width >= 1 && command.groups.width <= kMaxGroups));
  CHECK((command.groups.height >= 1 && command.groups.height <= kMaxGroups));
}

// Calls `check` for valid calls, and returns their number.
template <typename Info, typename Check>
uint32_t tryIt(const ToolCalls& calls, const Info& info, std::vector<vksort::Range> ranges, Check check) {
  Faults faults;
  faults.only_logs = true;
  faults.buffer_bytes = VkDeviceSize{1} << 50;
  const MockVulkan mock(faults);
  const RecordStatus status = calls.record(kCommands, info);
  expectMessage(status);
  if (!status.ok()) CHECK(mock.log.commands.empty());
  if (!status.ok() || mock.log.commands.empty()) return 0;
  Recorded recorded{std::move(ranges)};
  for (const Command& each : mock.log.commands) take(recorded, each);
  check(recorded);
  return 1;
}

vksort::Range wordAt(const vksort::CountSource& source) { return {source.buffer, source.offset, 4}; }
vksort::Range wordsOf(const vksort::CountTarget& target) {
  const bool has_argument = target.command_divisor != 0;
  const VkDeviceSize other = has_argument ? target.command_offset : target.offset;
  return {target.buffer, std::min(target.offset, other),
          std::max(target.offset, other) + 4 - std::min(target.offset, other)};
}

uint32_t tryRuns(const ToolCalls& calls, Values& values) {
  const vksort::RunInfo info{values.sorted(), values.range(), values.target(), values.range(), calls.set()};
  const vksort::SortedRange& sorted = info.sorted;
  return tryIt(
      calls, info, {sorted.elements, info.starts, wordsOf(info.run_count), info.scratch, wordAt(sorted.count_source)},
      [&](const Recorded& recorded) {
        const auto push = recorded.pushed<vksort::RunPush>();
        recorded.expectSource(push.source, sorted.count);
        recorded.expectKept(push.kept, uint64_t{sorted.count} + 1);
        recorded.expect(VKSORT_TOOL_SCRATCH, push.kept.first_tile, calls.toolkit.scratchBytes(sorted.count) / 4);
      });
}

uint32_t tryCells(const ToolCalls& calls, Values& values) {
  const vksort::CellInfo info{values.sorted(), values.range(), values.number(), calls.set()};
  const vksort::SortedRange& sorted = info.sorted;
  return tryIt(calls, info, {sorted.elements, info.cells, wordAt(sorted.count_source)}, [&](const Recorded& recorded) {
    // Without elements, the last step clears the cells.
    if (sorted.count == 0)
      return recorded.expect(VKSORT_TOOL_TARGET, recorded.pushed<vksort::ClearPush>().first_word,
                             uint64_t{info.cell_count} * 2);
    const auto push = recorded.pushed<vksort::CellPush>();
    recorded.expectSource(push.source, sorted.count);
    recorded.expect(VKSORT_TOOL_TARGET, push.first_cell, uint64_t{info.cell_count} * 2);
  });
}

uint32_t tryCull(const ToolCalls& calls, Values& values) {
  vksort::CullInfo info = {.source = values.range(), .first = values.number(), .count = values.number()};
  info.element_words = values.small(5);
  info.key_type = static_cast<vksort::KeyType>(values.small(5));
  info.indices = values.range();
  if (values.small(2) != 0) info.keys = values.range();
  info.kept = values.target();
  if (values.small(4) == 0) info.count_source = {info.kept.buffer, values.offset()};
  info.scratch = values.range();
  info.descriptor_set = calls.set();
  const VkDeviceSize far = VkDeviceSize{1} << 50;
  return tryIt(calls, info, {info.source, info.indices, info.keys, {info.kept.buffer, 0, far}, info.scratch},
               [&](const Recorded& recorded) {
                 const auto push = recorded.pushed<vksort::CullPush>();
                 recorded.expectSource(push.source, info.count);
                 recorded.expectKept(push.kept, info.count);
                 if (info.keys.buffer != VK_NULL_HANDLE)
                   recorded.expect(VKSORT_TOOL_KEPT_KEYS, push.keys.first_written, info.count);
                 recorded.expect(VKSORT_TOOL_SCRATCH, push.kept.first_tile, calls.toolkit.scratchBytes(info.count) / 4);
               });
}

uint32_t tryGather(const ToolCalls& calls, Values& values) {
  vksort::GatherInfo info{values.range(),  values.range(),   values.range(), values.number(), values.number(),
                          values.source(), values.small(70), values.range(), calls.set()};
  (values.small(2) != 0 ? info.scratch : info.target) = {};
  const vksort::Range& to = info.target.buffer != VK_NULL_HANDLE ? info.target : info.scratch;
  return tryIt(calls, info, {info.source, info.indices, to, wordAt(info.count_source)}, [&](const Recorded& recorded) {
    const auto push = recorded.pushed<vksort::GatherPush>();
    CHECK(push.readable >= 1);
    recorded.expectSource(push.source, push.readable);
    recorded.expect(VKSORT_TOOL_TARGET, push.first_target, uint64_t{info.count} * info.element_words);
    recorded.expect(VKSORT_TOOL_INDICES, push.first_index, info.count);
  });
}

uint32_t trySelect(const ToolCalls& calls, Values& values) {
  vksort::SelectInfo info = {.source = values.range(), .first = values.number(), .count = values.number()};
  info.element_words = values.small(5);
  info.key_type = static_cast<vksort::KeyType>(values.small(5));
  info.k = values.number();
  if (values.small(2) != 0) info.row_count = values.number(), info.row_stride = values.number();
  info.indices = values.range();
  if (values.small(2) != 0) info.keys = values.range();
  info.selected = values.target();
  if (values.small(4) == 0) info.count_source = {info.selected.buffer, values.offset()};
  if (values.small(4) == 0) info.k_source = {info.selected.buffer, values.offset()};
  info.scratch = values.range();
  info.descriptor_set = calls.set();
  const VkDeviceSize far = VkDeviceSize{1} << 50;
  return tryIt(calls, info, {info.source, info.indices, info.keys, {info.selected.buffer, 0, far}, info.scratch},
               [&](const Recorded& recorded) {
                 const auto push = recorded.pushed<vksort::SelectPush>();
                 const uint64_t row_count = info.segments.buffer ? info.row_count : std::max(info.row_count, 1u);
                 const uint64_t rows = (row_count - 1) * push.row_stride + info.count;
                 const uint64_t selected = row_count * info.k;
                 if (info.count != 0) recorded.expectSource(push.source, rows);
                 recorded.expectKept(push.kept, selected);
                 if (info.keys.buffer != VK_NULL_HANDLE)
                   recorded.expect(VKSORT_TOOL_KEPT_KEYS, push.keys.first_written, selected);
                 const VkDeviceSize scratch_words = calls.toolkit.scratchBytes(info) / 4;
                 recorded.expect(VKSORT_TOOL_SCRATCH, push.first_threshold, scratch_words);
               });
}

}  // namespace

TEST_CASE("tool_recordings_with_any_values_respect_their_ranges" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) {
      out.properties.limits.maxStorageBufferRange = ~0u;
      out.properties.limits.minStorageBufferOffsetAlignment = kAlignment;
    };
    const vksort::Toolkit toolkit = [&] {
      const MockVulkan mock(faults);
      return makeToolkit(rig);
    }();
    const ToolCalls calls{rig, toolkit};
    const uint64_t seed = nextSeed();
    CAPTURE(seed);
    Values values(seed);
    std::array<uint32_t, 5> recorded{};
    for (uint32_t i = 0; i < 100'000; ++i) {
      CAPTURE(i);
      recorded[0] += tryRuns(calls, values);
      recorded[1] += tryCells(calls, values);
      recorded[2] += tryCull(calls, values);
      recorded[3] += tryGather(calls, values);
      recorded[4] += trySelect(calls, values);
    }
    for (const uint32_t each : recorded) CHECK(each > 100);
  });
}

}  // namespace test
#endif
