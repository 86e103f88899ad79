#include "view/offscreen.h"

#include <imgui.h>
#include <chrono>
#include <cstdio>

#include "common/files.h"
#include "gpu/commands.h"
#include "gpu/instance.h"
#include "steps/view.h"
#include "view/overlay.h"
#include "view/picture.h"
#include "view/report.h"

namespace particles {
namespace {

constexpr const char* kSequence = "--sequence";
constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

std::string outputOf(const Options& options) { return options.output.empty() ? "particles.png" : options.output; }

std::unique_ptr<gpu::Device> openDevice(const gpu::Instance& instance, const Options& options) {
  const gpu::PhysicalDevice chosen = gpu::selectDevice(instance, options.device);
  gpu::DeviceInfo info;
  info.physical = chosen.handle;
  auto device = std::make_unique<gpu::Device>(instance, info);
  printDevice(*device, chosen.reason);
  return device;
}

// Frames that are drawn, two in flight.
class Run {
 public:
  Run(const gpu::Device& device, const Options& options)
      : device_(device),
        options_(options),
        extent_(sizeOn(options, device)),
        sorters_(device),
        scene_(sorters_, sceneInfo(options, device, kFormat)),
        graph_(device, {.format = kFormat, .extent = extent_, .sorts = options.sorting}, &scene_),
        camera_(options.scene->camera),
        report_(scene_, *options.scene),
        queue_(device, kFramesInFlight) {
    scene_.setBudget(options.budget);
    report_.extent = extent_;
    report_.sorting = options.sorting;
  }

  void draw() {
    const uint32_t frames = options_.frames.value_or(kDefaultFrames);
    const auto start = std::chrono::steady_clock::now();
    for (uint32_t frame = 0; frame < frames; ++frame) {
      const uint32_t slot = frame % kFramesInFlight;
      finish(slot);
      scene_.prepare(slot, camera_, extent_, 1);
      queue_.submit(slot, [&](VkCommandBuffer cmd) { graph_.record(cmd, slot); });
      ++report_.frames;
      camera_.orbit(glm::radians(options_.orbit), 0.0F);
      if (options_.sequence.empty()) continue;
      finishAll();
      writePicture(fileOf(options_.sequence, frame), picture(), kSequence);
    }
    finishAll();
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  Picture picture() const { return readPicture(device_, graph_.image(lastSlot()), extent_); }
  int report() const { return printRun(report_, judge(device_, scene_, lastSlot(), options_.sorting)); }

 private:
  uint32_t lastSlot() const { return (report_.frames - 1) % kFramesInFlight; }

  // The oldest first.
  void finishAll() {
    for (uint32_t i = 0; i < kFramesInFlight; ++i) finish((report_.frames + i) % kFramesInFlight);
  }

  void finish(uint32_t slot) {
    if (queue_.wait(slot)) report_.add(graph_, slot);
  }

  const gpu::Device& device_;
  const Options& options_;
  VkExtent2D extent_;
  Sorters sorters_;
  SceneInstance scene_;
  FrameGraph graph_;
  Camera camera_;
  RunReport report_;
  gpu::FrameQueue queue_;  // last: waits for the GPU before anything above goes
};

}  // namespace

void requireOwnFiles(const Options& options) {
  const std::string output = outputOf(options);
  const auto requireOther = [&](const std::string& name, const std::string& path) {
    if (samples::sameFile(path, output)) throw UsageError(name + " and --output are one file: " + path);
  };
  if (!options.file.empty()) requireOther("FILE", options.file);
  // The last picture of a sequence can be --output, since they are equal.
  const uint32_t last = options.frames.value_or(kDefaultFrames) - 1;
  for (uint32_t frame = 0; !options.sequence.empty() && frame < last; ++frame)
    requireOther(kSequence, fileOf(options.sequence, frame));
}

int runOffscreen(const gpu::Instance& instance, const Options& options) {
  const std::string output = outputOf(options);
  // Before anything is drawn for nothing.
  requireWritable(output, "--output");
  if (!options.sequence.empty()) requireWritable(fileOf(options.sequence, 0), kSequence);
  const auto device = openDevice(instance, options);
  Run run(*device, options);
  run.draw();
  writePicture(output, run.picture());
  const int code = run.report();
  std::printf("picture: %s\n", output.c_str());
  return code;
}

int runSteps(const gpu::Instance& instance, const Options& options) {
  const steps::Walk walk = makeWalk(options.steps, options.seed);
  if (options.steps.step > static_cast<double>(walk.steps.size()))
    throw UsageError("--step must be at most " + std::to_string(walk.steps.size()) + ", the steps of this sort");
  const std::string output = outputOf(options);
  requireWritable(output, "--output");
  const auto device = openDevice(instance, options);
  const VkExtent2D extent = sizeOn(options, *device);
  Overlay overlay(*device, kFormat, 1.0F);
  FrameGraph graph(*device, {kFormat, extent, false, Shown::steps, false, &overlay}, nullptr);
  overlay.begin(extent);
  steps::draw(*ImGui::GetBackgroundDrawList(), walk, options.steps.step,
              steps::areaOf(static_cast<float>(extent.width), static_cast<float>(extent.height), overlay.scale()));
  overlay.end();
  gpu::submitAndWait(*device, [&](VkCommandBuffer cmd) { graph.record(cmd, 0); });
  writePicture(output, readPicture(*device, graph.image(0), extent));
  const steps::Caption caption = steps::caption(walk, options.steps.step);
  std::printf("steps: %s\n%s\npicture: %s\n", caption.list.c_str(), caption.step.c_str(), output.c_str());
  return 0;
}

}  // namespace particles
