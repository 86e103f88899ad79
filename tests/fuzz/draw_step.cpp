#include "draw_step.h"

#include <algorithm>

namespace fuzz {
namespace {

constexpr uint32_t kNowhere = 0xffffffff;
constexpr uint32_t kMostLists = 3000;

uint32_t drawFound(Random& random, const Case& of, uint32_t count) {
  if (of.share_counts && random.chance(1, 2)) {
    for (const Step& step : of.steps)
      if (of.of(step).count == vksort::Count::device) return step.found;
  }
  switch (random.below(6)) {
    case 0:
      return random.pick({0u, 1u, 2u});
    case 1:
      return random.pick({count + 1, kNowhere, kNowhere / 2 + 1});
    case 2:
    case 3:
      return count;
    default:
      return random.below(uint64_t{count} + 1);
  }
}

// They do not overlap, but where it means nothing.
void drawLists(Random& random, uint32_t most, Step& step) {
  step.largest = random.pick({0u, 0u, step.count, random.between(1, std::max(1u, step.count)), kNowhere});
  if (step.count > most) step.largest = random.chance(1, 2) ? most : random.between(1, most);
  if (random.chance(1, 30)) return;
  const uint32_t longest = random.pick({3u, 20u, 150u, 1000u, std::max(1u, step.count)});
  const uint32_t gap = random.pick({0u, 0u, 10u});
  uint32_t at = random.below(gap + 1);
  while (at < step.count && step.lists.size() < kMostLists) {
    const uint32_t size = std::min(random.below(uint64_t{longest} + 1), step.count - at);
    step.lists.push_back({at, size});
    at += size + random.below(gap + 1);
    if (size == 0) ++at;
  }
  // The last one reaches past the range, and others have nothing in it.
  if (!step.lists.empty() && random.chance(1, 3)) {
    step.lists.back()[1] = random.pick({step.count, kNowhere, kNowhere - step.lists.back()[0] + 1});
  }
  const uint32_t empty = random.chance(1, 10) ? 1100 : random.below(4);
  for (uint32_t i = 0; i < empty; ++i) {
    if (random.chance(1, 2)) {
      step.lists.push_back({random.pick({0u, step.count, kNowhere}), 0});
    } else {
      step.lists.push_back(
          {random.pick({step.count, step.count + 1, kNowhere}), random.pick({0u, 1u, 700u, kNowhere})});
    }
  }
  for (std::size_t i = step.lists.size(); i > 1; --i) std::swap(step.lists[i - 1], step.lists[random.below(i)]);
}

void drawEdits(Random& random, const Field& field, bool near, Step& step) {
  for (uint32_t left = random.between(1, 6); left > 0; --left) {
    Edit edit{};
    edit.element = random.below(field.count);
    const uint32_t distance = near ? 8 : field.count;
    edit.copies = field.count > 1 && random.chance(2, 3);
    edit.from = std::min(field.count - 1, edit.element + random.below(distance));
    if (edit.from == edit.element) edit.from = edit.element == 0 ? 1 : edit.element - 1;
    edit.bits = {field.keptKey(random.word()), field.kept(random.word())};
    step.edits.push_back(edit);
  }
}

// An order that the verifier may look for in the elements.
vksort::Ordering drawVerified(Random& random, const Configuration& configuration) {
  if (configuration.isLoose()) return configuration.ordering;
  Configuration other;
  for (int tries = 0; tries < 5; ++tries) {
    other.ordering = drawOrdering(random);
    if (other.stride() == configuration.stride() && (!other.splitValues() || configuration.splitValues())) {
      return other.ordering;
    }
  }
  return configuration.ordering;
}

}  // namespace

void drawPart(Random& random, uint32_t of, uint32_t most, Step& step) {
  step.first = 0;
  step.count = of;
  if (random.chance(1, 2)) {
    step.first = random.below(of);
    step.count = random.below(uint64_t{of} - step.first + 1);
  }
  if (step.count <= most) return;
  step.first += random.below(uint64_t{step.count} - most + 1);
  step.count = most - random.below(2);
}

void drawTheRest(Random& random, const Case& of, Step& step) {
  const Configuration& configuration = of.of(step);
  const Field& field = of.fields[step.field];
  step.first_share = random.pick({0u, 1000u, random.below(1001)});
  step.tail = random.pick({0u, 0u, random.below(200)});
  step.state = random.below(of.states);
  step.lends = configuration.always_lends || random.chance(2, 3);
  if (configuration.count == vksort::Count::device) step.found = drawFound(random, of, step.count);
  if (configuration.count == vksort::Count::lists) drawLists(random, configuration.most(), step);
  if (!configuration.isLoose() && random.chance(configuration.coherent ? 2 : 1, 3)) {
    drawEdits(random, field, configuration.coherent && random.chance(2, 3), step);
  }
  step.verifies = random.chance(1, 4) && configuration.count != vksort::Count::lists;
  step.verified = random.chance(1, 2) ? configuration.ordering : drawVerified(random, configuration);
  step.timed = random.chance(1, 6);
}

}  // namespace fuzz
