// The graph of a frame while its passes are being declared.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "gpu/buffer.h"
#include "graph/execute.h"

namespace particles {

inline constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

// What the frame before did last with a buffer that simulation, sort or drawing keep from frame to frame.
inline constexpr graph::Access kFrameBefore{
    VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT |
        VK_PIPELINE_STAGE_TRANSFER_BIT,
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};

// Remembers the buffers that the graph was given, so that its executor gets them too.
class Declaration {
 public:
  graph::Graph graph;

  // A buffer that outlives the executor; `before` as in Graph::importBuffer().
  graph::BufferHandle import(const std::string& name, const gpu::Buffer& buffer, VkBufferUsageFlags usage,
                             graph::Access before);
  // `executor` must be of this graph.
  void bind(graph::Executor& executor) const;

 private:
  std::vector<std::pair<graph::BufferHandle, VkBuffer>> imported_;
};

}  // namespace particles
