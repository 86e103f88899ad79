#include "layout.h"

#include <algorithm>

namespace fuzz {
namespace {

struct Part {
  Place* place;
  uint32_t words;
  uint32_t alignment;  // in words
};

constexpr uint32_t kHookAlignment = 64;

// The place that an earlier step reads the same count from, or null.
const Place* sharedCount(const Case& of, const Layout& layout, std::size_t step) {
  for (std::size_t i = 0; of.share_counts && i < step; ++i) {
    if (of.of(of.steps[i]).count == vksort::Count::device && of.steps[i].found == of.steps[step].found)
      return &layout.counts[i];
  }
  return nullptr;
}

uint32_t stateWords(const Case& of, uint32_t state) {
  uint32_t words = 0;
  for (const Step& step : of.steps) {
    const Configuration& configuration = of.of(step);
    if (step.state != state || !configuration.takesState()) continue;
    const bool lists = configuration.count == vksort::Count::lists;
    const auto list_count = static_cast<uint32_t>(step.lists.size());
    words =
        std::max(words, static_cast<uint32_t>((lists ? vksort::listStateBytes(list_count) : vksort::kStateBytes) / 4));
  }
  return words;
}

}  // namespace

Layout layOut(const Case& of) {
  Layout layout;
  layout.keys.resize(of.fields.size());
  for (auto* each : {&layout.values, &layout.first_keys, &layout.first_values}) each->resize(of.fields.size());
  layout.states.resize(of.states);
  for (auto* each : {&layout.counts, &layout.tables, &layout.sources, &layout.verdicts}) each->resize(of.steps.size());

  std::vector<Part> parts;
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    const Field& field = of.fields[i];
    parts.push_back({&layout.keys[i], field.count * field.stride, field.stride});
    if (field.split) parts.push_back({&layout.values[i], field.count, 1});
    Renewal renewal = Renewal::none;
    for (const Step& step : of.steps)
      if (step.field == i) renewal = std::max(renewal, step.renewal);
    if (renewal == Renewal::elements) parts.push_back({&layout.first_keys[i], field.count * field.stride, 1});
    if (renewal != Renewal::none && field.split) parts.push_back({&layout.first_values[i], field.count, 1});
  }
  for (uint32_t i = 0; i < of.states; ++i) {
    if (const uint32_t words = stateWords(of, i)) parts.push_back({&layout.states[i], words, 1});
  }
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    const Step& step = of.steps[i];
    const Configuration& configuration = of.of(step);
    if (configuration.count == vksort::Count::device && !sharedCount(of, layout, i))
      parts.push_back({&layout.counts[i], 1, 1});
    if (!step.lists.empty()) parts.push_back({&layout.tables[i], static_cast<uint32_t>(step.lists.size()) * 2, 1});
    // One more than there are, for calls with an index that is too large. It ends where others may be bound from:
    // vksort cannot part its passes by what a hook reads.
    const uint32_t source = (kSourceHeader + step.count + kHookAlignment) / kHookAlignment * kHookAlignment;
    if (configuration.hook) parts.push_back({&layout.sources[i], source, kHookAlignment});
    if (step.verifies) parts.push_back({&layout.verdicts[i], 4, 1});
  }

  Random random{of.layout_seed};
  for (std::size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[random.below(i)]);
  layout.buffers.resize(of.buffers);
  for (const Part& part : parts) {
    const uint32_t buffer = random.below(of.buffers);
    uint32_t& end = layout.buffers[buffer];
    end += random.below(uint64_t{of.gaps} + 1);
    end = (end + part.alignment - 1) / part.alignment * part.alignment;
    *part.place = {buffer, end, part.words};
    end += part.words;
  }
  for (uint32_t& end : layout.buffers) end = std::max(1u, end + random.below(uint64_t{of.gaps} + 1));
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    if (of.of(of.steps[i]).count != vksort::Count::device) continue;
    if (const Place* shared = sharedCount(of, layout, i)) layout.counts[i] = *shared;
  }
  return layout;
}

Ranges rangesOf(const Case& of, const Layout& layout, std::size_t index) {
  const Step& step = of.steps[index];
  const Configuration& configuration = of.of(step);
  const Place& keys = layout.keys[step.field];
  const Place& values = layout.values[step.field];
  const uint32_t stride = configuration.stride();
  uint32_t most = keys.word / stride + step.first;  // elements from the buffer's beginning on
  if (configuration.splitValues()) most = std::min(most, values.word + step.first);
  const auto first = static_cast<uint32_t>(uint64_t{most} * step.first_share / 1000);
  const auto range = [&](const Place& place, uint32_t words_each) {
    const uint32_t begin = place.word + step.first * words_each;
    const uint32_t behind = layout.buffers[place.buffer] - begin - step.count * words_each;
    const VkDeviceSize size = (VkDeviceSize{first} + step.count) * words_each + std::min(behind, step.tail);
    return vksort::Range{VK_NULL_HANDLE, VkDeviceSize{begin - first * words_each} * 4, size * 4};
  };
  Ranges ranges{range(keys, stride), {}, first};
  if (configuration.splitValues()) ranges.values = range(values, 1);
  return ranges;
}

std::vector<Renewed> renewedBy(const Case& of, const Layout& layout, const Step& step) {
  std::vector<Renewed> renewed;
  const Field& field = of.fields[step.field];
  if (step.renewal == Renewal::none || step.count == 0) return renewed;
  const auto add = [&](const Place& from, const Place& to, uint32_t words_each) {
    const uint32_t begin = step.first * words_each, words = step.count * words_each;
    renewed.push_back({{from.buffer, from.word + begin, words}, {to.buffer, to.word + begin, words}});
  };
  if (step.renewal == Renewal::elements) add(layout.first_keys[step.field], layout.keys[step.field], field.stride);
  if (field.split) add(layout.first_values[step.field], layout.values[step.field], 1);
  return renewed;
}

}  // namespace fuzz
