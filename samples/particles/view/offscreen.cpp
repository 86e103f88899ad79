#include "view/offscreen.h"

#include <chrono>
#include <cstdio>

#include "common/files.h"
#include "gpu/instance.h"
#include "view/picture.h"
#include "view/report.h"
#include "view/words.h"

namespace particles {
namespace {

constexpr const char* kSequence = "--sequence";
constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

// Returns an empty path if only a sequence is written.
std::string outputOf(const Options& options) {
  return options.output.empty() && options.sequence.empty() ? "particles.png" : options.output;
}

std::unique_ptr<gpu::Device> openDevice(const gpu::Instance& instance, const Options& options) {
  const gpu::PhysicalDevice chosen = gpu::selectDevice(instance, options.device);
  gpu::DeviceInfo info;
  info.physical = chosen.handle;
  auto device = std::make_unique<gpu::Device>(instance, info);
  printDevice(*device, chosen.reason);
  return device;
}

}  // namespace

void requireOwnFiles(const Options& options) {
  const std::string output = outputOf(options);
  const auto requireOther = [&](const std::string& name, const std::string& path) {
    if (!output.empty() && samples::sameFile(path, output))
      throw UsageError(name + " and --output must be different files: " + path);
  };
  if (!options.file.empty()) requireOther("FILE", options.file);
  // The last picture of a sequence can be --output, because both are equal.
  const uint32_t last = options.frames.value_or(kDefaultFrames) - 1;
  for (uint32_t frame = 0; !options.sequence.empty() && frame < last; ++frame)
    requireOther(kSequence, fileOf(options.sequence, frame));
}

int runOffscreen(const gpu::Instance& instance, const Options& options) {
  const std::string output = outputOf(options);
  if (!output.empty()) requireWritable(output, "--output");  // before drawing, so that no time is wasted
  if (!options.sequence.empty()) requireWritable(fileOf(options.sequence, 0), kSequence);
  const auto device = openDevice(instance, options);
  const VkExtent2D extent = sizeOn(options, *device);
  // Printed before the first frame, because a software driver needs several seconds.
  const uint32_t frames = options.frames.value_or(isSoftware(*device) ? kSoftwareFrames : kDefaultFrames);
  std::printf("drawing: %s\n", counted(frames, "frames").c_str());
  std::fflush(stdout);
  Sorters sorters(*device);
  SceneInstance scene(sorters, sceneInfo(options, *device, kFormat));
  scene.setBudget(options.budget);
  FrameGraph graph(*device, {.format = kFormat, .extent = extent, .sorts = options.sorting}, &scene);
  Camera camera(options.scene->camera);
  RunReport report(scene, *options.scene);
  report.extent = extent;
  report.sorting = options.sorting;
  gpu::FrameQueue queue(*device,
                        kFramesInFlight);  // declared last, so it waits for the GPU before the others are destroyed
  const auto finish = [&](uint32_t slot) {
    if (queue.wait(slot)) report.times.add(graph.parts(slot));
  };
  const auto finishAll = [&] {
    for (uint32_t i = 0; i < kFramesInFlight; ++i) finish((report.frames + i) % kFramesInFlight);
  };
  const auto lastSlot = [&] { return (report.frames - 1) % kFramesInFlight; };
  const auto picture = [&] { return readPicture(*device, graph.image(lastSlot()), extent); };

  const auto start = std::chrono::steady_clock::now();
  for (uint32_t frame = 0; frame < frames; ++frame) {
    const uint32_t slot = frame % kFramesInFlight;
    finish(slot);
    scene.prepare(slot, camera, extent, 1);
    queue.submit(slot, [&](VkCommandBuffer cmd) { graph.record(cmd, slot); });
    ++report.frames;
    camera.orbit(glm::radians(options.orbit), 0.0F);
    if (options.sequence.empty()) continue;
    finishAll();
    writePicture(fileOf(options.sequence, frame), picture(), kSequence);
  }
  finishAll();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!output.empty()) writePicture(output, picture());
  const int code = printRun(report, judge(*device, scene, lastSlot(), options.sorting));
  std::printf("picture: %s\n", (output.empty() ? options.sequence : output).c_str());
  return code;
}

}  // namespace particles
