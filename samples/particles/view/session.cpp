#include "view/session.h"

#include <imgui.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "gpu/commands.h"
#include "view/overlay.h"
#include "view/picture.h"
#include "view/report.h"
#include "view/window.h"

namespace particles {
namespace {

constexpr VkExtent2D kSoftwareExtent{960, 540};
constexpr std::size_t kRecent = 60;  // frames whose median times the panel shows

// Returns the next name that does not exist.
std::string freeName() {
  for (uint32_t i = 1;; ++i) {
    const std::string name = fileOf("vksort-particles-%03d.png", i);
    std::error_code ignored;
    if (!std::filesystem::exists(name, ignored)) return name;
  }
}

// Uses one device and one surface, until the window is closed.
class Session {
 public:
  // `device` must be able to present to the surface in this format.
  Session(const gpu::Device& device, Window& window, VkSurfaceKHR surface, VkSurfaceFormatKHR format,
          const Options& options)
      : device_(device),
        window_(window),
        options_(options),
        swapchain_(device, surface, format),
        overlay_(device, swapchain_.format(), window.scale(), window.handle()),
        queue_(device, kFramesInFlight),
        sorters_(device),
        camera_(options.scene->camera) {
    for (uint32_t i = 0; i < kFramesInFlight; ++i) acquired_.push_back(gpu::createSemaphore(device));
    requested_.scene = options.scene;
    requested_.count = options.count ? countOf(options, device) : countOfScene(*options.scene);
    requested_.sorting = options.sorting;
    requested_.budget = options.budget;
    requested_.algorithm = options.algorithm;
    applied_ = requested_;
    facts_.device = device.properties().core.deviceName;
    facts_.most = std::min(maxCountOn(device), 1U << 24U);  // 4 GiB with keys and scratch memory
    if (options.cloud) facts_.of_file = options.scene;
    if (isSoftware(device) && !options.size) {
      const bool fewer = !options.cloud && !options.count;
      facts_.note = fewer ? "no GPU: smaller window and scene, for 10 frames per second" : "no GPU: smaller window";
      std::printf("note: %s; use --size%s for more\n", facts_.note.c_str(), fewer ? " and --count" : "");
    }
  }

  // After an exception, there can be work in flight.
  ~Session() { device_.vk.vkDeviceWaitIdle(device_.handle()); }

  // Returns when the window is closed, or when options.frames are shown.
  void run() {
    constexpr uint32_t kQuietFrames = 4;  // frames without input, after which the window waits for events
    while (!requested_.close && !window_.closing() && (!options_.frames || frames_ < *options_.frames)) {
      window_.poll(quiet_ > kQuietFrames ? std::optional(0.25) : std::nullopt);
      if (window_.press(requested_)) quiet_ = 0;
      settle();
      if (window_.drawable() && fit())
        drawFrame();
      else
        window_.poll(0.25);
    }
    awaitAll();
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - scene_start_).count();
  }

  // Writes the last picture and prints the report. Returns the exit code.
  int finish() {
    if (!options_.output.empty()) {
      if (!graph_) throw gpu::Error("--output: cannot write " + options_.output + ": nothing was drawn");
      savePicture(options_.output, false);
    }
    if (!scene_ || report_.frames == 0) {
      std::printf("frames: %u\n", frames_);
      return 0;
    }
    report_.extent = swapchain_.extent();
    report_.sorting = last_sorted_;
    return printRun(report_, judge(device_, *scene_, last_slot_, last_sorted_));
  }

 private:
  // Two CPU cores can draw the default number ten times per second.
  uint32_t countOfScene(const SceneEntry& scene) const {
    if (options_.cloud && options_.scene == &scene) return countOf(options_, device_);
    return isSoftware(device_) ? scene.count / 2 : scene.gpu_count;
  }

  // Returns a wider extent, whose middle is in the middle of the free part of the window.
  VkExtent2D widened(float covered) const {
    const VkExtent2D extent = swapchain_.extent();
    const auto added = static_cast<uint32_t>(std::lround(covered * static_cast<float>(extent.width)));
    return {extent.width + added, extent.height};
  }

  // Applies the requested settings. Returns false while the window has no area.
  bool fit() {
    const VkExtent2D now = window_.extent();
    const bool resized =
        stale_ || requested_.vsync != applied_.vsync || now.width != size_.width || now.height != size_.height;
    const bool same_scene = requested_.scene == applied_.scene && requested_.count == applied_.count &&
                            requested_.algorithm == applied_.algorithm &&
                            compares(requested_.shown) == (compared_scene_ != nullptr);
    const bool other_scenes = !scene_ || restart_ || !same_scene;
    const bool same_graph = applied_.shown == requested_.shown && applied_.sorting == requested_.sorting;
    if (graph_ && !resized && !other_scenes && same_graph) return true;
    awaitAll();
    if (resized && !swapchain_.rebuild(now, requested_.vsync)) return false;
    size_ = now;
    stale_ = false;
    overlay_.setScale(window_.scale());
    graph_.reset();
    report_.times = {};
    if (other_scenes) makeScenes();
    applied_ = requested_;
    graph_.emplace(
        device_,
        FrameInfo{swapchain_.format(), swapchain_.extent(), requested_.sorting, requested_.shown, true, &overlay_},
        scene_.get(), compared_scene_.get());
    return true;
  }

  // Falls back to the automatic algorithm if the requested one does not support the count.
  void makeScenes() {
    scene_.reset();
    compared_scene_.reset();
    Options asked = options_;
    asked.scene = requested_.scene;
    asked.count = requested_.count;
    if (requested_.scene != facts_.of_file) asked.cloud = nullptr;
    const auto make = [&](vksort::Algorithm algorithm) {
      asked.algorithm = algorithm;
      return std::make_unique<SceneInstance>(sorters_, sceneInfo(asked, device_, swapchain_.format()));
    };
    try {
      scene_ = make(requested_.algorithm);
    } catch (const gpu::Error& error) {
      if (requested_.algorithm == vksort::Algorithm::automatic) throw;
      facts_.note = error.what();
      scene_ = make(requested_.algorithm = vksort::Algorithm::automatic);
    }
    if (compares(requested_.shown)) compared_scene_ = make(vksort::Algorithm::automatic);
    restart_ = false;
    scene_start_ = std::chrono::steady_clock::now();
    report_ = RunReport(*scene_, *requested_.scene);
    facts_.sort = report_.facts;
  }

  void await(uint32_t slot) {
    if (!queue_.wait(slot)) return;
    report_.times.add(graph_->parts(slot));
    facts_.sorted = scene_->sort().seen(slot);
  }

  void awaitAll() {
    for (uint32_t i = 0; i < kFramesInFlight; ++i) await((slot_ + i) % kFramesInFlight);
    device_.waitIdle();
  }

  void drawFrame() {
    constexpr double kStep = 1.0 / PARTICLES_STEPS_PER_SECOND;
    await(slot_);
    overlay_.begin();
    const auto seconds = static_cast<double>(ImGui::GetIO().DeltaTime);
    // After a change, shows the previous times until there are new ones, so that the panel keeps its size.
    if (auto times = report_.times.medians(kRecent); !times.empty()) facts_.times = std::move(times);
    covered_ = coveredBy(requested_);
    const glm::vec3 flight = window_.flight();
    const bool busy = followMouse(requested_, camera_, covered_) || flight != glm::vec3{};
    quiet_ = busy || !requested_.paused ? 0 : quiet_ + 1;
    camera_.fly(flight * (0.6F * camera_.distance() * std::min(static_cast<float>(seconds), 0.1F)));
    drawControls();
    overlay_.end();
    const std::optional<uint32_t> image = swapchain_.acquire(acquired_[slot_].get(), stale_);
    if (!image) return;
    // On a slow device, the simulation slows down, because there would be more and more steps to catch up on.
    if (!requested_.paused) pending_ = std::min(4.0 * kStep, pending_ + seconds);
    const auto due = static_cast<uint32_t>(pending_ / kStep);
    pending_ -= due * kStep;
    const uint32_t steps = due + std::exchange(requested_.step, 0U);
    for (SceneInstance* each : {scene_.get(), compared_scene_.get()})
      if (each != nullptr) each->prepare(slot_, camera_, widened(covered_), steps);
    scene_->setBudget(requested_.budget);
    graph_->divide(dividerAt(requested_, covered_));
    last_slot_ = slot_;
    last_sorted_ = graph_->sorts();
    ++report_.frames;
    graph_->target(swapchain_.image(*image), swapchain_.view(*image));
    queue_.submit(
        slot_, [&](VkCommandBuffer cmd) { graph_->record(cmd, slot_); }, acquired_[slot_].get(),
        swapchain_.finished(*image));
    swapchain_.present(*image, stale_);
    slot_ = (slot_ + 1) % kFramesInFlight;
    ++frames_;
    if (std::exchange(requested_.screenshot, false)) savePicture(freeName(), true);
  }

  // Performs requested actions, and adapts the other settings if the scene changes.
  void settle() {
    const bool other_scene = requested_.scene != applied_.scene;
    if (other_scene) requested_.count = countOfScene(*requested_.scene);
    if (std::exchange(requested_.reset_camera, false) || other_scene) camera_ = Camera(requested_.scene->camera);
    if (!isSupported(requested_.algorithm, requested_.scene->traits))
      requested_.algorithm = vksort::Algorithm::automatic;
    if (requested_.step != 0) requested_.paused = true;
    restart_ |= std::exchange(requested_.restart, false);
  }

  void drawControls() {
    if (requested_.shown == Shown::split) drawDivider(dividerAt(requested_, covered_));
    if (requested_.shown == Shown::error && requested_.panel) drawLegend(covered_);
    if (requested_.panel) drawPanel(requested_, facts_);
    if (requested_.help) drawHelp();
  }

  void savePicture(const std::string& path, bool with_controls) {
    awaitAll();
    // Draws the last frame again with its own settings, because requested_ can be newer.
    const VkExtent2D extent = swapchain_.extent();
    FrameGraph graph(
        device_,
        {swapchain_.format(), extent, applied_.sorting, applied_.shown, false, with_controls ? &overlay_ : nullptr},
        scene_.get(), compared_scene_.get());
    const float covered = with_controls ? covered_ : 0.0F;
    graph.divide(dividerAt(requested_, covered));
    for (SceneInstance* each : {scene_.get(), compared_scene_.get()})
      if (each != nullptr) each->prepare(0, camera_, widened(covered), 0);
    gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) { graph.record(cmd, 0); });
    last_slot_ = 0;
    const Picture picture = readPicture(device_, graph.image(0), extent, swapchain_.format());
    try {
      writePicture(path, picture);
      facts_.note = "saved " + path;
      std::printf("picture: %s\n", path.c_str());
    } catch (const std::runtime_error& error) {
      if (!with_controls) throw;  // the error belongs to --output
      std::printf("note: %s\n", (facts_.note = error.what()).c_str());
    }
    std::fflush(stdout);
  }

  const gpu::Device& device_;
  Window& window_;
  const Options& options_;
  gpu::Swapchain swapchain_;
  Overlay overlay_;
  gpu::FrameQueue queue_;
  Sorters sorters_;
  std::vector<gpu::Owned<VkSemaphore>> acquired_;
  Camera camera_;
  ViewSettings requested_, applied_;  // set by the user, and in use
  bool restart_ = false;
  std::unique_ptr<SceneInstance> scene_;           // null before the first frame
  std::unique_ptr<SceneInstance> compared_scene_;  // another instance of the scene, if compares(applied_.shown)
  std::optional<FrameGraph> graph_;
  VkExtent2D size_{};  // size of the window when the swapchain was created
  bool stale_ = true;  // the swapchain does not fit
  uint32_t slot_ = 0;
  uint32_t last_slot_ = 0;  // slot of the last frame of these scenes
  bool last_sorted_ = false;
  uint32_t frames_ = 0;   // shown so far
  double pending_ = 0.0;  // simulated time that is due, in seconds
  uint32_t quiet_ = 0;    // frames since the last input or change
  float covered_ = 0.0F;  // share of the window's width that the panel covers
  Facts facts_;
  RunReport report_;
  std::chrono::steady_clock::time_point scene_start_;
};

}  // namespace

std::optional<int> runWindow(const gpu::Instance& instance, const Options& options) {
  if (!options.output.empty()) requireWritable(options.output, "--output");
  const gpu::PhysicalDevice chosen = gpu::selectDevice(
      instance, options.device, [&](VkPhysicalDevice each) { return Display::shows(instance.handle(), each); });
  gpu::DeviceInfo info;
  info.physical = chosen.handle;
  info.want_swapchain = true;
  const gpu::Device device(instance, info);
  Window window(isSoftware(device) && !options.size ? kSoftwareExtent : sizeOn(options, device));
  const Surface surface(instance, window);
  const std::optional<VkSurfaceFormatKHR> format = gpu::surfaceFormat(device, surface.handle);
  if (!format) {
    const std::string name = device.properties().core.deviceName;
    explainNoWindow(name + " does not support a display format with 5, 8 or 10 bits per colour", options);
    return std::nullopt;
  }
  printDevice(device, chosen.reason);
  Session session(device, window, surface.handle, *format, options);
  session.run();
  return session.finish();
}

}  // namespace particles
