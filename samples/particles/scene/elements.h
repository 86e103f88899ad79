// What simulation, sort and drawing share: where each element is, and in which order they are drawn.
#pragma once
#include <glm/glm.hpp>

#include "scene/declaration.h"

namespace particles {

inline constexpr uint32_t kMaxCount = 1U << 28U;  // that are sorted in scratch memory
// Of one element, the most that a scene has in one buffer.
inline constexpr uint32_t kMaxBytes = 32;

// As many as the largest storage range and the most workgroups of the device take: 4 MiB of them at least.
uint32_t maxCountOn(const gpu::Device& device);

// Must outlive every executor of a graph it was declared in.
class Elements {
 public:
  // 1 to maxCountOn() of them. Errors: gpu::Error out of memory.
  Elements(const gpu::Device& device, uint32_t count);

  // In one graph.
  struct Handles {
    graph::BufferHandle positions;
    graph::BufferHandle indices;
    // A VkDrawIndirectCommand that draws those that can be seen, the first of the indices; empty: all are drawn.
    graph::BufferHandle arguments{};
  };
  Handles declare(Declaration& frame) const;

  uint32_t count() const { return count_; }
  // A vec4 for each element, see shaders/particles/interface.h. Scenes write them in shaders, or copy them there.
  const gpu::Buffer& positions() const { return positions_; }
  // A u32 for each, the element to be drawn; after a frame in the order drawn, and those that are not drawn behind.
  const gpu::Buffer& indices() const { return indices_; }

 private:
  uint32_t count_;
  gpu::Buffer positions_;
  gpu::Buffer indices_;
};

// What a pass that draws the elements reads of them, in its vertex shader.
void readElements(graph::PassBuilder& pass, const Elements::Handles& elements);
// Draws them, each as an instance of so many vertices: `count`, or as many as the arguments have.
void drawElements(const graph::PassContext& pass, const Elements::Handles& elements, uint32_t vertices, uint32_t count);

}  // namespace particles
