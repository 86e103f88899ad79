// Random graphs: whatever may overtake something else waits for it. And the check notices a planted fault.
#include <doctest/doctest.h>

#include <map>

#include "graphs.h"
#include "hazards.h"
#include "random_graph.h"

using namespace graph;
using test::faultsOf;
using test::randomGraph;
using test::randomNeeds;

namespace {

bool faulty(const Graph& graph, const Plan& plan) { return !faultsOf(graph, randomNeeds, plan).empty(); }

// How many of the changes that were tried were noticed.
struct Tally {
  int tried = 0, noticed = 0;
  void add(bool seen) {
    ++tried;
    noticed += seen ? 1 : 0;
  }
};
using Tallies = std::map<std::string, Tally>;

// Loses and weakens one barrier of a plan in every way.
void weaken(const Graph& graph, const Plan& plan, std::vector<Barrier>& list, std::size_t at, Tallies& tallies) {
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(at);
  const Barrier whole = *place;
  list.erase(place);
  tallies["lost"].add(faulty(graph, plan));
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), whole);
  const auto with = [&](const char* what, const Barrier& weaker) {
    list[at] = weaker;
    tallies[what].add(faulty(graph, plan));
    list[at] = whole;
  };
  const auto withoutEachBit = [&](const char* what, Access Barrier::*side, VkFlags Access::*mask) {
    for (VkFlags rest = whole.*side.*mask; rest != 0; rest &= rest - 1) {
      Barrier weaker = whole;
      weaker.*side.*mask &= ~(rest & (~rest + 1));
      with(what, weaker);
    }
  };
  withoutEachBit("source stages", &Barrier::src, &Access::stages);
  withoutEachBit("source access", &Barrier::src, &Access::access);
  withoutEachBit("target stages", &Barrier::dst, &Access::stages);
  if (whole.src.access == 0) return;  // no writes to be seen: it only waits
  withoutEachBit("target access", &Barrier::dst, &Access::access);
  Barrier weaker = whole;
  weaker.aliasing = false;
  if (whole.aliasing) with("aliasing", weaker);
  if (whole.old_layout == whole.new_layout) return;
  weaker = whole;
  weaker.new_layout = whole.old_layout;
  with("new layout", weaker);
  weaker = whole;
  weaker.old_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  if (whole.old_layout != VK_IMAGE_LAYOUT_UNDEFINED) with("old layout", weaker);
}

}  // namespace

TEST_CASE("every_hazard_of_random_graphs_is_ordered") {
  std::size_t barriers = 0, aliasing = 0, images_aliasing = 0, exports = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    const Graph graph = randomGraph(seed);
    const Plan plan = graph::compile(graph, randomNeeds);
    for (const std::string& fault : faultsOf(graph, randomNeeds, plan)) FAIL_CHECK(fault);
    for (const PlannedPass& planned : plan.passes)
      for (const Barrier& barrier : planned.barriers) {
        ++barriers;
        aliasing += barrier.aliasing ? 1 : 0;
        images_aliasing += barrier.aliasing && graph.has(barrier.resource, ResourceKind::image) ? 1 : 0;
      }
    exports += plan.final_barriers.size();
  }
  // Else the graphs show little.
  CHECK(barriers > 5000);
  CHECK(aliasing > 1000);
  CHECK(images_aliasing > 400);
  CHECK(exports > 1000);
}

TEST_CASE("the_hazard_check_notices_barriers_that_are_lost_or_too_weak") {
  Tallies tallies;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const Graph graph = randomGraph(seed);
    Plan plan = graph::compile(graph, randomNeeds);
    std::vector<std::vector<Barrier>*> lists{&plan.final_barriers};
    for (PlannedPass& planned : plan.passes) lists.push_back(&planned.barriers);
    for (std::vector<Barrier>* list : lists)
      for (std::size_t i = 0; i < list->size(); ++i) weaken(graph, plan, *list, i, tallies);
  }
  CHECK(tallies.size() == 8);
  for (const auto& [what, tally] : tallies) {
    CAPTURE(what);
    // A reader in between may have made the writes available, or waited, already.
    const bool redundant = what.starts_with("source") || what == "aliasing";
    CHECK(tally.tried > 20);
    CHECK(tally.noticed >= (redundant ? tally.tried / 10 * 9 : tally.tried));
  }
}

TEST_CASE("the_hazard_check_notices_memory_and_passes_that_are_wrong") {
  Tallies tallies;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const Graph graph = randomGraph(seed);
    const Plan plan = graph::compile(graph, randomNeeds);
    const auto with = [&](const char* what, auto change) {
      Plan wrong = plan;
      change(wrong);
      tallies[what].add(faulty(graph, wrong));
    };
    for (std::size_t i = 0; i < plan.placements.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Placement &at = plan.placements[i], &onto = plan.placements[j];
        if (at.block != kNone && at.block == onto.block && plan.lifetimes[i].overlaps(plan.lifetimes[j]))
          with("moved onto another", [&](Plan& wrong) { wrong.placements[i].offset = onto.offset; });
      }
    for (std::size_t i = 0; i < plan.blocks.size(); ++i) {
      with("too small", [&](Plan& wrong) { --wrong.blocks[i].size; });
      with("wrong type", [&](Plan& wrong) { wrong.blocks[i].type_bits = 1; });
    }
    for (std::size_t i = 0; i < plan.passes.size(); ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      with("dropped", [&](Plan& wrong) { wrong.passes.erase(wrong.passes.begin() + at); });
      with("repeated", [&](Plan& wrong) { wrong.passes.insert(wrong.passes.begin() + at, plan.passes[i]); });
      for (const Use& use : graph.passes()[plan.passes[i].pass].uses) {
        if (i == 0 || use.mode == Mode::write || use.before == 0) continue;
        if (graph.resources()[use.resource].writers[use.before - 1] == plan.passes[i - 1].pass)
          with("reader first", [&](Plan& wrong) { std::swap(wrong.passes[i - 1], wrong.passes[i]); });
      }
    }
  }
  CHECK(tallies.size() == 6);
  for (const auto& [what, tally] : tallies) {
    CAPTURE(what);
    CHECK(tally.tried > 20);
    CHECK(tally.noticed == tally.tried);
  }
}
