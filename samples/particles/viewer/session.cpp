#include "viewer/session.h"

#include <chrono>
#include <cstdio>

namespace particles {
namespace {

constexpr const char* kAlwaysWaits = "this display always waits";

}  // namespace

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
      player_(options.seed),
      sorters_(std::make_shared<Sorters>(device)) {
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

bool Session::fit() {
  const VkExtent2D now = window_.extent();
  const bool resized = stale_ || now.width != size_.width || now.height != size_.height;
  const bool compared = stages_ && (stages_->other != nullptr) != compares(wanted_.shown);
  const bool other_stages = wanted_.shown != Shown::steps && (!stages_ || compared || !sameStage(staged_, wanted_));
  if (graphs_ && !resized && !other_stages && sameGraphs(staged_, wanted_)) return true;
  awaitAll();
  device_.waitIdle();
  if (resized && !swapchain_.rebuild(now, wanted_.vsync)) return false;
  if (resized) logWindow();
  if (!wanted_.vsync && swapchain_.waits()) {
    state_.note = kAlwaysWaits;
  } else if (state_.note == kAlwaysWaits) {
    state_.note.clear();
  }
  size_ = now;
  stale_ = false;
  if (!options_.scale) overlay_.setScale(window_.scale());
  graphs_.reset();
  if (other_stages) makeStages();
  staged_.shown = wanted_.shown;
  staged_.sorting = wanted_.sorting;
  graphs_.emplace(device_, stages_.get(), wanted_,
                  GraphsInfo{swapchain_.format(), swapchain_.extent(), kFramesInFlight, true, &overlay_});
  window_.setTitle(titleOf(wanted_));
  return true;
}

// What cannot be made is said, and given up for what can.
void Session::makeStages() {
  stages_.reset();
  try {
    stages_ = std::make_unique<Stages>(sorters_, options_, wanted_, swapchain_.format());
  } catch (const gpu::Error& error) {
    if (isLoss(error.result())) throw;
    Wanted modest = wanted_;
    modest.use = Use::automatic;
    modest.count = std::min(modest.count, allScenes()[modest.scene].count);
    if (sameStage(modest, wanted_)) throw;
    apply(modest);
    stages_ = std::make_unique<Stages>(sorters_, options_, wanted_, swapchain_.format());
    state_.note = error.what();
    std::printf("note: %s\n", error.what());
  }
  staged_ = wanted_;
  staged_at_ = std::chrono::steady_clock::now();
  sort_ms_.clear();
  report_ = {};
  report_.verified = options_.verify;
  report_.count = stages_->shown->elements().count();
  report_.element = allScenes()[wanted_.scene].element;
}

void Session::await(uint32_t slot) {
  bool slow = false;
  const auto tell = [&](uint32_t seconds) {
    slow = true;
    window_.setTitle("vksort-particles, a frame takes " + std::to_string(seconds) + " s so far");
    std::fprintf(stderr, "vksort-particles: frame %u: %u s so far\n", state_.frames, seconds);
  };
  const bool waited = queue_.wait(slot, tell);
  if (slow) window_.setTitle(titleOf(wanted_));
  if (!waited || !stages_ || staged_.shown == Shown::steps) return;
  report_.sort_ms.add(graphs_->sortMs(slot));
  sort_ms_.add(graphs_->sortMs(slot));
  const std::optional<Verdict> verdict = stages_->shown->sort().verdict(slot);
  report_.verdicts.add(verdict, report_.count, graphs_->sorting() == Sorting::on);
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
  if (!image) {
    stale_ = true;
    return;
  }
  if (staged_.shown != Shown::steps) {
    const uint32_t steps = clock_.steps(wanted_.paused) + std::exchange(single_steps_, 0);
    stages_->prepare(slot_, state_.camera, swapchain_.extent(), steps);
    graphs_->divide(wanted_.divider);
    ++report_.frames;
  }
  graphs_->target(swapchain_.image(*image), swapchain_.view(*image));
  graphs_->record(queue_.begin(slot_), slot_);
  if (staged_.shown != Shown::steps) last_ = {slot_, graphs_->sorting()};
  queue_.submit(slot_, acquired_[slot_].get(), swapchain_.finished(*image));
  if (!swapchain_.present(*image)) stale_ = true;  // which a key may have asked for, too
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

}  // namespace particles
