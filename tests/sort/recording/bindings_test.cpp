// A recording binds its arguments and no other memory, and its push constants locate them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "decide/decide.h"
#include "sort/interface.h"
#include "support/device/recording.h"

namespace test {
namespace {

struct Part {
  uint32_t binding;
  vksort::Range range{};
  VkDeviceSize unit = 4;  // unit of the push constants in bytes
};

Part elementsPart(uint32_t binding, const vksort::Range& range, const vksort::SortInfo& sort, VkDeviceSize element) {
  const vksort::Range part = {range.buffer, range.offset + sort.first * element, sort.count * element};
  return {binding, part, element == 8 ? VkDeviceSize{8} : VkDeviceSize{4}};
}

std::vector<Part> partsOf(const Config& config, const Call& call) {
  const vksort::SortInfo& sort = call.sort;
  const VkDeviceSize key = VkDeviceSize{keyWords(config)} * 4;
  std::vector<Part> parts = {elementsPart(VKSORT_BINDING_KEYS, sort.keys, sort, key)};
  if (splitValues(config)) parts.push_back(elementsPart(VKSORT_BINDING_PAYLOAD, sort.payload, sort, 4));
  const vksort::Range& state = call.work;
  if (config.scratch) parts.push_back({VKSORT_BINDING_SCRATCH, sort.scratch});
  if (config.mode == Mode::segments) {
    const uint32_t segments = call.segments.segment_count;
    const vksort::Range table = {call.segments.table, call.segments.table_offset, VkDeviceSize{segments} * 8};
    parts.push_back({VKSORT_BINDING_SEGMENT_WORK, {state.buffer, state.offset, VKSORT_SEGMENT_WORK_BYTES(segments)}});
    parts.push_back({VKSORT_BINDING_TABLE, table});
    return parts;
  }
  if (config.mode == Mode::indirect) {
    parts.push_back({VKSORT_BINDING_COUNT, {call.count.buffer, call.count.offset, 4}});
    parts.push_back({VKSORT_BINDING_DISPATCH_WORDS, {state.buffer, state.offset, VKSORT_WORK_BYTES}});
  }
  return parts;
}

uint32_t firstOf(const vksort::Push& push, uint32_t binding) {
  switch (binding) {
    case VKSORT_BINDING_KEYS:
      return push.first_key;
    case VKSORT_BINDING_PAYLOAD:
      return push.first_payload;
    case VKSORT_BINDING_COUNT:
      return push.first_at_2;
    case VKSORT_BINDING_DISPATCH_WORDS:
      return push.first_at_3;
    default:
      return push.first_scratch;
  }
}

const std::vector<Bound>& boundBy(const Log& log) {
  static const std::vector<Bound> nothing;
  for (const Command& command : log.commands)
    if (!command.bound.empty()) return command.bound;
  return nothing;
}

VkDescriptorBufferInfo boundAt(const std::vector<Bound>& bound, uint32_t binding) {
  const auto found = std::ranges::find(bound, binding, &Bound::binding);
  return found == bound.end() ? VkDescriptorBufferInfo{} : found->range;
}

// Each argument is bound from the aligned offset below it to its end. Unused bindings are bound to one word of the
// keys.
void expectBound(const Recorded& made, const std::vector<Part>& parts, VkDeviceSize alignment, uint32_t count) {
  const std::vector<Bound>& bound = boundBy(made.log);
  for (const Part& part : parts) {
    INFO("binding " << part.binding);
    const VkDescriptorBufferInfo range = boundAt(bound, part.binding);
    CHECK(range.buffer == part.range.buffer);
    CHECK(range.offset % alignment == 0);
    CHECK(range.offset <= part.range.offset);
    CHECK(part.range.offset - range.offset < alignment);
    CHECK(range.offset + range.range == part.range.offset + part.range.size);
    uint32_t pushes = 0;
    for (const Command& command : made.log.commands) {
      if (command.kind != Command::Kind::push_constants) continue;
      if (command.first_word != 0) {
        CHECK(command.first_word * 4 == sizeof(vksort::Push));
        CHECK((command.first_word + command.words.size()) * 4 == vksort::kPushBytes);
        continue;
      }
      vksort::Push push{};
      REQUIRE(command.words.size() * 4 == sizeof push);
      std::memcpy(&push, command.words.data(), sizeof push);
      const bool right = range.offset + firstOf(push, part.binding) * part.unit == part.range.offset;
      pushes += right && push.count == count;
    }
    CHECK(pushes == 1);
  }
  const VkDescriptorBufferInfo keys = boundAt(bound, VKSORT_BINDING_KEYS);
  for (const Bound& each : bound) {
    if (std::ranges::find(parts, each.binding, &Part::binding) != parts.end()) continue;
    INFO("unused binding " << each.binding);
    CHECK(each.range.buffer == keys.buffer);
    CHECK(each.range.range == 4);
    CHECK(each.range.offset % alignment == 0);
    CHECK(each.range.offset >= keys.offset);
    CHECK(each.range.offset + 4 <= keys.offset + keys.range);
  }
}

Faults withAlignment(VkDeviceSize alignment) {
  Faults faults;
  faults.edit_properties = [alignment](auto& out) {
    out.properties.limits.minStorageBufferOffsetAlignment = alignment;
  };
  return faults;
}

}  // namespace

// Includes offsets above 4 GiB, because nothing runs.
TEST_CASE("recordings_only_bind_their_arguments" * doctest::test_suite("one width")) {
  constexpr VkDeviceSize kGiB = VkDeviceSize{1} << 30;
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::size_t most = 0;
    Faults faults;
    faults.buffer_bytes = 32 * kGiB;
    for (const VkDeviceSize device_alignment : {VkDeviceSize{4}, VkDeviceSize{64}, VkDeviceSize{256}}) {
      const VkDeviceSize alignment = std::max(device_alignment, VkDeviceSize{8});  // two words can be loaded together
      for (const Config& config : everyMode()) {
        const vksort::Sorter sorter = fakeSorter(rig, config, withAlignment(device_alignment));
        for (uint32_t i = 0; i < 64; i += i % 2 == 0 ? 1 : 6) {
          INFO(describe(config) << ", " << i << ", aligned to " << alignment);
          const VkDeviceSize high = i % 4 == 1 ? 5 * kGiB : 0;
          Call call = modeCall(rig, config, 7);
          vksort::SortInfo& sort = call.sort;
          sort.keys.offset += 3 * VkDeviceSize{keyWords(config)} * 4;
          sort.payload.offset += 20;
          sort.keys.size += 4 * high;
          sort.payload.size += 2 * high;
          sort.first = i + (i % 4 == 1 ? 1u << 30 : 0);
          sort.count = 3000;
          sort.scratch.size = scratchBytes(sorter, call);
          call.segments.max_segment = 500;
          call.work.size += 1000;
          for (VkDeviceSize* offset :
               {&call.segments.table_offset, &call.count.offset, &call.work.offset, &sort.scratch.offset})
            *offset += 4 * VkDeviceSize{i} + high;
          call.work.offset += 1024;
          const Recorded made = recordMode(rig, sorter, config, call, faults);
          const std::vector<Part> parts = partsOf(config, call);
          most = std::max(most, boundBy(made.log).size());
          expectBound(made, parts, alignment, sort.count);
        }
      }
    }
    CHECK(most == VKSORT_DESCRIPTORS_PER_SET);
  });
}

TEST_CASE("every_mode_respects_the_workgroup_limit_per_axis" * doctest::test_suite("one width")) {
  static constexpr uint32_t kMaxGroups = 3;
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = kMaxGroups; };
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const vksort::Sorter sorter = fakeSorter(rig, config, faults);
      Call call = modeCall(rig, config, 10'000);
      if (config.scratch) call.sort.scratch.size = scratchBytes(sorter, call);
      const std::vector<vksort::PassPlan> plan = planned(planInfoOf(config, call), sorter);
      uint32_t pass = 0;
      for (const Command& command : recordMode(rig, sorter, config, call).log.commands) {
        if (command.kind != Command::Kind::dispatch) continue;
        REQUIRE(pass < plan.size());
        const uint32_t workgroups = plan[pass++].workgroups;
        if (command.arguments != VK_NULL_HANDLE) continue;
        CHECK(command.groups.width <= kMaxGroups);
        CHECK(uint64_t{command.groups.width} * command.groups.height >= workgroups);
        CHECK(command.groups.depth == 1);
      }
      CHECK(pass > 0);
    }
  });
}

}  // namespace test
