// Each invalid argument of a record function returns its fault, and nothing is recorded.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "create/sorter.h"
#include "support/device/recording.h"
#include "vksort_toolkit.h"

#ifdef NDEBUG  // builds with assertions abort

namespace test {
namespace {

using vksort::RecordStatus;

VkDeviceSize bytesOf(const Config& config) { return VkDeviceSize{keyWords(config)} * 4; }

Call misusedCall(Rig& rig, const Config& config) {
  Call call = validCall(rig, config);
  if (!config.scratch) return call;
  const VkDeviceSize bytes = rig.sorter(config).scratchBytes(call.sort.count);
  REQUIRE(bytes > 0);
  call.sort.scratch = {rig.arena(4, static_cast<uint32_t>(bytes)).device.handle(), 64, bytes};
  return call;
}

namespace misuse {

using A = vksort::Argument;
using F = vksort::Fault;

constexpr VkDeviceSize kHuge = ~VkDeviceSize{0};
constexpr VkDeviceSize kFar = 1 << 30;  // beyond the end of each buffer
constexpr VkDeviceSize kTable = 10 * 8;
constexpr auto kNoValue = static_cast<uint8_t>(77);

struct Placed {
  Call& call;
  vksort::Range& range;
  VkDeviceSize bytes;

  vksort::SortInfo& sort() const { return call.sort; }
  VkDeviceSize begin() const { return range.offset + sort().first * bytes; }
  VkDeviceSize end() const { return begin() + sort().count * bytes; }
  void time(uint32_t queries) const {
    static vksort::Timestamps timestamps{};
    timestamps = {(VkQueryPool)uint64_t{1}, 0, queries};
    sort().timestamps = &timestamps;
  }
  void putPayload(VkDeviceSize keys, VkDeviceSize payload) const {
    sort().payload.buffer = sort().keys.buffer;
    sort().keys.offset = (keys + bytes - 1) / bytes * bytes;
    sort().payload.offset = payload;
  }
  void putCount(VkDeviceSize count, VkDeviceSize state) const {
    call.count = {range.buffer, count};
    putState(state);
  }
  void putSegments(VkDeviceSize table, VkDeviceSize state) const {
    call.segments.table = range.buffer;
    call.segments.table_offset = table;
    putState(state);
  }
  void putState(VkDeviceSize state) const {
    call.work.buffer = range.buffer;
    call.work.offset = state;
  }
  void putScratch(VkDeviceSize scratch) const {
    sort().scratch.buffer = range.buffer;
    sort().scratch.offset = scratch;
  }
};

struct Mistake {
  A argument;
  F fault;
  void (*make)(Placed c);
};

constexpr Mistake kOfKeys[] = {
    {A::none, F::none, [](Placed) {}},
    {A::none, F::none, [](Placed c) { c.sort().keys.size = 103 * c.bytes; }},
    {A::keys, F::missing, [](Placed c) { c.sort().keys.buffer = VK_NULL_HANDLE; }},
    {A::keys, F::misaligned, [](Placed c) { c.sort().keys.offset += 3; }},
    {A::keys, F::misaligned, [](Placed c) { c.sort().keys.offset += 2; }},
    {A::keys, F::too_small, [](Placed c) { c.sort().keys.size = 103 * c.bytes - 1; }},
    {A::keys, F::too_small, [](Placed c) { c.sort().keys.size = 0; }},
    {A::keys, F::too_small, [](Placed c) { c.sort().first = ~0u; }},
    {A::keys, F::past_buffer, [](Placed c) { c.sort().keys.size += 1 << 24; }},
    {A::keys, F::past_buffer, [](Placed c) { c.sort().keys.size = kHuge - 1; }},
    {A::keys, F::whole_size, [](Placed c) { c.sort().keys.size = VK_WHOLE_SIZE, c.sort().keys.offset += 3; }},
};

constexpr Mistake kOfEightBytes[] = {{A::keys, F::misaligned, [](Placed c) { c.sort().keys.offset += 4; }}};
constexpr Mistake kOfTwelveBytes[] = {{A::none, F::none, [](Placed c) { c.sort().keys.offset += 4; }}};

// Payloads next to the keys on both sides, or one word too near.
constexpr Mistake kOfPayloads[] = {
    {A::payload, F::missing, [](Placed c) { c.sort().payload.buffer = VK_NULL_HANDLE; }},
    {A::payload, F::whole_size, [](Placed c) { c.sort().payload.size = VK_WHOLE_SIZE; }},
    {A::payload, F::misaligned, [](Placed c) { c.sort().payload.offset += 2; }},
    {A::payload, F::too_small, [](Placed c) { c.sort().payload.size = 103 * 4 - 1; }},
    {A::payload, F::past_buffer, [](Placed c) { c.sort().payload.offset += 1 << 24; }},
    {A::payload, F::overlapping, [](Placed c) { c.sort().payload = c.sort().keys; }},
    {A::none, F::none, [](Placed c) { c.putPayload(64, c.end() - 3 * 4); }},
    {A::payload, F::overlapping, [](Placed c) { c.putPayload(64, c.end() - 3 * 4 - 4); }},
    {A::none, F::none, [](Placed c) { c.putPayload(64 + 103 * 4 - 3 * c.bytes, 64); }},
    {A::payload, F::overlapping, [](Placed c) { c.putPayload(64 + 103 * 4 - 4 * c.bytes, 64); }},
};

constexpr Mistake kOfOrders[] = {
    {A::none, F::none, [](Placed c) { c.sort().key_type = kF32; }},
    {A::key_type, F::invalid, [](Placed c) { c.sort().key_type = kU64; }},
    {A::key_type, F::invalid, [](Placed c) { c.sort().key_type = vksort::KeyType{kNoValue}; }},
    {A::order, F::invalid, [](Placed c) { c.sort().order = vksort::Order{kNoValue}; }},
    {A::nan_rule, F::invalid, [](Placed c) { c.sort().nan_rule = vksort::NanRule{kNoValue}; }},
};
constexpr Mistake kOfWideOrders[] = {
    {A::key_type, F::invalid, [](Placed c) { c.sort().key_type = vksort::KeyType::u32; }},
    {A::key_type, F::invalid, [](Placed c) { c.sort().key_type = kF32; }},
};
struct Bits {
  vksort::KeyBits bits{};
  bool narrow, wide;
};
constexpr Bits kBits[] = {
    {{7, 25}, true, true},  {{8, 25}, false, true},  {{39, 25}, false, true}, {{40, 25}, false, false},
    {{0, 33}, false, true}, {{0, 65}, false, false}, {{64, 0}, false, false}, {{~0u, 1}, false, false},
    {{33, 0}, false, true}, {{1, 0}, true, true},
};

constexpr Mistake kOfIndirectCounts[] = {
    {A::none, F::none, [](Placed) {}},
    {A::count, F::too_large, [](Placed c) { c.sort().count = ~0u; }},
    {A::keys, F::too_small, [](Placed c) { c.sort().count = 1 << 20; }},
    {A::count_buffer, F::missing,
     [](Placed c) {
       c.call.count = {VK_NULL_HANDLE, 3};
     }},
    {A::count_buffer, F::misaligned, [](Placed c) { c.call.count.offset = 14; }},
    {A::count_buffer, F::past_buffer, [](Placed c) { c.call.count.offset = kFar; }},
    {A::count_buffer, F::past_buffer, [](Placed c) { c.call.count.offset = kHuge - 3; }},
    {A::none, F::none, [](Placed c) { c.putCount(c.begin() - 4, c.end()); }},
    {A::count_buffer, F::overlapping, [](Placed c) { c.putCount(c.begin(), c.end()); }},
    {A::count_buffer, F::overlapping, [](Placed c) { c.putCount(c.end() - 4, c.end()); }},
    {A::work, F::overlapping, [](Placed c) { c.putCount(c.begin() - 4, c.end() - 4); }},
    {A::work, F::overlapping, [](Placed c) { c.putCount(c.end() + VKSORT_WORK_BYTES - 4, c.end()); }},
    {A::none, F::none, [](Placed c) { c.putCount(c.end() + VKSORT_WORK_BYTES, c.end()); }},
};

constexpr Mistake kOfStates[] = {
    {A::work, F::missing, [](Placed c) { c.call.work.buffer = VK_NULL_HANDLE, c.call.work.offset = 3; }},
    {A::work, F::misaligned, [](Placed c) { c.call.work.offset += 2; }},
    {A::work, F::too_small, [](Placed c) { c.call.work.size -= 1; }},
    {A::work, F::too_small, [](Placed c) { c.call.work.size = 0; }},
    {A::work, F::past_buffer, [](Placed c) { c.call.work.offset = kFar; }},
    {A::work, F::past_buffer, [](Placed c) { c.call.work.size = kHuge - 1; }},
    {A::work, F::whole_size, [](Placed c) { c.call.work.size = VK_WHOLE_SIZE; }},
    {A::none, F::none, [](Placed c) { c.putState(c.end()); }},
    {A::work, F::overlapping, [](Placed c) { c.putState(c.end() - 4); }},
};

constexpr Mistake kOfSegments[] = {
    {A::none, F::none, [](Placed) {}},
    {A::keys, F::too_small, [](Placed c) { c.sort().count = ~0u; }},
    {A::segments, F::missing, [](Placed c) { c.call.segments.table = VK_NULL_HANDLE; }},
    {A::segments, F::misaligned, [](Placed c) { c.call.segments.table_offset = 14; }},
    {A::work, F::too_large, [](Placed c) { c.call.segments.segment_count = 1u << 27; }},
    {A::work, F::too_large, [](Placed c) { c.call.segments.segment_count = ~0u; }},
    {A::work, F::too_small, [](Placed c) { c.call.segments.segment_count = 11; }},
    {A::segments, F::past_buffer, [](Placed c) { c.call.segments.table_offset = kFar; }},
    {A::segments, F::past_buffer, [](Placed c) { c.call.segments.table_offset = kHuge - 3; }},
    {A::none, F::none, [](Placed c) { c.range.offset += 128, c.putSegments(c.begin() - kTable, c.end()); }},
    {A::segments, F::overlapping,
     [](Placed c) { c.range.offset += 128, c.putSegments(c.begin() - kTable + 4, c.end()); }},
    {A::segments, F::overlapping, [](Placed c) { c.putSegments(c.end() - 4, c.end() + kTable); }},
    {A::none, F::none, [](Placed c) { c.putSegments(c.end(), c.end() + kTable); }},
    {A::work, F::overlapping, [](Placed c) { c.putSegments(c.end(), c.end() + kTable - 4); }},
    {A::work, F::overlapping, [](Placed c) { c.putSegments(c.end() + c.call.work.size - 4, c.end()); }},
};

constexpr Mistake kOfScratch[] = {
    {A::none, F::none, [](Placed) {}},
    {A::none, F::none, [](Placed c) { c.sort().scratch.offset += 4; }},
    {A::scratch, F::misaligned, [](Placed c) { c.sort().scratch.offset += 2; }},
    {A::scratch, F::too_small, [](Placed c) { c.sort().scratch.size -= 1; }},
    {A::scratch, F::too_small, [](Placed c) { c.sort().scratch.size = 4; }},
    {A::scratch, F::too_small, [](Placed c) { c.sort().scratch.size = 0; }},
    {A::scratch, F::past_buffer, [](Placed c) { c.sort().scratch.offset = kFar; }},
    {A::scratch, F::past_buffer, [](Placed c) { c.sort().scratch.size = kHuge - 1; }},
    {A::scratch, F::whole_size, [](Placed c) { c.sort().scratch.size = VK_WHOLE_SIZE; }},
    {A::scratch, F::whole_size, [](Placed c) { c.sort().count = 1, c.sort().scratch.size = VK_WHOLE_SIZE; }},
    {A::none, F::none, [](Placed c) { c.putScratch(c.end()); }},
    {A::scratch, F::overlapping, [](Placed c) { c.putScratch(c.end() - 4); }},
};
constexpr Mistake kOfScratchAndState[] = {
    {A::none, F::none, [](Placed c) { c.putState(c.end()), c.putScratch(c.end() + VKSORT_WORK_BYTES); }},
    {A::scratch, F::overlapping, [](Placed c) { c.putState(c.end()), c.putScratch(c.end() + VKSORT_WORK_BYTES - 4); }},
};

// An argument that some Sorters require and others reject.
struct Optional {
  A argument;
  bool (*is_needed)(const Config& config, bool push);
  void (*set)(vksort::SortInfo& sort);
  void (*clear)(vksort::SortInfo& sort);  // offsets of null buffers are ignored
};
const Optional kOptional[] = {
    {A::payload, [](const Config& config, bool) { return splitValues(config); },
     [](vksort::SortInfo& sort) { sort.payload.buffer = sort.keys.buffer; },
     [](vksort::SortInfo& sort) { sort.payload.buffer = VK_NULL_HANDLE, sort.payload.offset = 3; }},
    {A::descriptor_set, [](const Config&, bool push) { return !push; },
     [](vksort::SortInfo& sort) { sort.descriptor_set = kAnySet; },
     [](vksort::SortInfo& sort) { sort.descriptor_set = VK_NULL_HANDLE; }},
};

using Pairs = std::set<std::pair<A, F>>;

}  // namespace misuse

constexpr Config kMisusedConfigs[] = {
    {},
    {.push_descriptor = false},
    {.payload = kU32, .ties = kByValue},
    {.payload = kInterleaved, .ties = kByValue},
    {.payload = kIndex, .push_descriptor = false},
    {.key_type = kU64},
    {.key_type = kU64, .payload = kU32, .ties = kAnyTies},
    {.key_type = kU64, .payload = kInterleaved, .ties = kAnyTies},
    {.mode = Mode::indirect},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue},
    {.mode = Mode::indirect, .payload = kInterleaved, .ties = kByValue},
    {.mode = Mode::segments},
    {.mode = Mode::segments, .payload = kIndex, .push_descriptor = false},
    {.mode = Mode::segments, .payload = kInterleaved, .ties = kByValue},
    {.mode = Mode::indirect, .push_descriptor = false},
    {.scratch = true},
    {.payload = kU32, .scratch = true},
    {.mode = Mode::indirect, .payload = kIndex, .scratch = true},
};

vksort::Range* rangeOf(Call& call, vksort::Argument argument) {
  switch (argument) {
    case vksort::Argument::keys:
      return &call.sort.keys;
    case vksort::Argument::payload:
      return &call.sort.payload;
    case vksort::Argument::scratch:
      return &call.sort.scratch;
    case vksort::Argument::work:
      return &call.work;
    default:
      return nullptr;
  }
}

void expectStatus(const RecordStatus& status, vksort::Argument argument, vksort::Fault fault) {
  expectMessage(status);
  INFO(vksort::describe(status).text);
  CHECK(status.argument == argument);
  CHECK(status.fault == fault);
  CHECK(status.ok() == (fault == vksort::Fault::none));
}

// RecordStatus::needed must be exactly enough.
void expectNeeded(const vksort::Sorter& sorter, const Config& config, Call call, const RecordStatus& status) {
  vksort::Range* const range = rangeOf(call, status.argument);
  if (status.fault != vksort::Fault::too_small || !range) return;
  CHECK(status.limit > range->size);
  range->size = status.limit - 1;
  expectStatus(statusOf(sorter, config, call), status.argument, vksort::Fault::too_small);
  range->size = status.limit;
  const RecordStatus enough = statusOf(sorter, config, call);
  CHECK((enough.argument != status.argument || enough.fault != vksort::Fault::too_small));
}

void expectEach(Rig& rig, const Config& config, std::span<const misuse::Mistake> mistakes, misuse::Pairs& seen,
                bool of_payload = false) {
  const vksort::Sorter& sorter = rig.sorter(config);
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    INFO("mistake " << i);
    CAPTURE(of_payload);
    Call call = misusedCall(rig, config);
    mistakes[i].make({call, of_payload ? call.sort.payload : call.sort.keys, of_payload ? 4 : bytesOf(config)});
    const RecordStatus status = statusOf(sorter, config, call);
    expectStatus(status, mistakes[i].argument, mistakes[i].fault);
    expectNeeded(sorter, config, call, status);
    seen.emplace(status.argument, status.fault);
  }
}

void expectOptional(Rig& rig, const Config& config, misuse::Pairs& seen) {
  const vksort::Sorter& sorter = rig.sorter(config);
  const bool push = sorter.descriptorSetLayout() == VK_NULL_HANDLE;
  Call nothing_more = misusedCall(rig, config);
  for (const misuse::Optional& each : misuse::kOptional) {
    CAPTURE(static_cast<int>(each.argument));
    const bool needed = each.is_needed(config, push);
    Call call = misusedCall(rig, config);
    (needed ? each.clear : each.set)(call.sort);
    const vksort::Fault fault = needed ? vksort::Fault::missing : vksort::Fault::unexpected;
    expectStatus(statusOf(sorter, config, call), each.argument, fault);
    seen.emplace(each.argument, fault);
    if (!needed) each.clear(nothing_more.sort);
  }
  CHECK(statusOf(sorter, config, nothing_more).ok());
}

void expectBits(Rig& rig, const Config& config, misuse::Pairs& seen) {
  Call call = misusedCall(rig, config);
  for (const auto& [bits, narrow, wide] : misuse::kBits) {
    INFO("bits " << bits.first << ", " << bits.count);
    call.sort.significant_bits = bits;
    const RecordStatus status = statusOf(rig.sorter(config), config, call);
    const bool right = wideKeys(config) ? wide : narrow;
    expectStatus(status, right ? vksort::Argument::none : vksort::Argument::significant_bits,
                 right ? vksort::Fault::none : vksort::Fault::too_large);
    seen.emplace(status.argument, status.fault);
  }
}

void expectMistakesOfMode(Rig& rig, const Config& config, misuse::Pairs& seen) {
  const bool has_state = config.mode != Mode::whole;
  for (const bool of_payload : {false, true}) {
    if (of_payload && !splitValues(config)) continue;
    if (config.mode == Mode::indirect) expectEach(rig, config, misuse::kOfIndirectCounts, seen, of_payload);
    if (config.mode == Mode::segments) expectEach(rig, config, misuse::kOfSegments, seen, of_payload);
    if (has_state) expectEach(rig, config, misuse::kOfStates, seen, of_payload);
    if (config.scratch) expectEach(rig, config, misuse::kOfScratch, seen, of_payload);
    if (config.scratch && has_state) expectEach(rig, config, misuse::kOfScratchAndState, seen, of_payload);
  }
}

void expectMistakes(Rig& rig, const Config& config, misuse::Pairs& seen) {
  const bool wide = config.key_type == vksort::KeyType::u64;
  expectEach(rig, config, wide ? std::span<const misuse::Mistake>(misuse::kOfWideOrders) : misuse::kOfOrders, seen);
  expectBits(rig, config, seen);
  if (config.mode == Mode::whole) {
    expectEach(rig, config, misuse::kOfKeys, seen);
    if (bytesOf(config) == 8) expectEach(rig, config, misuse::kOfEightBytes, seen);
    if (bytesOf(config) == 12) expectEach(rig, config, misuse::kOfTwelveBytes, seen);
    if (splitValues(config)) expectEach(rig, config, misuse::kOfPayloads, seen);
  }
  expectMistakesOfMode(rig, config, seen);
}

template <typename Edit>
vksort::Sorter editedSorter(Rig& rig, const Config& config, Edit edit, Faults faults = {}) {
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  SorterSetup setup = rig.setupOf(config);
  edit(setup);
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  return sorter;
}

void expectScratchIsRequired(Rig& rig, misuse::Pairs& seen) {
  const Config config{.payload = kU32, .scratch = true};
  Call call = validCall(rig, config);
  const vksort::Sorter required =
      editedSorter(rig, config, [](SorterSetup& setup) { setup.info.scratch = vksort::Scratch::required; });
  RecordStatus status = statusOf(required, config, call);
  expectStatus(status, vksort::Argument::scratch, vksort::Fault::missing);
  CHECK(status.limit == required.scratchBytes(call.sort.count));
  seen.emplace(status.argument, status.fault);

  const vksort::Sorter optional = editedSorter(rig, config, [](SorterSetup&) {});
  CHECK(statusOf(optional, config, call).ok());
  call.sort.count = 100'000;
  call.sort.keys.size = call.sort.payload.size = 1 << 20;
  status = statusOf(optional, config, call);
  expectStatus(status, vksort::Argument::scratch, vksort::Fault::missing);
  CHECK(status.limit == optional.scratchBytes(call.sort.count));
  call.sort.scratch = {rig.arena(4, 1 << 20).device.handle(), 0, status.limit};
  CHECK(statusOf(optional, config, call).ok());
  for (const VkDeviceSize size : {VkDeviceSize{0}, VkDeviceSize{3}, status.limit - 1}) {
    call.sort.scratch.size = size;
    expectStatus(statusOf(optional, config, call), vksort::Argument::scratch, vksort::Fault::too_small);
  }
  const Config any{.payload = kU32, .ties = kAnyTies, .scratch = true};
  call.sort.scratch = {};
  CHECK(statusOf(editedSorter(rig, any, [](SorterSetup&) {}), any, call).ok());
}

void expectLimits(Rig& rig, misuse::Pairs& seen) {
  const Config config{.payload = kU32, .ties = kByValue};
  Call call = validCall(rig, config);
  const auto limited = [&](uint32_t max_count) {
    return editedSorter(rig, config, [=](SorterSetup& setup) { setup.info.max_count = max_count; });
  };
  CHECK(statusOf(limited(call.sort.count), config, call).ok());
  expectStatus(statusOf(limited(call.sort.count - 1), config, call), vksort::Argument::count, vksort::Fault::too_large);
  seen.emplace(vksort::Argument::count, vksort::Fault::too_large);

  const vksort::Timestamps timestamps{(VkQueryPool)uint64_t{1}, 0, 2};
  Call timed = call;
  timed.sort.timestamps = &timestamps;
  Faults untimed;
  untimed.edit_queue_family = [](VkQueueFamilyProperties& family) { family.timestampValidBits = 0; };
  const vksort::Sorter without = editedSorter(
      rig, config, [](SorterSetup&) {}, untimed);
  expectStatus(statusOf(without, config, timed), vksort::Argument::timestamps, vksort::Fault::unexpected);
  CHECK(statusOf(without, config, call).ok());
  seen.emplace(vksort::Argument::timestamps, vksort::Fault::unexpected);

  // For segments, max_count limits the largest one.
  const Config segments{.mode = Mode::segments, .payload = kU32, .ties = kByValue};
  call = validCall(rig, segments);
  call.segments.max_segment = 40;
  CHECK(statusOf(limited(40), segments, call).ok());
  expectStatus(statusOf(limited(39), segments, call), vksort::Argument::segments, vksort::Fault::too_large);
}

void expectLimitsOfSegments(Rig& rig, misuse::Pairs& seen) {
  const Config config{.mode = Mode::segments, .payload = kU32, .scratch = true};
  Call call = validCall(rig, config);
  const vksort::Sorter required =
      editedSorter(rig, config, [](SorterSetup& setup) { setup.info.scratch = vksort::Scratch::required; });
  CHECK(vksort::maxCounts(required).segment == 0);
  expectStatus(statusOf(required, config, call), vksort::Argument::segments, vksort::Fault::unexpected);
  seen.emplace(vksort::Argument::segments, vksort::Fault::unexpected);

  const vksort::Sorter stable = editedSorter(rig, config, [](SorterSetup&) {});
  const uint32_t largest = vksort::maxCounts(stable).segment;
  REQUIRE(largest > 0);
  call.sort.count = largest + 1;
  call.sort.keys.size = call.sort.payload.size = VkDeviceSize{call.sort.first + call.sort.count} * 4;
  for (const uint32_t max_segment : {2u, largest, largest + 1, ~0u, 0u}) {
    CAPTURE(max_segment);
    call.segments.max_segment = max_segment;
    const bool fits = max_segment != 0 && max_segment <= largest;
    expectStatus(statusOf(stable, config, call), fits ? vksort::Argument::none : vksort::Argument::segments,
                 fits ? vksort::Fault::none : vksort::Fault::too_large);
  }
  const VkDeviceSize needed = stable.scratchBytes(call.sort.count, call.segments.segment_count);
  for (const VkDeviceSize size : {VkDeviceSize{0}, needed - 1, needed}) {
    call.sort.scratch = {rig.arena(4, 1 << 20).device.handle(), 0, size};
    expectStatus(statusOf(stable, config, call), size == needed ? vksort::Argument::none : vksort::Argument::scratch,
                 size == needed ? vksort::Fault::none : vksort::Fault::too_small);
  }
  // Ignored if all segments fit one workgroup.
  call.sort.count = largest;
  for (const VkDeviceSize size : {VkDeviceSize{0}, VkDeviceSize{4}}) {
    call.sort.scratch.size = size;
    CHECK(statusOf(stable, config, call).ok());
  }
  call.sort.scratch = {};
  CHECK(statusOf(stable, config, call).ok());
  const uint32_t most = vksort::maxCounts(stable).with_scratch;
  call.sort.scratch = {rig.arena(4, 1 << 20).device.handle(), 0, 4 << 20};
  call.sort.count = most + 1;
  const RecordStatus status = statusOf(stable, config, call);
  expectStatus(status, vksort::Argument::segments, vksort::Fault::too_large);
  CHECK(status.limit == most);
}

void expectLimitsOfRanges(Rig& rig, misuse::Pairs& seen) {
  const Config config{.payload = kU32, .ties = kByValue};
  Faults faults;
  faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = 4096; };
  const vksort::Sorter sorter = editedSorter(
      rig, config, [](SorterSetup&) {}, faults);
  Call call = validCall(rig, config);
  call.sort.keys.size = call.sort.payload.size = 8192;
  call.sort.keys.offset = call.sort.payload.offset = call.sort.first = 0;
  call.sort.count = 1024;
  CHECK(statusOf(sorter, config, call).ok());
  call.sort.count = 1025;
  expectStatus(statusOf(sorter, config, call), vksort::Argument::count, vksort::Fault::too_large);
  call.sort.count = 1024;
  // The descriptor starts at an aligned offset before the range.
  call.sort.keys.offset = call.sort.payload.offset = 4;
  expectStatus(statusOf(sorter, config, call), vksort::Argument::keys, vksort::Fault::too_large);
  call.sort.keys.offset = 0;
  expectStatus(statusOf(sorter, config, call), vksort::Argument::payload, vksort::Fault::too_large);
  seen.emplace(vksort::Argument::keys, vksort::Fault::too_large);
  seen.emplace(vksort::Argument::payload, vksort::Fault::too_large);
}

void expectWrongSorters(Rig& rig, const Config& config, misuse::Pairs& seen) {
  const vksort::Sorter& sorter = rig.sorter(config);
  const Call call = misusedCall(rig, config);
  CHECK(statusOf(sorter, config, call).ok());
  const auto expect = [&](const RecordStatus& status, vksort::Argument argument, vksort::Fault fault) {
    expectStatus(status, argument, fault);
    seen.emplace(status.argument, status.fault);
  };
  expect(statusOf(vksort::Sorter(), config, call), vksort::Argument::sorter, vksort::Fault::missing);
  expect(statusOf(sorter, config, call, VK_NULL_HANDLE), vksort::Argument::command_buffer, vksort::Fault::missing);
  if (!config.scratch) {
    Call with_scratch = call;
    with_scratch.sort.scratch = {call.sort.keys.buffer, 1 << 20, 1 << 20};
    expect(statusOf(sorter, config, with_scratch), vksort::Argument::scratch, vksort::Fault::unexpected);
  }
}

struct PlacedArgument {
  vksort::Argument argument;
  VkBuffer buffer;
  VkDeviceSize* offset;
  VkDeviceSize bytes, element;
};

std::vector<PlacedArgument> placesOf(const Config& config, Call& call) {
  std::vector<PlacedArgument> places;
  const auto add = [&](vksort::Argument argument, VkBuffer buffer, VkDeviceSize& offset, VkDeviceSize bytes,
                       VkDeviceSize element = 4) {
    if (buffer != VK_NULL_HANDLE) places.push_back({argument, buffer, &offset, bytes, element});
  };
  using enum vksort::Argument;
  add(keys, call.sort.keys.buffer, call.sort.keys.offset, call.sort.keys.size, bytesOf(config));
  add(payload, call.sort.payload.buffer, call.sort.payload.offset, call.sort.payload.size);
  add(scratch, call.sort.scratch.buffer, call.sort.scratch.offset, call.sort.scratch.size);
  if (config.mode == Mode::indirect) add(count_buffer, call.count.buffer, call.count.offset, 4);
  if (config.mode == Mode::segments)
    add(segments, call.segments.table, call.segments.table_offset, VkDeviceSize{call.segments.segment_count} * 8);
  add(work, call.work.buffer, call.work.offset, call.work.size);
  return places;
}

}  // namespace

TEST_CASE("misuse_returns_a_fault_without_recording" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    misuse::Pairs seen;
    for (const Config& config : kMisusedConfigs) {
      INFO(describe(config));
      expectWrongSorters(rig, config, seen);
      expectMistakes(rig, config, seen);
      expectOptional(rig, config, seen);
    }
    expectScratchIsRequired(rig, seen);
    expectLimits(rig, seen);
    expectLimitsOfSegments(rig, seen);
    expectLimitsOfRanges(rig, seen);
    seen.erase({vksort::Argument::none, vksort::Fault::none});
    CHECK(seen.size() == 47);
  });
}

TEST_CASE("arguments_must_end_within_their_buffer" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      Call call = modeCall(rig, config, 7);
      if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) call.sort.descriptor_set = kAnySet;
      CHECK(statusOf(sorter, config, call).ok());
      for (const PlacedArgument& each : placesOf(config, call)) {
        INFO(describe(config) << ": argument " << static_cast<int>(each.argument));
        VkMemoryRequirements memory{};
        rig.device().vk.vkGetBufferMemoryRequirements(rig.device().handle(), each.buffer, &memory);
        const VkDeviceSize before = *each.offset, end = memory.size / each.element * each.element;
        *each.offset = end - each.bytes / each.element * each.element;
        CHECK(statusOf(sorter, config, call).ok());
        for (const VkDeviceSize further : {each.element, each.bytes, VkDeviceSize{1} << 33}) {
          *each.offset = end - each.bytes + further / each.element * each.element;
          expectStatus(statusOf(sorter, config, call), each.argument, vksort::Fault::past_buffer);
        }
        *each.offset = before;
      }
    }
  });
}

TEST_CASE("accepts_a_work_buffer_of_exactly_the_needed_size" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      for (const uint32_t segments : {1u, 7u, 65'536u}) {
        Call valid = modeCall(rig, config, segments);
        if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) valid.sort.descriptor_set = kAnySet;
        if (valid.work.buffer == VK_NULL_HANDLE) continue;
        INFO(describe(config) << ", " << segments << " segments");
        valid.work.size = config.mode == Mode::segments ? VKSORT_SEGMENT_WORK_BYTES(segments) : VKSORT_WORK_BYTES;
        Call call = valid;
        CHECK(statusOf(sorter, config, call).ok());
        call.work.size -= 1;
        const RecordStatus status = statusOf(sorter, config, call);
        expectStatus(status, vksort::Argument::work, vksort::Fault::too_small);
        CHECK(status.limit == valid.work.size);
        // The range starts in the buffer's last word, then right after it.
        for (const bool of_payload : {false, true}) {
          if (of_payload && !splitValues(config)) continue;
          call = valid;
          vksort::Range& range = of_payload ? call.sort.payload : call.sort.keys;
          const VkDeviceSize bytes = of_payload ? 4 : bytesOf(config);
          call.work.buffer = range.buffer;
          call.work.offset = 0;
          range.offset = (call.work.size - 4) / bytes * bytes;
          expectStatus(statusOf(sorter, config, call), vksort::Argument::work, vksort::Fault::overlapping);
          range.offset = (call.work.size + bytes - 1) / bytes * bytes;
          CHECK(statusOf(sorter, config, call).ok());
        }
      }
    }
  });
}

// Only a bug in vksort can cause this.
TEST_CASE("missing_pipelines_are_reported_instead_of_bound" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    vksort::Sorter sorter = fakeSorter(rig, {});
    for (VkPipeline& pipeline : sorter.handle()->pipelines.list) pipeline = VK_NULL_HANDLE;
    Call call = modeCall(rig, {}, 7);
    if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) call.sort.descriptor_set = kAnySet;
    Faults faults;
    faults.only_logs = true;
    const MockVulkan mock(faults);
    const RecordStatus status = record(sorter, kCommands, {}, call);
    expectStatus(status, vksort::Argument::sorter, vksort::Fault::missing);
    CHECK(std::string(vksort::describe(status).text).find("bug of vksort") != std::string::npos);
    CHECK(std::ranges::count(mock.log.commands, Command::Kind::dispatch, &Command::kind) == 0);
  });
}

TEST_CASE("ranges_are_not_checked_without_elements" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.only_logs = true;
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      INFO(describe(config));
      const MockVulkan mock(faults);
      const VkDescriptorSet set = sorter.descriptorSetLayout() != VK_NULL_HANDLE ? kAnySet : VK_NULL_HANDLE;
      Call call{};
      call.sort.key_type = config.key_type;
      call.sort.descriptor_set = set;
      CHECK(record(sorter, kCommands, config, call).ok());
      call.sort.count = 1000;  // in no segment
      CHECK(record(sorter, kCommands, config, call).ok() == (config.mode == Mode::segments));
      for (const uint32_t count : {0u, 1000u}) {
        call.sort.count = count;
        expectStatus(record(sorter, VK_NULL_HANDLE, config, call), vksort::Argument::command_buffer,
                     vksort::Fault::missing);
      }
      call = modeCall(rig, config, 7);
      call.sort.descriptor_set = set;
      call.sort.count = 1;
      if (config.mode == Mode::whole && config.payload != vksort::Payload::index)
        CHECK(record(sorter, kCommands, config, call).ok());
      CHECK(mock.log.commands.empty());
      CHECK(mock.log.ranges.empty());
    }
    expectStatus(vksort::Sorter().record(VK_NULL_HANDLE, {}), vksort::Argument::sorter, vksort::Fault::missing);
  });
}

}  // namespace test

#endif
