// What is left of a session: pictures and the report.
#include <cstdio>

#include "gpu/commands.h"
#include "viewer/save.h"
#include "viewer/session.h"

namespace particles {

void Session::savePicture(const std::string& path, bool with_controls) {
  awaitAll();
  device_.waitIdle();
  const VkExtent2D extent = swapchain_.extent();
  if (!with_controls && staged_.shown == Shown::steps) with_controls = true;  // it is all there is
  // What is asked for may have changed since the last frame, which is to be drawn again.
  Wanted drawn = wanted_;
  drawn.shown = staged_.shown;
  drawn.sorting = staged_.sorting;
  Graphs graphs(device_, stages_.get(), drawn,
                {swapchain_.format(), extent, kFramesInFlight, false, with_controls ? &overlay_ : nullptr});
  if (staged_.shown != Shown::steps) stages_->prepare(0, state_.camera, extent, 0);
  gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) { graphs.record(cmd, 0); });
  if (staged_.shown != Shown::steps) last_ = {0, graphs.sorting()};
  writePicture(path, readPicture(device_, graphs.image(0), extent, swapchain_.format()));
  std::printf("picture: %s\n", path.c_str());
  std::fflush(stdout);
  state_.note = "saved " + path;
}

void Session::saveScreen() {
  try {
    savePicture(freeName(), true);
  } catch (const gpu::Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    state_.note = error.what();
    std::printf("note: %s\n", error.what());
  }
}

int Session::finish() {
  if (options_.window_output) {
    if (!graphs_) throw gpu::Error("--output: cannot write " + options_.output + ": nothing was drawn");
    savePicture(options_.output, false);
  }
  if (!stages_ || report_.frames == 0) {
    std::printf("frames: %u\n", state_.frames);
    return 0;
  }
  report_.extent = swapchain_.extent();
  report_.sorting = last_.sorting == Sorting::on;
  report_.fused_keys = stages_->shown->sort().fusedKeys();
  report_.facts = stages_->shown->sort().facts();
  const Readback seen = readBack(device_, stages_->shown->elements());
  const OrderRule rule = ruleOf(report_, stages_->shown->sort(), last_.slot);
  return printRun(report_, checkOrder(seen.positions, seen.indices, rule));
}

}  // namespace particles
