#include "offscreen/offscreen_run.h"

#include <chrono>
#include <cstdio>

#include "gpu/select.h"

namespace particles {
namespace {

FrameInfo frameInfo(VkExtent2D extent, Sorting sorting) { return {kOffscreenFormat, extent, sorting, kFramesInFlight}; }

}  // namespace

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

}  // namespace particles
