#include "hazards.h"

namespace fuzz {
namespace {

constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr vksort::Access kCopyWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

bool includes(vksort::Access all, vksort::Access some) {
  return (some.stages & ~all.stages) == 0 && (some.access & ~all.access) == 0;
}

void join(vksort::Access& all, vksort::Access some) {
  all.stages |= some.stages;
  all.access |= some.access;
}

// A part of a field that a step works on.
Place partOf(const Place& whole, const Step& step, uint32_t words_each) {
  return {whole.buffer, whole.word + step.first * words_each, step.count * words_each};
}

void addUse(std::vector<Use>& uses, const Place& place, uint32_t granularity, vksort::Access before,
            vksort::Access after, bool writes) {
  if (!place.exists()) return;
  uses.push_back(useOf(place, before, after, writes));
  uses.back().begin -= place.word % granularity;
}

}  // namespace

Use useOf(const Place& place, vksort::Access before, vksort::Access after, bool writes) {
  return {place.buffer, place.word, place.word + place.words, before, after, writes};
}

bool Hazards::add(const std::vector<Use>& uses, vksort::Access& from, vksort::Access& to) {
  from = to = {};
  bool needed = false;
  const auto meet = [](const Use& a, const Use& b) {
    return a.buffer == b.buffer && a.begin < b.end && b.begin < a.end && (a.writes || b.writes);
  };
  for (const Past& past : past_) {
    for (const Use& use : uses) {
      if (!meet(past.use, use) || includes(past.seen, use.before)) continue;
      join(from, past.use.after);
      join(to, use.before);
      needed = true;
    }
  }
  if (needed) {
    for (Past& past : past_)
      if (includes(from, past.use.after)) join(past.seen, to);
  }
  for (const Use& use : uses) past_.push_back({use, {}});
  return needed;
}

std::vector<Use> usesOfSort(const Case& of, const Layout& layout, std::size_t index, uint32_t granularity) {
  using namespace vksort;
  const Step& step = of.steps[index];
  const Configuration& configuration = of.of(step);
  std::vector<Use> uses;
  const auto add = [&](const Place& place, Access before, Access after, bool writes) {
    addUse(uses, place, granularity, before, after, writes);
  };
  add(partOf(layout.keys[step.field], step, configuration.stride()), kBefore, kAfter, true);
  if (configuration.splitValues()) add(partOf(layout.values[step.field], step, 1), kBefore, kAfter, true);
  add(layout.counts[index], kBeforeCount, kAfterCount, false);
  add(layout.tables[index], kBeforeCount, kAfterCount, false);
  add(layout.sources[index], kBeforeHook, kAfterHook, false);
  if (configuration.takesState()) add(layout.states[step.state], kBeforeState, kAfterState, true);
  return uses;
}

std::vector<Use> usesOfVerify(const Case& of, const Layout& layout, std::size_t index, uint32_t granularity) {
  using namespace vksort;
  const Step& step = of.steps[index];
  std::vector<Use> uses;
  const Place keys = partOf(layout.keys[step.field], step, of.of(step).stride());
  addUse(uses, keys, granularity, kVerifyElements, kVerifyElements, false);
  if (of.of(step).splitValues()) {
    const Place values = partOf(layout.values[step.field], step, 1);
    addUse(uses, values, granularity, kVerifyElements, kVerifyElements, false);
  }
  addUse(uses, layout.verdicts[index], granularity, kVerifyResult, kVerifyResult, true);
  return uses;
}

std::vector<Use> usesOfRenewal(const Case& of, const Layout& layout, const Step& step) {
  std::vector<Use> uses;
  for (const Renewed& each : renewedBy(of, layout, step)) {
    uses.push_back(useOf(each.from, kCopyRead, kCopyRead, false));
    uses.push_back(useOf(each.to, kCopyWrite, kCopyWrite, true));
  }
  return uses;
}

std::vector<Use> usesOfEdit(const Case& of, const Layout& layout, const Step& step, const Edit& edit) {
  const Place& keys = layout.keys[step.field];
  const Field& field = of.fields[step.field];
  const auto at = [&](uint32_t element) {
    return Place{keys.buffer, keys.word + element * field.stride, field.editedWords()};
  };
  std::vector<Use> uses{useOf(at(edit.element), kCopyWrite, kCopyWrite, true)};
  if (edit.copies) uses.push_back(useOf(at(edit.from), kCopyRead, kCopyRead, false));
  return uses;
}

}  // namespace fuzz
