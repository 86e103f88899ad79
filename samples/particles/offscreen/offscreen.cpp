#include "offscreen/offscreen.h"

#include <cstdio>

#include "offscreen/offscreen_run.h"
#include "picture/sequence.h"

namespace particles {
namespace {

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

}  // namespace

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

}  // namespace particles
