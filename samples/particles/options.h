// The command line of the viewer.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "frame/frame.h"
#include "option_values.h"
#include "points/cloud.h"
#include "scenes/scenes.h"
#include "steps/walk.h"

namespace particles {

// Whether every frame is verified even where nobody asks for it.
#ifdef NDEBUG
inline constexpr bool kVerifyByDefault = false;
#else
inline constexpr bool kVerifyByDefault = true;
#endif

struct Options {
  bool offscreen = false;                          // asked for, or by what a window does not do
  bool window = false;                             // and nothing else will do
  const SceneEntry* scene = &allScenes().front();  // never null
  bool scene_given = false;                        // else the one that fits a file
  std::optional<uint32_t> frames;                  // offscreen 120; in a window until it is closed
  std::optional<uint32_t> count;                   // else the scene's own, see countOf()
  uint32_t width = 1280;                           // pixels
  uint32_t height = 720;
  bool size_given = false;  // else a window may begin smaller
  std::string output = "particles.png";
  std::optional<std::string> sequence;  // pictures of frames, with the place of their number, see picture/sequence.h
  uint32_t every = 1;                   // frames from one picture of the sequence to the next
  std::optional<std::string> stats;     // a file that ends with .csv or .json
  std::optional<std::string> points;    // a file of splats or points
  uint32_t first = 0;                   // elements of that file that are read; 0: all
  std::optional<Up> up;                 // of that file
  std::optional<uint32_t> degree;       // of its spherical harmonics, at most
  std::optional<std::string> device;
  bool sorting = true;
  Use use = Use::automatic;
  std::shared_ptr<const Cloud> cloud;  // what readFile() has read
  float orbit = 0.0F;                  // degrees that the camera turns from frame to frame, offscreen
  uint32_t seed = 1;
  bool validate = false;
  bool verify = kVerifyByDefault;
  StepsOptions steps;
  std::optional<float> scale;  // of text and controls; in a window as the display has it
  bool window_output = false;  // `output` was asked for, so a window writes it too
  bool log_controls = false;   // say on standard output what controls do, and where they are
  bool help = false;           // print helpText() and stop
  bool version = false;        // print the version and stop
  bool list_devices = false;   // print the devices and stop
};

inline constexpr uint32_t kDefaultFrames = 120;

// Reads the file, if there is one, says what was read of it, and chooses the scene that fits it. Errors: as
// readPoints().
void readFile(Options& options);

// Errors: UsageError for an unknown option, a missing or wrong value, an option given twice, options that do not go
// together.
Options parseOptions(int argc, const char* const* argv);

// Elements of the scene: as many as asked for or read, or as such a device takes. Errors: UsageError for more than the
// device draws.
uint32_t countOf(const Options& options, const gpu::Device& device);

// The size, if such a device draws pictures that large. Errors: UsageError for --size.
VkExtent2D fittingSize(VkExtent2D extent, const VkPhysicalDeviceProperties& device);

// What they say of the scene and its sort. `sorters`: as in StageInfo.
StageInfo stageInfo(const Options& options, const gpu::Device& device, VkFormat color_format,
                    std::shared_ptr<Sorters> sorters = nullptr);

// What --help prints.
std::string helpText();

}  // namespace particles
