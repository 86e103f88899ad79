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
      REQUIRE(command.words.size() * 4 >= sizeof(vksort::Push));
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

TEST_CASE("binds_the_arguments_and_nothing_else" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    std::size_t most = 0;  // that a set takes
    for (const VkDeviceSize device_alignment : {VkDeviceSize{4}, VkDeviceSize{16}, VkDeviceSize{256}}) {
      const VkDeviceSize alignment = std::max(device_alignment, VkDeviceSize{8});  // two words may be loaded at once
      for (const Config& config : everyMode()) {
        const vksort::Sorter sorter = fakeSorter(rig, config, withAlignment(device_alignment));
        for (uint32_t first = 0; first < 64; first += first % 2 == 0 ? 1 : 6) {
          INFO(describe(config) << ", first " << first << ", aligned to " << alignment);
          vksort::SortInfo info = modeInfo(rig, config, 7);
          info.keys.offset += 3 * VkDeviceSize{keyWords(config)} * 4;
          info.values.offset += 20;
          info.first = first;
          info.count = 3000;
          info.lists.offset += 4 * VkDeviceSize{first};
          info.lists.largest = 500;
          info.device_count.offset += 4 * VkDeviceSize{first};
          info.state.offset += 1024 + 4 * VkDeviceSize{first};
          info.state.size += 1000;  // more than is used
          info.scratch.offset += 4 * VkDeviceSize{first};
          info.scratch.size -= 4 * VkDeviceSize{first};
          if (config.count != Count::device && config.count != Count::lists && !config.coherent) info.state = {};
          if (config.count != Count::lists) info.lists = {};
          if (config.count != Count::device) info.device_count = {};
          const Recorded made = recordMode(rig, sorter, info);
          const std::vector<Part> parts = partsOf(config, info, sorter.scratchBytes(info.count));
          const bool has_counts = config.count != Count::host;
          const std::size_t bindings = boundBy(made.log).size();
          REQUIRE(bindings == parts.size() + (has_counts ? 0 : 1));
          most = std::max(most, bindings);
          expectBound(made, parts, alignment, info.count);
        }
      }
    }
    CHECK(most == vksort::kDescriptorsPerSet);
  });
}

TEST_CASE("binds_arguments_above_4_GiB_of_their_buffers" * doctest::test_suite("one width")) {
  constexpr VkDeviceSize kGiB = VkDeviceSize{1} << 30;
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.buffer_bytes = 16 * kGiB;  // nothing runs
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const vksort::Sorter sorter = fakeSorter(rig, config, withAlignment(64));
      vksort::SortInfo info = modeInfo(rig, config, 7);
      info.first = (1u << 30) + 5;
      info.count = 3000;
      info.keys.size = 12 * kGiB;
      info.values.size = 12 * kGiB;
      info.lists.offset += 5 * kGiB;
      info.lists.largest = 500;
      info.device_count.offset += 6 * kGiB;
      info.state.offset += 7 * kGiB;
      info.scratch.offset += 9 * kGiB + 4;
      expectBound(recordMode(rig, sorter, info, faults), partsOf(config, info, sorter.scratchBytes(info.count)), 64,
                  info.count);
    }
  });
}

// The binding of a count is there where nobody counts, too, with a word of the range.
TEST_CASE("binds_a_word_of_the_range_where_no_count_is" * doctest::test_suite("one width")) {
  constexpr VkDeviceSize kAlignment = 64;
  onEveryDevice([](Rig& rig) {
    for (const Config& config : everyMode()) {
      if (config.count != Count::host) continue;
      const vksort::Sorter sorter = fakeSorter(rig, config, withAlignment(kAlignment));
      uint32_t inside = 0, outside = 0;
      for (uint32_t count = 2; count < 40; ++count) {
        for (uint32_t first = 0; first < 17; ++first) {
          vksort::SortInfo info = modeInfo(rig, config);
          info.first = first;
          info.count = count;
          const std::vector<Bound> bound = boundBy(recordMode(rig, sorter, info).log);
          const VkDescriptorBufferInfo keys = boundAt(bound, VKSORT_BINDING_KEYS);
          const VkDescriptorBufferInfo unused = boundAt(bound, VKSORT_BINDING_COUNTS);
          const Part part = partOf(VKSORT_BINDING_KEYS, info.keys, info, VkDeviceSize{keyWords(config)} * 4);
          const VkDeviceSize begin = part.range.offset, end = begin + part.range.size;
          const VkDeviceSize aligned = (begin + kAlignment - 1) / kAlignment * kAlignment;
          const bool holds = aligned + 4 <= end;
          ++(holds ? inside : outside);
          INFO(describe(config) << ", " << count << " from " << first);
          CHECK(unused.buffer == keys.buffer);
          CHECK(unused.range == 4);
          CHECK(unused.offset == (holds ? aligned : keys.offset));
        }
      }
      CHECK(inside > 0);
      CHECK(outside > 0);
    }
  });
}

// Also what the kernel has no use for: tools warn of bytes of the layout that are never set.
TEST_CASE("pushes_all_that_the_layout_has_in_each_pass" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const Recorded sort = recordMode(rig, fakeSorter(rig, config), modeInfo(rig, config));
      uint32_t pushes = 0;
      for (const Command& command : sort.log.commands) {
        if (command.kind != Command::Kind::push_constants) continue;
        ++pushes;
        CHECK(command.words.size() * 4 == vksort::kPushBytes);
      }
      CHECK(pushes == count(sort.log, Command::Kind::dispatch));
    }
  });
}

}  // namespace test
