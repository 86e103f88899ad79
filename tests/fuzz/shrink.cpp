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

// To so many elements, and everything else with it.
void shorten(Case& of, std::size_t field, uint32_t count) {
  Field& shorter = of.fields[field];
  shorter.count = count;
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

// What may make it smaller, the most first.
std::vector<Change> changesOf(const Case& of) {
  std::vector<Change> changes;
  const auto add = [&](bool possible, const Change& change) {
    if (possible) changes.push_back(change);
  };
  for (std::size_t i = 0; i < of.steps.size(); ++i)
    add(of.steps.size() > 1, [i](Case& smaller) { dropStep(smaller, i); });
  add(of.rounds > 1, [](Case& smaller) { smaller.rounds = 1; });
  add(of.frames > 1, [](Case& smaller) {
    smaller.frames = 1;
    for (Step& step : smaller.steps) step.frame = 0;
  });
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    const uint32_t count = of.fields[i].count;
    for (const uint32_t less : {count / 2, count / 8, 1u})
      add(count > 1 && less > 0, [=](Case& smaller) { shorten(smaller, i, count - less); });
  }
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    const Step& step = of.steps[i];
    const auto change = [&](bool possible, auto act) {
      add(possible, [=](Case& smaller) { act(smaller.steps[i], smaller.pool[smaller.steps[i].configuration]); });
    };
    change(!step.edits.empty(), [](Step& each, Configuration&) { each.edits.clear(); });
    change(!step.edits.empty(), [](Step& each, Configuration&) { each.edits.pop_back(); });
    const auto lists = static_cast<std::ptrdiff_t>(step.lists.size());
    for (const auto& [from, to] : {std::pair{lists / 2, lists}, {std::ptrdiff_t{0}, lists / 2}, {lists - 1, lists}})
      change(from >= 0 && from < to, [first = from, last = to](Step& each, Configuration&) {
        each.lists.erase(each.lists.begin() + first, each.lists.begin() + last);
      });
    change(step.verifies, [](Step& each, Configuration&) { each.verifies = false; });
    change(step.renewal != Renewal::none, [](Step& each, Configuration&) { each.renewal = Renewal::none; });
    change(step.lends, [](Step& each, Configuration&) { each.lends = false; });
    change(step.tail != 0, [](Step& each, Configuration&) { each.tail = 0; });
    change(step.first_share != 0, [](Step& each, Configuration&) { each.first_share = 0; });
    const Configuration& sorts = of.of(step);
    change(sorts.key_bits.count != 0, [](Step&, Configuration& each) { each.key_bits = {}; });
    change(sorts.ascending_values, [](Step&, Configuration& each) { each.ascending_values = false; });
    change(sorts.value_bits != 0, [](Step&, Configuration& each) { each.value_bits = 0; });
    change(sorts.max_count != 0, [](Step&, Configuration& each) { each.max_count = 0; });
    change(sorts.always_lends, [](Step&, Configuration& each) { each.always_lends = false; });
  }
  add(of.secondary, [](Case& smaller) { smaller.secondary = false; });
  add(of.buffers > 1, [](Case& smaller) { --smaller.buffers; });
  add(of.gaps > 0, [](Case& smaller) { smaller.gaps = 0; });
  add(of.validated, [](Case& smaller) { smaller.validated = false; });
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
