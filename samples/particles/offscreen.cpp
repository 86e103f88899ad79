#include "offscreen.h"

#include <chrono>
#include <cstdio>

#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "gpu/select.h"
#include "report.h"

namespace particles {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

void requireSize(const gpu::Device& device, VkExtent2D extent) {
  const uint32_t limit = device.properties().core.limits.maxImageDimension2D;
  if (extent.width > limit || extent.height > limit)
    throw UsageError("--size must be at most " + std::to_string(limit) + "x" + std::to_string(limit) + " on " +
                     device.properties().core.deviceName);
}

// A scene and the frames that are drawn of it.
class Run {
 public:
  Run(const gpu::Device& device, const Options& options, VkExtent2D extent)
      : options_(options),
        stage_(device, stageInfo(options, device, kFormat)),
        sorted_(device, stage_, info(extent, options.sorting ? Sorting::on : Sorting::off)),
        queue_(device),
        camera_(options.scene->camera) {
    if (options.sorting && options.sort_every > 1) kept_.emplace(device, stage_, info(extent, Sorting::keep));
    report_.extent = extent;
    report_.count = stage_.elements().count();
    report_.element = options.scene->element;
    report_.verified = options.verify;
    report_.fused_keys = stage_.sort().fusedKeys();
    report_.facts = stage_.sort().facts();
  }

  // The GPU is done then.
  void draw(uint32_t frames) {
    const auto start = std::chrono::steady_clock::now();
    for (; report_.frames < frames; ++report_.frames) {
      const uint32_t slot = report_.frames % kFramesInFlight;
      finish(slot);
      stage_.prepare(slot, camera_, report_.extent, 1);
      graphs_[slot] = &graphOf(report_.frames);
      graphs_[slot]->record(queue_.begin(slot), slot);
      queue_.submit(slot);
      camera_.orbit(glm::radians(options_.orbit), 0.0F);
    }
    for (uint32_t i = 0; i < kFramesInFlight; ++i) finish((frames + i) % kFramesInFlight);  // the oldest first
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const Sorting last = graphOf(frames - 1).info().sorting;
    report_.sorting = last == Sorting::on;
    report_.kept = last == Sorting::keep;
  }

  // What the last frame drew.
  Readback last(const gpu::Device& device) {
    const uint32_t slot = (report_.frames - 1) % kFramesInFlight;
    return readBack(device, stage_.elements(), graphs_[slot]->image(slot), report_.extent);
  }
  OrderRule rule() const { return stage_.sort().rule((report_.frames - 1) % kFramesInFlight); }
  const RunReport& report() const { return report_; }

 private:
  static FrameInfo info(VkExtent2D extent, Sorting sorting) { return {kFormat, extent, sorting, kFramesInFlight}; }

  FrameGraph& graphOf(uint32_t frame) { return kept_ && frame % options_.sort_every != 0 ? *kept_ : sorted_; }

  void finish(uint32_t slot) {
    if (!queue_.wait(slot)) return;
    report_.sort_ms.add(graphs_[slot]->sortMs(slot));
    report_.verdicts.add(stage_.sort().verdict(slot), report_.count, graphs_[slot]->info().sorting == Sorting::on);
  }

  const Options& options_;
  Stage stage_;
  FrameGraph sorted_;
  std::optional<FrameGraph> kept_;  // for frames in the order of before
  FrameGraph* graphs_[kFramesInFlight] = {};
  FrameQueue queue_;
  Camera camera_;
  RunReport report_;
};

}  // namespace

int runOffscreen(const gpu::Instance& instance, const Options& options) {
  requireWritable(options.output);
  gpu::DeviceInfo info;
  info.physical = gpu::selectDevice(instance, options.device).handle;
  const gpu::Device device(instance, info);
  const VkExtent2D extent{options.width, options.height};
  requireSize(device, extent);
  printDevice(device);

  Run run(device, options, extent);
  run.draw(options.frames.value_or(kDefaultFrames));
  const Readback seen = run.last(device);
  writePng(options.output, seen.picture);
  const int code = printRun(run.report(), checkOrder(seen.positions, seen.indices, run.rule()));
  std::printf("picture: %s\n", options.output.c_str());
  return code;
}

}  // namespace particles
