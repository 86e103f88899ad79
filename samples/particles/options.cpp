#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "frame/frame.h"
#include "picture/picture.h"
#include "points/read_points.h"

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
  options.size_given = true;
}

void setScene(Options& options, const std::string& text) {
  options.scene = findScene(text);
  options.scene_given = true;
  if (options.scene == nullptr) refuse("--scene", sceneNames(), text);
}

void setUse(Options& options, const std::string& text) {
  const std::optional<Use> use = useOf(text);
  if (!use) refuse("--use", kUseWords, text);
  options.use = *use;
}

void setSorting(Options& options, const std::string& text) {
  if (text != "on" && text != "off") refuse("--sort", "on or off", text);
  options.sorting = text == "on";
}

void setOrbit(Options& options, const std::string& text) {
  const std::optional<float> degrees = decimal(text, kMaxOrbit);
  if (!degrees) refuse("--orbit", "degrees from -180 to 180", text);
  options.orbit = *degrees;
}

void setUp(Options& options, const std::string& text) {
  if (text == "y")
    options.up = Up::y;
  else if (text == "-y")
    options.up = Up::minus_y;
  else if (text == "z")
    options.up = Up::z;
  else
    refuse("--up", "y, -y or z", text);
}

void setStats(Options& options, const std::string& text) {
  if (!text.ends_with(".csv") && !text.ends_with(".json"))
    refuse("--stats", "a file that ends with .csv or .json", text);
  options.stats = text;
}

void setPoints(Options& options, const std::string& text) {
  requireKnownEnding(text);
  options.points = text;
}

void setOutput(Options& options, const std::string& text) {
  if (!isPictureName(text)) refuse("--output", kPictureEndings, text);
  options.output = text;
  options.window_output = true;
}

void setSequence(Options& options, const std::string& text) {
  if (!isPictureName(text)) refuse("--sequence", kPictureEndings, text);
  if (!isSequence(text)) refuse("--sequence", "a file with one place for a number, as frame-%04d.png", text);
  options.sequence = text;
}

void setAlgorithm(StepsOptions& target, const std::string& text) {
  for (const auto algorithm : {steps::Algorithm::bitonic, steps::Algorithm::radix})
    if (text == steps::name(algorithm)) target.algorithm = algorithm;
  if (!target.algorithm || text != steps::name(*target.algorithm)) refuse("--steps", "bitonic or radix", text);
}

void setStep(StepsOptions& target, const std::string& text) {
  const auto value = decimal(text, 1000.0F);
  if (!value || *value < 0.0F) refuse("--step", "a number of steps from 0 to 1000", text);
  target.step = static_cast<double>(*value);
}

void setScale(std::optional<float>& target, const std::string& text) {
  const auto value = decimal(text, 8.0F);
  if (!value || *value < 0.5F) refuse("--scale", "a number from 0.5 to 8", text);
  target = *value;
}

// What is drawn, how large, and in which order.
void declareScene(CLI::App& app, Options& options) {
  app.option_defaults()->group("Scenes, files and output");
  const auto word = [&](const char* name, const char* type, void (*set)(Options&, const std::string&),
                        const std::string& help) {
    addWord(
        app, name, type, [&options, set](const std::string& text) { set(options, text); }, help);
  };
  const auto number = [&](const char* name, uint32_t low, uint32_t high, auto& target, const std::string& help) {
    addNumber(
        app, name, low, high, [&target](uint32_t value) { target = value; }, help);
  };
  word("FILE,--points", "FILE", setPoints, "Splats (.ply, .splat, .spz) or points (.ply, .csv, other tables)");
  number("--first", 1, kMaxCount, options.first, "Elements of the file: the first N. Default: all");
  word("--up", "AXIS", setUp, "Up in the file: y, -y or z. Default: -y of splats, y of .spz, z of points");
  number("--sh", 0, kMostDegree, options.degree, "Degree of spherical harmonics in the file: 0 to 3. Default: 3");
  word("--scene", "NAME", setScene, sceneNames() + ". Default: smoke");
  number("--count", 1, kMaxCount, options.count, "Elements. Default: the scene's");
  number("--frames", 1, kMaxFrames, options.frames, "Frames to draw. Default: 120 offscreen, any number in a window");
  number("--seed", 0, 4294967295U, options.seed, "The same seed gives the same scene. Default: 1");
  word("--size", "WxH", setSize, "Pixels: each side 1 to 16384. Default: 1280x720");
  word("--orbit", "DEGREES", setOrbit, "Turn of the camera per frame, offscreen: -180 to 180. Default: 0");
  word("--sort", "on|off", setSorting, "Sort the elements before drawing. Default: on");
  word("--use", "ALGORITHM", setUse, std::string(kUseWords) + ". Default: automatic");
}

// What is left of a run.
void declareOutput(CLI::App& app, Options& options) {
  const auto text = [&](const char* name, void (*set)(Options&, const std::string&), const char* help) {
    addText(
        app, name, "FILE", [&options, set](const std::string& value) { set(options, value); }, help);
  };
  text("--output", setOutput, "The last frame: .png or .jpg. Default: particles.png offscreen, none in a window");
  text("--sequence", setSequence, "Offscreen frames, each as a picture: frame-%04d.png");
  addNumber(
      app, "--every", 1, kMaxFrames, [&](uint32_t frames) { options.every = frames; },
      "Every N-th frame is in the sequence. Default: 1");
  text("--stats", setStats, "Times of each offscreen frame: .csv or .json");
}

void declareSteps(CLI::App& app, Options& options) {
  app.option_defaults()->group("Sorting step by step");
  addWord(
      app, "--steps", "bitonic|radix", [&](const std::string& text) { setAlgorithm(options.steps, text); },
      "Show how a short list is sorted. Offscreen: a picture of one step");
  addWord(
      app, "--step", "N", [&](const std::string& text) { setStep(options.steps, text); },
      "Steps that are done; 4.5 is half of the fifth. Default: 0");
  addNumber(
      app, "--elements", steps::kFewestElements, steps::kMostElements,
      [&](uint32_t count) { options.steps.elements = count; }, "Elements of the list: 16 to 1024. Default: 64");
  addNumber(
      app, "--digit-bits", 1, steps::kMostDigitBits, [&](uint32_t bits) { options.steps.digit_bits = bits; },
      "Bits of a digit of the radix sort: 1 to 8. Default: 4");
}

void declareRun(CLI::App& app, Options& options) {
  app.option_defaults()->group("Run");
  addFlag(app, "-h,--help", options.help, "Print this and stop. In the window F1 shows the keys");
  addFlag(app, "--version", options.version, "Print the version and stop");
  addFlag(app, "--list-devices", options.list_devices, "Print the Vulkan devices and stop");
  addText(
      app, "--device", "NAME|INDEX", [&](const std::string& text) { options.device = text; },
      "Index, or a part of the name. Default: a GPU before lavapipe");
  addFlag(app, "--offscreen", options.offscreen, "Draw without a window. Also by --orbit, --sequence, --stats");
  addFlag(app, "--window", options.window, "Draw in a window, or fail if there is no display");
  addWord(
      app, "--scale", "N", [&](const std::string& text) { setScale(options.scale, text); },
      "Size of text and controls: 0.5 to 8. Default: the display's; 1 offscreen");
  addFlag(app, "--log-controls", options.log_controls, "Print what the window's controls change, and where they are");
  addFlag(app, "--validate", options.validate, "Run under the Vulkan validation layer. Messages fail the run");
  addFlag(app, "--verify", options.verify, "The GPU checks order and completeness of each frame");
}

void declare(CLI::App& app, Options& options) {
  app.set_help_flag();
  declareScene(app, options);
  declareOutput(app, options);
  declareSteps(app, options);
  declareRun(app, options);
}

// Whether an option was given, and its name.
using Given = std::pair<bool, const char*>;

void refuseBeside(Given one, std::initializer_list<Given> others) {
  for (const auto& [given, name] : others)
    if (one.first && given) throw UsageError(std::string(name) + " does not go with " + one.second);
}

void requireTogether(const Options& options) {
  const Given window{options.window, "--window"}, steps{options.steps.algorithm.has_value(), "--steps"};
  const Given sequence{options.sequence.has_value(), "--sequence"}, stats{options.stats.has_value(), "--stats"};
  const Given orbit{options.orbit != 0.0F, "--orbit"};
  refuseBeside({options.offscreen, "--offscreen"}, {window});
  const bool splats = options.scene->make == makeSplats || options.scene->make == makePoints;
  if (options.points && !splats) throw UsageError("--points needs --scene splats or points");
  if (options.points && options.count)
    throw UsageError("--count does not go with --points; --first reads so many elements of it");
  if (options.first != 0 && !options.points) throw UsageError("--first needs --points");
  if (options.up && !options.points) throw UsageError("--up needs --points");
  if (options.degree && !options.points) throw UsageError("--sh needs --points");
  if (options.every != 1 && !options.sequence) throw UsageError("--every needs --sequence");
  refuseBeside(window, {sequence, stats, orbit});
  refuseBeside(steps, {sequence, stats, orbit});
  if (isRefused(options.use, options.scene->traits))
    throw UsageError("--use radix does not go with --scene " + std::string(options.scene->name) +
                     ": it sorts no segments");
}

// Asks for what is done or left offscreen alone.
bool needsOffscreen(const Options& options) { return options.sequence || options.stats || options.orbit != 0.0F; }

// What is drawn offscreen has a use for all that was asked for. In a window scene and list are chosen while it runs.
void requireUsed(const CLI::App& app, const Options& options) {
  const auto need = [&](const char* name, const char* what) {
    if (app.count(name) != 0) throw UsageError(std::string(name) + " needs " + what);
  };
  need("--log-controls", "a window");
  if (options.steps.algorithm == steps::Algorithm::bitonic) need("--digit-bits", "--steps radix or a window");
  if (!options.steps.algorithm)
    for (const char* name : {"--step", "--elements", "--digit-bits", "--scale"}) need(name, "--steps or a window");
  else
    for (const char* name : {"--scene", "--count", "--frames", "--sort", "--use", "--verify"})
      refuseBeside({true, "--steps offscreen"}, {{app.count(name) != 0, name}});
}

}  // namespace

Options parseOptions(int argc, const char* const* argv) {
  Options options;
  CLI::App app;
  declare(app, options);
  parseWords(app, argc, argv);
  if (options.points && !options.scene_given) options.scene = findScene("splats");
  requireTogether(options);
  if (needsOffscreen(options)) options.offscreen = true;
  if (options.offscreen) requireUsed(app, options);
  return options;
}

void readFile(Options& options) {
  if (!options.points) return;
  const ReadOptions read{options.first, options.degree.value_or(kMostDegree)};
  options.cloud = std::make_shared<Cloud>(readPoints(*options.points, options.up, read));
  std::printf("file: %s: %s\n", options.points->c_str(), options.cloud->summary.c_str());
  std::fflush(stdout);
  if (!options.scene_given) options.scene = findScene(options.cloud->discs ? "points" : "splats");
}

uint32_t countOf(const Options& options, const gpu::Device& device) {
  const uint32_t most = maxCountOn(device);
  const std::string of = " on " + std::string(device.properties().core.deviceName);
  if (options.cloud && options.cloud->count() > most)
    throw UsageError(*options.points + " has " + std::to_string(options.cloud->count()) + " elements, more than the " +
                     std::to_string(most) + " that can be drawn" + of + "; --first " + std::to_string(most) +
                     " draws those");
  if (options.count && *options.count > most)
    throw UsageError("--count must be at most " + std::to_string(most) + of + ", not " +
                     std::to_string(*options.count));
  if (options.cloud) return options.cloud->count();
  const bool software = device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  return options.count.value_or(software ? options.scene->count : options.scene->gpu_count);
}

VkExtent2D fittingSize(VkExtent2D extent, const VkPhysicalDeviceProperties& device) {
  const VkPhysicalDeviceLimits& limits = device.limits;
  const uint32_t image = limits.maxImageDimension2D;
  const uint32_t width = std::min({image, limits.maxFramebufferWidth, limits.maxViewportDimensions[0]});
  const uint32_t height = std::min({image, limits.maxFramebufferHeight, limits.maxViewportDimensions[1]});
  if (extent.width > width || extent.height > height)
    throw UsageError("--size must be at most " + std::to_string(width) + "x" + std::to_string(height) + " on " +
                     device.deviceName + ", not " + std::to_string(extent.width) + "x" + std::to_string(extent.height));
  return extent;
}

StageInfo stageInfo(const Options& options, const gpu::Device& device, VkFormat color_format,
                    std::shared_ptr<Sorters> sorters) {
  return {options.scene->make,
          {countOf(options, device), options.seed, color_format, kFramesInFlight, options.cloud},
          useOn(device.properties().subgroup.subgroupSize, options.use),
          options.verify,
          options.scene->traits,
          std::move(sorters)};
}

std::string helpText() {
  // FILE is an option, too, and described there.
  struct Formatter : CLI::Formatter {
    std::string make_positionals(const CLI::App*) const override { return {}; }
  };
  Options options;
  CLI::App app("Particles, glass and splats, depth-sorted by vksort and drawn on the GPU.", "vksort-particles");
  const auto formatter = std::make_shared<Formatter>();
  formatter->column_width(27);
  app.formatter(formatter);
  declare(app, options);
  app.footer("Exit codes: 0 drawn back to front; 1 wrong order, or messages of --validate; 2 other errors");
  // CLI11 puts two empty lines between groups.
  std::string text = app.help();
  for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

}  // namespace particles
