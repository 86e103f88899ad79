#include "layout.h"

#include <algorithm>

#include "vksort.h"

namespace cases {
namespace {

struct Part {
  Place* place;
  uint32_t words;
  uint32_t alignment;  // in words
  uint32_t kind = 2;   // 0 for keys, 1 for payloads
};

// Returns the place of an equal count, or null.
const Place* sharedCount(const Case& of, const Layout& layout, std::size_t step) {
  for (std::size_t i = 0; of.share_counts && i < step; ++i) {
    if (of.steps[i].mode == Mode::indirect && of.steps[i].found == of.steps[step].found) return &layout.counts[i];
  }
  return nullptr;
}

uint32_t stateWords(const Case& of, uint32_t state) {
  VkDeviceSize bytes = 0;
  for (const Step& step : of.steps) {
    if (step.state != state || !step.takesState()) continue;
    const auto segment_count = static_cast<uint32_t>(step.segments.size());
    const bool segments = step.mode == Mode::segments;
    bytes = std::max<VkDeviceSize>(bytes, segments ? VKSORT_SEGMENT_WORK_BYTES(segment_count) : VKSORT_WORK_BYTES);
  }
  return static_cast<uint32_t>(bytes / 4);
}

void addFields(const Case& of, Layout& layout, std::vector<Part>& parts) {
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    const Field& field = of.fields[i];
    parts.push_back({&layout.keys[i], field.count * field.stride, field.stride == 2 ? 2u : 1u, 0});
    if (field.split) parts.push_back({&layout.payloads[i], field.count, 1, 1});
    Renewal renewal = Renewal::none;
    for (const Step& step : of.steps)
      if (step.field == i) renewal = std::max(renewal, step.renewal);
    if (renewal == Renewal::elements) parts.push_back({&layout.first_keys[i], field.count * field.stride, 1});
    if (renewal != Renewal::none && field.split) parts.push_back({&layout.first_payloads[i], field.count, 1});
  }
}

void addSteps(const Case& of, Layout& layout, std::vector<Part>& parts) {
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    const Step& step = of.steps[i];
    if (step.mode == Mode::indirect && !sharedCount(of, layout, i)) parts.push_back({&layout.counts[i], 1, 1});
    const auto segment_count = static_cast<uint32_t>(step.segments.size());
    if (segment_count != 0) parts.push_back({&layout.tables[i], segment_count * 2, 1});
    if (step.copies_table) parts.push_back({&layout.first_tables[i], segment_count * 2, 1});
    if (step.verifies) parts.push_back({&layout.results[i], 4, 1});
  }
}

}  // namespace

Layout layOut(const Case& of) {
  Layout layout;
  for (auto* each : {&layout.keys, &layout.payloads, &layout.first_keys, &layout.first_payloads})
    each->resize(of.fields.size());
  layout.states.resize(of.states);
  for (auto* each : {&layout.counts, &layout.tables, &layout.results, &layout.first_tables})
    each->resize(of.steps.size());

  std::vector<Part> parts;
  addFields(of, layout, parts);
  for (uint32_t i = 0; i < of.states; ++i) {
    if (const uint32_t words = stateWords(of, i)) parts.push_back({&layout.states[i], words, 1});
  }
  addSteps(of, layout, parts);

  Random random{of.layout_seed};
  for (std::size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[random.below(i)]);
  const auto count = static_cast<uint32_t>(parts.size());
  layout.buffers.resize(of.sharing == Sharing::none ? count : of.sharing == Sharing::by_kind ? 3 : of.buffers);
  for (uint32_t i = 0; i < count; ++i) {
    const Part& part = parts[i];
    const uint32_t buffer = of.sharing == Sharing::none      ? i
                            : of.sharing == Sharing::by_kind ? part.kind
                                                             : random.below(of.buffers);
    uint32_t& end = layout.buffers[buffer];
    end += random.below(uint64_t{of.gaps} + 1);
    end = (end + part.alignment - 1) / part.alignment * part.alignment;
    *part.place = {buffer, end, part.words};
    end += part.words;
  }
  for (uint32_t& end : layout.buffers) end = std::max(1u, end + random.below(uint64_t{of.gaps} + 1));
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    if (of.steps[i].mode != Mode::indirect) continue;
    if (const Place* shared = sharedCount(of, layout, i)) layout.counts[i] = *shared;
  }
  return layout;
}

Ranges rangesOf(const Case& of, const Layout& layout, std::size_t index) {
  const Step& step = of.steps[index];
  const Configuration& configuration = of.of(step);
  const Place& keys = layout.keys[step.field];
  const Place& payloads = layout.payloads[step.field];
  const uint32_t stride = configuration.stride();
  uint32_t max_first = keys.word / stride + step.first;
  if (configuration.splitPayload()) max_first = std::min(max_first, payloads.word + step.first);
  const auto first = static_cast<uint32_t>(uint64_t{max_first} * step.first_share / 1000);
  const auto range = [&](const Place& place, uint32_t words_each) {
    const uint32_t begin = place.word + step.first * words_each;
    const uint32_t behind = layout.buffers[place.buffer] - begin - step.count * words_each;
    const VkDeviceSize size = (VkDeviceSize{first} + step.count) * words_each + std::min(behind, step.tail);
    return vksort::Range{VK_NULL_HANDLE, VkDeviceSize{begin - first * words_each} * 4, size * 4};
  };
  Ranges ranges{range(keys, stride), {}, first};
  if (configuration.splitPayload()) ranges.payloads = range(payloads, 1);
  return ranges;
}

std::vector<Renewed> renewedBy(const Case& of, const Layout& layout, std::size_t index) {
  const Step& step = of.steps[index];
  std::vector<Renewed> renewed;
  if (step.copies_table) renewed.push_back({layout.first_tables[index], layout.tables[index]});
  const Field& field = of.fields[step.field];
  if (step.renewal == Renewal::none || step.count == 0) return renewed;
  const auto add = [&](const Place& from, const Place& to, uint32_t words_each) {
    const uint32_t begin = step.first * words_each, words = step.count * words_each;
    renewed.push_back({{from.buffer, from.word + begin, words}, {to.buffer, to.word + begin, words}});
  };
  if (step.renewal == Renewal::elements) add(layout.first_keys[step.field], layout.keys[step.field], field.stride);
  if (field.split) add(layout.first_payloads[step.field], layout.payloads[step.field], 1);
  return renewed;
}

}  // namespace cases
