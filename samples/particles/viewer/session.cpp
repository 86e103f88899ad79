#include "viewer/session.h"

#include <imgui.h>

#include <chrono>
#include <cstdio>

#include "compare/divider.h"
#include "controls/panel.h"
#include "gpu/commands.h"
#include "steps/view.h"
#include "viewer/save.h"

namespace particles {

Session::Session(const gpu::Device& device, Window& window, VkSurfaceKHR surface, const Options& options,
                 ViewerState& state)
    : device_(device),
      window_(window),
      options_(options),
      state_(state),
      swapchain_(device, surface),
      overlay_(device, {swapchain_.format(), kFramesInFlight, options.scale.value_or(window.scale())}),
      input_(window.handle()),
      queue_(device),
      marks_(options.log_controls),
      player_(options.seed) {
  for (uint32_t i = 0; i < kFramesInFlight; ++i) acquired_.push_back(gpu::createSemaphore(device));
  if (!state.wanted) {
    state.wanted = wantedBy(options, device);
    state.camera = Camera(options.scene->camera);
  }
  wanted_ = asked_ = *state.wanted;
}

// An exception may leave work in flight.
Session::~Session() {
  state_.wanted = wanted_;
  device_.vk.vkDeviceWaitIdle(device_.handle());
}

void Session::run() {
  constexpr uint32_t kQuietFrames = 4;  // in which nothing happened, so that nothing is to be expected of the next
  while (!leave_ && !window_.closing() && (!options_.frames || state_.frames < *options_.frames)) {
    if (quiet_frames_ > kQuietFrames) {
      meter_.rest();
      window_.rest();
    } else {
      window_.poll(false);
    }
    const bool drawable = window_.drawable();
    if (drawable != std::exchange(drawable_, drawable)) logControl(drawable ? "window shown" : "window hidden");
    if (!drawable || !fit()) {
      meter_.rest();
      window_.poll(true);  // minimized: nothing to draw to
      continue;
    }
    drawFrame();
  }
  awaitAll();
  device_.waitIdle();
  report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - staged_at_).count();
}

void Session::apply(const Wanted& next) {
  const Wanted before = wanted_;
  Wanted asked = next;
  uint32_t most = mostCount(device_);
  if (next.scene < allScenes().size()) {
    asked.count = countBehind(options_, next, before, device_);
    if (showsFile(options_, next.scene)) most = asked.count;
  }
  wanted_ = asked_ = settled(asked, before, most);
  if (wanted_.scene != before.scene) state_.camera = Camera(allScenes()[wanted_.scene].camera);
  if (wanted_.vsync != before.vsync) stale_ = true;
  for (const std::string& line : changes(before, wanted_)) logControl(line);
}

void Session::logControl(const std::string& line) {
  unseen_ = 2;  // the frame that is being made, and the first one with it
  log("control: " + line);
}

void Session::log(const std::string& line) const {
  if (!options_.log_controls) return;
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

bool Session::fit() {
  const VkExtent2D now = window_.extent();
  const bool resized = stale_ || now.width != size_.width || now.height != size_.height;
  const bool compared = stages_ && (stages_->other != nullptr) != compares(wanted_.shown);
  const bool other_stages = wanted_.shown != Shown::steps && (!stages_ || compared || !sameStage(staged_, wanted_));
  if (graphs_ && !resized && !other_stages && sameGraphs(staged_, wanted_)) return true;
  awaitAll();
  device_.waitIdle();
  if (resized && !swapchain_.rebuild(now, wanted_.vsync)) return false;
  if (!wanted_.vsync && swapchain_.waits()) state_.note = "this display always waits";
  size_ = now;
  stale_ = false;
  if (!options_.scale) overlay_.setScale(window_.scale());
  graphs_.reset();
  if (other_stages) makeStages();
  staged_.shown = wanted_.shown;
  staged_.order = wanted_.order;
  graphs_.emplace(device_, stages_.get(), wanted_,
                  GraphsInfo{swapchain_.format(), swapchain_.extent(), kFramesInFlight, true, &overlay_});
  if (compares(wanted_.shown) || wanted_.order == Order::some_frames) stage_frames_ = 0;  // the first one sorts
  window_.setTitle(title());
  return true;
}

// What cannot be made is said, and given up for what can.
void Session::makeStages() {
  stages_.reset();
  try {
    stages_ = std::make_unique<Stages>(device_, options_, wanted_, swapchain_.format());
  } catch (const gpu::Error& error) {
    if (isLoss(error.result())) throw;
    Wanted modest = wanted_;
    modest.sort = {};
    if (modest.order == Order::coherent) modest.order = Order::every_frame;
    modest.count = std::min(modest.count, allScenes()[modest.scene].count);
    if (sameStage(modest, wanted_)) throw;
    apply(modest);
    stages_ = std::make_unique<Stages>(device_, options_, wanted_, swapchain_.format());
    state_.note = error.what();
    std::printf("note: %s\n", error.what());
  }
  staged_ = wanted_;
  staged_at_ = std::chrono::steady_clock::now();
  stage_frames_ = 0;
  sort_ms_.clear();
  report_ = {};
  report_.verified = options_.verify;
  report_.count = stages_->shown->elements().count();
  report_.element = allScenes()[wanted_.scene].element;
}

bool Session::sortsNow() const { return wanted_.order != Order::some_frames || stage_frames_ % wanted_.every == 0; }

void Session::await(uint32_t slot) {
  if (!queue_.wait(slot) || !stages_ || staged_.shown == Shown::steps) return;
  report_.sort_ms.add(graphs_->sortMs(slot));
  sort_ms_.add(graphs_->sortMs(slot));
  const std::optional<Verdict> verdict = stages_->shown->sort().verdict(slot);
  report_.verdicts.add(verdict, report_.count, graphs_->sorting(slot) == Sorting::on);
  if (verdict && report_.verdicts.frames() == 1)
    log("measured: " + std::to_string(verdict->drawn.inversions) + " inversions");
}

// The oldest first.
void Session::awaitAll() {
  for (uint32_t i = 0; i < kFramesInFlight; ++i) await((slot_ + i) % kFramesInFlight);
}

void Session::drawFrame() {
  const double seconds = meter_.tick();
  await(slot_);
  input_.begin();
  overlay_.begin();
  handleInput(seconds);
  drawControls();
  overlay_.end();
  const std::optional<uint32_t> image = swapchain_.acquire(acquired_[slot_].get());
  stale_ = !image;
  if (!image) return;
  if (staged_.shown != Shown::steps) {
    const uint32_t steps = clock_.steps(wanted_.paused) + std::exchange(single_steps_, 0);
    stages_->prepare(slot_, state_.camera, swapchain_.extent(), steps);
    graphs_->divide(wanted_.divider);
    ++stage_frames_;
    ++report_.frames;
  }
  graphs_->target(swapchain_.image(*image), swapchain_.view(*image));
  graphs_->record(queue_.begin(slot_), slot_, stage_frames_ == 1 || sortsNow());
  queue_.submit(slot_, acquired_[slot_].get(), swapchain_.finished(*image));
  stale_ = !swapchain_.present(*image);
  slot_ = (slot_ + 1) % kFramesInFlight;
  ++state_.frames;
  if (unseen_ > 0 && --unseen_ == 0) {
    if (options_.log_controls) device_.waitIdle();  // a slow device draws it yet
    log("shown");
  }
  for (const Action action : std::exchange(actions_, {})) take(action);
  // What the controls changed, from the next frame on.
  apply(asked_);
  if (std::exchange(save_, false)) saveScreen();
}

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
  if (moves.pan != glm::vec2{}) camera.fly(glm::vec3(-moves.pan, 0.0F) * (0.73F * camera.distance()));
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

std::string Session::title() const {
  if (wanted_.shown == Shown::steps) return "vksort-particles, step by step";
  return std::string("vksort-particles, ") + allScenes()[wanted_.scene].name + ", sorting " +
         (wanted_.order == Order::off ? "off" : "on");
}

void Session::savePicture(const std::string& path, bool with_controls) {
  awaitAll();
  device_.waitIdle();
  const VkExtent2D extent = swapchain_.extent();
  if (!with_controls && staged_.shown == Shown::steps) with_controls = true;  // it is all there is
  Graphs graphs(device_, stages_.get(), wanted_,
                {swapchain_.format(), extent, kFramesInFlight, false, with_controls ? &overlay_ : nullptr});
  if (staged_.shown != Shown::steps) stages_->prepare(0, state_.camera, extent, 0);
  gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) { graphs.record(cmd, 0, stage_frames_ == 0); });
  writePng(path, readPicture(device_, graphs.image(0), extent, swapchain_.format()));
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
  if (options_.window_output && graphs_) savePicture(options_.output, false);
  if (!stages_ || report_.frames == 0) {
    std::printf("frames: %u\n", state_.frames);
    return 0;
  }
  report_.extent = swapchain_.extent();
  const uint32_t last = (slot_ + kFramesInFlight - 1) % kFramesInFlight;
  const Sorting sorting = graphs_->sorting(last);
  report_.sorting = sorting == Sorting::on;
  report_.kept = sorting == Sorting::keep;
  report_.fused_keys = stages_->shown->sort().fusedKeys();
  report_.facts = stages_->shown->sort().facts();
  const Readback seen = readBack(device_, stages_->shown->elements());
  return printRun(report_, checkOrder(seen.positions, seen.indices, stages_->shown->sort().rule(last)));
}

}  // namespace particles
