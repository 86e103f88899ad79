// Dear ImGui's windows over the picture: its context, and the pass that draws what it made.
#pragma once
#include <vector>

#include "gpu/buffer.h"
#include "graph/graph.h"
#include "scene/elements.h"

struct GLFWwindow;
struct ImDrawData;
struct ImGuiContext;

namespace particles {

// Must outlive every executor of a graph it was declared in. Thread rule: one at a time, on the main thread.
class Overlay {
 public:
  // `window`: what is listened to, or null. `scale`: pixels per unit of text and controls, see setScale().
  Overlay(const gpu::Device& device, VkFormat format, float scale, GLFWwindow* window = nullptr);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  // Between these two Dear ImGui is called for what the next recording shows. `extent` in pixels; a window has its own.
  void begin(VkExtent2D extent = {});
  void end();

  // 0.5 to 8. The GPU must be done with all frames.
  void setScale(float scale);
  float scale() const { return scale_; }

  // Adds the pass that draws over `color`, or, if it `clears`, over the background of the steps.
  graph::ImageHandle declare(graph::Graph& graph, graph::ImageHandle color, bool clears = false);

 private:
  // Triangles of one frame, which grow with what there is to draw.
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
  glm::vec2 atlas_size_{};  // texels
};

}  // namespace particles
