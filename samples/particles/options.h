#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "points/cloud.h"
#include "view/frame.h"

namespace particles {

// what() is one line that names the option or file.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Options {
  bool offscreen = false;  // set by --offscreen, --orbit and --sequence
  bool window = false;
  const SceneEntry* scene = &allScenes().front();  // never null
  bool scene_given = false;                        // otherwise, a file decides the scene
  std::optional<uint32_t> frames;                  // default: kDefaultFrames offscreen, unlimited in a window
  std::optional<uint32_t> count;
  std::optional<VkExtent2D> size;
  std::string output;  // default: particles.png offscreen, none in a window
  std::string sequence;
  std::string file;
  uint32_t first = 0;  // 0 reads all elements
  std::optional<glm::vec3> up;
  uint32_t degree = kMostDegree;
  std::optional<std::string> device;
  bool sorting = true;
  uint32_t budget = kNoBudget;
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;
  std::shared_ptr<const Cloud> cloud;
  float orbit = 0.0F;  // degrees per frame, offscreen
  uint32_t seed = 1;
  bool validate = false;
  std::string print;
  bool list_devices = false;
};

inline constexpr uint32_t kDefaultFrames = 120, kSoftwareFrames = 30;

// Throws UsageError for invalid options, values and combinations.
Options parseOptions(int argc, const char* const* argv);

// Also prints the summary of the file, and chooses its scene.
void readFile(Options& options);

// Throws UsageError if the device cannot draw this number of elements.
uint32_t countOf(const Options& options, const gpu::Device& device);

VkExtent2D sizeOn(const Options& options, const gpu::Device& device);

SceneInfo sceneInfo(const Options& options, const gpu::Device& device, VkFormat format);

}  // namespace particles
