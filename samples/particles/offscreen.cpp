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

// Returns the report; the GPU is done then.
RunReport drawFrames(FrameQueue& queue, Stage& stage, FrameGraph& graph, uint32_t frames) {
  RunReport run;
  run.extent = graph.info().extent;
  run.sorting = graph.info().sorting;
  run.count = stage.elements().count();
  run.fused_keys = stage.sort().fusedKeys();
  const Camera camera;
  const auto start = std::chrono::steady_clock::now();
  const auto finish = [&](uint32_t slot) {
    if (!queue.wait(slot)) return;
    run.sort_ms.add(graph.sortMs(slot));
    run.verdicts.add(stage.sort().verdict(slot), stage.elements().count(), run.sorting);
  };
  for (; run.frames < frames; ++run.frames) {
    const uint32_t slot = run.frames % kFramesInFlight;
    finish(slot);
    stage.prepare(slot, camera, run.extent, 1);
    graph.record(queue.begin(slot), slot);
    queue.submit(slot);
  }
  for (uint32_t i = 0; i < kFramesInFlight; ++i) finish((run.frames + i) % kFramesInFlight);  // the oldest first
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return run;
}

}  // namespace

int runOffscreen(const gpu::Instance& instance, const Options& options) {
  requireWritable(options.output);
  gpu::DeviceInfo info;
  info.physical = gpu::selectDevice(instance, options.device).handle;
  const gpu::Device device(instance, info);
  const VkExtent2D extent{options.width, options.height};
  requireSize(device, extent);
  printDevice(device);

  Stage stage(device, stageInfo(options, kFormat));
  FrameGraph graph(device, stage, {kFormat, extent, options.sorting, kFramesInFlight});
  FrameQueue queue(device);
  const uint32_t frames = options.frames.value_or(kDefaultFrames);
  RunReport run = drawFrames(queue, stage, graph, frames);
  run.verified = options.verify;

  const VkImage last = graph.image((frames - 1) % kFramesInFlight);
  const Readback seen = readBack(device, stage.elements(), last, extent);
  writePng(options.output, seen.picture);
  const int code = printRun(run, checkOrder(seen.positions, seen.indices, stage.sort().depthRow()));
  std::printf("picture: %s\n", options.output.c_str());
  return code;
}

}  // namespace particles
