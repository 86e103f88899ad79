// Dear ImGui's windows over the picture: its context, and the pass that draws what it made.
#pragma once
#include <optional>
#include <vector>

#include "gpu/buffer.h"
#include "graph/graph.h"
#include "scene/elements.h"

struct GLFWwindow;
struct ImDrawData;
struct ImGuiContext;

namespace particles {

// Goes to the context that is current when it is made, which must outlive it. Callbacks that the window had before go
// on being called. Thread rule: main thread only.
class Input {
 public:
  explicit Input(GLFWwindow* window);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Before each Overlay::begin().
  void begin() const;
};

// Sizes, colours and the font for `scale` pixels per unit; the font's atlas is to be built anew then. The font is
// DejaVu Sans where it is installed, else the one that Dear ImGui has in itself.
void setStyle(float scale);

struct OverlayInfo {
  VkFormat color_format = VK_FORMAT_UNDEFINED;
  uint32_t frames = 1;  // in flight
  float scale = 1.0F;   // pixels per unit of text and controls, see setScale()
};

// Must outlive every executor of a graph it was declared in. Thread rule: one at a time, on one thread.
class Overlay {
 public:
  Overlay(const gpu::Device& device, const OverlayInfo& info);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  // Between these two Dear ImGui is called for what the next recording shows. `extent` in pixels; nothing where a
  // gui::Input has told the size.
  void begin(std::optional<VkExtent2D> extent = {});
  void end();

  // 0.5 to 8. The GPU must be done with all frames.
  void setScale(float scale);
  float scale() const { return scale_; }

  // Adds the pass that draws over `color`; the first if all of it is to be `clear` before.
  graph::ImageHandle declare(graph::Graph& graph, graph::ImageHandle color,
                             std::optional<VkClearColorValue> clear = {});

 private:
  // Triangles of one frame, which grow with what there is to draw.
  struct Triangles {
    gpu::Buffer vertices;
    gpu::Buffer indices;
  };
  void makeRoom(Triangles& triangles, const ImDrawData& data);
  void draw(const graph::PassContext& pass, VkExtent2D extent);
  void copyTriangles(uint32_t frame, const ImDrawData& data);

  const gpu::Device* device_;
  ImGuiContext* context_;
  float scale_ = 0.0F;
  gpu::Buffer atlas_;
  std::vector<Triangles> triangles_;  // by frame
  Program program_;
  float atlas_width_ = 0.0F;
  float atlas_height_ = 0.0F;
};

}  // namespace particles
