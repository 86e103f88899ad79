// Running a compiled graph, frame after frame.
#pragma once
#include <memory>

#include "gpu/timestamps.h"
#include "graph/compile.h"
#include "graph/context.h"

namespace graph {

// Memory requirements of `device`, which must outlive the returned query. Errors of the query: out of memory.
MemoryQuery memoryNeeds(const gpu::Device& device);

// Owns a graph, its plan, and for each of `frames` frames in flight the transient resources and the timestamps. After
// construction and the first execution nothing is allocated any more.
// Thread rule: one thread at a time.
class Executor {
 public:
  // `device` must outlive the executor; `plan` must come from `graph` and memoryNeeds(device); `frames` must be above
  // 0. Errors: graphics passes on a device without graphics queue or dynamic rendering, out of memory.
  Executor(const gpu::Device& device, Graph graph, Plan plan, uint32_t frames = 1);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Gives an imported resource its objects, for the executions recorded from now on. Any version of the handle will do.
  // `view` is needed for attachments and for passes that look it up. Errors: a handle of no imported
  // resource of its kind; one of another graph may pass for that.
  void bind(BufferHandle handle, VkBuffer buffer);
  void bind(ImageHandle handle, VkImage image, VkImageView view);

  // Records the whole graph. `cmd` must be recording, outside rendering, for the queue family of the device. The GPU
  // must be done with the previous execution of the same `frame`. Errors: a used import without bind(), `frame` out of
  // range. An exception of a pass ends its rendering and its label. `cmd` can then be ended, but not submitted.
  void execute(VkCommandBuffer cmd, uint32_t frame = 0);

  // Returns an exported image of the graph. Errors: a handle of another resource, `frame` out of range.
  VkImage image(ImageHandle handle, uint32_t frame = 0) const;

  // Returns the GPU time of a pass in the last execution of `frame`, in milliseconds. Call it after the fence of that
  // execution. Returns nothing on a queue without timestamps, and before the first execution. Errors: a culled pass.
  std::optional<double> passMs(PassHandle pass, uint32_t frame = 0) const;
  // Same for the whole frame: returns the time from the start of the first pass to the end of the last one.
  std::optional<double> frameMs(uint32_t frame = 0) const;

 private:
  struct Frame;
  void recordPass(VkCommandBuffer cmd, Frame& frame, uint32_t frame_index, uint32_t position);
  void requireBound(const Frame& frame) const;
  Binding& imported(uint32_t resource, ResourceKind kind);
  Frame& frameAt(uint32_t frame) const;

  const gpu::Device* device_;
  Graph graph_;
  Plan plan_;
  std::vector<Binding> imported_;  // by resource
  std::unique_ptr<class BarrierRecorder> barriers_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace graph
