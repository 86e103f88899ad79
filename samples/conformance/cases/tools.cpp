#include "tools.h"

#include <algorithm>
#include <cstring>

#include "contents.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "vksort.h"

namespace cases {
namespace {

constexpr uint32_t kGuards = 19;  // guard words on each side

// Elements whose significant bits ascend. All other bits are noise.
struct SortedWords {
  std::vector<uint32_t> words;
  std::vector<uint64_t> keys;
};
SortedWords sortedWords(const SortedCase& of, uint32_t n, uint64_t seed) {
  Random random{seed};
  const uint32_t end = of.words == 1 ? 32 : 64;
  const uint32_t width = of.bits.count == 0 ? end - of.bits.first : of.bits.count;
  const uint64_t mask = ~uint64_t{0} >> (64 - width);
  SortedWords out;
  for (uint32_t i = 0; i < n; ++i)
    out.keys.push_back((uint64_t{random.word() % of.distinct} << (width > 40 ? 25 : 0)) & mask);
  std::ranges::sort(out.keys);
  for (const uint64_t key : out.keys) {
    const uint64_t noise = random.bits();
    const uint64_t bits = (noise & ~(mask << of.bits.first)) | key << of.bits.first;
    const uint32_t all[] = {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32), random.word()};
    out.words.insert(out.words.end(), all, all + of.words);
  }
  return out;
}

vksort::SortedRange placeSorted(ToolWords& memory, const SortedCase& of, const SortedWords& sorted,
                                const ToolCount& count, uint32_t first) {
  // Guard words precede the first element.
  memory.place(first * of.words);
  const uint32_t begin = memory.place(sorted.words) - first * of.words;
  return {memory.range(begin, VkDeviceSize{first + count.most} * of.words),
          first,
          count.most,
          placeCount(memory, count),
          of.words,
          of.bits};
}

}  // namespace

uint32_t ToolWords::place(uint32_t count, uint32_t unit) {
  const auto end = static_cast<uint32_t>(before_.size());
  const uint32_t first = (end + kGuards + unit - 1) / unit * unit;
  while (before_.size() < first + count + kGuards) before_.push_back(noise(before_.size()));
  after_.insert(after_.end(), before_.begin() + end, before_.end());
  return first;
}

uint32_t ToolWords::place(std::span<const uint32_t> contents, uint32_t unit) {
  const uint32_t first = place(static_cast<uint32_t>(contents.size()), unit);
  std::ranges::copy(contents, before_.begin() + first);
  std::ranges::copy(contents, after_.begin() + first);
  return first;
}

vksort::CountSource placeCount(ToolWords& memory, const ToolCount& count) {
  if (!count.indirect) return {};
  const std::vector<uint32_t> word = {count.found};
  return {memory.buffer(), VkDeviceSize{memory.place(word)} * 4};
}

vksort::CountTarget placeTarget(ToolWords& memory, uint32_t count, uint32_t turn) {
  const uint32_t first = memory.place(5), argument = turn % 3 == 1 ? first + 4 : first;
  vksort::CountTarget target{memory.buffer(), VkDeviceSize{first + 2} * 4};
  memory.expected(first + 2) = count;
  if (turn % 3 == 0) return target;
  target.command_divisor = turn % 2 == 0 ? 1 : 64;
  target.command_offset = VkDeviceSize{argument} * 4;
  memory.expected(argument) = (count + target.command_divisor - 1) / target.command_divisor;
  return target;
}

// A run starts at each element that differs from the previous one.
vksort::RunInfo placeRuns(ToolWords& memory, const vksort::Toolkit& toolkit, const SortedCase& of,
                          const ToolCount& count, uint32_t turn, uint64_t seed) {
  const SortedWords sorted = sortedWords(of, count.most, seed);
  vksort::RunInfo info{};
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
  return info;
}

vksort::CellInfo placeCells(ToolWords& memory, const vksort::Toolkit& toolkit, const SortedCase& of,
                            const ToolCount& count, uint32_t cells, uint32_t turn, uint64_t seed) {
  const SortedWords sorted = sortedWords(of, count.most, seed);
  vksort::CellInfo info{};
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
  return info;
}

namespace {

// Maps keys to integers in the total order.
int64_t placeOf(vksort::KeyType type, uint32_t key) {
  if (type == vksort::KeyType::u32) return key;
  const auto bits = static_cast<int32_t>(key);
  return type == vksort::KeyType::f32 && bits < 0 ? bits ^ 0x7fffffff : bits;
}

}  // namespace

bool CullCase::keeps(uint32_t key) const {
  const int64_t place = placeOf(key_type, key);
  return placeOf(key_type, lowest) <= place && place <= placeOf(key_type, highest);
}

CullCase drawCull(std::span<const uint32_t> keys, uint32_t turn, uint64_t seed) {
  Random random{seed};
  CullCase of{random.any(vksort::KeyType::f32), random.between(1, 3)};
  if (turn % 4 == 0) return of;  // keeps all u32 keys, few i32 keys, and f32 keys that are NaN
  if (of.key_type == vksort::KeyType::f32 && turn % 4 == 1) {
    of.lowest = 0xff800000u;
    of.highest = 0x7f800000u;
    return of;
  }
  const auto pick = [&] {
    return keys.empty() ? random.word() : keys[random.below(static_cast<uint32_t>(keys.size()))];
  };
  of.lowest = pick();
  of.highest = turn % 4 == 2 ? of.lowest : pick();
  return of;
}

vksort::CullInfo placeCull(ToolWords& memory, const vksort::Toolkit& toolkit, const CullCase& of,
                           std::span<const uint32_t> keys, const ToolCount& count, uint32_t turn) {
  std::vector<uint32_t> words;
  for (const uint32_t key : keys) {
    const uint32_t noise = static_cast<uint32_t>(words.size()) * 2654435769u;
    const uint32_t all[] = {key, noise, ~noise};
    words.insert(words.end(), all, all + of.words);
  }
  vksort::CullInfo info{};
  info.first = static_cast<uint32_t>(keys.size()) - count.most;
  info.source = memory.range(memory.place(words), words.size());
  info.count = count.most;
  info.element_words = of.words;
  info.key_type = of.key_type;
  info.lowest = of.lowest;
  info.highest = of.highest;
  std::vector<Element> kept;
  for (uint32_t i = 0; i < count.n(); ++i)
    if (of.keeps(keys[info.first + i])) kept.push_back({keys[info.first + i], i});
  if (of.sorted) sortElements({.key_type = of.key_type, .order = *of.sorted}, kept);
  const bool has_keys = of.sorted || turn % 5 != 4;
  const uint32_t indices = memory.place(count.most), written = memory.place(has_keys ? count.most : 0);
  for (uint32_t i = 0; i < kept.size(); ++i) {
    if (has_keys) memory.expected(written + i) = static_cast<uint32_t>(kept[i].key);
    memory.expected(indices + i) = kept[i].payload;
  }
  if (has_keys) info.keys = memory.range(written, count.most);
  info.indices = memory.range(indices, count.most);
  info.count_source = placeCount(memory, count);
  info.kept = placeTarget(memory, static_cast<uint32_t>(kept.size()), turn);
  info.scratch = memory.scratch(toolkit.scratchBytes(count.most));
  info.descriptor_set = memory.set(toolkit.descriptorSetLayout());
  return info;
}

void SelectCase::drawSegments(uint32_t in, uint32_t row_length, uint64_t seed) {
  Random random{seed};
  held = in;
  table.clear();
  for (uint32_t row = 0; row < rows; ++row) {
    table.push_back(random.chance(1, 9) ? ~random.below(3) : random.below(in + in / 8 + 2));
    table.push_back(random.pick({0u, row_length, random.below(row_length + 1), random.below(2 * row_length + 2), ~0u}));
  }
}

vksort::SelectInfo placeSelect(ToolWords& memory, const vksort::Toolkit& toolkit, const SelectCase& of,
                               std::span<const uint64_t> keys, const ToolCount& count, const ToolCount& k,
                               uint32_t turn) {
  const bool wide = of.ordering.key_type == vksort::KeyType::u64;
  const uint32_t stride = count.most + of.between, key_words = wide ? 2 : 1;
  const auto elements = static_cast<uint32_t>(keys.size());
  std::vector<uint32_t> words;
  for (const uint64_t key : keys) {
    const uint32_t noise = static_cast<uint32_t>(words.size()) * 2654435769u;
    const uint32_t all[] = {static_cast<uint32_t>(key), wide ? static_cast<uint32_t>(key >> 32) : noise, noise};
    words.insert(words.end(), all, all + of.words);
  }
  vksort::SelectInfo info{};
  info.first = elements - of.elements(count.most);
  info.source = memory.range(memory.place(words), VkDeviceSize{elements} * of.words);
  info.count = count.most;
  info.element_words = of.words;
  info.key_type = of.ordering.key_type;
  info.order = of.ordering.order;
  info.nan_rule = of.ordering.nan_rule;
  info.k = k.most;
  info.row_count = of.rows;
  info.row_stride = of.between == 0 && turn % 3 == 0 ? 0 : stride;
  const uint32_t room = of.rows * k.most, indices = memory.place(room);
  info.indices = memory.range(indices, room);
  const uint32_t written = turn % 5 == 4 && !of.sorted ? 0 : memory.place(room * key_words, of.sorted ? 2 : 1);
  if (written != 0) info.keys = memory.range(written, VkDeviceSize{room} * key_words);
  info.count_source = placeCount(memory, count);
  info.selected = placeTarget(memory, std::min(k.n(), count.n()), turn);
  info.k_source = placeCount(memory, k);
  if (!of.table.empty()) info.segments = memory.range(memory.place(of.table), of.table.size());
  info.scratch = memory.scratch(toolkit.scratchBytes(info));
  info.descriptor_set = memory.set(toolkit.descriptorSetLayout());
  for (uint32_t row = 0; row < of.rows; ++row) {
    const bool is_segment = !of.table.empty();
    const uint32_t first = is_segment ? std::min(of.table[2 * row], of.held) : row * stride;
    const uint32_t n = std::min(count.n(), is_segment ? std::min(of.table[2 * row + 1], of.held - first) : ~0u);
    std::vector<Element> order;
    for (uint32_t i = 0; i < n; ++i) order.push_back({keys[info.first + first + i], i});
    sortElements(of.ordering, order);
    order.resize(std::min(k.n(), n));
    std::ranges::sort(order, {}, &Element::payload);
    vksort::Ordering sorted = of.ordering;
    sorted.order = of.sorted.value_or(sorted.order);
    if (of.sorted) sortElements(sorted, order);
    for (uint32_t i = 0; i < order.size(); ++i) {
      const uint32_t at = row * k.most + i;
      memory.expected(indices + at) = order[i].payload;
      for (uint32_t word = 0; written != 0 && word < key_words; ++word)
        memory.expected(written + at * key_words + word) = static_cast<uint32_t>(order[i].key >> 32 * word);
    }
  }
  return info;
}

vksort::GatherInfo placeGather(ToolWords& memory, const vksort::Toolkit& toolkit, uint32_t words,
                               const ToolCount& count, bool in_place, uint32_t turn, uint64_t seed) {
  Random random{seed};
  vksort::GatherInfo info{};
  info.element_words = words;
  info.count = count.most;
  info.first = turn % 2 * 3;
  info.count_source = placeCount(memory, count);
  const uint32_t others = turn % 3 * 11;  // structures of the source beyond the count
  const uint32_t structures = count.most + others;
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < count.most; ++i) indices.push_back(random.below(structures));
  if (count.most > 2) indices[2] = ~0u;  // clamped to the last structure
  const uint32_t unit = turn % 4 == 0 ? 1 : 4, room = info.first + count.most;
  const uint32_t source = memory.place((info.first + structures) * words, unit);
  const uint32_t target = memory.place(in_place ? 0 : room * words, unit);
  memory.place(info.first);
  const uint32_t list = memory.place(indices);
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
  return info;
}

namespace {

constexpr uint32_t kMaxMoved = 1u << 20;

using Recording = std::function<vksort::RecordStatus(VkCommandBuffer)>;

// Puts all memory of a recording into one buffer.
class ToolBuffer : public ToolWords {
 public:
  ToolBuffer(const gpu::Device& device, uint32_t count)
      : device_(device),
        buffer_(device, (VkDeviceSize{24} * count + 6 * kMaxMoved) * 4,
                VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT),
        pool_(device, 3, 2 * VKSORT_DESCRIPTORS_PER_SET + 1) {}

  VkBuffer buffer() const override { return buffer_.handle(); }
  vksort::Range scratch(VkDeviceSize bytes) override {
    if (bytes == 0) return {};
    ignore(range(place(static_cast<uint32_t>(bytes / 4)), bytes / 4));
    return ignored_.back();
  }
  VkDescriptorSet set(VkDescriptorSetLayout layout) override {
    return layout != VK_NULL_HANDLE ? pool_.allocate(layout) : VK_NULL_HANDLE;
  }
  std::string run(const Recording& record, std::optional<uint32_t> falsify) {
    const std::size_t bytes = before_.size() * 4;
    if (bytes > buffer_.size()) return "invalid case: it needs a larger buffer";
    gpu::upload(device_, buffer_, std::as_bytes(std::span(before_)));
    vksort::RecordStatus status{};
    gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) {
      gpu::fullBarrier(device_, cmd);
      status = record(cmd);
      gpu::fullBarrier(device_, cmd);
    });
    if (!status.ok()) return std::string("cannot be recorded: ") + vksort::describe(status).text;
    std::vector<uint32_t> found(before_.size());
    std::memcpy(found.data(), gpu::download(device_, buffer(), bytes).data(), bytes);
    for (const vksort::Range& range : ignored_) {
      const auto first = static_cast<std::ptrdiff_t>(range.offset / 4);
      std::copy_n(after_.begin() + first, range.size / 4, found.begin() + first);
    }
    if (falsify) found[*falsify % found.size()] ^= 1u;
    const auto first = std::ranges::mismatch(found, after_);
    if (first.in1 == found.end()) return "";
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < found.size(); ++i) wrong += found[i] != after_[i] ? 1 : 0;
    return std::to_string(wrong) + " wrong words; word " + std::to_string(first.in1 - found.begin()) + " is " +
           std::to_string(*first.in1) + ", not " + std::to_string(*first.in2);
  }

 private:
  const gpu::Device& device_;
  gpu::Buffer buffer_;
  gpu::DescriptorPool pool_;
};

vksort::SortInfo placeSort(ToolBuffer& memory, const vksort::Sorter& sorter, uint32_t count) {
  vksort::SortInfo sort{};
  sort.scratch = memory.scratch(sorter.scratchBytes(count));
  sort.descriptor_set = memory.set(sorter.descriptorSetLayout());
  return sort;
}

Recording placeCulledSort(Gpu& gpu, ToolBuffer& memory, const ToolCase& tool, const ToolCount& count, Random& random) {
  const vksort::Toolkit& toolkit = gpu.toolkit(tool.sorter);
  std::vector<uint32_t> keys(count.most + random.below(6));
  for (uint32_t& key : keys) key = random.word();
  CullCase of = drawCull(keys, random.below(8), random.bits());
  if (tool.sorts()) of.sorted = random.any(vksort::Order::descending);
  const vksort::CullInfo cull = placeCull(memory, toolkit, of, keys, count, random.below(30));
  if (!of.sorted) return [&toolkit, cull](VkCommandBuffer cmd) { return toolkit.recordCull(cmd, cull); };
  const vksort::Sorter& sorter = gpu.sorter(tool.sorter);
  if (tool.sorter.discardsKeys()) memory.ignore(cull.keys);
  vksort::SortInfo sort = placeSort(memory, sorter, count.most);
  sort.order = *of.sorted;
  const vksort::Range state = memory.scratch(VKSORT_WORK_BYTES);
  return [=, &toolkit, &sorter](VkCommandBuffer cmd) {
    return vksort::recordCulledSort(toolkit, sorter, cmd, cull, sort, state);
  };
}

// Draws few or many distinct keys, in one row, several short rows or segments.
Recording placeRandomSelect(Gpu& gpu, ToolBuffer& memory, const ToolCase& tool, const ToolCount& count,
                            Random& random) {
  const vksort::Toolkit& toolkit = gpu.toolkit(tool.sorter);
  SelectCase of{{.key_type = random.any(tool.sorts() ? vksort::KeyType::f32 : vksort::KeyType::u64),
                 .order = random.any(vksort::Order::descending),
                 .nan_rule = random.any(vksort::NanRule::last)}};
  const bool wide = of.ordering.key_type == vksort::KeyType::u64;
  of.words = random.between(wide ? 2 : 1, 3);
  ToolCount row = count;
  if (random.chance(1, 2)) {
    of.rows = random.between(2, 30);
    row.most = count.most / of.rows;
    of.between = random.below(row.most / 20 + 1);
    if (random.chance(1, 2)) of.drawSegments(count.most, row.most, random.bits());
  } else if (tool.sorts()) {
    of.sorted = random.any(vksort::Order::descending);
  }
  const uint64_t mask = random.bits() & random.bits() & (random.chance(1, 2) ? random.bits() : ~uint64_t{0});
  std::vector<uint64_t> keys(of.elements(row.most) + random.below(6));
  for (uint64_t& key : keys) key = (random.bits() & mask) >> (wide ? 0 : 32);
  const uint32_t most = random.below(2 * row.most / of.rows + 2);
  const ToolCount k{most, random.chance(1, 3), random.below(most + most / 4 + 1)};
  const auto info = placeSelect(memory, toolkit, of, keys, row, k, random.below(30));
  if (!of.sorted) return [&toolkit, info](VkCommandBuffer cmd) { return toolkit.recordSelect(cmd, info); };
  const vksort::Sorter& sorter = gpu.sorter(tool.sorter);
  if (tool.sorter.discardsKeys()) memory.ignore(info.keys);
  vksort::SortInfo sort = placeSort(memory, sorter, std::min(most, row.most));
  sort.order = *of.sorted;
  sort.nan_rule = of.ordering.nan_rule;
  const vksort::Range state = memory.scratch(VKSORT_WORK_BYTES);
  return [=, &toolkit, &sorter](VkCommandBuffer cmd) {
    return vksort::recordSelectedSort(toolkit, sorter, cmd, info, sort, state);
  };
}

Recording placeTool(Gpu& gpu, ToolBuffer& memory, const ToolCase& of, const ToolCount& count, Random& random) {
  const vksort::Toolkit& toolkit = gpu.toolkit(of.sorter);
  const bool cells = of.tool == Tool::cells;
  if (of.tool == Tool::cull) return placeCulledSort(gpu, memory, of, count, random);
  if (of.tool == Tool::select) return placeRandomSelect(gpu, memory, of, count, random);
  if (of.tool == Tool::gather) {
    const uint32_t words = std::clamp(random.between(1, 64), 1u, kMaxMoved / std::max(1u, of.count) + 1);
    const bool in_place = random.chance(1, 2);
    const auto info = placeGather(memory, toolkit, words, count, in_place, random.below(12), random.bits());
    return [&toolkit, info](VkCommandBuffer cmd) { return toolkit.recordGather(cmd, info); };
  }
  SortedCase sorted{random.between(1, 3), {}, random.between(1, 1u << random.below(20))};
  const uint32_t end = sorted.words == 1 ? 32 : 64, first = random.below(end);
  const bool all_fit = !cells || end - first <= 32;  // a count of 0 means all bits starting at `first`
  sorted.bits = {first, random.between(all_fit ? 0 : 1, std::min(end - first, cells ? 32u : 64u))};
  const uint32_t turn = random.below(6), table = random.between(1, 3000);
  if (cells) {
    const auto info = placeCells(memory, toolkit, sorted, count, table, turn, random.bits());
    return [&toolkit, info](VkCommandBuffer cmd) { return toolkit.recordCells(cmd, info); };
  }
  const auto info = placeRuns(memory, toolkit, sorted, count, turn, random.bits());
  return [&toolkit, info](VkCommandBuffer cmd) { return toolkit.recordRuns(cmd, info); };
}

}  // namespace

std::string runTool(Gpu& gpu, const ToolCase& of, bool falsifies) {
  Random random{of.seed};
  ToolBuffer memory(gpu.device(), of.count);
  const ToolCount count{of.count, random.chance(1, 2), random.below(of.count + of.count / 4 + 1)};
  const Recording record = placeTool(gpu, memory, of, count, random);
  return memory.run(record, falsifies ? std::optional(random.word()) : std::nullopt);
}

}  // namespace cases
