#include "options.h"

#include <CLI/CLI.hpp>

#include "frame/frame_queue.h"

namespace particles {
namespace {

constexpr uint32_t kMaxSide = 16384;
constexpr uint32_t kMaxFrames = 1000000;
constexpr float kMaxOrbit = 180.0F;  // degrees

void setSize(Options& options, const std::string& text) {
  const std::size_t cross = text.find('x');
  const auto width = number(std::string_view(text).substr(0, cross), 1, kMaxSide);
  const auto height =
      cross == std::string::npos ? std::nullopt : number(std::string_view(text).substr(cross + 1), 1, kMaxSide);
  if (!width || !height) refuse("--size", "WIDTHxHEIGHT, each side from 1 to " + std::to_string(kMaxSide), text);
  options.width = *width;
  options.height = *height;
}

void setScene(Options& options, const std::string& text) {
  options.scene = findScene(text);
  if (options.scene == nullptr) refuse("--scene", sceneNames(), text);
}

void setUse(Options& options, const std::string& text) {
  const std::optional<Use> use = useOf(text);
  if (!use) refuse("--use", useWords(), text);
  options.sort.use = *use;
}

void setSorting(Options& options, const std::string& text) {
  if (text != "on" && text != "off") refuse("--sort", "on or off", text);
  options.sorting = text == "on";
}

void setKeys(Options& options, const std::string& text) {
  if (text != "fused" && text != "separate") refuse("--keys", "fused or separate", text);
  options.sort.keys = text == "fused" ? Keys::fused : Keys::separate;
}

void setOrbit(Options& options, const std::string& text) {
  const std::optional<float> degrees = decimal(text, kMaxOrbit);
  if (!degrees) refuse("--orbit", "degrees from -180 to 180", text);
  options.orbit = *degrees;
}

// What is drawn, and how large.
void declareScene(CLI::App& app, Options& options) {
  std::string scenes = "What is drawn:";
  for (const SceneEntry& scene : allScenes())
    scenes += std::string(&scene == &allScenes().front() ? " " : ", ") + scene.name + " (" + scene.what + ")";
  addWord(
      app, "--scene", "NAME", [&](const std::string& text) { setScene(options, text); }, scenes + ". Default: smoke");
  addNumber(
      app, "--count", 1, kMaxCount, [&](uint32_t count) { options.count = count; },
      "Elements: 1 to " + std::to_string(kMaxCount) + ". Default: the scene's, fewer without a GPU; 20000 of smoke");
  addNumber(
      app, "--frames", 1, kMaxFrames, [&](uint32_t frames) { options.frames = frames; },
      "Frames to draw: 1 to 1000000. Default: 120 offscreen; in a window until it is closed");
  addNumber(
      app, "--seed", 0, 4294967295U, [&](uint32_t seed) { options.seed = seed; },
      "Which smoke, which stars: 0 to 4294967295. Default: 1; the same seed gives the same picture");
  addWord(
      app, "--size", "WxH", [&](const std::string& text) { setSize(options, text); },
      "Size in pixels: each side 1 to 16384. Default: 1280x720");
  addWord(
      app, "--orbit", "DEGREES", [&](const std::string& text) { setOrbit(options, text); },
      "Turn the camera by so much from frame to frame offscreen: -180 to 180. Default: 0");
}

// How it is sorted.
void declareSort(CLI::App& app, Options& options) {
  addWord(
      app, "--sort", "on|off", [&](const std::string& text) { setSorting(options, text); },
      "Sort the elements before drawing: on or off. Default: on");
  addNumber(
      app, "--sort-every", 1, kMaxFrames, [&](uint32_t frames) { options.sort_every = frames; },
      "Sort every N-th frame, and draw those between in the order of the last one: 1 to 1000000. Default: 1");
  addWord(
      app, "--use", "ALGORITHM", [&](const std::string& text) { setUse(options, text); },
      "What sorts: " + useWords() +
          ". bitonic is in place; v0 to v5 are the rungs of the ladder, which sort depth and "
          "index in one word, so to fewer digits. Default: automatic");
  addWord(
      app, "--keys", "fused|separate", [&](const std::string& text) { setKeys(options, text); },
      "Where depths are computed: in the sort's first pass, or in a pass before it. Default: what is faster");
  addFlag(app, "--coherent", options.sort.coherent,
          "Begin with the order of the frame before, and repair it where that is enough");
}

void declare(CLI::App& app, Options& options) {
  app.set_help_flag();
  addFlag(app, "-h,--help", options.help, "Print this and stop");
  addFlag(app, "--offscreen", options.offscreen,
          "Draw to a PNG even where there is a display. Default: a window where there is a display");
  addFlag(app, "--window", options.window, "Draw in a window, and fail where that is not possible");
  declareScene(app, options);
  declareSort(app, options);
  addText(
      app, "--output", "FILE.png", [&](const std::string& text) { options.output = text; },
      "Picture of the last offscreen frame. Default: particles.png");
  addText(
      app, "--device", "NAME|INDEX", [&](const std::string& text) { options.device = text; },
      "Vulkan device: its index, or a part of its name. Default: a real GPU before lavapipe");
  addFlag(app, "--validate", options.validate,
          "Run under the Vulkan validation layer; messages fail the run. Default: without");
  addFlag(app, "--verify", options.verify,
          "Let the GPU check order and completeness of every frame; a fault fails the run. Always on in debug builds");
}

void requireTogether(const Options& options) {
  if (options.window && options.offscreen) throw UsageError("--window does not go with --offscreen");
  if (const std::string why = refusal(options.sort, options.scene->traits, options.scene->name); !why.empty())
    throw UsageError(why);
}

}  // namespace

Options parseOptions(int argc, const char* const* argv) {
  Options options;
  CLI::App app;
  declare(app, options);
  parseWords(app, argc, argv);
  requireTogether(options);
  return options;
}

uint32_t countOf(const Options& options, const gpu::Device& device) {
  const bool software = device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  return options.count.value_or(software ? options.scene->count : options.scene->gpu_count);
}

StageInfo stageInfo(const Options& options, const gpu::Device& device, VkFormat color_format) {
  return {options.scene->make,
          {countOf(options, device), options.seed, color_format, kFramesInFlight},
          options.sort,
          options.verify,
          options.scene->traits};
}

std::string helpText() {
  Options options;
  CLI::App app(
      "Particles, glass and splats, depth-sorted by vksort and drawn on the GPU.\n"
      "Window: drag to orbit, wheel to zoom, S sorting off and on, space pause, H overlay, Esc or Q close.\n"
      "Exit code: 0 drawn back to front; 1 wrong order or validation messages; 2 bad input or no device.",
      "vksort-particles");
  app.get_formatter()->column_width(24);
  declare(app, options);
  return app.help();
}

}  // namespace particles
