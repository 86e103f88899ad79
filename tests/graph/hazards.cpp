#include "hazards.h"

#include <algorithm>

using namespace graph;

namespace test {
namespace {

struct MemoryUse {
  uint32_t resource = kNone;
  Access access;
  bool changes = false;  // true if the use writes memory, or is unknown
  std::string who;
};

// A barrier, or a use if `barrier` is null.
struct Step {
  const Barrier* barrier = nullptr;
  MemoryUse use;
  bool transition = false;  // changes the layout of an image, which writes its memory
  uint32_t frame = 0;
};

// Progress of the earlier step's accesses in one stage.
struct Front {
  VkPipelineStageFlags stage = 0;  // 0 for a transition, which is followed by the stages of its barrier
  VkPipelineStageFlags behind = 0;
  bool available = true;        // writes have been made available
  std::vector<Access> visible;  // accesses that can see the writes

  // Returns true if a barrier with these source stages waits for the accesses.
  bool isIn(VkPipelineStageFlags stages) const { return ((stage | behind) & stages) != 0; }

  bool seenBy(VkPipelineStageFlags at, VkAccessFlags kind) const {
    for (const Access& each : visible)
      if ((each.stages & at) != 0 && (each.flags & kind) == kind) return true;
    return false;
  }
};

struct Pair {
  uint32_t first, second;  // resources
  VkAccessFlags written;
  bool writes;

  // Returns true if `barrier` makes the writes of the earlier step available. Its access masks only count for the
  // resource that it names, except when memory gets a new owner.
  bool flushes(const Barrier& barrier) const { return barrier.resource == first || barrier.aliasing; }

  void advance(Front& front, const Barrier& barrier) const {
    if (!front.isIn(barrier.src.stages)) return;
    if (flushes(barrier) && (barrier.src.stages & front.stage) != 0 && (written & ~barrier.src.flags) == 0)
      front.available = true;
    front.behind |= barrier.dst.stages;
    if (front.available) front.visible.push_back(barrier.dst);
  }
};

template <typename Do>
void eachBit(VkFlags bits, Do act) {
  for (VkFlags rest = bits; rest != 0; rest &= rest - 1) act(rest & (~rest + 1));
}

// Returns why step `later` could overtake step `earlier` or miss its writes, or an empty string. Both use the same
// memory. Only barriers for the two resources count.
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
    pair.written = from.use.changes ? writeFlags(from.use.access.flags) : 0;
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
    if (to.barrier != nullptr) {  // a transition follows the accesses that its own barrier waits for
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
      eachBit(to.use.access.flags, [&](VkFlags kind) {
        if (!front.seenBy(stage, kind)) why = "the writes are not visible";
      });
    });
    if (!why.empty()) return why;
  }
  return {};
}

constexpr uint32_t kLost = 0xFFFFFFFFU;

// Follows the plan, and tracks the contents of memory and the layouts of images.
class Walk {
 public:
  Walk(const Graph& graph, const MemoryQuery& needs, const Plan& plan) : graph_(graph), needs_(needs), plan_(plan) {}

  std::vector<std::string> run() {
    checkPasses();
    if (!faults_.empty()) return std::move(faults_);
    checkMemory();
    for (frame_ = 0; frame_ < 2; ++frame_) walk();
    checkOrder();
    return std::move(faults_);
  }

 private:
  void walk() {
    held_.clear();
    layouts_.clear();
    for (const Resource& resource : graph_.resources()) {
      held_.push_back(resource.has_initial_contents ? 0 : kLost);
      layouts_.push_back(resource.initial_layout);
    }
    for (uint32_t i = 0; i < held_.size(); ++i) before(i);
    for (const PlannedPass& planned : plan_.passes) pass(planned);
    for (const Barrier& each : plan_.final_barriers) barrier(each);
    for (uint32_t i = 0; i < held_.size(); ++i) after(i);
  }

  void checkPasses() {
    std::vector<bool> needed(graph_.passes().size(), false);
    for (const Resource& resource : graph_.resources())
      if (resource.exported && resource.exported->version > 0)
        needed[resource.writers[resource.exported->version - 1]] = true;
    for (std::size_t i = needed.size(); i-- > 0;)
      if (needed[i])
        for (const Use& use : graph_.passes()[i].uses)
          if (use.mode != Mode::write && use.input_version > 0)
            needed[graph_.resources()[use.resource].writers[use.input_version - 1]] = true;
    std::vector<int> runs(needed.size(), 0);
    for (const PlannedPass& planned : plan_.passes) ++runs[planned.pass];
    for (std::size_t i = 0; i < needed.size(); ++i)
      if (runs[i] != (needed[i] ? 1 : 0))
        fault("pass " + std::to_string(i) + " runs " + std::to_string(runs[i]) + " times");
  }

  // Each used transient must satisfy its memory requirements, and must not overlap other resources of its passes.
  void checkMemory() {
    for (uint32_t i = 0; i < graph_.resources().size(); ++i) {
      const Placement& at = plan_.placements[i];
      if (at.block == kNone) continue;
      const Block& block = plan_.blocks.at(at.block);
      const MemoryNeeds wants = needs_(graph_.resources()[i]);
      if (graph_.resources()[i].imported) fault(name(i) + " is imported and has memory of the graph");
      if (at.size < wants.size || at.offset + at.size > block.size) fault(name(i) + " has too little memory");
      if (at.offset % wants.alignment != 0) fault(name(i) + " is not aligned");
      if ((block.type_bits & ~wants.type_bits) != 0 || block.type_bits == 0) fault(name(i) + " lies in a wrong type");
      if (block.kind != graph_.resources()[i].kind) fault(name(i) + " lies among those of another kind");
    }
    std::vector<bool> used(graph_.resources().size(), false);
    for (const PlannedPass& planned : plan_.passes)
      for (const Use& use : graph_.passes()[planned.pass].uses) {
        used[use.resource] = true;
        if (!graph_.resources()[use.resource].imported && plan_.placements[use.resource].block == kNone)
          fault(name(use.resource) + " is used and has no memory");
        for (const Use& other : graph_.passes()[planned.pass].uses)
          if (other.resource < use.resource && share(other.resource, use.resource))
            fault(name(use.resource) + " and " + name(other.resource) + " share memory in one pass");
      }
    for (uint32_t i = 0; i < used.size(); ++i) {
      if (plan_.lifetimes[i].used() != used[i]) fault(name(i) + " has a lifetime and no use, or the reverse");
      if (!used[i] && plan_.placements[i].block != kNone) fault(name(i) + " has memory for nothing");
      for (uint32_t other = 0; other < used.size(); ++other)  // the application may use it until the next frame
        if (other != i && graph_.resources()[i].exported && share(i, other))
          fault(name(i) + " is exported and shares memory with " + name(other));
    }
  }

  void before(uint32_t resource) {
    const Access access = graph_.resources()[resource].initial;
    if (!graph_.resources()[resource].imported || access.stages == 0) return;
    // An access without flags is work that everything must wait for, such as the acquisition of an image.
    const bool changes = writeFlags(access.flags) != 0 || access.flags == 0;
    addUse({resource, access, changes, "what came before the graph"});
  }

  void pass(const PlannedPass& planned) {
    for (const Barrier& each : planned.barriers) barrier(each);
    const Pass& declared = graph_.passes()[planned.pass];
    for (const Use& use : declared.uses) {
      const std::string who = "pass '" + declared.name + "'";
      if (use.mode != Mode::write && held_[use.resource] != use.input_version)
        fault(who + " finds other contents of " + name(use.resource));
      if (layouts_[use.resource] != use.layout) fault(who + " finds " + name(use.resource) + " in another layout");
      if (use.mode != Mode::read) overwrite(use.resource, use.output_version);
      addUse({use.resource, use.access, use.mode != Mode::read, who});
    }
  }

  void after(uint32_t resource) {
    const std::optional<Export>& exported = graph_.resources()[resource].exported;
    if (!exported) return;
    if (held_[resource] != exported->version) fault("the outside finds other contents of " + name(resource));
    if (exported->layout != VK_IMAGE_LAYOUT_UNDEFINED && layouts_[resource] != exported->layout)
      fault("the outside finds " + name(resource) + " in another layout");
    if (exported->access.stages == 0) return;
    addUse({resource, exported->access, writeFlags(exported->access.flags) != 0, "the outside"});
  }

  void barrier(const Barrier& each) {
    const bool image = graph_.resources()[each.resource].kind == ResourceKind::image;
    VkImageLayout& layout = layouts_[each.resource];
    const bool drops = each.old_layout == VK_IMAGE_LAYOUT_UNDEFINED;
    const bool moves = image && (drops || each.old_layout != each.new_layout);
    if (!image && (!drops || each.new_layout != VK_IMAGE_LAYOUT_UNDEFINED)) fault("a buffer gets a layout");
    if (image && each.new_layout == VK_IMAGE_LAYOUT_UNDEFINED) fault(name(each.resource) + " leaves every layout");
    if (image && !drops && each.old_layout != layout) fault("a transition finds another layout");
    if (moves) overwrite(each.resource, drops ? kLost : held_[each.resource]);
    layout = each.new_layout;
    addStep({&each, {}, moves});
  }

  void overwrite(uint32_t resource, uint32_t version) {
    for (uint32_t i = 0; i < held_.size(); ++i)
      if (i != resource && share(i, resource)) held_[i] = kLost;
    held_[resource] = version;
  }

  void addUse(MemoryUse use) { addStep({nullptr, std::move(use)}); }
  void addStep(Step step) {
    step.frame = frame_;
    steps_.push_back(std::move(step));
  }

  void checkOrder() {
    const auto resourceOf = [](const Step& step) { return step.barrier ? step.barrier->resource : step.use.resource; };
    const auto changes = [](const Step& step) { return step.barrier ? step.transition : step.use.changes; };
    const auto happens = [](const Step& step) { return step.barrier ? step.transition : true; };
    for (std::size_t later = 0; later < steps_.size(); ++later)
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        const Step& a = steps_[earlier];
        const Step& b = steps_[later];
        const bool same = resourceOf(a) == resourceOf(b);
        if (!happens(a) || !happens(b) || !(changes(a) || changes(b))) continue;
        if (!same && !share(resourceOf(a), resourceOf(b))) continue;
        // Frames only share some memory.
        if (b.frame != a.frame && !isSharedByFrames(resourceOf(b))) continue;
        if (b.frame == a.frame && b.frame != 0) continue;
        const std::string why = disorder(steps_, earlier, later);
        if (why.empty()) continue;
        const auto who = [](const Step& step) { return step.barrier ? std::string("a transition") : step.use.who; };
        fault(who(b) + " may overtake " + who(a) + " on " + name(resourceOf(b)) + ": " + why);
      }
  }

  bool isSharedByFrames(uint32_t resource) const {
    const uint32_t block = plan_.placements[resource].block;
    return block != kNone && plan_.blocks[block].shared_by_frames;
  }

  bool share(uint32_t a, uint32_t b) const {
    const Placement& x = plan_.placements[a];
    const Placement& y = plan_.placements[b];
    return x.block != kNone && x.block == y.block && x.offset < y.offset + y.size && y.offset < x.offset + x.size;
  }

  std::string name(uint32_t resource) const { return graph_.describe(resource); }
  void fault(std::string what) { faults_.push_back(std::move(what)); }

  const Graph& graph_;
  const MemoryQuery& needs_;
  const Plan& plan_;
  uint32_t frame_ = 0;
  std::vector<uint32_t> held_;
  std::vector<VkImageLayout> layouts_;
  std::vector<Step> steps_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> faultsOf(const Graph& graph, const MemoryQuery& needs, const Plan& plan) {
  return Walk(graph, needs, plan).run();
}

}  // namespace test
