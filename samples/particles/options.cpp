#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "frame/frame_queue.h"
#include "scenes/scenes.h"

namespace particles {
namespace {

constexpr uint32_t kMaxSide = 16384;
constexpr uint32_t kMaxFrames = 1000000;

// Decimal digits only, all of them.
std::optional<uint32_t> number(std::string_view text, uint32_t low, uint32_t high) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) return std::nullopt;
  return value;
}

[[noreturn]] void refuse(const std::string& name, const std::string& wanted, const std::string& text) {
  throw UsageError(name + " must be " + wanted + ", not '" + text + "'");
}

template <typename Target>
CLI::Option* addNumber(CLI::App& app, const std::string& name, const char* type, uint32_t low, uint32_t high,
                       Target& target, const std::string& help) {
  const auto set = [&target, name, low, high](const std::string& text) {
    const std::optional<uint32_t> value = number(text, low, high);
    if (!value) refuse(name, "a whole number from " + std::to_string(low) + " to " + std::to_string(high), text);
    target = *value;
  };
  return app.add_option_function<std::string>(name, set, help)->type_name(type);
}

void setSize(Options& options, const std::string& text) {
  const std::size_t cross = text.find('x');
  const auto width = number(std::string_view(text).substr(0, cross), 1, kMaxSide);
  const auto height =
      cross == std::string::npos ? std::nullopt : number(std::string_view(text).substr(cross + 1), 1, kMaxSide);
  if (!width || !height) refuse("--size", "WIDTHxHEIGHT, each side from 1 to " + std::to_string(kMaxSide), text);
  options.width = *width;
  options.height = *height;
}

void setSorting(Options& options, const std::string& text) {
  if (text != "on" && text != "off") refuse("--sort", "on or off", text);
  options.sorting = text == "on";
}

void setKeys(Options& options, const std::string& text) {
  if (text != "fused" && text != "separate") refuse("--keys", "fused or separate", text);
  options.fused_keys = text == "fused";
}

void setText(std::string& target, const std::string& name, const std::string& text) {
  if (text.empty() || text.starts_with("--")) refuse(name, "given a value", text);
  target = text;
}

void addFlag(CLI::App& app, const std::string& name, bool& target, const std::string& help) {
  app.add_flag(name, target, help)->disable_flag_override();
}

void declare(CLI::App& app, Options& options) {
  app.set_help_flag();
  addFlag(app, "-h,--help", options.help, "Print this and stop");
  addFlag(app, "--offscreen", options.offscreen,
          "Draw to a PNG even where there is a display. Default: a window where there is a display");
  addFlag(app, "--window", options.window, "Draw in a window, and fail where that is not possible");
  addNumber(app, "--frames", "N", 1, kMaxFrames, options.frames,
            "Frames to draw: 1 to 1000000. Default: 120 offscreen; in a window until it is closed");
  addNumber(app, "--count", "N", 1, kMaxCount, options.count,
            "Particles: 1 to " + std::to_string(kMaxCount) + ". Default: 20000");
  app.add_option_function<std::string>(
         "--size", [&](const std::string& text) { setSize(options, text); },
         "Size in pixels: each side 1 to 16384. Default: 1280x720")
      ->type_name("WxH");
  app.add_option_function<std::string>(
         "--output", [&](const std::string& text) { setText(options.output, "--output", text); },
         "Picture of the last offscreen frame. Default: particles.png")
      ->type_name("FILE.png");
  app.add_option_function<std::string>(
         "--device", [&](const std::string& text) { setText(options.device.emplace(), "--device", text); },
         "Vulkan device: its index, or a part of its name. Default: a real GPU before lavapipe")
      ->type_name("NAME|INDEX");
  app.add_option_function<std::string>(
         "--sort", [&](const std::string& text) { setSorting(options, text); },
         "Sort the particles before drawing: on or off. Default: on")
      ->type_name("on|off");
  app.add_option_function<std::string>(
         "--keys", [&](const std::string& text) { setKeys(options, text); },
         "Where depths are computed: in the sort's first pass, or in a pass before it. Default: fused")
      ->type_name("fused|separate");
  addNumber(app, "--seed", "N", 0, 4294967295U, options.seed,
            "Which smoke and sparks: 0 to 4294967295. Default: 1; the same seed gives the same picture");
  addFlag(app, "--validate", options.validate,
          "Run under the Vulkan validation layer; messages fail the run. Default: without");
  addFlag(app, "--verify", options.verify,
          "Let the GPU check order and completeness of every frame; a fault fails the run. Always on in debug builds");
}

// CLI11 would take the next word as the value of "--name=".
void refuseEmptyValues(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with("--") && word.ends_with("=")) refuse(word.substr(0, word.size() - 1), "given a value", "");
  }
}

}  // namespace

Options parseOptions(int argc, const char* const* argv) {
  Options options;
  CLI::App app;
  declare(app, options);
  refuseEmptyValues(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    if (text.find("flag override") != std::string::npos)
      throw UsageError("--" + text.substr(0, text.find(' ')) + " takes no value");
    throw UsageError(text.substr(0, text.find(':')) + " must be given once, with one value");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  if (options.window && options.offscreen) throw UsageError("--window does not go with --offscreen");
  return options;
}

StageInfo stageInfo(const Options& options, VkFormat color_format) {
  return {makeSmoke, {options.count, options.seed, color_format, kFramesInFlight}, options.fused_keys, options.verify};
}

std::string helpText() {
  Options options;
  CLI::App app(
      "Smoke and sparks, simulated, depth-sorted by vksort and drawn on the GPU.\n"
      "Window: drag to orbit, wheel to zoom, S sorting off and on, space pause, H overlay, Esc or Q close.\n"
      "Exit code: 0 drawn back to front; 1 wrong order or validation messages; 2 bad input or no device.",
      "vksort-particles");
  app.get_formatter()->column_width(24);
  declare(app, options);
  return app.help();
}

}  // namespace particles
