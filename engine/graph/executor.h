// Records a compiled graph, frame after frame.
#pragma once
#include <memory>

#include "gpu/timestamps.h"
#include "graph/compile.h"
#include "graph/context.h"

namespace graph {

// Returns a query of the memory requirements of `device`, which must outlive the query. Errors of the query: out of
// memory.
MemoryQuery memoryNeeds(const gpu::Device& device);

// Owns a graph, its plan, and the transient resources and timestamps of each frame in flight. After construction and
// the first recording, nothing is allocated.
// Threads: one at a time.
class Executor {
 public:
  // `device` must outlive the executor.
  // `plan` must be compiled from `graph` using memoryNeeds(device).
  // `frames` is the number of frames in flight. Must be above 0.
  // Errors: graphics passes on a device without a graphics queue or dynamic rendering, out of memory.
  Executor(const gpu::Device& device, Graph graph, Plan plan, uint32_t frames = 1);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Sets the object of an imported resource for the frames that are recorded next. `handle` can be any version of the
  // resource. `view` is only needed for attachments, and for passes that call PassContext::view().
  // Errors: a handle that is not an imported resource of this kind. Handles of another graph are not always detected.
  void bind(BufferHandle handle, VkBuffer buffer);
  void bind(ImageHandle handle, VkImage image, VkImageView view);

  // Records the whole graph.
  // `cmd` must be recording, outside rendering, for the queue family of the device.
  // `frame` must be an index whose previous recording is no longer executed by the GPU.
  // Errors: a used import without bind(), `frame` out of range. If a pass throws, its rendering and its label are
  // ended: `cmd` can be ended, but must not be submitted.
  void record(VkCommandBuffer cmd, uint32_t frame = 0);

  // Returns an exported transient image. Errors: a handle of another resource, `frame` out of range.
  VkImage image(ImageHandle handle, uint32_t frame = 0) const;

  // Returns the GPU time of a pass in the last recording of `frame`, in milliseconds. Must be called after the fence of
  // its submission. Returns nothing before the first recording, and on a queue without timestamps. Errors: a culled
  // pass.
  std::optional<double> passMs(PassHandle pass, uint32_t frame = 0) const;
  // Same for the whole frame: returns the time from the start of the first pass to the end of the last one.
  std::optional<double> frameMs(uint32_t frame = 0) const;

 private:
  struct Frame;
  void recordPass(VkCommandBuffer cmd, Frame& frame, uint32_t frame_index, uint32_t position);
  void requireBound(const Frame& frame) const;
  PhysicalResource& imported(uint32_t resource, ResourceKind kind);
  Frame& frameAt(uint32_t frame) const;

  const gpu::Device* device_;
  Graph graph_;
  Plan plan_;
  std::vector<PhysicalResource> imported_;  // by resource
  std::unique_ptr<class BarrierRecorder> barriers_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace graph
