#include "order.h"

using namespace graph;

namespace test {
namespace {

// What of the accesses in one stage of the earlier step has come how far.
struct Front {
  VkPipelineStageFlags stage = 0;  // 0: a transition, behind which are the stages that its barrier names
  VkPipelineStageFlags behind = 0;
  bool available = true;        // the writes are
  std::vector<Access> visible;  // where the writes can be seen

  // A barrier from `stages` on waits for it.
  bool isIn(VkPipelineStageFlags stages) const { return ((stage | behind) & stages) != 0; }

  bool seenBy(VkPipelineStageFlags at, VkAccessFlags kind) const {
    for (const Access& each : visible)
      if ((each.stages & at) != 0 && (each.access & kind) == kind) return true;
    return false;
  }
};

struct Pair {
  uint32_t first, second;  // resources
  VkAccessFlags written;   // by the earlier step
  bool writes;             // the earlier step wrote memory

  // Whether `barrier` makes the earlier step's writes available; it counts by its access masks for the resource that
  // it names alone, but for all memory where that changes hands.
  bool flushes(const Barrier& barrier) const { return barrier.resource == first || barrier.aliasing; }

  void advance(Front& front, const Barrier& barrier) const {
    if (!front.isIn(barrier.src.stages)) return;
    if (flushes(barrier) && (barrier.src.stages & front.stage) != 0 && (written & ~barrier.src.access) == 0)
      front.available = true;
    front.behind |= barrier.dst.stages;
    if (front.available) front.visible.push_back(barrier.dst);
  }
};

template <typename Do>
void eachBit(VkFlags bits, Do act) {
  for (VkFlags rest = bits; rest != 0; rest &= rest - 1) act(rest & (~rest + 1));
}

}  // namespace

std::string disorder(const std::vector<Step>& steps, std::size_t earlier, std::size_t later) {
  const Step& from = steps[earlier];
  const Step& to = steps[later];
  Pair pair{};
  std::vector<Front> fronts;
  if (from.barrier != nullptr) {
    pair.first = from.barrier->resource;
    pair.writes = true;
    fronts.push_back({0, from.barrier->dst.stages, true, {from.barrier->dst}});
  } else {
    pair.first = from.use.resource;
    pair.written = from.use.changes ? writeBits(from.use.access.access) : 0;
    pair.writes = pair.written != 0;
    eachBit(from.use.access.stages, [&](VkFlags stage) { fronts.push_back({stage, 0, !pair.writes, {}}); });
  }
  pair.second = to.barrier != nullptr ? to.barrier->resource : to.use.resource;

  for (Front& front : fronts) {
    for (std::size_t i = earlier + 1; i < later; ++i) {
      const Barrier* barrier = steps[i].barrier;
      if (barrier == nullptr) continue;
      if (barrier->resource == pair.first || barrier->resource == pair.second) pair.advance(front, *barrier);
    }
    if (to.barrier != nullptr) {  // a transition comes after what its own barrier waits for
      if (!front.isIn(to.barrier->src.stages)) return "it does not wait";
      pair.advance(front, *to.barrier);
      if (!front.available) return "the writes are not available";
      continue;
    }
    std::string why;
    eachBit(to.use.access.stages, [&](VkFlags stage) {
      if ((front.behind & stage) == 0) why = "a stage does not wait";
      if (!pair.writes || !why.empty()) return;
      if (!front.available) why = "the writes are not available";
      eachBit(to.use.access.access, [&](VkFlags kind) {
        if (!front.seenBy(stage, kind)) why = "the writes are not visible";
      });
    });
    if (!why.empty()) return why;
  }
  return {};
}

}  // namespace test
