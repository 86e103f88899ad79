// What a recording binds, and where its push constants say that the arguments begin.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "algorithm.h"
#include "sort/interface.h"
#include "support/check/recorded_modes.h"
#include "vulkan/ranges.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Values;

// Bytes of an argument, at a binding.
struct Part {
  uint32_t binding;
  vksort::Range range;
  VkDeviceSize element;  // in which the push constants count
};

Part partOf(uint32_t binding, const vksort::Range& range, const vksort::SortInfo& info, VkDeviceSize element) {
  return {binding, {range.buffer, range.offset + info.first * element, info.count * element}, element};
}

// Where the shaders find the arguments of a mode.
std::vector<Part> partsOf(const Config& config, const vksort::SortInfo& info, VkDeviceSize scratch_bytes) {
  const VkDeviceSize key = VkDeviceSize{keyWords(config)} * 4;
  std::vector<Part> parts = {partOf(VKSORT_BINDING_KEYS, info.keys, info, key)};
  if (splitValues(config)) {
    parts.push_back(partOf(VKSORT_BINDING_VALUES, info.values, info, 4));
  } else if (elementOf(config) != vksort::Element::key) {
    parts.push_back(partOf(VKSORT_BINDING_VALUES, info.keys, info, key));
  }
  const vksort::Range& state = info.state;
  if (config.lent)
    parts.push_back({VKSORT_BINDING_SCRATCH, {info.scratch.buffer, info.scratch.offset, scratch_bytes}, 4});
  if (config.count == Count::lists) {
    const VkDeviceSize bytes = vksort::listStateBytes(info.lists.list_count);
    parts.push_back({VKSORT_BINDING_COUNTS, {state.buffer, state.offset, bytes}, 4});
    parts.push_back(
        {VKSORT_BINDING_LISTS, {info.lists.buffer, info.lists.offset, VkDeviceSize{info.lists.list_count} * 8}, 4});
    return parts;
  }
  if (config.count == Count::device)
    parts.push_back({VKSORT_BINDING_COUNTS, {info.device_count.buffer, info.device_count.offset, 4}, 4});
  if (config.count == Count::device || config.coherent)
    parts.push_back({VKSORT_BINDING_STATE, {state.buffer, state.offset, vksort::kStateBytes}, 4});
  return parts;
}

uint32_t firstOf(const vksort::Push& push, uint32_t binding) {
  switch (binding) {
    case VKSORT_BINDING_KEYS:
      return push.first_key;
    case VKSORT_BINDING_VALUES:
      return push.first_value;
    case VKSORT_BINDING_COUNTS:
      return push.first_count;
    case VKSORT_BINDING_STATE:
      return push.first_state;
    case VKSORT_BINDING_SCRATCH:
      return push.first_scratch;
    default:
      return push.first_list;
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

// That each argument is bound from the aligned offset below it to its end, and that the push constants say where it is.
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
      REQUIRE(command.words.size() * 4 == vksort::kPushBytes);  // also what the kernel has no use for
      vksort::Push push{};
      std::memcpy(&push, command.words.data(), sizeof push);
      const bool right = range.offset + firstOf(push, part.binding) * part.element == part.range.offset;
      pushes += right && push.count == count;
    }
    CHECK(pushes == made.kernels.size());
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

// Also above 4 GiB of the buffers, in which nothing runs.
TEST_CASE("binds_the_arguments_and_nothing_else" * doctest::test_suite("one width")) {
  constexpr VkDeviceSize kGiB = VkDeviceSize{1} << 30;
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::size_t most = 0;  // that a set takes
    Faults faults;
    faults.buffer_bytes = 32 * kGiB;
    for (const VkDeviceSize device_alignment : {VkDeviceSize{4}, VkDeviceSize{64}, VkDeviceSize{256}}) {
      const VkDeviceSize alignment = std::max(device_alignment, VkDeviceSize{8});  // two words may be loaded at once
      for (const Config& config : everyMode()) {
        const vksort::Sorter sorter = fakeSorter(rig, config, withAlignment(device_alignment));
        for (uint32_t i = 0; i < 64; i += i % 2 == 0 ? 1 : 6) {
          INFO(describe(config) << ", " << i << ", aligned to " << alignment);
          const uint32_t first = i + (i % 4 == 1 ? 1u << 30 : 0);
          const VkDeviceSize high = i % 4 == 1 ? 5 * kGiB : 0;
          vksort::SortInfo info = modeInfo(rig, config, 7);
          info.keys.offset += 3 * VkDeviceSize{keyWords(config)} * 4;
          info.values.offset += 20;
          info.keys.size += 4 * high;
          info.values.size += 2 * high;
          info.first = first;
          info.count = 3000;
          info.lists.largest = 500;
          info.state.size += 1000;  // more than is used
          for (VkDeviceSize* offset :
               {&info.lists.offset, &info.device_count.offset, &info.state.offset, &info.scratch.offset})
            *offset += 4 * VkDeviceSize{i} + high;
          info.state.offset += 1024;
          const Recorded made = recordMode(rig, sorter, info, faults);
          const std::vector<Part> parts = partsOf(config, info, sorter.scratchBytes(info.count));
          const std::size_t bindings = boundBy(made.log).size();
          REQUIRE(bindings == parts.size() + (config.count == Count::host ? 1 : 0));
          most = std::max(most, bindings);
          if (config.count == Count::host) {  // a word of the range is bound where no count is
            const VkDescriptorBufferInfo unused = boundAt(boundBy(made.log), VKSORT_BINDING_COUNTS);
            CHECK(unused.buffer == info.keys.buffer);
            CHECK(unused.range == 4);
            CHECK(unused.offset >= boundAt(boundBy(made.log), VKSORT_BINDING_KEYS).offset);
            CHECK(unused.offset + 4 <= parts[0].range.offset + parts[0].range.size);
          }
          expectBound(made, parts, alignment, info.count);
        }
      }
    }
    CHECK(most == vksort::kDescriptorsPerSet);
  });
}

TEST_CASE("keeps_to_the_workgroups_per_axis_that_the_device_has_in_every_mode" * doctest::test_suite("one width")) {
  static constexpr uint32_t kMost = 3;
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = kMost; };
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const vksort::Sorter sorter = fakeSorter(rig, config, faults);
      const vksort::SortInfo info = modeInfo(rig, config, 10'000);
      uint32_t pass = 0;
      for (const Command& command : recordMode(rig, sorter, info).log.commands) {
        if (command.kind != Command::Kind::dispatch) continue;
        const vksort::PassPlan plan = config.count == Count::lists ? sorter.planListsPass(10'000, info.count, pass)
                                                                   : sorter.planPass(info.count, pass, config.lent);
        ++pass;
        if (command.arguments != VK_NULL_HANDLE) continue;
        CHECK(command.groups.width <= kMost);
        CHECK(uint64_t{command.groups.width} * command.groups.height >= plan.workgroups);
        CHECK(command.groups.depth == 1);
      }
      CHECK(pass > 0);
    }
  });
}

}  // namespace test
