#include "single_sort.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/counts.h"
#include "support/device/recording.h"
#include "support/oracle/inputs.h"

namespace test {
namespace {

constexpr uint32_t kGuardWords = 64;  // before and behind each range
constexpr uint32_t kGuard = 0x5eed1234u;
constexpr uint32_t kFirst = 3;  // element at which the sort begins

constexpr uint32_t kCountArena = 2, kScratchArena = 4;

bool hasPayload(const Config& config) { return config.payload != vksort::Payload::none; }

// A range in an arena of its own, behind guard words and before others.
class GuardedRange {
 public:
  GuardedRange(Rig& rig, uint32_t arena, std::vector<uint32_t> content)
      : rig_(rig), arena_(arena), words_(static_cast<uint32_t>(content.size())) {
    std::vector<uint32_t> all(words_ + 2 * kGuardWords, kGuard);
    std::ranges::copy(content, all.begin() + kGuardWords);
    gpu::upload(rig.device(), buffer(), std::as_bytes(std::span(all)));
  }
  vksort::Range range() const { return {buffer().handle(), kGuardWords * 4, VkDeviceSize{words_} * 4}; }
  // The content; guards and elements before the first one must be as they were.
  std::vector<uint32_t> read(uint32_t words_before) const {
    const VkDeviceSize bytes = VkDeviceSize{words_ + 2 * kGuardWords} * 4;
    const std::vector<std::byte> all = gpu::download(rig_.device(), buffer().handle(), bytes);
    const std::span words(reinterpret_cast<const uint32_t*>(all.data()), all.size() / 4);
    const auto isGuard = [](uint32_t word) { return word == kGuard; };
    CHECK(std::ranges::all_of(words.first(kGuardWords + words_before), isGuard));
    CHECK(std::ranges::all_of(words.last(kGuardWords), isGuard));
    const std::span content = words.subspan(kGuardWords, words_);
    return {content.begin(), content.end()};
  }

 private:
  const gpu::Buffer& buffer() const { return rig_.arena(arena_, words_ + 2 * kGuardWords).device; }

  Rig& rig_;
  uint32_t arena_;
  uint32_t words_;
};

// The buffers of one sort, and its call.
class Run {
 public:
  Run(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements, const SingleSort& sort)
      : rig_(rig),
        sorter_(sorter),
        config_(config),
        sort_(sort),
        n_(static_cast<uint32_t>(elements.keys.size())),
        keys_(rig, 0, keysOf(elements)),
        payload_(rig, 1, payloadOf(elements)),
        counts_(rig, kCountArena, countsOf()),
        scratch_(rig, kScratchArena, std::vector<uint32_t>(scratchBytes() / 4, kGuard)) {
    if (config.generator) sources_.add(elements, n_);
  }

  Elements run(const Elements& before, uint32_t* dispatches) {
    Call call = callOf();
    if (sorter_.descriptorSetLayout() != VK_NULL_HANDLE) {
      sets_ = {rig_.device(), 1, vksort::kDescriptorsPerSet};
      call.sort.descriptor_set = sets_.allocate(sorter_.descriptorSetLayout());
    }
    if (config_.generator) call.sort.generator_set = sourcesSet();
    gpu::submitAndWait(rig_.device(), [&](VkCommandBuffer cmd) {
      gpu::fullBarrier(rig_.device(), cmd);
      const MockVulkan mock;
      const vksort::RecordStatus status = record(sorter_, cmd, config_, call);
      if (!status.ok()) throw gpu::Error(vksort::describe(status));
      if (dispatches != nullptr) *dispatches = count(mock.log, Command::Kind::dispatch);
      gpu::fullBarrier(rig_.device(), cmd);
    });
    return result(before);
  }

 private:
  // With a generator the keys are elsewhere.
  std::vector<uint32_t> keysOf(const Elements& elements) const {
    const uint32_t width = keyWords(config_);
    std::vector<uint32_t> words((kFirst + n_) * width, kGuard);
    if (!config_.generator) putKeys(config_, elements, words.data() + kFirst * width);
    return words;
  }
  std::vector<uint32_t> payloadOf(const Elements& elements) const {
    std::vector<uint32_t> words(kFirst + n_, kGuard);
    if (splitValues(config_)) std::ranges::copy(elements.values, words.begin() + kFirst);
    return words;
  }
  std::vector<uint32_t> countsOf() const {
    std::vector<uint32_t> words = {sort_.found};
    for (const Extent& each : sort_.segments) words.insert(words.end(), {each.first, each.count});
    words.resize(words.size() + stateBytes() / 4, kGuard);
    return words;
  }
  VkDeviceSize stateOffset() const { return 4 * (1 + 2 * sort_.segments.size()); }
  VkDeviceSize stateBytes() const {
    return config_.mode == Mode::segments ? vksort::segmentStateBytes(static_cast<uint32_t>(sort_.segments.size()))
                                          : vksort::kStateBytes;
  }
  VkDeviceSize scratchBytes() const {
    if (sort_.scratch_bytes != 0) return sort_.scratch_bytes;
    if (sort_.index_only) return vksort::indexOnlyScratchBytes(sorter_, n_);
    return config_.scratch ? sorter_.scratchBytes(n_) : 0;
  }

  Call callOf() const {
    Call call;
    setOrder(config_, call.sort);
    call.sort.first = kFirst;
    call.sort.count = n_;
    if (!sort_.index_only) call.sort.keys = keys_.range();
    if (splitValues(config_)) call.sort.payload = payload_.range();
    if (scratchBytes() != 0) call.sort.scratch = scratch_.range();
    const vksort::Range counts = counts_.range();
    if (config_.mode == Mode::indirect) call.count = {counts.buffer, counts.offset};
    call.segments = {counts.buffer, counts.offset + 4, static_cast<uint32_t>(sort_.segments.size()), sort_.max_segment};
    call.state = {counts.buffer, counts.offset + stateOffset(), stateBytes()};
    return call;
  }

  VkDescriptorSet sourcesSet() {
    std::vector<uint32_t> words(sources_.words());
    sources_.fill(words);
    const gpu::Buffer& arena = rig_.arena(KeySources::kArena, sources_.words()).device;
    gpu::upload(rig_.device(), arena, std::as_bytes(std::span(words)));
    generator_sets_ = {rig_.device(), 1, 1};
    return rig_.generatorSet(generator_sets_, sources_.range(arena.handle(), 0));
  }

  Elements result(const Elements& before) const {
    const uint32_t width = keyWords(config_);
    Elements after = before;
    if (hasPayload(config_)) after.values.resize(n_);
    const std::vector<uint32_t> keys = keys_.read(kFirst * width);
    if (!sort_.index_only) getKeys(config_, keys.data() + kFirst * width, after);
    const std::vector<uint32_t> payload = payload_.read(kFirst);
    if (splitValues(config_)) after.values.assign(payload.begin() + kFirst, payload.end());
    counts_.read(0);
    scratch_.read(0);
    return after;
  }

  Rig& rig_;
  const vksort::Sorter& sorter_;
  const Config& config_;
  const SingleSort& sort_;
  uint32_t n_;
  GuardedRange keys_, payload_, counts_, scratch_;
  KeySources sources_;
  gpu::DescriptorPool sets_, generator_sets_;
};

// Where each element of [first, first + count) comes from.
std::vector<uint32_t> sortedFrom(const Config& config, const Elements& elements, const Extent& range) {
  std::vector<uint32_t> from(range.count);
  std::iota(from.begin(), from.end(), range.first);
  const auto isBefore = [&](uint32_t a, uint32_t b) {
    const uint64_t place_a = placeOf(config, elements.keys[a]), place_b = placeOf(config, elements.keys[b]);
    if (place_a != place_b || config.ties != vksort::Ties::by_value || elements.values.empty())
      return place_a < place_b;
    return elements.values[a] < elements.values[b];
  };
  std::stable_sort(from.begin(), from.end(), isBefore);
  return from;
}

// The ranges that are sorted.
std::vector<Extent> extentsOf(const Config& config, uint32_t n, const SingleSort& sort) {
  if (config.mode == Mode::indirect) return {{0, std::min(sort.found, n)}};
  if (config.mode == Mode::whole) return {{0, n}};
  std::vector<Extent> extents = sort.segments;
  for (Extent& each : extents) {
    const uint32_t room = each.first < n ? n - each.first : 0;
    each.count = std::min({each.count, room, sort.max_segment == 0 ? n : sort.max_segment});
  }
  return extents;
}

}  // namespace

Elements fewKeys(const Config& config, uint32_t n, uint32_t distinct) {
  Random random(nextSeed());
  std::vector<uint64_t> keys(distinct);
  // Of 64-bit keys half have the same high word, and half the same low word.
  const uint64_t common = random.next64();
  for (uint64_t& key : keys) {
    const uint64_t low = random.next(), high = random.next();
    key = !wideKeys(config) ? low : low % 2 == 0 ? common >> 32 << 32 | low : high << 32 | (common & 0xffffffffu);
  }
  Elements elements;
  elements.keys.resize(n);
  for (uint64_t& key : elements.keys) key = keys[random.next() % distinct];
  if (!hasPayload(config)) return elements;
  elements.values.resize(n);
  const uint32_t values = std::max(2u, n / 3);
  for (uint32_t& value : elements.values) value = random.next() % values * 2654435769u;
  return elements;
}

Elements sortOnDevice(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements,
                      const SingleSort& sort, uint32_t* dispatches) {
  return Run(rig, sorter, config, elements, sort).run(elements, dispatches);
}

Elements sortOnHost(const Config& config, const Elements& elements, const SingleSort& sort) {
  Elements sorted = elements;
  if (config.generator) std::ranges::fill(sorted.keys, kGuard);  // where nothing is sorted
  for (const Extent& extent : extentsOf(config, static_cast<uint32_t>(elements.keys.size()), sort)) {
    const std::vector<uint32_t> from = sortedFrom(config, elements, extent);
    for (uint32_t i = 0; i < extent.count; ++i) {
      sorted.keys[extent.first + i] = elements.keys[from[i]];
      if (!hasPayload(config)) continue;
      const bool indices = config.payload == vksort::Payload::index;
      sorted.values[extent.first + i] = indices ? from[i] - extent.first : elements.values[from[i]];
    }
  }
  return sorted;
}

uint32_t expectSameOrder(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements,
                         const SingleSort& sort) {
  uint32_t dispatches = 0;
  const Elements got = sortOnDevice(rig, sorter, config, elements, sort, &dispatches);
  const Elements wanted = sortOnHost(config, elements, sort);
  INFO(describe(config) << ", n " << elements.keys.size());
  if (!sort.index_only) CHECK(got.keys == wanted.keys);
  CHECK(got.values == wanted.values);
  return dispatches;
}

}  // namespace test
