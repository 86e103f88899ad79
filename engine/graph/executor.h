#pragma once
#include <memory>

#include "gpu/timestamps.h"
#include "graph/compile.h"
#include "graph/context.h"

namespace graph {

// `device` must outlive the query.
MemoryQuery memoryNeeds(const gpu::Device& device);

// Owns a graph, its plan, and the transient resources and timestamps of each frame in flight. Allocates nothing after
// the first recording. One thread at a time.
class Executor {
 public:
  // `device` must outlive the executor. `plan` must be compiled from `graph` using memoryNeeds(device). `frames` is the
  // number of frames in flight. Graphics passes need a graphics queue and dynamic rendering.
  Executor(const gpu::Device& device, Graph graph, Plan plan, uint32_t frames = 1);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Sets the object of an imported resource for future record() calls. `handle` can be any version of the resource.
  // `view` is only needed for attachments and for PassContext::view(). Handles of another graph are not always
  // detected.
  void bind(BufferHandle handle, VkBuffer buffer);
  void bind(ImageHandle handle, VkImage image, VkImageView view);

  // `cmd` must be recording, outside rendering, for the queue family of the device. The GPU must no longer execute the
  // previous recording of `frame`. All used imports must be bound. If a pass throws, `cmd` can be ended, but must not
  // be submitted.
  void record(VkCommandBuffer cmd, uint32_t frame = 0);

  // Returns an exported transient image.
  VkImage image(ImageHandle handle, uint32_t frame = 0) const;

  // Returns the GPU time of a pass when `frame` was last recorded. Call it after the fence of its submission. Returns
  // nothing before the first recording, and on queues without timestamps. The pass must not be culled.
  std::optional<double> passMs(PassHandle pass, uint32_t frame = 0) const;
  // Returns the time from the start of the first pass to the end of the last one.
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
  std::vector<PhysicalResource> imported_;
  std::unique_ptr<class BarrierRecorder> barriers_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace graph
