// Drawing without a display: frames of a scene, or one step of a sort.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frame/frame.h"
#include "gpu/instance.h"
#include "options.h"
#include "report.h"
#include "sort/depth_sort.h"

namespace particles {

// Errors: UsageError where a file is written that is read, or two results would be one file.
void requireOwnFiles(const Options& options);

// What each frame took, for files.
struct FrameStats {
  uint32_t frame = 0;
  std::optional<double> sort_ms;            // GPU time; nothing without a sort, or without timestamps
  std::optional<double> frame_ms;           // the same of the whole frame
  uint32_t count = 0;                       // elements that were drawn
  std::string used;                         // what sorted them; empty where nothing was sorted
  uint32_t dispatches = 0;                  // of the sort
  std::optional<uint64_t> bytes_moved = 0;  // by the sort; nothing where the device alone knows
  std::optional<double> out_of_order;       // share of neighbours, from 0 to 1; of frames that are verified
};

std::string statsCsv(const std::vector<FrameStats>& frames);
// An array of objects with the same names; what is not known is null.
std::string statsJson(const std::vector<FrameStats>& frames);

// Writes one or the other, by the end of the name. Errors: std::runtime_error that begins with `option`; the file is
// whole or as it was.
void writeStats(const std::string& option, const std::string& path, const std::vector<FrameStats>& frames);

// A scene and the frames that are drawn of it without a display.
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

// Draws all frames, writes the last one to options.output and prints the report. Returns the exit code.
// Errors: gpu::Error, graph::Error, std::runtime_error; nothing is left of the output then.
int runOffscreen(const gpu::Instance& instance, const Options& options);

// Draws it into a PNG, says which step it shows, and returns the exit code. Errors: UsageError for a step that there
// is not, gpu::Error, std::runtime_error for a file that cannot be written.
int runSteps(const gpu::Instance& instance, const Options& options);

}  // namespace particles
