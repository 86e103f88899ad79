#include "shrink.h"

#include <algorithm>

#include "expect.h"

namespace fuzz {
namespace {

// Fields that no step is about go.
void dropFields(Case& of) {
  for (uint32_t i = static_cast<uint32_t>(of.fields.size()); i-- > 0;) {
    if (std::ranges::any_of(of.steps, [i](const Step& step) { return step.field == i; })) continue;
    of.fields.erase(of.fields.begin() + i);
    for (Step& step : of.steps)
      if (step.field > i) --step.field;
  }
}

void dropStep(Case& of, std::size_t index) {
  of.steps.erase(of.steps.begin() + static_cast<std::ptrdiff_t>(index));
  dropFields(of);
}

// To as many elements as `part` says of the count, and everything else with it.
void shorten(Case& of, std::size_t field, uint32_t (*part)(uint32_t)) {
  Field& shorter = of.fields[field];
  shorter.count = std::max(1u, part(shorter.count));
  for (Step& step : of.steps) {
    if (step.field != field) continue;
    step.first = std::min(step.first, shorter.count - 1);
    step.count = std::min(step.count, shorter.count - step.first);
    for (Edit& edit : step.edits) {
      edit.element %= shorter.count;
      edit.from %= shorter.count;
    }
    std::erase_if(step.edits, [](const Edit& edit) { return edit.copies && edit.from == edit.element; });
  }
}

using Change = std::function<void(Case&)>;

// Promises that a step's Sorter need not be made for.
void addFewerPromises(const Configuration& of, uint32_t index, std::vector<Change>& changes) {
  const auto add = [&](bool made, auto drop) {
    if (made) changes.push_back([index, drop](Case& smaller) { drop(smaller.pool[index]); });
  };
  add(of.key_bits.count != 0, [](Configuration& each) { each.key_bits = {}; });
  add(of.ascending_values, [](Configuration& each) { each.ascending_values = false; });
  add(of.value_bits != 0, [](Configuration& each) { each.value_bits = 0; });
  add(of.max_count != 0, [](Configuration& each) { each.max_count = 0; });
  add(of.always_lends, [](Configuration& each) { each.always_lends = false; });
}

// What may make it smaller, the most first.
std::vector<Change> changesOf(const Case& of) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < of.steps.size() && of.steps.size() > 1; ++i) {
    changes.push_back([i](Case& smaller) { dropStep(smaller, i); });
  }
  if (of.rounds > 1) changes.push_back([](Case& smaller) { smaller.rounds = 1; });
  if (of.frames > 1) {
    changes.push_back([](Case& smaller) {
      smaller.frames = 1;
      for (Step& step : smaller.steps) step.frame = 0;
    });
  }
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    if (of.fields[i].count == 1) continue;
    changes.push_back([i](Case& smaller) { shorten(smaller, i, [](uint32_t count) { return count / 2; }); });
    if (of.fields[i].count >= 8)  // else it changes nothing, for ever
      changes.push_back([i](Case& smaller) { shorten(smaller, i, [](uint32_t count) { return count - count / 8; }); });
    changes.push_back([i](Case& smaller) { shorten(smaller, i, [](uint32_t count) { return count - 1; }); });
  }
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    const Step& step = of.steps[i];
    if (!step.edits.empty()) {
      changes.push_back([i](Case& smaller) { smaller.steps[i].edits.clear(); });
      changes.push_back([i](Case& smaller) { smaller.steps[i].edits.pop_back(); });
    }
    const auto lists = static_cast<std::ptrdiff_t>(step.lists.size());
    for (const auto& [from, to] : {std::pair{lists / 2, lists}, {std::ptrdiff_t{0}, lists / 2}, {lists - 1, lists}}) {
      if (from < 0 || from >= to) continue;
      changes.push_back([i, first = from, last = to](Case& smaller) {
        auto& rows = smaller.steps[i].lists;
        rows.erase(rows.begin() + first, rows.begin() + last);
      });
    }
    if (step.verifies) changes.push_back([i](Case& smaller) { smaller.steps[i].verifies = false; });
    if (step.renewal != Renewal::none) {
      changes.push_back([i](Case& smaller) { smaller.steps[i].renewal = Renewal::none; });
    }
    if (step.lends) changes.push_back([i](Case& smaller) { smaller.steps[i].lends = false; });
    if (step.timed) changes.push_back([i](Case& smaller) { smaller.steps[i].timed = false; });
    if (step.tail != 0) changes.push_back([i](Case& smaller) { smaller.steps[i].tail = 0; });
    if (step.first_share != 0) changes.push_back([i](Case& smaller) { smaller.steps[i].first_share = 0; });
  }
  if (of.secondary) changes.push_back([](Case& smaller) { smaller.secondary = false; });
  if (of.buffers > 1) changes.push_back([](Case& smaller) { --smaller.buffers; });
  if (of.gaps > 0) changes.push_back([](Case& smaller) { smaller.gaps = 0; });
  if (of.validated) changes.push_back([](Case& smaller) { smaller.validated = false; });
  for (const Step& step : of.steps) addFewerPromises(of.of(step), step.configuration, changes);
  return changes;
}

}  // namespace

Case shrink(Case failing, const std::function<bool(const Case&)>& fails, uint32_t tries) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const Change& change : changesOf(failing)) {
      Case candidate = failing;
      change(candidate);
      if (tries-- == 0) return failing;
      if (!fails(candidate) || !expect(candidate, layOut(candidate)).broken.empty()) continue;
      failing = std::move(candidate);
      smaller = true;
      break;
    }
  }
  return failing;
}

}  // namespace fuzz
