#include "support/check/segment_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/counts.h"
#include "support/oracle/hazards.h"
#include "support/oracle/steps.h"

namespace test {
namespace {

constexpr uint32_t kFirst = 37;                // element at which the range begins
constexpr uint32_t kSegmentGuardWords = 4096;  // behind it: more than a tile holds
constexpr uint32_t kArenas = 3;
constexpr uint32_t kTable = 67;  // word at which the table begins; the state comes after as many guards

uint32_t stateWords(std::size_t segments) {
  return static_cast<uint32_t>(vksort::segmentStateBytes(static_cast<uint32_t>(segments)) / 4);
}

uint32_t stateBegin(std::size_t segments) { return kTable + static_cast<uint32_t>(segments) * 2 + kTable; }

uint32_t wordsOf(const Config& config, const SegmentSort& sort, uint32_t arena) {
  if (arena == 2) return stateBegin(sort.table.size()) + stateWords(sort.table.size()) + kTable;
  return (kFirst + sort.capacity) * (arena == 0 ? keyWords(config) : 1) + kSegmentGuardWords;
}

std::span<uint32_t> words(Rig& rig, const Config& config, const SegmentSort& sort, uint32_t arena) {
  const uint32_t count = wordsOf(config, sort, arena);
  return rig.arena(arena, count).host.as<uint32_t>().first(count);
}

// The elements of `extent` in memory.
Elements elementsOf(const Config& config, std::span<const uint32_t> keys, std::span<const uint32_t> values,
                    const Extent& extent) {
  Elements elements;
  elements.keys.resize(extent.count);
  if (config.payload != vksort::Payload::none) elements.values.resize(extent.count);
  const std::size_t first = kFirst + extent.first;
  getKeys(config, keys.data() + first * keyWords(config), elements);
  if (splitValues(config))
    std::copy_n(values.begin() + static_cast<long>(first), extent.count, elements.values.begin());
  return elements;
}

void copy(Rig& rig, VkCommandBuffer cmd, uint32_t arena, uint32_t count, bool to_device) {
  const Arena& memory = rig.arena(arena, count);
  const VkBufferCopy region{0, 0, VkDeviceSize{count} * 4};
  rig.device().vk.vkCmdCopyBuffer(cmd, (to_device ? memory.host : memory.device).handle(),
                                  (to_device ? memory.device : memory.host).handle(), 1, &region);
}

void fill(Rig& rig, const Config& config, const SegmentSort& sort) {
  Random random(nextSeed());
  for (uint32_t arena = 0; arena < kArenas; ++arena)
    for (uint32_t& word : words(rig, config, sort, arena)) word = random.next();
  const Elements elements = generate(config, {sort.capacity, sort.keys, Payload::random, nextSeed()});
  putKeys(config, elements, words(rig, config, sort, 0).data() + std::size_t{kFirst} * keyWords(config));
  std::memcpy(words(rig, config, sort, 2).data() + kTable, sort.table.data(), sort.table.size() * sizeof(Extent));
  for (uint32_t arena = 0; arena < kArenas; ++arena) rig.arena(arena, 0).host.flush();
}

// Moves the keys to where the key generator finds them: those of segments are noise then.
KeySources hideKeys(Rig& rig, const Config& config, const SegmentSort& sort) {
  Random random(nextSeed());
  const std::span<uint32_t> keys = words(rig, config, sort, 0);
  KeySources sources;
  Elements elements;
  elements.keys.assign(keys.begin() + kFirst, keys.begin() + kFirst + sort.capacity);
  sources.add(elements, sort.capacity);
  sources.fill(rig.arena(KeySources::kArena, sources.words()).host.as<uint32_t>());
  rig.arena(KeySources::kArena, 0).host.flush();
  for (const Extent& segment : sort.table) {
    const Extent sorted = clamped(sort, segment);
    for (uint32_t i = 0; i < sorted.count; ++i) keys[kFirst + sorted.first + i] = random.next();
  }
  rig.arena(0, 0).host.flush();
  return sources;
}

void run(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort,
         const KeySources& sources, Report& report) {
  const gpu::Device& device = rig.device();
  const auto segments = static_cast<uint32_t>(sort.table.size());
  MockVulkan mock;
  for (uint32_t arena = 0; arena < 2; ++arena) {
    const gpu::Buffer& buffer = rig.arena(arena, 0).device;
    mock.faults.widen.push_back({buffer.handle(), buffer.size()});
  }
  gpu::DescriptorPool sets;
  Call call = segmentCall(rig, config, sort.capacity, segments, sort.max_segment);
  vksort::SortInfo& info = call.sort;
  info.first = kFirst;
  info.keys = {rig.arena(0, 0).device.handle(), 0, (VkDeviceSize{kFirst} + sort.capacity) * keyWords(config) * 4};
  if (splitValues(config)) {
    info.payload = {rig.arena(1, 0).device.handle(), 0, (VkDeviceSize{kFirst} + sort.capacity) * 4};
  }
  call.segments.table_offset = kTable * 4;
  call.state = {call.segments.table, stateBegin(segments) * VkDeviceSize{4}, vksort::segmentStateBytes(segments)};
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {device, 1, vksort::kDescriptorsPerSet};
    info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  gpu::DescriptorPool generator_sets;
  if (config.generator) {
    generator_sets = {device, 1, 1};
    const VkBuffer source = rig.arena(KeySources::kArena, sources.words()).device.handle();
    info.generator_set = rig.generatorSet(generator_sets, sources.range(source, 0));
  }
  constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    for (uint32_t arena = 0; arena < kArenas; ++arena) copy(rig, cmd, arena, wordsOf(config, sort, arena), true);
    if (config.generator) copy(rig, cmd, KeySources::kArena, sources.words(), true);
    memoryBarrier(device, cmd, kCopyWrite, vksort::kBefore);
    const vksort::RecordStatus status = record(sorter, cmd, config, call);
    if (!status.ok()) throw gpu::Error(vksort::describe(status));
    const uint32_t largest = sort.max_segment == 0 ? sort.capacity : std::min(sort.max_segment, sort.capacity);
    report.missing_barriers += missingSegmentBarriers(mock.log, sorter, segments, largest);
    memoryBarrier(device, cmd, vksort::kAfter, kCopyRead);
    for (uint32_t arena = 0; arena < kArenas; ++arena) copy(rig, cmd, arena, wordsOf(config, sort, arena), false);
    if (config.generator) copy(rig, cmd, KeySources::kArena, sources.words(), false);
    memoryBarrier(device, cmd, kCopyWrite, kHostRead);
  });
  for (uint32_t arena = 0; arena < kArenas; ++arena) rig.arena(arena, 0).host.invalidate();
  if (config.generator) rig.arena(KeySources::kArena, 0).host.invalidate();
  std::vector<VkDeviceSize> indirect;
  for (const Command& command : mock.log.commands) {
    if (command.arguments != VK_NULL_HANDLE) indirect.push_back(command.arguments_offset);
    if (command.kind == Command::Kind::bind_pipeline) report.pipelines.push_back(command.pipeline);
  }
  noteIndirect(indirect, words(rig, config, sort, 2), report);
}

std::vector<uint32_t> countsOf(const vksort::KernelSizes& shape) {
  const uint32_t tiny = 1u << shape.tiny_log2, small = 1u << shape.small_log2, tile = 1u << shape.tile_log2;
  std::vector<uint32_t> counts = {0, 0, 1, 1, 2, 3, 5, 17, tiny / 2, 2 * tile + 1, 3 * tile, 4 * tile, 9 * tile + 5};
  for (const uint32_t limit : {tiny, small, tile, 2 * tile})
    for (const uint32_t count : {limit - 1, limit, limit + 1}) counts.push_back(count);
  return counts;
}

}  // namespace

Config segmented(Config config) {
  config.mode = Mode::segments;
  return config;
}

SegmentSort mixedSegments(const vksort::KernelSizes& shape) { return placedSegments(countsOf(shape), nextSeed()); }

SegmentSort tinySegments(uint32_t segments, uint32_t most) {
  Random random(nextSeed());
  std::vector<uint32_t> counts(segments);
  for (uint32_t& count : counts) count = random.next() % (most + 1);
  return placedSegments(counts, random.next64());
}

Extent clamped(const SegmentSort& sort, const Extent& segment) {
  const uint32_t room = segment.first < sort.capacity ? sort.capacity - segment.first : 0;
  const uint32_t largest = sort.max_segment == 0 ? sort.capacity : sort.max_segment;
  return {segment.first, std::min({segment.count, room, largest})};
}

Report checkSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort,
                     const std::function<void()>& spoil) {
  fill(rig, config, sort);
  const auto copyOf = [&](uint32_t arena) {
    const std::span<uint32_t> all = words(rig, config, sort, arena);
    return std::vector<uint32_t>(all.begin(), all.end());
  };
  const std::vector<uint32_t> before[kArenas] = {copyOf(0), copyOf(1), copyOf(2)};
  const KeySources sources = config.generator ? hideKeys(rig, config, sort) : KeySources();
  Report report;
  run(rig, sorter, config, sort, sources, report);
  if (spoil) spoil();
  const auto failed = [&](const std::string& what) {
    if (report.first.empty())
      report.first = describe(config) + ", " + std::to_string(sort.table.size()) + " segments in " +
                     std::to_string(sort.capacity) + ": " + what;
  };

  if (config.generator && sources.strayCalls(rig.arena(KeySources::kArena, 0).host.as<uint32_t>()) > 0) {
    ++report.trespasses;
    failed("called loadKey() for elements that are not there");
  }
  std::vector<bool> inside[kArenas];
  for (uint32_t arena = 0; arena < kArenas; ++arena) inside[arena].resize(before[arena].size());
  const auto mark = [&](uint32_t arena, std::size_t first, std::size_t count) {
    std::fill_n(inside[arena].begin() + static_cast<std::ptrdiff_t>(first), count, true);
  };
  mark(2, stateBegin(sort.table.size()), stateWords(sort.table.size()));
  for (std::size_t i = 0; i < sort.table.size(); ++i) {
    const Extent segment = clamped(sort, sort.table[i]);
    if (segment.count == 0) continue;
    mark(0, (std::size_t{kFirst} + segment.first) * keyWords(config), std::size_t{segment.count} * keyWords(config));
    if (splitValues(config)) mark(1, std::size_t{kFirst} + segment.first, segment.count);
    ++report.sorts;
    if (sort.overlapping) continue;
    Elements was = elementsOf(config, before[0], before[1], segment);
    if (config.payload == vksort::Payload::index)
      for (uint32_t j = 0; j < segment.count; ++j) was.values[j] = j;
    const Elements now = elementsOf(config, words(rig, config, sort, 0), words(rig, config, sort, 1), segment);
    const std::string why = explainWrong(config, was, now);
    if (why.empty()) continue;
    ++report.wrong;
    failed("segment " + std::to_string(i) + " of " + std::to_string(segment.count) + " from " +
           std::to_string(segment.first) + ": " + why);
  }
  for (uint32_t arena = 0; arena < kArenas; ++arena) {
    const std::span<const uint32_t> after = words(rig, config, sort, arena);
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (inside[arena][i] || after[i] == before[arena][i]) continue;
      ++report.trespasses;
      failed("wrote word " + std::to_string(i) + " of arena " + std::to_string(arena) + ", outside every segment");
    }
  }
  return report;
}

Report expectSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort) {
  const Report report = checkSegments(rig, sorter, config, sort);
  INFO(report.first);
  CHECK(report.ok());
  return report;
}

void expectSegments(Rig& rig, const Config& config, const SegmentSort& sort) {
  expectSegments(rig, rig.sorter(config), config, sort);
}

SegmentSort placedSegments(std::vector<uint32_t> counts, uint64_t seed) {
  Random random(seed);
  for (std::size_t i = counts.size(); i > 1; --i) std::swap(counts[i - 1], counts[random.next() % i]);
  SegmentSort sort;
  for (const uint32_t count : counts) {
    sort.table.push_back({sort.capacity, count});
    sort.capacity += count + (random.next() % 3 == 0 ? 0 : 1 + random.next() % 5);
  }
  for (std::size_t i = counts.size(); i > 1; --i) std::swap(sort.table[i - 1], sort.table[random.next() % i]);
  return sort;
}

Call segmentCall(Rig& rig, const Config& config, uint32_t capacity, uint32_t segments, uint32_t max_segment) {
  const uint32_t width = keyWords(config);
  Call call;
  vksort::SortInfo& info = call.sort;
  setOrder(config, info);
  info.keys = {rig.arena(0, capacity * width).device.handle(), 0, VkDeviceSize{capacity} * width * 4};
  if (splitValues(config)) info.payload = {rig.arena(1, capacity).device.handle(), 0, VkDeviceSize{capacity} * 4};
  info.count = capacity;
  const VkDeviceSize table = VkDeviceSize{segments} * sizeof(Extent), state = vksort::segmentStateBytes(segments);
  const VkBuffer buffer = rig.arena(2, static_cast<uint32_t>((table + state) / 4)).device.handle();
  call.segments = {buffer, 0, segments, max_segment, {}};
  call.state = {buffer, table, state};
  return call;
}

uint32_t missingSegmentBarriers(const Log& log, const vksort::Sorter& sorter, uint32_t segments, uint32_t max_segment) {
  std::vector<vksort::PassPlan> passes(kMostPasses);
  const vksort::PlanInfo info = {.count = max_segment, .segment_count = segments};
  passes.resize(vksort::plan(sorter, info, passes.data(), kMostPasses));
  uint32_t first = 0, count = 0;
  for (uint32_t i = 0; i < passes.size(); ++i) {
    if (!std::string(passes[i].name).ends_with("_sort")) continue;
    if (count++ == 0) first = i;
  }
  return missingBarriers(log, {first, count});
}

}  // namespace test
