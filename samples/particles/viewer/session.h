// One device and one surface for the window, until it is closed or one of them is lost.
#pragma once
#include <chrono>
#include <memory>

#include "controls/panel.h"
#include "controls/series.h"
#include "frame/frame.h"
#include "gui/overlay.h"
#include "report.h"
#include "viewer/graphs.h"
#include "viewer/stages.h"
#include "window/display.h"
#include "window/swapchain.h"

namespace particles {

// What outlives a session.
struct ViewerState {
  std::optional<Wanted> wanted;  // made by the first session
  Camera camera;
  uint32_t frames = 0;  // shown, of all sessions
  std::string note;     // for the controls
};

// Whether device or surface are gone: another session may go on.
constexpr bool isLoss(VkResult result) { return result == VK_ERROR_DEVICE_LOST || result == VK_ERROR_SURFACE_LOST_KHR; }

class Session {
 public:
  // `device` must be able to present to the surface. Errors: gpu::Error.
  Session(const gpu::Device& device, Window& window, VkSurfaceKHR surface, const Options& options, ViewerState& state);
  ~Session();

  // Shows frames until the window is closed, or until options.frames are shown. Errors: gpu::Error, also where device
  // or surface are lost.
  void run();
  // Writes the last picture, if options have a file for it in a window, prints the report, and returns the exit code.
  int finish();

 private:
  // session.cpp: frames.
  void drawFrame();
  // Makes swapchain, stages and graphs fit. False while the window has no area.
  bool fit();
  void makeStages();
  void await(uint32_t slot);
  void awaitAll();

  // session_controls.cpp: what is asked for, and what is told.
  void handleInput(double seconds);
  void noteQuiet(bool busy);
  void take(Action action);
  void apply(const Wanted& next);
  void drawControls();
  Facts facts() const;
  void logControl(const std::string& line);
  void logWindow() const;
  void log(const std::string& line) const;

  // session_output.cpp, beside finish(): pictures.
  void saveScreen();
  void savePicture(const std::string& path, bool with_controls);

  const gpu::Device& device_;
  Window& window_;
  const Options& options_;
  ViewerState& state_;
  Swapchain swapchain_;
  Overlay overlay_;
  Input input_;
  FrameQueue queue_;
  Marks marks_;
  Player player_;
  Meter meter_;
  StepClock clock_;
  std::vector<gpu::Owned<VkSemaphore>> acquired_;  // by frame
  Wanted wanted_;                                  // what is shown
  Wanted asked_;                                   // what is asked for next
  std::vector<Action> actions_;                    // of the controls
  std::shared_ptr<Sorters> sorters_;               // of all stages of the session
  std::unique_ptr<Stages> stages_;                 // null with Shown::steps, until a scene is shown
  Wanted staged_;                                  // what they were made for
  std::optional<Graphs> graphs_;
  VkExtent2D size_{};          // of the window when the swapchain was made
  bool stale_ = true;          // the swapchain does not fit
  uint32_t single_steps_ = 0;  // to be taken while paused
  uint32_t slot_ = 0;
  struct Last {
    uint32_t slot = 0;
    Sorting sorting = Sorting::off;
  } last_;  // drawn of these stages
  RunReport report_;
  Series sort_ms_;
  std::chrono::steady_clock::time_point staged_at_;
  uint32_t quiet_frames_ = 0;  // since something happened
  glm::vec2 mouse_{};
  uint32_t unseen_ = 0;  // frames until what controls changed is shown
  bool drawable_ = true;
  bool save_ = false;
  bool leave_ = false;
};

}  // namespace particles
