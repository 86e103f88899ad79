#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "points/cloud.h"
#include "steps/walk.h"
#include "view/frame.h"

namespace particles {

// what() is one line that names the option or file.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Options {
  bool offscreen = false;                          // set by --offscreen, --orbit and --sequence
  bool window = false;                             // fail if there is no display
  const SceneEntry* scene = &allScenes().front();  // never null
  bool scene_given = false;                        // otherwise, a file decides the scene
  std::optional<uint32_t> frames;                  // default: 120 offscreen, unlimited in a window
  std::optional<uint32_t> count;                   // default: countOf()
  std::optional<VkExtent2D> size;                  // in pixels
  std::string output;                              // default: particles.png offscreen, none in a window
  std::string sequence;                            // file name of each frame, with %d
  std::string file;
  uint32_t first = 0;             // elements to read from the file; 0 reads all
  std::optional<glm::vec3> up;    // up axis of the file
  uint32_t degree = kMostDegree;  // maximum degree of its spherical harmonics
  std::optional<std::string> device;
  bool sorting = true;
  uint32_t budget = kNoBudget;
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;
  std::shared_ptr<const Cloud> cloud;  // result of readFile()
  float orbit = 0.0F;                  // degrees per frame, offscreen
  uint32_t seed = 1;
  bool validate = false;
  StepsOptions steps;
  bool steps_given = false;  // draw steps instead of a scene
  std::string print;         // if not empty, print this and stop
  bool list_devices = false;
};

inline constexpr uint32_t kDefaultFrames = 120;

// Throws UsageError for unknown or repeated options, missing or invalid values, and options that exclude each other.
Options parseOptions(int argc, const char* const* argv);

// Reads the file (if any), prints its summary, and chooses its scene. Throws the errors of readPoints().
void readFile(Options& options);

// Returns the number of elements in the file, the value of --count, or the default for this device. Throws UsageError
// if the device cannot draw this number.
uint32_t countOf(const Options& options, const gpu::Device& device);

// Throws UsageError if the size exceeds the limits of the device.
VkExtent2D sizeOn(const Options& options, const gpu::Device& device);

SceneInfo sceneInfo(const Options& options, const gpu::Device& device, VkFormat format);

}  // namespace particles
