// The command line of the viewer.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "frame/stage.h"

namespace particles {

#ifdef NDEBUG
inline constexpr bool kVerifyByDefault = false;
#else
inline constexpr bool kVerifyByDefault = true;
#endif

struct Options {
  bool offscreen = false;
  bool window = false;             // and nothing else will do
  std::optional<uint32_t> frames;  // offscreen 120; in a window until it is closed
  uint32_t count = 20000;
  uint32_t width = 1280;  // pixels
  uint32_t height = 720;
  std::string output = "particles.png";
  std::optional<std::string> device;
  bool sorting = true;
  bool fused_keys = true;  // the sort computes the depths itself
  uint32_t seed = 1;
  bool validate = false;
  bool verify = kVerifyByDefault;
  bool help = false;  // print helpText() and stop
};

inline constexpr uint32_t kDefaultFrames = 120;

// what() is one line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Errors: UsageError for an unknown option, a missing or wrong value, an option given twice.
Options parseOptions(int argc, const char* const* argv);

// What they say of the scene and its sort.
StageInfo stageInfo(const Options& options, VkFormat color_format);

// What --help prints.
std::string helpText();

}  // namespace particles
