#include "steps_offscreen.h"

#include <imgui.h>

#include <cstdio>

#include "gpu/commands.h"
#include "gui/overlay_graph.h"
#include "offscreen/offscreen_run.h"
#include "picture/readback.h"
#include "report.h"
#include "steps/palette.h"
#include "steps/view.h"

namespace particles {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

void requireStep(const StepsOptions& options, const steps::Walk& walk) {
  if (options.step > static_cast<double>(walk.steps.size()))
    throw UsageError("--step must be at most " + std::to_string(walk.steps.size()) + ", the steps of " +
                     steps::name(walk.algorithm) + " with " + std::to_string(options.elements) + " elements");
}

}  // namespace

int runSteps(const gpu::Instance& instance, const Options& options) {
  const steps::Walk walk = makeWalk(options.steps, options.seed);
  requireStep(options.steps, walk);
  requireWritable(options.output);
  const auto opened = openOffscreen(instance, options);
  const gpu::Device& device = *opened;
  const VkExtent2D extent = fittingSize({options.width, options.height}, device.properties().core);
  printDevice(device);

  Overlay overlay(device, {kFormat, 1, options.scale.value_or(1.0F)});
  OverlayGraph graph(device, overlay, {kFormat, extent, 1, false, clearValue(steps::kBackground)});
  overlay.begin(extent);
  steps::draw(*ImGui::GetBackgroundDrawList(), walk, options.steps.step,
              steps::areaOf(static_cast<float>(extent.width), static_cast<float>(extent.height), overlay.scale()));
  overlay.end();
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { graph.record(cmd, 0); });
  writePicture(options.output, readPicture(device, graph.image(0), extent));
  const steps::Caption caption = steps::caption(walk, options.steps.step);
  std::printf("steps: %s\n%s\npicture: %s\n", caption.list.c_str(), caption.step.c_str(), options.output.c_str());
  return 0;
}

}  // namespace particles
