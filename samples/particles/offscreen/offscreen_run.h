// A scene and the frames that are drawn of it without a display.
#pragma once
#include <functional>
#include <optional>

#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "offscreen/frame_stats.h"
#include "options.h"
#include "report.h"

namespace particles {

inline constexpr VkFormat kOffscreenFormat = VK_FORMAT_R8G8B8A8_UNORM;

class OffscreenRun {
 public:
  // `device` and `options` must outlive it. `sorters`: as in StageInfo.
  // Errors: gpu::Error, UsageError for a picture that is too large.
  OffscreenRun(const gpu::Device& device, const Options& options, VkExtent2D extent,
               std::shared_ptr<Sorters> sorters = nullptr);

  // Draws so many frames; the GPU is done then. `see`, if given, is called after each frame that it asks for.
  using Asks = std::function<bool(uint32_t frame)>;
  using See = std::function<void(uint32_t frame, const Picture& picture)>;
  void draw(uint32_t frames, const Asks& asks = {}, const See& see = {});

  // What the last frame drew, and the order that it should have.
  Readback last();
  OrderRule rule() const;
  const RunReport& report() const { return report_; }
  const std::vector<FrameStats>& stats() const { return stats_; }

 private:
  void finish(uint32_t slot);
  void finishAll(uint32_t next);
  void tellSlow(uint32_t frame, uint32_t seconds) const;

  const gpu::Device& device_;
  const Options& options_;
  Stage stage_;
  FrameGraph graph_;
  uint32_t numbers_[kFramesInFlight] = {};  // of the frames in flight
  Camera camera_;
  RunReport report_;
  uint32_t frames_ = 0;  // that are asked for
  std::vector<FrameStats> stats_;
  FrameQueue queue_;  // last: waits for the GPU before anything above goes
};

// A device to draw with. Errors: as gpu::selectDevice().
std::unique_ptr<gpu::Device> openOffscreen(const gpu::Instance& instance, const Options& options);

}  // namespace particles
