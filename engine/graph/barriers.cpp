#include <algorithm>
#include <utility>

#include "graph/compile.h"

namespace graph {
namespace {

// What has happened to one resource so far.
struct State {
  Access write;                      // last write, or the stages behind the last layout transition
  VkPipelineStageFlags reading = 0;  // stages that read since then
  std::vector<Access> visible;       // where the last write can be seen already
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;

  // All that must be over before the memory may change.
  Access everything() const { return {write.stages | reading, write.access}; }
};

// True when each stage of `access` has waited for the last write and sees it with each of its reads.
bool sees(const State& state, Access access) {
  for (VkPipelineStageFlags rest = access.stages; rest != 0; rest &= rest - 1) {
    const VkPipelineStageFlags stage = rest & (~rest + 1);
    VkAccessFlags seen = 0;
    bool waited = false;  // a use that only waits has no reads
    for (const Access& visible : state.visible) {
      if ((visible.stages & stage) == 0) continue;
      seen |= visible.access;
      waited = true;
    }
    if (!waited || (readBits(access.access) & ~seen) != 0) return false;
  }
  return true;
}

bool everWritten(const State& state) { return state.write.stages != 0; }

// What a read waits for: the last write, unless its stages see it; everything before when the layout changes.
Access waitOfRead(const State& state, Access access, bool transition) {
  if (transition) return state.everything();
  return everWritten(state) && !sees(state, access) ? state.write : kNoAccess;
}

// What a write waits for: the readers since the last write; that write itself when nobody read it, when the pass reads
// it and does not see it yet, or when the layout changes.
Access waitOfWrite(const State& state, Mode mode, Access access, bool transition) {
  if (transition || state.reading == 0) return state.everything();
  if (mode == Mode::read_write && everWritten(state) && !sees(state, access)) return state.everything();
  return {state.reading, 0};
}

// Advances `state` over one use and says what has to come before it. `dst` without stages needs nothing but a layout.
bool advance(State& state, Mode mode, Access dst, VkImageLayout layout, Barrier& barrier) {
  const bool transition = layout != state.layout;
  const bool writes = mode != Mode::read;
  barrier.src = writes ? waitOfWrite(state, mode, dst, transition) : waitOfRead(state, dst, transition);
  barrier.dst = dst;
  barrier.old_layout = state.layout;
  barrier.new_layout = layout;
  // Old contents that are not needed need no care either.
  if (transition && mode == Mode::write) barrier.old_layout = VK_IMAGE_LAYOUT_UNDEFINED;

  if (writes) {
    state = {{dst.stages, writeBits(dst.access)}, 0, {}, layout};
  } else if (transition) {
    // The transition is a write, available and visible to `dst` at once; later users chain on its stages.
    state = {{dst.stages, 0}, dst.stages, {dst}, layout};
  } else {
    state.reading |= dst.stages;
    if (barrier.src.stages != 0) state.visible.push_back(dst);
  }
  return transition || barrier.src.stages != 0;
}

State initialState(const Resource& resource) {
  State state;
  const VkAccessFlags written = writeBits(resource.initial.access);
  if (written != 0 || resource.initial.access == 0)  // without any access: readers wait for those stages too
    state.write = {resource.initial.stages, written};
  else
    state.reading = resource.initial.stages;
  state.layout = resource.initial_layout;
  return state;
}

// A transient takes over from every earlier resource in its memory. True when there is one.
bool inherit(const Plan& plan, std::vector<State>& states, uint32_t resource) {
  bool inherited = false;
  for (uint32_t other = 0; other < states.size(); ++other) {
    if (plan.placements[other].block == kNone || plan.lifetimes[other].last >= plan.lifetimes[resource].first) continue;
    if (!plan.placements[other].overlaps(plan.placements[resource])) continue;
    const Access before = states[other].everything();
    states[resource].write.stages |= before.stages;
    states[resource].write.access |= before.access;
    inherited = true;
  }
  return inherited;
}

}  // namespace

void barriers(const Graph& graph, Plan& plan) {
  std::vector<State> states;
  for (const Resource& resource : graph.resources()) states.push_back(initialState(resource));

  for (uint32_t position = 0; position < plan.passes.size(); ++position) {
    PlannedPass& planned = plan.passes[position];
    for (const Use& use : graph.passes()[planned.pass].uses) {
      Barrier barrier;
      barrier.resource = use.resource;
      const bool first = plan.lifetimes[use.resource].first == position;
      if (first && plan.placements[use.resource].block != kNone) barrier.aliasing = inherit(plan, states, use.resource);
      if (advance(states[use.resource], use.mode, use.access, use.layout, barrier))
        planned.barriers.push_back(std::move(barrier));
    }
  }

  for (uint32_t i = 0; i < states.size(); ++i) {
    const std::optional<Export>& exported = graph.resources()[i].exported;
    if (!exported) continue;
    Barrier barrier;
    barrier.resource = i;
    const VkImageLayout layout = exported->layout == VK_IMAGE_LAYOUT_UNDEFINED ? states[i].layout : exported->layout;
    const Mode mode = writeBits(exported->access.access) != 0 ? Mode::read_write : Mode::read;
    if (advance(states[i], mode, exported->access, layout, barrier)) plan.final_barriers.push_back(std::move(barrier));
  }
}

}  // namespace graph
