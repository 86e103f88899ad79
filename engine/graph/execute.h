// Running a compiled graph, frame after frame.
#pragma once
#include <memory>
#include <string_view>

#include "gpu/timestamps.h"
#include "graph/compile.h"
#include "graph/context.h"

namespace graph {

// Memory requirements of `device`, which must outlive the returned query. Errors of the query: out of memory.
MemoryQuery memoryNeeds(const gpu::Device& device);

// What the outside orders a submission by. Each member is optional.
struct Outside {
  // Binary. Color output waits for it, from the batch with Batch::acquires on.
  VkSemaphore acquired = VK_NULL_HANDLE;
  VkSemaphore finished = VK_NULL_HANDLE;  // binary; signaled at the end
  VkFence fence = VK_NULL_HANDLE;         // signaled at the end
};

// GPU time of one pass.
struct PassTime {
  std::string_view name;  // valid as long as the executor
  double begin_ms = 0.0;  // since the begin of the first pass; with two queues, of the execution
  double duration_ms = 0.0;
  Queue queue = Queue::main;  // on which it ran. Times of two queues are comparable if the driver has one clock
};

// Owns a graph, its plan, and for each of `frames` frames in flight the transient resources and the timestamps. After
// construction and the first execution nothing is allocated any more.
// Thread rule: one thread at a time.
class Executor {
 public:
  // `device` must outlive the executor; `plan` must come from `graph` and memoryNeeds(device); `frames` must be above
  // 0. Errors: graphics passes on a device without graphics queue or dynamic rendering, a plan for two queues on a
  // device with one, out of memory.
  Executor(const gpu::Device& device, Graph graph, Plan plan, uint32_t frames = 1);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Gives an imported resource its objects, for the executions recorded from now on. Any version of the handle will do.
  // `view` is needed for attachments and for passes that look it up. Errors: a handle of no imported
  // resource of its kind; one of another graph may pass for that.
  void bind(BufferHandle handle, VkBuffer buffer);
  void bind(ImageHandle handle, VkImage image, VkImageView view);

  // Records the whole graph, of a plan for one queue. `cmd` must be recording, outside rendering, for the queue family
  // of the device. The GPU must be done with the previous execution of the same `frame`. Errors: an imported resource
  // in use that is not bound, `frame` out of range, and whatever a pass throws: rendering and label of the pass are
  // ended then, so that `cmd` can be, but it is not to be submitted.
  void execute(VkCommandBuffer cmd, uint32_t frame = 0);

  // Records and submits the whole graph, of any plan, in command buffers of the executor's own. With two queues it
  // begins when all earlier work of the main queue is over, and later work of that queue waits for all of it. The GPU
  // must be done with the previous execution of the same `frame`. Errors: as execute(); nothing is submitted then. If
  // Vulkan refuses a submission, earlier batches may run: wait until the device is idle. Contents are lost then.
  void submit(uint32_t frame = 0, const Outside& outside = {});

  // Objects of an exported transient or of a bound resource. Errors: a handle of no resource of its kind, a transient
  // that is not exported, `frame` out of range.
  VkBuffer buffer(BufferHandle handle, uint32_t frame = 0) const;
  VkImage image(ImageHandle handle, uint32_t frame = 0) const;

  // Time of a pass in the last execution of `frame`; call it after the fence of that execution. Nothing on a queue
  // without timestamps and before the first execution. Errors: a handle of no pass of this graph, a pass that was
  // culled.
  std::optional<PassTime> time(PassHandle pass, uint32_t frame = 0) const;
  // Those of all passes, in execution order; 0 where there is none.
  std::span<const PassTime> times(uint32_t frame = 0);

 private:
  struct Frame;
  Frame& begin(uint32_t frame);
  // The slot of timestamps that the others are counted from.
  uint32_t origin() const { return plan_.batches.size() > 1 ? static_cast<uint32_t>(plan_.passes.size()) : 0; }
  void recordBatch(VkCommandBuffer cmd, Frame& frame, uint32_t frame_index, uint32_t batch);
  void recordPass(VkCommandBuffer cmd, Frame& frame, uint32_t frame_index, uint32_t position);
  void requireBound(const Frame& frame) const;
  Binding& imported(uint32_t resource, ResourceKind kind);
  const Binding& binding(uint32_t resource, ResourceKind kind, uint32_t frame) const;
  Frame& frameAt(uint32_t frame) const;
  std::optional<PassTime> timeAt(const Frame& frame, uint32_t position) const;

  const gpu::Device* device_;
  Graph graph_;
  Plan plan_;
  std::vector<Binding> imported_;  // by resource
  std::vector<PassTime> times_;    // by position in the plan
  std::unique_ptr<class BarrierRecorder> barriers_;
  std::unique_ptr<class Submitter> submitter_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace graph
