#include "offscreen/offscreen.h"

#include <imgui.h>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "files/whole_file.h"
#include "gpu/commands.h"
#include "gpu/select.h"
#include "picture/picture.h"
#include "picture/readback.h"
#include "report.h"
#include "steps/view.h"
#include "viewer/graphs.h"

namespace particles {
namespace {

struct File {
  const char* option;
  std::string path;
};

void requireOther(const File& written, const File& other) {
  if (samples::sameFile(written.path, other.path))
    throw UsageError(std::string(written.option) + ": cannot write " + written.path + ": it is the file of " +
                     other.option);
}

// The last frame's picture may have both names: it is the same.
void requireOutside(const Options& options, const File& output, const std::vector<File>& others) {
  const uint32_t frames = options.frames.value_or(kDefaultFrames);
  for (uint64_t frame = 0; frame < frames; frame += options.every) {
    const File picture{"--sequence", fileOf(*options.sequence, static_cast<uint32_t>(frame))};
    for (const File& other : others) requireOther(picture, other);
    if (frame + 1 != frames) requireOther(output, picture);
  }
}

std::string numberOrNothing(const std::optional<double>& number, const char* format) {
  char text[64] = "";
  if (number) std::snprintf(text, sizeof text, format, *number);
  return text;
}

template <typename Number>
nlohmann::ordered_json numberOrNull(const std::optional<Number>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
}

FrameInfo frameInfo(VkExtent2D extent, Sorting sorting) { return {kOffscreenFormat, extent, sorting, kFramesInFlight}; }

constexpr const char* kSequence = "--sequence";
constexpr const char* kStats = "--stats";

// Before anything is drawn for nothing.
void requireOutputs(const Options& options) {
  requireWritable(options.output);
  if (options.stats) requireWritable(*options.stats, kStats);
  if (options.sequence) requireWritable(fileOf(*options.sequence, 0), kSequence);
}

void drawFrames(OffscreenRun& run, const Options& options) {
  const uint32_t frames = options.frames.value_or(kDefaultFrames);
  if (!options.sequence) return run.draw(frames);
  const auto asks = [&](uint32_t frame) { return frame % options.every == 0; };
  const auto write = [&](uint32_t frame, const Picture& picture) {
    writePicture(fileOf(*options.sequence, frame), picture, kSequence);
  };
  run.draw(frames, asks, write);
}

constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;

void requireStep(const StepsOptions& options, const steps::Walk& walk) {
  if (options.step > static_cast<double>(walk.steps.size()))
    throw UsageError("--step must be at most " + std::to_string(walk.steps.size()) + ", the steps of " +
                     steps::name(walk.algorithm) + " with " + std::to_string(options.elements) + " elements");
}

}  // namespace

void requireOwnFiles(const Options& options) {
  const File output{"--output", options.output};
  std::vector<File> others;
  if (options.points) others.push_back({"--points", *options.points});
  if (options.stats) {
    const File stats{"--stats", *options.stats};
    for (const File& other : others) requireOther(stats, other);
    others.push_back(stats);
  }
  for (const File& other : others) requireOther(output, other);
  if (options.sequence) requireOutside(options, output, others);
}

std::string statsCsv(const std::vector<FrameStats>& frames) {
  std::string csv = "frame,sort_ms,frame_ms,count,used,dispatches,bytes_moved,out_of_order\n";
  for (const FrameStats& f : frames) {
    csv += std::to_string(f.frame) + ',' + numberOrNothing(f.sort_ms, "%.4f") + ',' +
           numberOrNothing(f.frame_ms, "%.4f") + ',' + std::to_string(f.count) + ',' + f.used + ',' +
           std::to_string(f.dispatches) + ',' + (f.bytes_moved ? std::to_string(*f.bytes_moved) : "") + ',' +
           numberOrNothing(f.out_of_order, "%.6f") + '\n';
  }
  return csv;
}

std::string statsJson(const std::vector<FrameStats>& frames) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const FrameStats& f : frames)
    all.push_back({{"frame", f.frame},
                   {"sort_ms", numberOrNull(f.sort_ms)},
                   {"frame_ms", numberOrNull(f.frame_ms)},
                   {"count", f.count},
                   {"used", f.used},
                   {"dispatches", f.dispatches},
                   {"bytes_moved", numberOrNull(f.bytes_moved)},
                   {"out_of_order", numberOrNull(f.out_of_order)}});
  return all.dump(1) + "\n";
}

void writeStats(const std::string& option, const std::string& path, const std::vector<FrameStats>& frames) {
  samples::WholeFile file(option, path);
  file.write(path.ends_with(".json") ? statsJson(frames) : statsCsv(frames));
  file.finish();
}

OffscreenRun::OffscreenRun(const gpu::Device& device, const Options& options, VkExtent2D extent,
                           std::shared_ptr<Sorters> sorters)
    : device_(device),
      options_(options),
      stage_(device, stageInfo(options, device, kOffscreenFormat, std::move(sorters))),
      graph_(device, stage_,
             frameInfo(fittingSize(extent, device.properties().core), options.sorting ? Sorting::on : Sorting::off)),
      camera_(options.scene->camera),
      queue_(device) {
  report_.extent = extent;
  report_.sorting = options.sorting;
  report_.count = stage_.elements().count();
  report_.element = options.scene->element;
  report_.verified = options.verify;
  report_.fused_keys = stage_.sort().fusedKeys();
  report_.facts = stage_.sort().facts();
}

void OffscreenRun::draw(uint32_t frames, const Asks& asks, const See& see) {
  frames_ = frames;
  const auto start = std::chrono::steady_clock::now();
  for (; report_.frames < frames; ++report_.frames) {
    const uint32_t frame = report_.frames;
    const uint32_t slot = frame % kFramesInFlight;
    finish(slot);
    stage_.prepare(slot, camera_, report_.extent, 1);
    numbers_[slot] = frame;
    graph_.record(queue_.begin(slot), slot);
    queue_.submit(slot);
    camera_.orbit(glm::radians(options_.orbit), 0.0F);
    if (!asks || !asks(frame)) continue;
    finishAll(frame + 1);
    see(frame, readPicture(device_, graph_.image(slot), report_.extent));
  }
  finishAll(frames);
  report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The oldest first.
void OffscreenRun::finishAll(uint32_t next) {
  for (uint32_t i = 0; i < kFramesInFlight; ++i) finish((next + i) % kFramesInFlight);
}

void OffscreenRun::finish(uint32_t slot) {
  if (!queue_.wait(slot, [&](uint32_t seconds) { tellSlow(numbers_[slot], seconds); })) return;
  const std::optional<Verdict> verdict = stage_.sort().verdict(slot);
  FrameStats stats;
  stats.frame = numbers_[slot];
  stats.sort_ms = graph_.sortMs(slot);
  stats.frame_ms = graph_.frameMs(slot);
  stats.count = stage_.sort().drawn(slot);
  if (report_.sorting) {
    stats.used = report_.facts.used;
    stats.dispatches = report_.facts.dispatches;
    stats.bytes_moved = report_.facts.bytes_moved;
  }
  if (verdict && stats.count > 1)
    stats.out_of_order = static_cast<double>(verdict->drawn.inversions) / (stats.count - 1);
  stats_.push_back(stats);
  report_.sort_ms.add(stats.sort_ms);
  report_.verdicts.add(verdict, report_.count, report_.sorting);
}

void OffscreenRun::tellSlow(uint32_t frame, uint32_t seconds) const {
  std::fprintf(stderr, "vksort-particles: frame %u of %u: %u s so far\n", frame + 1, frames_, seconds);
}

Readback OffscreenRun::last() {
  const uint32_t slot = (report_.frames - 1) % kFramesInFlight;
  return readBack(device_, stage_.elements(), graph_.image(slot), report_.extent);
}

OrderRule OffscreenRun::rule() const { return ruleOf(report_, stage_.sort(), (report_.frames - 1) % kFramesInFlight); }

std::unique_ptr<gpu::Device> openOffscreen(const gpu::Instance& instance, const Options& options) {
  gpu::DeviceInfo info;
  info.physical = gpu::selectDevice(instance, options.device).handle;
  return std::make_unique<gpu::Device>(instance, info);
}

int runOffscreen(const gpu::Instance& instance, const Options& options) {
  requireOutputs(options);
  const auto device = openOffscreen(instance, options);
  printDevice(*device);
  OffscreenRun run(*device, options, {options.width, options.height});
  drawFrames(run, options);
  const Readback seen = run.last();
  writePicture(options.output, seen.picture);
  if (options.stats) writeStats(kStats, *options.stats, run.stats());
  const int code = printRun(run.report(), checkOrder(seen.positions, seen.indices, run.rule()));
  std::printf("picture: %s\n", options.output.c_str());
  return code;
}

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
