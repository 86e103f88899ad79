#pragma once
#include <vector>

#include "gpu/buffer.h"
#include "graph/graph.h"
#include "scene/elements.h"

struct GLFWwindow;
struct ImDrawData;
struct ImGuiContext;

namespace particles {

// Must outlive every executor of a graph it was declared in, and only be used on the main thread.
class Overlay {
 public:
  // `window` provides input events, and can be null. `scale` is in pixels per unit.
  Overlay(const gpu::Device& device, VkFormat format, float scale, GLFWwindow* window = nullptr);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  // Call Dear ImGui between these functions. `extent` is in pixels, and ignored if there is a window.
  void begin(VkExtent2D extent = {});
  void end();

  // `scale` is clamped to 0.5 to 8. The GPU must have finished all frames.
  void setScale(float scale);
  float scale() const { return scale_; }

  graph::ImageHandle declare(graph::Graph& graph, graph::ImageHandle color);

 private:
  struct Triangles {
    gpu::Buffer vertices;
    gpu::Buffer indices;
  };
  void draw(const graph::PassContext& pass, VkExtent2D extent);
  void copyTriangles(uint32_t frame, const ImDrawData& data);

  const gpu::Device* device_;
  ImGuiContext* context_;
  GLFWwindow* window_;
  float scale_ = 0.0F;
  gpu::Buffer atlas_;
  Triangles triangles_[kFramesInFlight];
  Program program_;
  glm::vec2 atlas_size_{};
};

}  // namespace particles
