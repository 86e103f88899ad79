// What is left of a session: pictures and the report.
#include <imgui.h>
#include <cstdio>
#include <filesystem>

#include "controls/panel.h"
#include "gpu/commands.h"
#include "steps/view.h"
#include "viewer/session.h"

namespace particles {
namespace {

// "vksort-particles-001.png", or the first like it that is not there yet.
std::string freeName() {
  for (int i = 1;; ++i) {
    char name[64];
    std::snprintf(name, sizeof name, "vksort-particles-%03d.png", i);
    std::error_code ignored;
    if (!std::filesystem::exists(name, ignored)) return name;
  }
}

}  // namespace

void Session::handleInput(double seconds) {
  for (const Action action : window_.takeActions()) take(action);
  apply(asked_);
  const PointerMoves moves = window_.pointer().take();
  noteQuiet(unseen_ > 0 || moves.any() || window_.flight() != glm::vec3{} || single_steps_ > 0);
  const VkExtent2D extent = swapchain_.extent();
  const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
  Camera& camera = state_.camera;
  camera.orbit(moves.orbit.x, moves.orbit.y);
  camera.zoom(moves.zoom);
  camera.pan(moves.pan);
  if (moves.focus) camera.focus(*moves.focus, aspect);
  if (moves.divider) asked_.divider = *moves.divider;
  camera.fly(window_.flight() * (0.6F * camera.distance() * static_cast<float>(std::min(seconds, 0.1))));
  player_.advance(asked_.steps, wanted_.shown == Shown::steps ? seconds : 0.0);
  apply(asked_);
}

// Where nothing moves by itself, frames are made as long as somebody does something, and few after that.
void Session::noteQuiet(bool busy) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 mouse{io.MousePos.x, io.MousePos.y};
  busy = busy || mouse != std::exchange(mouse_, mouse) || ImGui::IsAnyMouseDown() || io.MouseWheel != 0.0F;
  const bool moving = wanted_.shown == Shown::steps ? asked_.steps.playing : !wanted_.paused;
  quiet_frames_ = busy || moving ? 0 : quiet_frames_ + 1;
}

void Session::take(Action action) {
  asked_ = applied(action, asked_);
  const bool in_steps = asked_.shown == Shown::steps;
  switch (action) {
    case Action::single_step:
      if (in_steps)
        player_.step(asked_.steps, false);
      else
        ++single_steps_, asked_.paused = true;
      break;
    case Action::step_back:
      if (in_steps) player_.step(asked_.steps, true);
      break;
    case Action::restart:
      if (in_steps)
        asked_.steps.list.step = 0.0;
      else
        staged_.count = 0;  // made anew
      logControl("restart");
      break;
    case Action::reset_camera:
      state_.camera = Camera(allScenes()[wanted_.scene].camera);
      break;
    case Action::screenshot:
      save_ = true;
      break;
    case Action::close:
      leave_ = true;
      break;
    default:
      break;
  }
}

void Session::apply(const Wanted& next) {
  const Wanted before = wanted_;
  Wanted asked = next;
  uint32_t most = mostCount(device_);
  if (next.scene < allScenes().size()) {
    asked.count = countBehind(options_, next, before, device_);
    if (showsFile(options_, next.scene)) most = asked.count;
  }
  wanted_ = asked_ = settled(asked, most);
  if (wanted_.scene != before.scene) state_.camera = Camera(allScenes()[wanted_.scene].camera);
  if (wanted_.vsync != before.vsync) stale_ = true;
  for (const std::string& line : changes(before, wanted_)) logControl(line);
}

void Session::drawControls() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  marks_.begin();
  if (wanted_.shown == Shown::steps) {
    const steps::Walk& walk = player_.walk(asked_.steps);
    const float scale = overlay_.scale() / window_.density();
    steps::Box area = steps::areaOf(size.x, size.y, scale);
    if (wanted_.panel) {
      area.bottom -= 5.2F * ImGui::GetFontSize();
    }
    steps::draw(*ImGui::GetBackgroundDrawList(), walk, asked_.steps.list.step, area);
    if (wanted_.panel) drawStepControls(asked_, actions_, walk.steps.size(), marks_);
  }
  std::optional<float> divider;
  if (wanted_.shown == Shown::split) divider = drawDivider(wanted_.divider, marks_);
  if (wanted_.panel && wanted_.shown != Shown::steps) drawPanel(asked_, actions_, facts(), marks_);
  if (wanted_.help) drawHelp(asked_, marks_);
  marks_.end();
  window_.pointer().setScene({{size.x, size.y}, marks_.covered(), divider, 0.6F * ImGui::GetFontSize()});
}

Facts Session::facts() const {
  Facts facts;
  facts.device = device_.properties().core.deviceName;
  facts.note = state_.note;
  facts.most = mostCount(device_);
  facts.of_file = showsFile(options_, wanted_.scene);
  facts.fps = meter_.fps();
  facts.timed = device_.properties().timestamp_valid_bits != 0;
  facts.frame_ms = meter_.frameMs();
  facts.sort_ms = sort_ms_;
  if (!stages_) return facts;
  facts.sort = stages_->shown->sort().facts();
  facts.fused_keys = stages_->shown->sort().fusedKeys();
  facts.verdict = report_.verdicts.last();
  return facts;
}

void Session::logControl(const std::string& line) {
  unseen_ = 2;  // the frame that is being made, and the first one with it
  log("control: " + line);
}

void Session::logWindow() const {
  const VkExtent2D extent = swapchain_.extent();
  log("window: " + std::to_string(extent.width) + "x" + std::to_string(extent.height) +
      (swapchain_.waits() ? ", waits for the display" : ", waits for nothing"));
}

void Session::log(const std::string& line) const {
  if (!options_.log_controls) return;
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

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
