#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "controls/actions.h"
#include "frame/frame_queue.h"
#include "picture/picture.h"
#include "picture/sequence.h"
#include "points/read_points.h"
#include "points/write_ply.h"
#include "scenes/tree.h"
#include "window_options.h"

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
  if (!use) refuse("--use", useWords(), text);
  options.sort.use = *use;
}

void setSorting(Options& options, const std::string& text) {
  if (text != "on" && text != "off") refuse("--sort", "on or off", text);
  options.sorting = text == "on";
}

void setKeys(Options& options, const std::string& text) {
  for (const Keys keys : {Keys::fused, Keys::separate, Keys::packed})
    if (text == wordOf(keys)) options.sort.keys = keys;
  if (text != wordOf(options.sort.keys)) refuse("--keys", "fused, separate or packed", text);
}

void setKeyType(Options& options, const std::string& text) {
  for (const vksort::KeyType type : {vksort::KeyType::f32, vksort::KeyType::u32, vksort::KeyType::i32})
    if (text == wordOf(type)) options.sort.key_type = type;
  if (text != wordOf(options.sort.key_type)) refuse("--key-type", "f32, u32 or i32", text);
}

void setKernels(Options& options, const std::string& text) {
  for (const Kernels kernels : {Kernels::automatic, Kernels::no_subgroups, Kernels::baseline})
    if (text == wordOf(kernels)) options.sort.kernels = kernels;
  if (text != wordOf(options.sort.kernels)) refuse("--kernels", "automatic, no-subgroups or baseline", text);
}

void setTies(Options& options, const std::string& text) {
  if (text != "index" && text != "any") refuse("--ties", "index or any", text);
  options.sort.ties = text == "any" ? Ties::any : Ties::by_index;
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

void setWritePoints(Options& options, const std::string& text) {
  if (!text.ends_with(".ply")) refuse("--write-points", "a file that ends with .ply", text);
  options.write_points = text;
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

// What is drawn, and how large.
void declareScene(CLI::App& app, Options& options) {
  app.option_defaults()->group("Scene");
  addWord(
      app, "--scene", "NAME", [&](const std::string& text) { setScene(options, text); },
      sceneNames() + "; see below. Default: smoke");
  addNumber(
      app, "--count", 1, kMaxCount, [&](uint32_t count) { options.count = count; },
      "Elements: 1 to " + std::to_string(kMaxCount) + ", or the device's limit. Default: the scene's");
  addNumber(
      app, "--frames", 1, kMaxFrames, [&](uint32_t frames) { options.frames = frames; },
      "Frames to draw: 1 to 1000000. Default: 120 offscreen, any number in a window");
  addNumber(
      app, "--seed", 0, 4294967295U, [&](uint32_t seed) { options.seed = seed; },
      "The same seed gives the same scene: 0 to 4294967295. Default: 1");
  addWord(
      app, "--size", "WxH", [&](const std::string& text) { setSize(options, text); },
      "Size in pixels: each side 1 to 16384. Default: 1280x720");
  addWord(
      app, "--orbit", "DEGREES", [&](const std::string& text) { setOrbit(options, text); },
      "Turn of the camera from frame to frame, offscreen: -180 to 180. Default: 0");
}

// How it is sorted.
void declareSort(CLI::App& app, Options& options) {
  app.option_defaults()->group("Sorting");
  addWord(
      app, "--sort", "on|off", [&](const std::string& text) { setSorting(options, text); },
      "Sort the elements before drawing: on or off. Default: on");
  addNumber(
      app, "--sort-every", 1, kMaxFrames, [&](uint32_t frames) { options.sort_every = frames; },
      "Sort every N-th frame, and keep the order between: 1 to 1000000. Default: 1");
  addWord(
      app, "--use", "ALGORITHM", [&](const std::string& text) { setUse(options, text); },
      "automatic, bitonic, radix, or a step of the paper, v0 to v5. Default: automatic");
  addWord(
      app, "--keys", "fused|separate|packed", [&](const std::string& text) { setKeys(options, text); },
      "Compute depths in the sort, before it, or packed with the index. Default: automatic");
  addWord(
      app, "--key-type", "f32|u32|i32", [&](const std::string& text) { setKeyType(options, text); },
      "Key type: f32, or u32 or i32 in the same order. Default: f32");
  addWord(
      app, "--kernels", "KERNELS", [&](const std::string& text) { setKernels(options, text); },
      "automatic, no-subgroups, or baseline, which every device has. Default: automatic");
  addWord(
      app, "--ties", "index|any", [&](const std::string& text) { setTies(options, text); },
      "Order of equal depths: by index, or any. Default: index");
}

// Files of splats and points.
void declarePoints(CLI::App& app, Options& options) {
  app.option_defaults()->group("Files of splats and points");
  app.add_option_function<std::string>(
         "FILE,--points", [&](const std::string& text) { setPoints(options, text); },
         "Splats (.ply, .splat, .spz) or points (.ply, .csv, other tables); also as FILE alone")
      ->type_name("FILE");
  addNumber(
      app, "--first", 1, kMaxCount, [&](uint32_t count) { options.first = count; },
      "Read the first N elements: 1 to " + std::to_string(kMaxCount) + ". Default: all");
  addFlag(app, "--strict", options.strict,
          "Refuse a file that has NaN or too large numbers. Default: skip these elements");
  addWord(
      app, "--up", "AXIS", [&](const std::string& text) { setUp(options, text); },
      "Up in the file: y, -y or z. Default: -y of splats, y of .spz, z of points");
  addNumber(
      app, "--sh", 0, kMostDegree, [&](uint32_t degree) { options.degree = degree; },
      "Degree of spherical harmonics: 0 to 3. Default: 3; 0 in a file that is written");
  addText(
      app, "--write-points", "FILE.ply", [&](const std::string& text) { setWritePoints(options, text); },
      "Write the tree of --scene splats, with --count and --seed, and stop");
}

// What is left of a run offscreen.
void declareOutput(CLI::App& app, Options& options) {
  app.option_defaults()->group("Output");
  addText(
      app, "--output", "FILE.png", [&](const std::string& text) { setOutput(options, text); },
      "The last frame, as .png or .jpg. Default: particles.png offscreen, none in a window");
  addText(
      app, "--sequence", "FILE", [&](const std::string& text) { setSequence(options, text); },
      "Offscreen frames, each as a picture: frame-%04d.png");
  addNumber(
      app, "--every", 1, kMaxFrames, [&](uint32_t frames) { options.every = frames; },
      "Draw every N-th frame into the sequence: 1 to 1000000. Default: 1");
  addText(
      app, "--stats", "FILE", [&](const std::string& text) { setStats(options, text); },
      "Times of each offscreen frame, as .csv or .json");
  addFlag(app, "--contact-sheet", options.contact_sheet, "Draw every scene offscreen, all in one picture");
}

void declare(CLI::App& app, Options& options) {
  app.set_help_flag();
  app.option_defaults()->group("Information");
  addFlag(app, "-h,--help", options.help, "Print this and stop");
  addFlag(app, "--version", options.version, "Print the version and stop");
  addFlag(app, "--list-devices", options.list_devices, "Print the Vulkan devices, for --device, and stop");
  declareScene(app, options);
  declarePoints(app, options);
  declareSort(app, options);
  declareOutput(app, options);
  declareWindow(app, options);
  app.option_defaults()->group("Run");
  addText(
      app, "--device", "NAME|INDEX", [&](const std::string& text) { options.device = text; },
      "Index, or a part of the name; see --list-devices. Default: a GPU before lavapipe");
  addFlag(app, "--offscreen", options.offscreen,
          "Draw without a window, as without a display, and with --orbit, --sequence, --stats");
  addFlag(app, "--window", options.window, "Draw in a window, or fail if there is no display");
  addFlag(app, "--validate", options.validate, "Run under the Vulkan validation layer. Messages fail the run");
  addFlag(app, "--verify", options.verify,
          "The GPU checks order and completeness of each frame. A fault fails the run");
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
  if (options.strict && !options.points) throw UsageError("--strict needs --points");
  if (options.points && options.write_points) throw UsageError("--write-points does not go with --points");
  if (options.up && !options.points) throw UsageError("--up needs --points");
  if (options.degree && !options.points && !options.write_points)
    throw UsageError("--sh needs --points or --write-points");
  if (options.write_points && !splats) throw UsageError("--write-points needs --scene splats or points");
  if (options.every != 1 && !options.sequence) throw UsageError("--every needs --sequence");
  refuseBeside({options.contact_sheet, "--contact-sheet"},
               {sequence, stats, {options.points.has_value(), "--points"}, window, steps});
  refuseBeside(window, {sequence, stats, orbit});
  refuseBeside(steps, {sequence, stats, orbit});
  if (const std::string why = refusal(options.sort, options.scene->traits, options.scene->name); !why.empty())
    throw UsageError(why);
}

// Asks for what is done or left offscreen alone.
bool needsOffscreen(const Options& options) {
  return options.contact_sheet || options.sequence || options.stats || options.orbit != 0.0F;
}

// What is drawn offscreen has a use for all that was asked for. In a window scene and list are chosen while it runs.
void requireUsed(const CLI::App& app, const Options& options) {
  const auto need = [&](const char* name, const char* what) {
    if (app.count(name) != 0) throw UsageError(std::string(name) + " needs " + what);
  };
  need("--log-controls", "a window");
  if (options.steps.algorithm == steps::Algorithm::bitonic) need("--digit-bits", "--steps radix or a window");
  if (options.contact_sheet) refuseBeside({true, "--contact-sheet"}, {{app.count("--scene") != 0, "--scene"}});
  if (!options.sorting)
    refuseBeside({true, "--sort off offscreen"}, {{app.count("--sort-every") != 0, "--sort-every"}});
  if (!options.steps.algorithm)
    for (const char* name : {"--step", "--elements", "--digit-bits", "--scale"}) need(name, "--steps or a window");
  else
    for (const char* name : {"--scene", "--count", "--frames", "--sort", "--sort-every", "--use", "--keys",
                             "--key-type", "--kernels", "--ties", "--verify"})
      refuseBeside({true, "--steps offscreen"}, {{app.count(name) != 0, name}});
}

// A file of points that is written has a use for what says which points, and for nothing else.
void requireOfPoints(const CLI::App& app) {
  constexpr const char* kUsed[] = {"--write-points", "--scene", "--count", "--seed", "--sh", "--help"};
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    const bool used = std::ranges::any_of(kUsed, [&](const char* each) { return name == each; });
    refuseBeside({true, "--write-points"}, {{option->count() != 0 && !used, name.c_str()}});
  }
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
  if (options.write_points)
    requireOfPoints(app);
  else if (options.offscreen)
    requireUsed(app, options);
  return options;
}

void readFile(Options& options) {
  if (!options.points) return;
  const ReadOptions read{options.first, options.degree.value_or(kMostDegree), options.strict};
  options.cloud = std::make_shared<Cloud>(readPoints(*options.points, options.up, read));
  std::printf("file: %s: %s\n", options.points->c_str(), options.cloud->summary.c_str());
  std::fflush(stdout);
  if (!options.scene_given) options.scene = findScene(options.cloud->discs ? "points" : "splats");
}

void writePoints(const Options& options) {
  const uint32_t count = options.count.value_or(options.scene->count);
  writePly("--write-points", *options.write_points, growTree(count, options.seed), options.degree.value_or(0),
           options.seed);
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
          choiceOn(device.properties().subgroup.subgroupSize, options.sort),
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
  formatter->column_width(kHelpColumn);
  app.formatter(formatter);
  declare(app, options);
  std::string footer = "Scenes:\n";
  for (const SceneEntry& scene : allScenes()) footer += helpLine(scene.name, scene.what);
  footer += "\nIn the window:\n" + keysText();
  app.footer(footer + "\nExit codes:\n" + helpLine("0", "drawn back to front") +
             helpLine("1", "wrong order, a fault that --verify found, or validation messages") +
             helpLine("2", "bad input, no device, a device that stays lost, or output that cannot be written"));
  return app.help();
}

}  // namespace particles
