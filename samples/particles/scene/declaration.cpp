#include "scene/declaration.h"

namespace particles {

graph::BufferHandle Declaration::import(const std::string& name, const gpu::Buffer& buffer, VkBufferUsageFlags usage,
                                        graph::Access before) {
  const graph::BufferHandle handle = graph.importBuffer(name, {buffer.size(), usage}, before);
  imported_.emplace_back(handle, buffer.handle());
  return handle;
}

void Declaration::bind(graph::Executor& executor) const {
  for (const auto& [handle, buffer] : imported_) executor.bind(handle, buffer);
}

}  // namespace particles
