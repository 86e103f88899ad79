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
  Queue queue = Queue::main;  // that owns the resource
  uint32_t batch = kNone;     // of the last use. kNone: what came before the graph, or a transient without contents

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
    state = {{dst.stages, writeBits(dst.access)}, 0, {}, layout, state.queue, state.batch};
  } else if (transition) {
    // The transition is a write, available and visible to `dst` at once; later users chain on its stages.
    state = {{dst.stages, 0}, dst.stages, {dst}, layout, state.queue, state.batch};
  } else {
    state.reading |= dst.stages;
    if (barrier.src.stages != 0) state.visible.push_back(dst);
  }
  return transition || barrier.src.stages != 0;
}

// The use is the first one on another queue, whose batch waits by a semaphore: all before is over, and can be seen.
// Contents change their owner. `release` is that barrier, if there are any to be kept.
bool cross(State& state, Mode mode, Access dst, VkImageLayout layout, Queue to, Barrier& acquire, Barrier& release) {
  const bool keeps = mode != Mode::write;
  const bool is_image = layout != VK_IMAGE_LAYOUT_UNDEFINED;
  // Behind the stages at which the semaphore is waited for.
  acquire.src = {dst.stages != 0 ? dst.stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_ALL_COMMANDS_BIT}, 0};
  acquire.dst = dst;
  acquire.old_layout = keeps ? state.layout : VK_IMAGE_LAYOUT_UNDEFINED;
  acquire.new_layout = layout;
  if (keeps) {
    acquire.from = state.queue;
    acquire.to = to;
    release = acquire;
    release.src = state.everything();
    // A submission waits for the host by itself.
    release.src.stages &= ~VkPipelineStageFlags{VK_PIPELINE_STAGE_HOST_BIT};
    release.src.access &= ~VkAccessFlags{VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT};
    release.dst = kNoAccess;
  }
  const bool writes = mode != Mode::read;
  state = {{dst.stages, writes ? writeBits(dst.access) : 0}, 0, {}, layout, to, state.batch};
  if (!writes) {
    state.reading = dst.stages;
    state.visible = {dst};
  }
  return keeps || is_image;  // without its contents, an image has no layout on the other queue
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
      : graph_(graph), plan_(plan), last_frame_(std::move(last_frame)), batch_of_(plan.passes.size()) {
    for (const Resource& resource : graph.resources()) states_.push_back(initialState(resource));
    for (uint32_t i = 0; i < plan.batches.size(); ++i)
      for (const uint32_t position : plan.batches[i].passes) batch_of_[position] = i;
  }

  void pass(uint32_t position) {
    PlannedPass& planned = plan_.passes[position];
    for (const Use& use : graph_.passes()[planned.pass].uses) {
      Barrier barrier;
      barrier.resource = use.resource;
      const bool first = plan_.lifetimes[use.resource].first == position;
      if (first && plan_.placements[use.resource].block != kNone) barrier.aliasing = inherit(use.resource);
      if (step(use.resource, use.mode, use.access, use.layout, batch_of_[position], barrier))
        planned.barriers.push_back(std::move(barrier));
    }
  }

  const std::vector<State>& states() const { return states_; }

  // The outside finds its resources on the main queue.
  void end(uint32_t resource) {
    const auto last = static_cast<uint32_t>(plan_.batches.size() - 1);
    const std::optional<Export>& exported = graph_.resources()[resource].exported;
    State& state = states_[resource];
    const bool returns = state.queue != Queue::main;
    if (!exported && !(returns && graph_.resources()[resource].imported)) return;
    const Export after = exported.value_or(Export{0, kOutside, VK_IMAGE_LAYOUT_UNDEFINED});
    Barrier barrier;
    barrier.resource = resource;
    // The stage of the host takes no part in a transfer, and comes behind it.
    if (returns && (after.access.stages & VK_PIPELINE_STAGE_HOST_BIT) != 0) {
      if (step(resource, Mode::read, kOutside, state.layout, last, barrier)) plan_.returns.push_back(barrier);
      barrier = {};
      barrier.resource = resource;
    }
    const VkImageLayout layout = after.layout == VK_IMAGE_LAYOUT_UNDEFINED ? state.layout : after.layout;
    const Mode mode = writeBits(after.access.access) != 0 ? Mode::read_write : Mode::read;
    if (!step(resource, mode, after.access, layout, last, barrier)) return;
    (barrier.from != barrier.to ? plan_.returns : plan_.final_barriers).push_back(barrier);
  }

 private:
  // Whatever the outside does next.
  static constexpr Access kOutside{VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                   VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};

  bool step(uint32_t resource, Mode mode, Access access, VkImageLayout layout, uint32_t batch, Barrier& barrier) {
    State& state = states_[resource];
    const Queue queue = plan_.batches[batch].queue;
    const bool is_new = state.batch == kNone && !graph_.resources()[resource].imported;
    if (is_new) state.queue = queue;
    bool needed = false;
    if (state.queue == queue) {
      needed = advance(state, mode, access, layout, barrier);
    } else {
      Barrier release = barrier;
      needed = cross(state, mode, access, layout, queue, barrier, release);
      // Of what came before the graph: in the first batch.
      if (release.from != release.to) plan_.batches[state.batch != kNone ? state.batch : 0].releases.push_back(release);
    }
    state.batch = batch;
    return needed;
  }

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
  std::vector<uint32_t> batch_of_;  // by position
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
