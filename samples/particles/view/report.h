#pragma once
#include <string>
#include <vector>

#include "view/frame.h"

namespace particles {

// GPU times of the frames that a graph drew.
class FrameTimes {
 public:
  // Accepts the result of FrameGraph::parts().
  void add(const std::vector<FramePart>& parts);
  // Returns the median of the whole frame, followed by the medians of its parts. Empty without timestamps. Only uses
  // the last `frames` frames, and never the first two if there are others, because drivers are still compiling during
  // them.
  std::vector<FramePart> medians(std::size_t frames = ~std::size_t{0}) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<float>> ms_;  // per name, the latest last
};

// Returns "sort 120 us (10 %), draw 1.00 ms (83 %)" for the parts of a frame.
std::string describe(const std::vector<FramePart>& parts);

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
  FrameTimes times{};
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
