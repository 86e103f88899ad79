#include "options.h"

#include <cstdio>

#include "common/command_line.h"
#include "common/program.h"
#include "points/read_points.h"
#include "view/picture.h"
#include "view/words.h"

namespace particles {
namespace {

constexpr uint32_t kMaxSide = 16384;
constexpr uint32_t kMaxFrames = 1000000;

[[noreturn]] void refuse(const std::string& name, const std::string& wanted, const std::string& text) {
  throw UsageError(name + " must be " + wanted + ", not '" + text + "'");
}

class Declarer {
 public:
  explicit Declarer(CLI::App& app) : app_(app) {}

  void group(const std::string& name) { app_.option_defaults()->group(name); }

  CLI::Option* flag(const char* name, bool& target, const char* help) {
    return app_.add_flag(name, target, help)->disable_flag_override();
  }
  CLI::Option* text(const char* name, const char* type, const std::string& help,
                    const std::function<void(const std::string&)>& set) {
    return app_.add_option_function<std::string>(name, set, help)->type_name(type);
  }
  // `target` can be a std::optional.
  template <typename T, typename Target>
  CLI::Option* number(const char* name, T low, T high, Target& target, const char* help, const char* type = "N") {
    return text(name, type, help, [=, &target](const std::string& word) {
      const char* const end = word.data() + word.size();
      T value{};
      std::from_chars_result read{};
      if constexpr (std::is_floating_point_v<T>)
        read = std::from_chars(word.data(), end, value, std::chars_format::fixed);
      else
        read = std::from_chars(word.data(), end, value);
      if (read.ec != std::errc{} || read.ptr != end || !(value >= low && value <= high))
        refuse(name, std::to_string(static_cast<int64_t>(low)) + " to " + std::to_string(static_cast<int64_t>(high)),
               word);
      target = value;
    });
  }
  template <typename T>
  CLI::Option* choice(const char* name, const char* type, const Choices<T>& all, T& target, const char* what,
                      const char* otherwise) {
    std::string words;
    for (const auto& [each, value] : all) words += (words.empty() ? "" : ", ") + each;
    return text(name, type, what + words + otherwise, [=, &target](const std::string& word) {
      for (const auto& [each, value] : all)
        if (each == word) return void(target = value);
      refuse(name, "one of " + words, word);
    });
  }

 private:
  CLI::App& app_;
};

VkExtent2D sizeOf(const std::string& text) {
  VkExtent2D size{};
  char end = 0;
  if (std::sscanf(text.c_str(), "%5ux%5u%c", &size.width, &size.height, &end) != 2 || size.width == 0 ||
      size.height == 0 || size.width > kMaxSide || size.height > kMaxSide)
    refuse("--size", "WIDTHxHEIGHT, each side from 1 to " + digits(kMaxSide), text);
  return size;
}

void declareScene(Declarer& add, Options& options) {
  add.group("Scenes, files and output");
  add.text("FILE", "", "Splats (.ply, .splat, .spz) or points (.ply)", [&](const std::string& path) {
    if (path.empty()) refuse("FILE", "the path of a file", path);
    options.file = path;
  });
  add.number("--first", 1U, kMaxCount, options.first, "Only draw the first N elements of the file (default: all)");
  add.choice("--up", "AXIS", kDirections, options.up,
             "Up axis of the file: ", " (default: the file's, or -y for splats, z for points)");
  add.number("--sh", 0U, kMostDegree, options.degree, "Maximum degree of spherical harmonics: 0 to 3 (default: 3)");
  add.choice("--scene", "NAME", sceneChoices(), options.scene, "Scene to draw: ", " (default: smoke)");
  add.number("--count", 1U, kMaxCount, options.count, "Number of elements (default: depends on the scene)");
  add.number("--frames", 1U, kMaxFrames, options.frames,
             "Number of frames (default: unlimited in a window, otherwise 120, or 30 on a CPU)");
  add.number("--seed", 0U, 4294967295U, options.seed, "Seed of the scene (default: 1)");
  add.text("--size", "WxH", "Size in pixels, each side 1 to 16,384 (default: 1280x720)",
           [&](const std::string& text) { options.size = sizeOf(text); });
  add.choice<bool>("--sort", "on|off", {{"on", true}, {"off", false}}, options.sorting,
                   "Sort the elements before drawing: ", " (default: on)");
  add.number("--budget", 1U, kMaxCount, options.budget,
             "Only draw the nearest N; for glass, splats and points (default: all)");
  add.choice("--vksort-algorithm", "ALGORITHM", kAlgorithms, options.algorithm,
             "Sorting algorithm: ", " (default: automatic)");
  add.text("--output", "FILE", "Write the last frame to a .png file (offscreen default: particles.png)",
           [&](const std::string& path) {
             if (!path.ends_with(".png")) refuse("--output", "a file that ends with .png", path);
             options.output = path;
           });
  add.number("--orbit", -180.0F, 180.0F, options.orbit,
             "Turn the camera in each offscreen frame: -180 to 180 (default: 0)", "DEGREES");
  add.text("--sequence", "FILE", "Write each offscreen frame to a .png file, such as frame-%04d.png",
           [&](const std::string& pattern) {
             if (!isSequence(pattern)) refuse("--sequence", "a .png file with one number, such as %04d", pattern);
             options.sequence = pattern;
           });
}

void declare(CLI::App& app, Options& options) {
  Declarer add(app);
  declareScene(add, options);
  add.group("Run");
  app.set_help_flag("-h,--help", "Print this help and exit (in the window, F1 shows the keys)");
  app.set_version_flag("--version", samples::versionLine("vksort-particles") + "\n", "Print the version and exit");
  add.flag("--list-devices", options.list_devices, "Print the Vulkan devices and exit");
  add.text("--device", "NAME|INDEX", "Device index, or a part of its name (default: a GPU if there is one)",
           [&](const std::string& text) { options.device = text; });
  add.flag("--offscreen", options.offscreen, "Draw without a window (implied by --orbit and --sequence)");
  add.flag("--window", options.window, "Draw in a window, or fail if there is no display");
  add.flag("--validate", options.validate, "Enable the Vulkan validation layer, and fail if it prints messages");
}

std::string explain(const CLI::ParseError& error, const CLI::App& app) {
  const bool second_file = !app.remaining().empty() && !app.remaining().front().starts_with('-');
  return second_file ? "only one file can be drawn, so remove " + app.remaining().front() : samples::reasonOf(error);
}

// The messages only name options from the command line, and suggest a change.
void requireNoConflict(const Options& options, const CLI::App& app) {
  const auto given = [&](const char* name) { return app.count(name) != 0; };
  const std::string scene = options.scene->name;
  const bool file = !options.file.empty(), budget = options.budget != kNoBudget;
  for (const char* name : {"--first", "--up", "--sh"})
    if (given(name) && !file)
      throw UsageError(std::string(name) + " only works with a file, so add a .ply, .splat or .spz file");
  for (const char* name : {"--offscreen", "--orbit", "--sequence"})
    if (given(name) && options.window)
      throw UsageError(std::string(name) + " draws without a window, so remove it or --window");
  if (file && options.count)
    throw UsageError("--count does not work with a file; to draw fewer of its elements, use --first");
  if (file && given("--seed")) throw UsageError("--seed has no effect on a file, so remove it");
  if (file && given("--scene") && !options.scene->traits.fixed)
    throw UsageError("--scene " + scene + " cannot draw a file; use --scene splats or points");
  if (budget && !file && !options.scene->traits.culled)
    throw UsageError("--budget is not supported by the scene " + scene + "; add --scene glass, splats or points");
  if (budget && !options.sorting) throw UsageError("--budget draws the nearest elements, so remove --sort off");
  if (!isSupported(options.algorithm, options.scene->traits))
    throw UsageError("--vksort-algorithm radix does not support --scene " + scene +
                     ", which is sorted in segments; use automatic or bitonic");
}

}  // namespace

Options parseOptions(int argc, const char* const* argv) {
  Options options;
  CLI::App app("Particles, glass and splats, depth-sorted by vksort and drawn on the GPU.", "vksort-particles");
  const auto formatter = std::make_shared<samples::PlainFormatter>();
  formatter->column_width(27);
  app.formatter(formatter);
  app.set_help_flag();
  declare(app, options);
  app.footer("Exit codes: 0: drawn back to front; 1: wrong order, or messages of --validate; 2: other errors");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    options.print = app.help();
    for (std::size_t at = 0; (at = options.print.find("\n\n\n", at)) != std::string::npos;) options.print.erase(at, 1);
    return options;
  } catch (const CLI::CallForVersion& version) {
    options.print = version.what();
    return options;
  } catch (const CLI::ParseError& error) {
    throw UsageError(explain(error, app));
  }
  requireNoConflict(options, app);
  options.scene_given = app.count("--scene") != 0;
  for (const char* name : {"--orbit", "--sequence"}) options.offscreen |= app.count(name) != 0;
  return options;
}

void readFile(Options& options) {
  if (options.file.empty()) return;
  options.cloud = std::make_shared<Cloud>(readPoints(options.file, {options.first, options.degree, options.up}));
  std::printf("file: %s: %s\n", options.file.c_str(), options.cloud->summary.c_str());
  std::fflush(stdout);
  if (!options.scene_given) options.scene = findScene(options.cloud->discs ? "points" : "splats");
}

uint32_t countOf(const Options& options, const gpu::Device& device) {
  const uint32_t most = maxCountOn(device);
  const std::string name = device.properties().core.deviceName;
  if (options.cloud && options.cloud->count() > most)
    throw UsageError(options.file + " has " + counted(options.cloud->count(), "elements") + ", but " + name +
                     " can only draw " + digits(most) + "; use --first " + digits(most));
  if (options.count && *options.count > most)
    throw UsageError("--count must be at most " + digits(most) + " on " + name);
  if (options.cloud) return options.cloud->count();
  return options.count.value_or(isSoftware(device) ? options.scene->count : options.scene->gpu_count);
}

VkExtent2D sizeOn(const Options& options, const gpu::Device& device) {
  const VkPhysicalDeviceLimits& limits = device.properties().core.limits;
  const VkExtent2D size = options.size.value_or(VkExtent2D{1280, 720});
  const uint32_t width =
      std::min({limits.maxImageDimension2D, limits.maxFramebufferWidth, limits.maxViewportDimensions[0]});
  const uint32_t height =
      std::min({limits.maxImageDimension2D, limits.maxFramebufferHeight, limits.maxViewportDimensions[1]});
  if (size.width > width || size.height > height)
    throw UsageError("--size must be at most " + std::to_string(width) + "x" + std::to_string(height) + " on " +
                     device.properties().core.deviceName);
  return size;
}

SceneInfo sceneInfo(const Options& options, const gpu::Device& device, VkFormat format) {
  // On a CPU, the radix sort is several times slower.
  const bool in_place = isSoftware(device) && options.algorithm == vksort::Algorithm::automatic;
  return {options.scene, countOf(options, device),
          options.seed,  format,
          options.cloud, in_place ? vksort::Algorithm::bitonic : options.algorithm};
}

}  // namespace particles
