// What simulation, sort and drawing share: where each element is, and in which order they are drawn.
#pragma once
#include <glm/glm.hpp>

#include "scene/declaration.h"

namespace particles {

// 64 MiB of positions; a scene may have twice as much for each, the storage range that every device has.
inline constexpr uint32_t kMaxCount = 4U << 20U;

// Must outlive every executor of a graph it was declared in.
class Elements {
 public:
  // 1 to kMaxCount of them. Errors: gpu::Error out of memory.
  Elements(const gpu::Device& device, uint32_t count);

  // In one graph.
  struct Handles {
    graph::BufferHandle positions;
    graph::BufferHandle indices;
  };
  Handles declare(Declaration& frame) const;

  uint32_t count() const { return count_; }
  // A vec4 for each element, see shaders/particles/interface.h. Scenes write them in shaders, or copy them there.
  const gpu::Buffer& positions() const { return positions_; }
  // A u32 for each, the element to be drawn; after a frame in the order drawn.
  const gpu::Buffer& indices() const { return indices_; }

 private:
  uint32_t count_;
  gpu::Buffer positions_;
  gpu::Buffer indices_;
};

}  // namespace particles
