#include "hazards.h"

#include <algorithm>

using namespace graph;

namespace test {
namespace {

// What a pass, or the outside, does to a resource.
struct MemoryUse {
  uint32_t resource = kNone;
  Access access;
  bool changes = false;  // the memory, or it is unknown what it does
  std::string who;
};

// A barrier, or without one a use.
struct Step {
  const Barrier* barrier = nullptr;
  MemoryUse use;
  bool transition = false;  // the barrier moves an image into another layout, or between queues, as a write of memory
  uint32_t batch = 0;
  uint32_t frame = 0;
};

// Which batches are over, by semaphores, before others begin.
class Semaphores {
 public:
  explicit Semaphores(const Plan& plan) : plan_(plan) {
    uint32_t numbers[2] = {};
    for (const Batch& batch : plan.batches) numbers_.push_back(++numbers[static_cast<int>(batch.queue)]);
  }

  Queue queueOf(uint32_t batch) const { return plan_.batches[batch].queue; }
  bool orders(uint32_t before, uint32_t after) const {
    if (queueOf(before) != queueOf(after)) return isWaitedFor(before, after);
    for (uint32_t between = 0; between < numbers_.size(); ++between)
      if (queueOf(between) != queueOf(before) && isWaitedFor(before, between) && isWaitedFor(between, after))
        return true;
    return false;
  }

 private:
  // By `after`, or by an earlier batch of its queue, which is another one.
  bool isWaitedFor(uint32_t before, uint32_t after) const {
    for (uint32_t i = 0; i <= after; ++i)
      if (queueOf(i) == queueOf(after) && plan_.batches[i].waits >= numbers_[before]) return true;
    return false;
  }

  const Plan& plan_;
  std::vector<uint32_t> numbers_;  // by batch: from 1 on, of its queue
};

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

// Why the step `later` may overtake the step `earlier`, or not see its writes; empty if neither. Both touch the same
// memory, as uses or as transitions. Only the barriers on the two resources count.
std::string disorder(const std::vector<Step>& steps, const Semaphores& semaphores, std::size_t earlier,
                     std::size_t later) {
  const Step& from = steps[earlier];
  const Step& to = steps[later];
  if (from.frame == to.frame && semaphores.orders(from.batch, to.batch)) return {};
  const Queue queue = semaphores.queueOf(from.batch);
  if (queue != semaphores.queueOf(to.batch)) return "no semaphore orders them";
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
      if (barrier == nullptr || semaphores.queueOf(steps[i].batch) != queue) continue;
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

constexpr uint32_t kLost = 0xFFFFFFFFU;  // no version: garbage

// Walks over the plan, and keeps what each memory holds and each image's layout.
class Walk {
 public:
  Walk(const Graph& graph, const MemoryQuery& needs, const Plan& plan)
      : graph_(graph), needs_(needs), plan_(plan), semaphores_(plan) {}

  std::vector<std::string> run() {
    checkPasses();
    checkBatches();
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
    owners_.clear();
    released_.clear();
    batch_ = 0;
    for (const Resource& resource : graph_.resources()) {
      held_.push_back(resource.defined_at_start ? 0 : kLost);
      layouts_.push_back(resource.initial_layout);
      owners_.push_back(resource.imported ? std::optional(Queue::main) : std::nullopt);
      released_.emplace_back();
    }
    for (uint32_t i = 0; i < held_.size(); ++i) before(i);
    for (batch_ = 0; batch_ < plan_.batches.size(); ++batch_) {
      for (const uint32_t position : plan_.batches[batch_].passes) pass(plan_.passes[position]);
      for (const Barrier& each : plan_.batches[batch_].releases) release(each);
    }
    --batch_;
    for (const std::vector<Barrier>* list : {&plan_.returns, &plan_.final_barriers})
      for (const Barrier& each : *list) barrier(each);
    for (uint32_t i = 0; i < held_.size(); ++i) after(i);
  }

  // Exactly the passes that somebody needs, each once, every writer before its readers.
  void checkPasses() {
    std::vector<bool> needed;
    for (const Pass& pass : graph_.passes()) needed.push_back(pass.side_effect);
    for (const Resource& resource : graph_.resources())
      if (resource.exported && resource.exported->version > 0)
        needed[resource.writers[resource.exported->version - 1]] = true;
    for (std::size_t i = needed.size(); i-- > 0;)  // a writer is declared before whoever reads
      if (needed[i])
        for (const Use& use : graph_.passes()[i].uses)
          if (use.mode != Mode::write && use.before > 0)
            needed[graph_.resources()[use.resource].writers[use.before - 1]] = true;
    std::vector<int> runs(needed.size(), 0);
    for (const PlannedPass& planned : plan_.passes) ++runs[planned.pass];
    for (std::size_t i = 0; i < needed.size(); ++i)
      if (runs[i] != (needed[i] ? 1 : 0))
        fault("pass " + std::to_string(i) + " runs " + std::to_string(runs[i]) + " times");
  }

  // Each pass is in one batch of its queue, behind those before it. The outside is on the main queue, before and after
  // all batches.
  void checkBatches() {
    const std::vector<Batch>& batches = plan_.batches;
    std::vector<int> found(plan_.passes.size(), 0);
    uint32_t numbers[2] = {}, last[2] = {};
    for (const Batch& batch : batches) {
      const int queue = static_cast<int>(batch.queue);
      if (batch.waits > numbers[1 - queue]) fault("a batch waits for one that is submitted after it");
      ++numbers[queue];
      for (const uint32_t position : batch.passes) {
        ++found.at(position);
        if (position + 1 <= last[queue]) fault("a batch has an earlier pass than the one before");
        last[queue] = position + 1;
        const Queue wanted = graph_.passes()[plan_.passes[position].pass].queue;
        if (batches.size() > 1 && wanted != batch.queue) fault("a pass is on another queue");
      }
    }
    for (const int times : found)
      if (times != 1) fault("a pass is in " + std::to_string(times) + " batches");
    checkSignals();
    const auto end = static_cast<uint32_t>(batches.size() - 1);
    if (batches.front().queue != Queue::main || batches.back().queue != Queue::main) fault("the outside is elsewhere");
    for (uint32_t i = 0; i < end; ++i) {
      if (batches[i].queue == Queue::main) continue;
      if (!semaphores_.orders(0, i)) fault("a batch does not wait for what came before the graph");
      if (!semaphores_.orders(i, end)) fault("the outside does not wait for a batch");
    }
  }

  // Whoever is waited for signals, and nobody else. One batch waits for the acquired image.
  void checkSignals() {
    const std::vector<Batch>& batches = plan_.batches;
    uint32_t numbers[2] = {};
    for (const Batch& batch : batches) {
      const uint32_t number = ++numbers[static_cast<int>(batch.queue)];
      const bool awaited = std::ranges::any_of(
          batches, [&](const Batch& other) { return other.queue != batch.queue && other.waits == number; });
      if (awaited != batch.signals) fault(awaited ? "a batch does not signal" : "a batch signals for nobody");
    }
    const auto acquires = std::ranges::find(batches, true, &Batch::acquires);
    if (std::ranges::count(batches, true, &Batch::acquires) != 1) return fault("not one batch acquires");
    if (acquires->queue != Queue::main) fault("the second queue acquires");
    acquires_ = static_cast<uint32_t>(acquires - batches.begin());
  }

  // Each transient that is used lies in one block as its requirements say, and apart from what else its passes use.
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
      for (uint32_t other = 0; other < used.size(); ++other)  // the outside may still look at it in the next frame
        if (other != i && graph_.resources()[i].exported && share(i, other))
          fault(name(i) + " is exported and shares memory with " + name(other));
    }
  }

  void before(uint32_t resource) {
    const Access access = graph_.resources()[resource].initial;
    if (!graph_.resources()[resource].imported || access.stages == 0) return;
    // Without a kind of access it is work that all must wait for, such as the acquisition of an image.
    const bool changes = writeBits(access.access) != 0 || access.access == 0;
    addUse({resource, access, changes, "what came before the graph"});
  }

  void pass(const PlannedPass& planned) {
    for (const Barrier& each : planned.barriers) barrier(each);
    const Pass& declared = graph_.passes()[planned.pass];
    for (const Use& use : declared.uses) {
      const std::string who = "pass '" + declared.name + "'";
      if (use.mode != Mode::write && held_[use.resource] != use.before)
        fault(who + " finds other contents of " + name(use.resource));
      if (layouts_[use.resource] != use.layout) fault(who + " finds " + name(use.resource) + " in another layout");
      const bool image = graph_.resources()[use.resource].kind == ResourceKind::image;
      const Queue queue = plan_.batches[batch_].queue;
      if (image && owners_[use.resource].value_or(queue) != queue)
        fault(who + " finds " + name(use.resource) + " in the layout of another queue");
      own(use.resource, use.mode != Mode::write, who);
      if (use.mode != Mode::read) overwrite(use.resource, use.after);
      addUse({use.resource, use.access, use.mode != Mode::read, who});
    }
  }

  void after(uint32_t resource) {
    const std::optional<Export>& exported = graph_.resources()[resource].exported;
    if (exported || graph_.resources()[resource].imported) own(resource, true, "the outside");
    if (!exported) return;
    if (held_[resource] != exported->version) fault("the outside finds other contents of " + name(resource));
    if (exported->layout != VK_IMAGE_LAYOUT_UNDEFINED && layouts_[resource] != exported->layout)
      fault("the outside finds " + name(resource) + " in another layout");
    if (exported->access.stages == 0) return;
    addUse({resource, exported->access, writeBits(exported->access.access) != 0, "the outside"});
  }

  // The batch's queue uses the resource from now on. Without its contents it needs not acquire it.
  void own(uint32_t resource, bool contents, const std::string& who) {
    const Queue queue = plan_.batches[batch_].queue;
    const Resource& declared = graph_.resources()[resource];
    const bool acquired = queue == Queue::main ? batch_ >= acquires_ : semaphores_.orders(acquires_, batch_);
    if (declared.kind == ResourceKind::image && declared.imported && declared.initial.stages != 0 && !acquired)
      fault(who + " may overtake the acquisition of " + name(resource));
    if (contents && (owners_[resource].value_or(queue) != queue || released_[resource]))
      fault(who + " does not own " + name(resource));
    owners_[resource] = queue;
    released_[resource].reset();
  }

  void release(const Barrier& each) {
    if ((each.src.stages & VK_PIPELINE_STAGE_HOST_BIT) != 0) fault("the host takes part in a transfer");
    own(each.resource, true, "a release");
    if (each.from != plan_.batches[batch_].queue || each.from == each.to) fault("a release is of another queue");
    released_[each.resource] = {batch_, each};
    addStep({&each, {}, true, batch_});
  }

  // Returns whether it is one.
  bool acquire(const Barrier& each) {
    if (each.from == each.to) return false;
    const auto& released = released_[each.resource];
    const bool fits = released && released->second.from == each.from && released->second.to == each.to &&
                      released->second.old_layout == each.old_layout && released->second.new_layout == each.new_layout;
    if (!fits || each.to != plan_.batches[batch_].queue || !semaphores_.orders(released->first, batch_))
      fault("an acquisition has no release");
    owners_[each.resource] = each.to;
    released_[each.resource].reset();
    return true;
  }

  void barrier(const Barrier& each) {
    if (each.from != each.to && ((each.src.stages | each.dst.stages) & VK_PIPELINE_STAGE_HOST_BIT) != 0)
      fault("the host takes part in a transfer");
    const bool acquires = acquire(each);
    const bool image = graph_.resources()[each.resource].kind == ResourceKind::image;
    VkImageLayout& layout = layouts_[each.resource];
    const bool drops = each.old_layout == VK_IMAGE_LAYOUT_UNDEFINED;
    const bool moves = image && (drops || each.old_layout != each.new_layout);
    if (!image && (!drops || each.new_layout != VK_IMAGE_LAYOUT_UNDEFINED)) fault("a buffer gets a layout");
    if (image && each.new_layout == VK_IMAGE_LAYOUT_UNDEFINED) fault(name(each.resource) + " leaves every layout");
    if (image && !drops && each.old_layout != layout) fault("a transition finds another layout");
    if (moves && !acquires) own(each.resource, !drops, "a transition");
    if (moves) overwrite(each.resource, drops ? kLost : held_[each.resource]);
    layout = each.new_layout;
    addStep({&each, {}, moves || acquires, batch_});
  }

  // Whatever else lies in that memory is gone.
  void overwrite(uint32_t resource, uint32_t version) {
    for (uint32_t i = 0; i < held_.size(); ++i)
      if (i != resource && share(i, resource)) held_[i] = kLost;
    held_[resource] = version;
  }

  void addUse(MemoryUse use) { addStep({nullptr, std::move(use), false, batch_}); }
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
        // Frames have memory of their own, or share a block.
        if (b.frame != a.frame && !isOfAllFrames(resourceOf(b))) continue;
        if (b.frame == a.frame && b.frame != 0) continue;
        const std::string why = disorder(steps_, semaphores_, earlier, later);
        if (why.empty()) continue;
        const auto who = [](const Step& step) { return step.barrier ? std::string("a transition") : step.use.who; };
        fault(who(b) + " may overtake " + who(a) + " on " + name(resourceOf(b)) + ": " + why);
      }
  }

  bool isOfAllFrames(uint32_t resource) const {
    const uint32_t block = plan_.placements[resource].block;
    return block != kNone && plan_.blocks[block].of_all_frames;
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
  const Semaphores semaphores_;
  uint32_t batch_ = 0, frame_ = 0;
  uint32_t acquires_ = 0;                                              // batch
  std::vector<std::optional<Queue>> owners_;                           // of resources; nobody of new ones
  std::vector<std::optional<std::pair<uint32_t, Barrier>>> released_;  // in that batch, and not acquired
  std::vector<uint32_t> held_;                                         // version that each resource's memory holds
  std::vector<VkImageLayout> layouts_;
  std::vector<Step> steps_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> faultsOf(const Graph& graph, const MemoryQuery& needs, const Plan& plan) {
  return Walk(graph, needs, plan).run();
}

}  // namespace test
