// The command line of the viewer.
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
  bool offscreen = false;                          // asked for, or by what a window does not do
  bool window = false;                             // and nothing else will do
  const SceneEntry* scene = &allScenes().front();  // never null
  bool scene_given = false;                        // else the one that fits a file
  std::optional<uint32_t> frames;                  // offscreen 120; in a window until it is closed
  std::optional<uint32_t> count;                   // else the scene's own, see countOf()
  std::optional<VkExtent2D> size;                  // pixels
  std::string output;                              // empty: particles.png offscreen, none in a window
  std::string sequence;                            // pictures of frames, with the place of their number
  std::string file;                                // of splats or points
  uint32_t first = 0;                              // elements of that file that are read; 0: all
  std::optional<glm::vec3> up;                     // of that file
  uint32_t degree = kMostDegree;                   // of its spherical harmonics, at most
  std::optional<std::string> device;
  bool sorting = true;
  uint32_t budget = kNoBudget;
  Use use = Use::automatic;
  std::shared_ptr<const Cloud> cloud;  // what readFile() has read
  float orbit = 0.0F;                  // degrees that the camera turns from frame to frame, offscreen
  uint32_t seed = 1;
  bool validate = false;
  StepsOptions steps;
  bool steps_given = false;   // draw steps, and no scene
  bool help = false;          // print helpText() and stop
  bool version = false;       // print the version and stop
  bool list_devices = false;  // print the devices and stop
};

inline constexpr uint32_t kDefaultFrames = 120;

// Errors: UsageError for an unknown option, a missing or wrong value, an option given twice, options that do not go
// together.
Options parseOptions(int argc, const char* const* argv);

// Reads the file, if there is one, says what was read of it, and chooses the scene that fits it. Errors: as
// readPoints().
void readFile(Options& options);

// Elements of the scene: as many as asked for or read, or as such a device takes. Errors: UsageError for more than the
// device draws.
uint32_t countOf(const Options& options, const gpu::Device& device);

// The size of pictures. Errors: UsageError for --size where the device draws none that large.
VkExtent2D sizeOn(const Options& options, const gpu::Device& device);

// What they say of the scene and its sort.
StageInfo stageInfo(const Options& options, const gpu::Device& device, VkFormat format);

// What --help prints.
std::string helpText();

}  // namespace particles
