#include "onscreen.h"

#include <chrono>
#include <cstdio>

#include "controls/status.h"
#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "gpu/select.h"
#include "gui/overlay.h"
#include "report.h"
#include "window/step_clock.h"
#include "window/swapchain.h"

namespace particles {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Surface {
 public:
  Surface(const gpu::Instance& instance, const Window& window)
      : instance_(instance.handle()), surface_(window.createSurface(instance_)) {}
  ~Surface() { vkDestroySurfaceKHR(instance_, surface_, nullptr); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  VkSurfaceKHR get() const { return surface_; }

 private:
  VkInstance instance_;
  VkSurfaceKHR surface_;
};

class Loop {
 public:
  Loop(const gpu::Device& device, Window& window, VkSurfaceKHR surface, const Options& options)
      : device_(device),
        window_(window),
        swapchain_(device, surface),
        stage_(device, stageInfo(options, device, swapchain_.format())),
        overlay_(device, {swapchain_.format(), kFramesInFlight, options.scale.value_or(window.scale())}),
        queue_(device) {
    report_.verified = options.verify;
    for (uint32_t i = 0; i < kFramesInFlight; ++i) acquired_.push_back(gpu::createSemaphore(device));
  }

  // Frames until the window is closed, or `frames` of them.
  void run(std::optional<uint32_t> frames) {
    const Clock::time_point start = Clock::now();
    while (!window_.closing() && (!frames || report_.frames < *frames)) {
      window_.poll(false);
      if (!ready())
        window_.poll(true);  // minimized: nothing to draw to
      else
        drawFrame();
    }
    finishAll();
    device_.waitIdle();
    report_.seconds = secondsSince(start);
    report_.extent = swapchain_.extent();
    if (graph_) report_.sorting = graph_->info().sorting == Sorting::on;
    report_.count = stage_.elements().count();
    report_.fused_keys = stage_.sort().fusedKeys();
  }

  // The exit code.
  int report() const {
    if (report_.frames == 0) {
      std::printf("frames: 0\n");
      return 0;
    }
    const Readback seen = readBack(device_, stage_.elements());
    return printRun(
        report_, checkOrder(seen.positions, seen.indices, stage_.sort().rule((report_.frames - 1) % kFramesInFlight)));
  }

 private:
  // Makes swapchain and graph fit the window and the controls. False while the window has no area.
  bool ready() {
    const VkExtent2D now = window_.extent();
    if (now.width == 0 || now.height == 0) return false;
    const Sorting sorting = window_.controls().sorting ? Sorting::on : Sorting::off;
    const bool resized = stale_ || now.width != size_.width || now.height != size_.height;
    if (!resized && graph_ && graph_->info().sorting == sorting) return true;
    finishAll();
    device_.waitIdle();
    if (resized && !swapchain_.rebuild(now)) return false;
    size_ = now;
    stale_ = false;
    graph_.reset();
    graph_.emplace(device_, stage_,
                   FrameInfo{swapchain_.format(), swapchain_.extent(), sorting, kFramesInFlight, true, &overlay_});
    window_.setTitle(std::string("vksort-particles, sorting ") + (sorting == Sorting::on ? "on" : "off"));
    return true;
  }

  void finish(uint32_t slot) {
    if (!queue_.wait(slot)) return;
    report_.sort_ms.add(graph_->sortMs(slot));
    report_.verdicts.add(stage_.sort().verdict(slot), stage_.elements().count(), graph_->info().sorting == Sorting::on);
  }

  // The oldest first.
  void finishAll() {
    for (uint32_t i = 0; i < kFramesInFlight; ++i) finish((report_.frames + i) % kFramesInFlight);
  }

  void drawFrame() {
    const uint32_t slot = report_.frames % kFramesInFlight;
    finish(slot);
    const std::optional<uint32_t> image = swapchain_.acquire(acquired_[slot].get());
    stale_ = !image;
    if (!image) return;
    const Controls& controls = window_.controls();
    stage_.prepare(slot, controls.camera, swapchain_.extent(), clock_.steps(controls.paused));
    overlay_.begin(swapchain_.extent());
    if (controls.overlay) statusPanel(text());
    overlay_.end();
    graph_->target(swapchain_.image(*image), swapchain_.view(*image));
    graph_->record(queue_.begin(slot), slot);
    queue_.submit(slot, acquired_[slot].get(), swapchain_.finished(*image));
    stale_ = !swapchain_.present(*image);
    ++report_.frames;
  }

  Status text() {
    constexpr double kInterval = 0.5;  // seconds between new numbers
    const double elapsed = secondsSince(fps_start_);
    if (elapsed >= kInterval) {
      fps_ = (report_.frames - fps_frames_) / elapsed;
      fps_frames_ = report_.frames;
      fps_start_ = Clock::now();
    }
    const Controls& controls = window_.controls();
    return {device_.properties().core.deviceName,
            stage_.elements().count(),
            controls.sorting,
            stage_.sort().fusedKeys(),
            controls.paused,
            report_.sort_ms.value(),
            fps_,
            report_.verdicts.last()};
  }

  const gpu::Device& device_;
  Window& window_;
  Swapchain swapchain_;
  Stage stage_;
  Overlay overlay_;
  std::optional<FrameGraph> graph_;
  std::vector<gpu::Owned<VkSemaphore>> acquired_;  // by frame
  FrameQueue queue_;                               // last: waits for the GPU before anything above goes
  StepClock clock_;
  RunReport report_;
  VkExtent2D size_{};   // of the window when the swapchain was made
  bool stale_ = false;  // the swapchain says that it no longer fits
  double fps_ = 0.0;
  uint32_t fps_frames_ = 0;
  Clock::time_point fps_start_ = Clock::now();
};

}  // namespace

std::optional<int> runWindow(const gpu::Instance& instance, const Options& options) {
  const VkPhysicalDevice physical = gpu::selectDevice(instance, options.device).handle;
  Controls controls;
  controls.sorting = options.sorting;
  Window window(options.width, options.height, controls);
  const Surface surface(instance, window);
  gpu::DeviceInfo info;
  info.physical = physical;
  info.want_swapchain = true;
  const gpu::Device device(instance, info);
  VkBool32 presents = VK_FALSE;
  gpu::check(vkGetPhysicalDeviceSurfaceSupportKHR(physical, device.queueFamily(), surface.get(), &presents),
             "asking whether the device can present");
  if (presents == VK_FALSE) {
    if (options.window)
      throw gpu::Error(std::string("--window: ") + device.properties().core.deviceName +
                       " cannot draw to this display");
    std::fprintf(stderr, "vksort-particles: %s cannot draw to this display; drawing offscreen\n",
                 device.properties().core.deviceName);
    return std::nullopt;
  }
  printDevice(device);
  Loop loop(device, window, surface.get(), options);
  loop.run(options.frames);
  return loop.report();
}

}  // namespace particles
