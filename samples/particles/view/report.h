#pragma once
#include <vector>

#include "view/frame.h"

namespace particles {

struct RunReport {
  RunReport() = default;
  RunReport(const SceneInstance& scene, const SceneEntry& entry)
      : count(scene.elements().count()), element(entry.element), facts(scene.sort().facts()) {}

  uint32_t frames = 0;
  uint32_t count = 0;    // elements per frame
  double seconds = 0.0;  // wall time of all frames
  VkExtent2D extent{};
  bool sorting = true;                // in the last frame
  const char* element = "particles";  // plural name of the elements
  SortFacts facts{};
  std::vector<double> sort_ms;
  std::vector<double> frame_ms;  // GPU times, in ms

  void add(FrameGraph& graph, uint32_t slot);
};

void printDevice(const gpu::Device& device, const std::string& why);

// The last frame must have finished.
struct Readback {
  std::vector<glm::vec4> positions;
  std::vector<uint32_t> indices;
};
Readback readBack(const gpu::Device& device, const Elements& elements);

// `slot` drew the last frame, which must have finished.
OrderReport judge(const gpu::Device& device, const SceneInstance& scene, uint32_t slot, bool sorting);

// Returns the exit code: 0 if every element was drawn once and in order, otherwise 1.
int printRun(const RunReport& run, const OrderReport& order);

}  // namespace particles
