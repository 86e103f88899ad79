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

// Walks over the passes, and keeps what has happened to each resource.
class Walk {
 public:
  // `last_frame`: the states after it; none for a frame that nobody comes before.
  Walk(const Graph& graph, Plan& plan, std::vector<State> last_frame)
      : graph_(graph), plan_(plan), last_frame_(std::move(last_frame)) {
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

  // Hands an exported resource over to the outside.
  void end(uint32_t resource) {
    const std::optional<Export>& exported = graph_.resources()[resource].exported;
    if (!exported) return;
    State& state = states_[resource];
    Barrier barrier;
    barrier.resource = resource;
    const VkImageLayout layout = exported->layout == VK_IMAGE_LAYOUT_UNDEFINED ? state.layout : exported->layout;
    const Mode mode = writeBits(exported->access.access) != 0 ? Mode::read_write : Mode::read;
    if (advance(state, mode, exported->access, layout, barrier)) plan_.final_barriers.push_back(barrier);
  }

 private:
  // A transient takes over from every earlier resource in its memory, and from those of the last frame in memory that
  // frames share. True when there is one.
  bool inherit(uint32_t resource) {
    const Placement& placement = plan_.placements[resource];
    const bool shares = plan_.blocks[placement.block].of_all_frames;
    State& heir = states_[resource];
    bool inherited = false;
    const auto takeOver = [&](uint32_t other, const State& from) {
      const Access before = from.everything();
      heir.write.stages |= before.stages;
      heir.write.access |= before.access;
      inherited = inherited || other != resource;
    };
    for (uint32_t other = 0; other < states_.size(); ++other) {
      if (plan_.placements[other].block == kNone || !plan_.placements[other].overlaps(placement)) continue;
      if (plan_.lifetimes[other].last < plan_.lifetimes[resource].first) takeOver(other, states_[other]);
      if (shares && !last_frame_.empty()) takeOver(other, last_frame_[other]);
    }
    return inherited;
  }

  const Graph& graph_;
  Plan& plan_;
  std::vector<State> states_;
  std::vector<State> last_frame_;
};

}  // namespace

void barriers(const Graph& graph, Plan& plan) {
  // What a frame leaves behind is what the next one finds in the memory that they share.
  Plan before = plan;
  Walk last_frame(graph, before, {});
  for (uint32_t position = 0; position < plan.passes.size(); ++position) last_frame.pass(position);
  Walk walk(graph, plan, last_frame.states());
  for (uint32_t position = 0; position < plan.passes.size(); ++position) walk.pass(position);
  for (uint32_t i = 0; i < graph.resources().size(); ++i) walk.end(i);
}

}  // namespace graph
