// Text over the picture, by Dear ImGui.
#pragma once
#include <optional>
#include <string>

#include "gpu/buffer.h"
#include "graph/graph.h"
#include "scene/program.h"
#include "sort/verdicts.h"

struct ImDrawData;
struct ImGuiContext;

namespace particles {

struct OverlayText {
  std::string device;
  uint32_t count = 0;
  bool sorting = true;
  bool fused_keys = true;
  bool paused = false;
  std::optional<double> sort_ms;
  double fps = 0.0;
  std::optional<Verdict> verdict{};  // of the last frame that was verified
};

// Must outlive every executor of a graph it was declared in. Thread rule: one at a time, on one thread.
class Overlay {
 public:
  Overlay(const gpu::Device& device, VkFormat color_format, uint32_t frames);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  // What the next recording shows; nothing when hidden. `scale` is pixels per unit of the font, 1 on usual screens.
  void prepare(const OverlayText& text, VkExtent2D extent, float scale, bool visible);

  // Adds the pass that draws over `color`.
  graph::ImageHandle declare(graph::Graph& graph, graph::ImageHandle color);

 private:
  void draw(const graph::PassContext& pass, VkExtent2D extent);
  void copyTriangles(uint32_t frame, const ImDrawData& data);

  ImGuiContext* context_;
  gpu::Buffer atlas_;
  std::vector<gpu::Buffer> vertices_;  // by frame
  std::vector<gpu::Buffer> indices_;   // by frame
  Program program_;
  float atlas_width_ = 0.0F;
  float atlas_height_ = 0.0F;
};

}  // namespace particles
