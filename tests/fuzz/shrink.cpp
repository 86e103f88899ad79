#include <algorithm>

#include "expect.h"

namespace fuzz {
namespace {

// Removes fields that no step sorts.
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

// Gives a field `count` elements, and fits its steps to it.
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

class Changes {
 public:
  void add(bool possible, Change change) {
    if (possible) list_.push_back(std::move(change));
  }
  // Gives a member of a step, or of its Sorter, a value.
  template <typename Member, typename Value>
  void set(const Case& of, std::size_t step, Member Step::*member, Value value) {
    add(of.steps[step].*member != value, [=](Case& smaller) { smaller.steps[step].*member = value; });
  }
  template <typename Member, typename Value>
  void set(const Case& of, std::size_t step, Member Configuration::*member, Value value) {
    add(of.of(of.steps[step]).*member != value,
        [=](Case& smaller) { smaller.pool[smaller.steps[step].configuration].*member = value; });
  }

  std::vector<Change> take() { return std::move(list_); }

 private:
  std::vector<Change> list_;
};

void addWork(const Case& of, std::size_t i, Changes& changes) {
  const Step& step = of.steps[i];
  changes.add(!step.edits.empty(), [i](Case& smaller) { smaller.steps[i].edits.clear(); });
  changes.add(!step.edits.empty(), [i](Case& smaller) { smaller.steps[i].edits.pop_back(); });
  const auto count = static_cast<std::ptrdiff_t>(step.segments.size());
  for (const auto& [from, to] : {std::pair{count / 2, count}, {std::ptrdiff_t{0}, count / 2}, {count - 1, count}}) {
    changes.add(from >= 0 && from < to, [i, first = from, last = to](Case& smaller) {
      auto& segments = smaller.steps[i].segments;
      segments.erase(segments.begin() + first, segments.begin() + last);
    });
  }
  changes.set(of, i, &Step::verifies, false);
  changes.set(of, i, &Step::renewal, Renewal::none);
}

void addChoices(const Case& of, std::size_t i, Changes& changes) {
  changes.add(of.steps[i].mode != Mode::whole, [i](Case& smaller) {
    smaller.steps[i].mode = Mode::whole;
    smaller.steps[i].segments.clear();
  });
  changes.set(of, i, &Step::index_only, false);
  changes.set(of, i, &Step::scratch, ScratchRange::none);
  if (of.steps[i].scratch > ScratchRange::exact) changes.set(of, i, &Step::scratch, ScratchRange::exact);
  changes.set(of, i, &Step::tail, 0u);
  changes.set(of, i, &Step::first_share, 0u);
  const auto& [first, bits] = of.steps[i].bits;
  changes.add(first != 0 || bits != vksort::kAllBits, [i](Case& smaller) { smaller.steps[i].bits = {}; });
  if (!of.of(of.steps[i]).isWide()) changes.set(of, i, &Step::key_type, vksort::KeyType::u32);
  changes.set(of, i, &Step::order, vksort::Order::ascending);
  changes.set(of, i, &Step::nan_rule, vksort::NanRule::total_order);
  changes.set(of, i, &Configuration::max_count, 0u);
  changes.set(of, i, &Configuration::scratch, vksort::Scratch::optional);
}

// Large changes come first.
std::vector<Change> changesOf(const Case& of) {
  Changes changes;
  for (std::size_t i = 0; i < of.steps.size(); ++i)
    changes.add(of.steps.size() > 1, [i](Case& smaller) { dropStep(smaller, i); });
  changes.add(of.rounds > 1, [](Case& smaller) { smaller.rounds = 1; });
  changes.add(of.frames > 1, [](Case& smaller) {
    smaller.frames = 1;
    for (Step& step : smaller.steps) step.frame = 0;
  });
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    const uint32_t count = of.fields[i].count;
    for (const uint32_t less : {count / 2, count / 8, 1u})
      changes.add(count > 1 && less > 0, [=](Case& smaller) { shorten(smaller, i, count - less); });
  }
  for (std::size_t i = 0; i < of.steps.size(); ++i) addWork(of, i, changes);
  for (std::size_t i = 0; i < of.steps.size(); ++i) addChoices(of, i, changes);
  changes.add(of.secondary, [](Case& smaller) { smaller.secondary = false; });
  changes.add(of.buffers > 1, [](Case& smaller) { --smaller.buffers; });
  changes.add(of.gaps > 0, [](Case& smaller) { smaller.gaps = 0; });
  changes.add(of.validated, [](Case& smaller) { smaller.validated = false; });
  return changes.take();
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
