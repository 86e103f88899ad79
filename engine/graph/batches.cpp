#include <algorithm>
#include <array>
#include <utility>

#include "graph/compile.h"

namespace graph {
namespace {

constexpr std::size_t indexOf(Queue queue) { return queue == Queue::main ? 0 : 1; }

// Takes the passes in their order, each into the open batch of its queue, or into a new one.
class Cutter {
 public:
  explicit Cutter(const Graph& graph, Plan& plan) : plan_(plan), users_(graph.resources().size()) {
    begin(Queue::main, 0);
    close(Queue::main);
  }

  void take(const Pass& pass, uint32_t position) {
    Line& line = lines_[indexOf(pass.queue)];
    const Queue other = pass.queue == Queue::main ? Queue::async : Queue::main;
    uint32_t needed = pass.queue == Queue::async ? 1 : 0;
    for (const Use& use : pass.uses) needed = std::max(needed, users_[use.resource][indexOf(other)]);
    const bool waits = needed > line.waited;
    if (waits && needed == lines_[indexOf(other)].batches) close(other);
    if (waits || line.open == kNone) begin(pass.queue, waits ? needed : 0);
    plan_.batches[line.open].passes.push_back(position);
    for (const Use& use : pass.uses) users_[use.resource][indexOf(pass.queue)] = line.batches;
  }

  // The main queue waits for all of the other one.
  void end() {
    const uint32_t all = lines_[indexOf(Queue::async)].batches;
    if (lines_[indexOf(Queue::main)].waited < all) begin(Queue::main, all);
    submitEarly();
  }

 private:
  // A queue.
  struct Line {
    uint32_t batches = 0;   // so far
    uint32_t waited = 0;    // batches of the other queue that are over
    uint32_t open = kNone;  // index in Plan::batches, that takes passes
  };

  void begin(Queue queue, uint32_t waits) {
    Line& line = lines_[indexOf(queue)];
    line.open = static_cast<uint32_t>(plan_.batches.size());
    ++line.batches;
    line.waited = std::max(line.waited, waits);
    plan_.batches.push_back({queue, {}, waits});
  }

  // A batch comes before those of the other queue as soon as all that it waits for has come.
  void submitEarly() {
    std::array<std::vector<Batch>, 2> left;  // by queue
    for (Batch& batch : plan_.batches) left[indexOf(batch.queue)].push_back(std::move(batch));
    plan_.batches.clear();
    std::array<uint32_t, 2> next{};
    const auto isReady = [&](std::size_t queue) {
      return next[queue] < left[queue].size() && left[queue][next[queue]].waits <= next[1 - queue];
    };
    const auto waits = [&](std::size_t queue) { return left[queue][next[queue]].waits != 0; };
    while (isReady(0) || isReady(1)) {
      const std::size_t queue = isReady(1) && (!isReady(0) || waits(1) || !waits(0)) ? 1 : 0;
      plan_.batches.push_back(std::move(left[queue][next[queue]++]));
    }
  }

  void close(Queue queue) { lines_[indexOf(queue)].open = kNone; }

  Plan& plan_;
  std::array<Line, 2> lines_;
  std::vector<std::array<uint32_t, 2>> users_;  // by resource and queue: the last batch that uses it, from 1 on
};

// The first batch that uses an image which may have been acquired, else the last one. If the second queue uses one, it
// is the first batch of all, which that queue waits for.
Batch& acquiring(const Graph& graph, Plan& plan) {
  const auto isAcquired = [&](const Use& use) {
    const Resource& resource = graph.resources()[use.resource];
    return resource.kind == ResourceKind::image && resource.imported && resource.initial.stages != 0;
  };
  Batch* first = nullptr;
  for (Batch& batch : plan.batches)
    for (const uint32_t position : batch.passes) {
      if (std::ranges::none_of(graph.passes()[plan.passes[position].pass].uses, isAcquired)) continue;
      if (batch.queue == Queue::async) return plan.batches[0];
      if (first == nullptr) first = &batch;
    }
  return first != nullptr ? *first : plan.batches.back();
}

}  // namespace

void batches(const Graph& graph, uint32_t queues, Plan& plan) {
  const auto count = static_cast<uint32_t>(plan.passes.size());
  if (queues == 1) {
    plan.batches.push_back({});
    for (uint32_t position = 0; position < count; ++position) plan.batches[0].passes.push_back(position);
  } else {
    Cutter cutter(graph, plan);
    for (uint32_t i = 0; i < count; ++i) cutter.take(graph.passes()[plan.passes[i].pass], i);
    cutter.end();
  }
  markSignals(plan);
  acquiring(graph, plan).acquires = true;
}

void markSignals(Plan& plan) {
  std::array<uint32_t, 2> numbers{};  // of a queue's batches, from 1 on
  for (Batch& batch : plan.batches) {
    const uint32_t number = ++numbers[indexOf(batch.queue)];
    batch.signals = std::ranges::any_of(
        plan.batches, [&](const Batch& other) { return other.queue != batch.queue && other.waits == number; });
  }
}

}  // namespace graph
