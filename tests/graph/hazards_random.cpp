// Random graphs: whatever may overtake something else waits for it. And what says so notices when it does not.
#include <doctest/doctest.h>

#include "graphs.h"
#include "hazards.h"
#include "random_graph.h"

using namespace graph;
using test::faultsOf;
using test::randomGraph;
using test::randomNeeds;

namespace {

bool faulty(const Graph& graph, const Plan& plan) { return !faultsOf(graph, randomNeeds, plan).empty(); }

template <typename Do>
void eachBarrier(Plan& plan, Do act) {
  for (PlannedPass& planned : plan.passes)
    for (Barrier& barrier : planned.barriers) act(barrier);
  for (Barrier& barrier : plan.final_barriers) act(barrier);
}

// How many of the changes that were tried were noticed.
struct Tally {
  int tried = 0;
  int noticed = 0;
  void add(bool seen) {
    ++tried;
    noticed += seen ? 1 : 0;
  }
  bool all() const { return tried > 0 && tried == noticed; }
  bool nearlyAll() const { return tried > 0 && noticed >= tried / 10 * 9; }
};

// Each single bit of `field` taken away in turn.
template <typename Bits>
void withoutEachBit(const Graph& graph, const Plan& plan, Bits& field, Tally& tally) {
  const Bits whole = field;
  for (Bits rest = whole; rest != 0; rest &= rest - 1) {
    field = whole & ~(rest & (~rest + 1));
    tally.add(faulty(graph, plan));
  }
  field = whole;
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
        if (!barrier.aliasing) continue;
        ++aliasing;
        if (graph.resources()[barrier.resource].kind == ResourceKind::image) ++images_aliasing;
      }
    exports += plan.final_barriers.size();
  }
  // Else the graphs show little.
  CHECK(barriers > 5000);
  CHECK(aliasing > 1000);
  CHECK(images_aliasing > 400);
  CHECK(exports > 1000);
}

TEST_CASE("the_hazard_check_notices_the_loss_of_any_barrier") {
  Tally lost;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const Graph graph = randomGraph(seed);
    Plan plan = graph::compile(graph, randomNeeds);
    std::vector<std::vector<Barrier>*> lists;
    for (PlannedPass& planned : plan.passes) lists.push_back(&planned.barriers);
    lists.push_back(&plan.final_barriers);
    for (std::vector<Barrier>* list : lists)
      for (std::size_t i = 0; i < list->size(); ++i) {
        const Barrier taken = (*list)[i];
        list->erase(list->begin() + static_cast<std::ptrdiff_t>(i));
        const bool seen = faulty(graph, plan);
        if (!seen) MESSAGE("seed " << seed << ": no fault without a barrier on " << graph.describe(taken.resource));
        lost.add(seen);
        list->insert(list->begin() + static_cast<std::ptrdiff_t>(i), taken);
      }
  }
  CHECK(lost.all());
}

TEST_CASE("the_hazard_check_notices_barriers_that_are_too_weak") {
  Tally sources, source_stages, source_access, target_stages, target_access, aliasing, old_layouts, new_layouts;
  for (uint32_t seed = 0; seed < 100; ++seed) {
    const Graph graph = randomGraph(seed);
    Plan plan = graph::compile(graph, randomNeeds);
    eachBarrier(plan, [&](Barrier& barrier) {
      const Barrier whole = barrier;
      const auto without = [&](Tally& tally, auto change) {
        change();
        tally.add(faulty(graph, plan));
        barrier = whole;
      };
      withoutEachBit(graph, plan, barrier.src.stages, source_stages);
      withoutEachBit(graph, plan, barrier.src.access, source_access);
      withoutEachBit(graph, plan, barrier.dst.stages, target_stages);
      if (whole.src.stages != 0) without(sources, [&] { barrier.src = kNoAccess; });
      if (whole.src.access == 0) return;  // what follows writes is seen; the rest only waits
      withoutEachBit(graph, plan, barrier.dst.access, target_access);
      if (whole.aliasing) without(aliasing, [&] { barrier.aliasing = false; });
      if (whole.old_layout == whole.new_layout) return;
      without(new_layouts, [&] { barrier.new_layout = whole.old_layout; });
      if (whole.old_layout != VK_IMAGE_LAYOUT_UNDEFINED)
        without(old_layouts, [&] { barrier.old_layout = VK_IMAGE_LAYOUT_UNDEFINED; });
    });
  }
  CHECK(sources.all());
  CHECK(target_stages.all());
  CHECK(target_access.all());
  CHECK(old_layouts.all());
  CHECK(new_layouts.all());
  // A barrier may say again what a reader between has made available or waited for already.
  CHECK(source_stages.nearlyAll());
  CHECK(source_access.nearlyAll());
  CHECK(aliasing.nearlyAll());
}

TEST_CASE("the_hazard_check_notices_memory_and_passes_that_are_wrong") {
  Tally moved, shrunk, dropped, repeated, swapped, kinds;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const Graph graph = randomGraph(seed);
    const Plan plan = graph::compile(graph, randomNeeds);
    for (std::size_t i = 0; i < plan.placements.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {  // onto another one that lives at the same time
        const Placement& at = plan.placements[i];
        const Placement& onto = plan.placements[j];
        if (at.block == kNone || at.block != onto.block || !plan.lifetimes[i].overlaps(plan.lifetimes[j])) continue;
        Plan wrong = plan;
        wrong.placements[i].offset = onto.offset;
        moved.add(faulty(graph, wrong));
      }
    for (std::size_t i = 0; i < plan.blocks.size(); ++i) {
      Plan wrong = plan;
      --wrong.blocks[i].size;
      shrunk.add(faulty(graph, wrong));
      wrong = plan;
      wrong.blocks[i].type_bits = 1;
      kinds.add(faulty(graph, wrong));
    }
    for (std::size_t i = 0; i < plan.passes.size(); ++i) {
      Plan wrong = plan;
      wrong.passes.erase(wrong.passes.begin() + static_cast<std::ptrdiff_t>(i));
      dropped.add(faulty(graph, wrong));
      wrong = plan;
      wrong.passes.insert(wrong.passes.begin() + static_cast<std::ptrdiff_t>(i), plan.passes[i]);
      repeated.add(faulty(graph, wrong));
    }
    // A writer after its reader.
    for (std::size_t i = 1; i < plan.passes.size(); ++i)
      for (const Use& use : graph.passes()[plan.passes[i].pass].uses) {
        if (use.mode == Mode::write || use.before == 0) continue;
        if (graph.resources()[use.resource].writers[use.before - 1] != plan.passes[i - 1].pass) continue;
        Plan wrong = plan;
        std::swap(wrong.passes[i - 1], wrong.passes[i]);
        swapped.add(faulty(graph, wrong));
      }
  }
  CHECK(moved.all());
  CHECK(shrunk.all());
  CHECK(kinds.all());
  CHECK(dropped.all());
  CHECK(repeated.all());
  CHECK(swapped.all());
}
