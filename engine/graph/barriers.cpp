#include <algorithm>
#include <utility>

#include "graph/compile_steps.h"

namespace graph {
namespace {

struct State {
  Access write;                      // last write, or stages that follow the last layout transition
  VkPipelineStageFlags reading = 0;  // since the last write
  std::vector<Access> visible;       // accesses that have waited for the last write
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;

  // All accesses that must finish before the memory can change.
  Access everything() const { return {write.stages | reading, write.flags}; }
};

// Returns true if the stages of `access` have waited for the last write, and its reads see it.
bool sees(const State& state, Access access) {
  for (VkPipelineStageFlags rest = access.stages; rest != 0; rest &= rest - 1) {
    const VkPipelineStageFlags stage = rest & (~rest + 1);
    VkAccessFlags seen = 0;
    bool waited = false;  // uses that only wait do not read
    for (const Access& visible : state.visible) {
      if ((visible.stages & stage) == 0) continue;
      seen |= visible.flags;
      waited = true;
    }
    if (!waited || (readFlags(access.flags) & ~seen) != 0) return false;
  }
  return true;
}

bool everWritten(const State& state) { return state.write.stages != 0; }

// A read waits for the last write, unless its stages already see it. A layout transition waits for all earlier
// accesses.
Access waitOfRead(const State& state, Access access, bool transition) {
  if (transition) return state.everything();
  return everWritten(state) && !sees(state, access) ? state.write : kNoAccess;
}

// A write waits for the reads since the last write. It also waits for the last write if there are no reads, if the pass
// reads it and does not see it yet, or if the layout changes.
Access waitOfWrite(const State& state, Mode mode, Access access, bool transition) {
  if (transition || state.reading == 0) return state.everything();
  if (mode == Mode::read_write && everWritten(state) && !sees(state, access)) return state.everything();
  return {state.reading, 0};
}

// Returns true if the use needs `barrier`. If `dst` has no stages, only the layout matters.
bool advance(State& state, Mode mode, Access dst, VkImageLayout layout, Barrier& barrier) {
  const bool transition = layout != state.layout;
  const bool writes = mode != Mode::read;
  barrier.src = writes ? waitOfWrite(state, mode, dst, transition) : waitOfRead(state, dst, transition);
  barrier.dst = dst;
  barrier.old_layout = state.layout;
  barrier.new_layout = layout;
  if (transition && mode == Mode::write) barrier.old_layout = VK_IMAGE_LAYOUT_UNDEFINED;

  if (writes) {
    state = {{dst.stages, writeFlags(dst.flags)}, 0, {}, layout};
  } else if (transition) {
    // The transition is a write that is already visible to `dst`. Later uses wait for the stages of `dst`.
    state = {{dst.stages, 0}, dst.stages, {dst}, layout};
  } else {
    state.reading |= dst.stages;
    if (barrier.src.stages != 0) state.visible.push_back(dst);
  }
  return transition || barrier.src.stages != 0;
}

State initialState(const Resource& resource) {
  State state;
  const VkAccessFlags written = writeFlags(resource.initial.flags);
  if (written != 0 || resource.initial.flags == 0)  // without earlier accesses, readers also wait for these stages
    state.write = {resource.initial.stages, written};
  else
    state.reading = resource.initial.stages;
  state.layout = resource.initial_layout;
  return state;
}

// Tracks the state of each resource over the passes.
class Walk {
 public:
  // `previous_frame` is empty for the first frame.
  Walk(const Graph& graph, Plan& plan, std::vector<State> previous_frame)
      : graph_(graph), plan_(plan), previous_frame_(std::move(previous_frame)) {
    for (const Resource& resource : graph.resources()) states_.push_back(initialState(resource));
  }

  void pass(uint32_t position) {
    PlannedPass& planned = plan_.passes[position];
    for (const Use& use : graph_.passes()[planned.pass].uses) {
      Barrier barrier;
      barrier.resource = use.resource;
      const bool first = plan_.lifetimes[use.resource].first == position;
      if (first && plan_.placements[use.resource].block != kNone) barrier.aliasing = inherit(use.resource);
      if (advance(states_[use.resource], use.mode, use.access, use.layout, barrier))
        planned.barriers.push_back(std::move(barrier));
    }
  }

  const std::vector<State>& states() const { return states_; }

  void end(uint32_t resource) {
    const std::optional<Export>& exported = graph_.resources()[resource].exported;
    if (!exported) return;
    State& state = states_[resource];
    Barrier barrier;
    barrier.resource = resource;
    const VkImageLayout layout = exported->layout == VK_IMAGE_LAYOUT_UNDEFINED ? state.layout : exported->layout;
    const Mode mode = writeFlags(exported->access.flags) != 0 ? Mode::read_write : Mode::read;
    if (advance(state, mode, exported->access, layout, barrier)) plan_.final_barriers.push_back(barrier);
  }

 private:
  // Makes a transient wait for every earlier resource in its memory, and for the previous frame if frames share the
  // memory. Returns true if another resource used the memory.
  bool inherit(uint32_t resource) {
    const Placement& placement = plan_.placements[resource];
    const bool shares = plan_.blocks[placement.block].shared_by_frames;
    State& heir = states_[resource];
    bool inherited = false;
    const auto takeOver = [&](uint32_t other, const State& from) {
      const Access before = from.everything();
      heir.write.stages |= before.stages;
      heir.write.flags |= before.flags;
      inherited = inherited || other != resource;
    };
    for (uint32_t other = 0; other < states_.size(); ++other) {
      if (plan_.placements[other].block == kNone || !plan_.placements[other].overlaps(placement)) continue;
      if (plan_.lifetimes[other].last < plan_.lifetimes[resource].first) takeOver(other, states_[other]);
      if (shares && !previous_frame_.empty()) takeOver(other, previous_frame_[other]);
    }
    return inherited;
  }

  const Graph& graph_;
  Plan& plan_;
  std::vector<State> states_;
  std::vector<State> previous_frame_;
};

}  // namespace

void addBarriers(const Graph& graph, Plan& plan) {
  // A frame waits for the accesses of the previous frame to shared memory.
  Plan before = plan;
  Walk previous_frame(graph, before, {});
  for (uint32_t position = 0; position < plan.passes.size(); ++position) previous_frame.pass(position);
  Walk walk(graph, plan, previous_frame.states());
  for (uint32_t position = 0; position < plan.passes.size(); ++position) walk.pass(position);
  for (uint32_t i = 0; i < graph.resources().size(); ++i) walk.end(i);
}

}  // namespace graph
