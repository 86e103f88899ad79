// What the window shows: the scene that is asked for and one to compare it with, or a walk step by step.
#pragma once
#include <memory>
#include <optional>

#include "controls/wanted.h"
#include "options.h"

namespace particles {

// What is asked for, as options; those of `options` for the rest.
Options optionsOf(const Options& options, const Wanted& wanted);

// What the options ask for, to begin with.
Wanted wantedBy(const Options& options, const gpu::Device& device);

// Elements of a scene that nobody asked to have more or fewer: all on a GPU; on a software driver as many as two cores
// draw ten times a second into a window of kSoftwareExtent, where a frame takes 40 to 145 ms of CPU time on both.
uint32_t defaultCount(const SceneEntry& scene, const gpu::Device& device);
inline constexpr VkExtent2D kSoftwareExtent{960, 540};

// Whether the file that the options name is what this scene shows: all of it, whatever count is asked for.
bool showsFile(const Options& options, std::size_t scene);

// The count behind `before`: that of the file, or, of another scene, one of its own unless somebody chose one.
uint32_t countBehind(const Options& options, const Wanted& asked, const Wanted& before, const gpu::Device& device);

// The most elements that the device's memory takes with room to spare.
uint32_t mostCount(const gpu::Device& device);

// Two stages of the same scene, so that each keeps an order of its own; both move alike.
struct Stages {
  // The second one only where Wanted::shown compares. Errors: gpu::Error.
  Stages(const std::shared_ptr<Sorters>& sorters, const Options& options, const Wanted& wanted, VkFormat format);

  void prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps);

  std::unique_ptr<Stage> shown;
  std::unique_ptr<Stage> other;  // may be null
};

constexpr bool compares(Shown shown) { return shown == Shown::split || shown == Shown::error; }

// The sort of a short list that the window shows step by step.
class Player {
 public:
  explicit Player(uint32_t seed) : seed_(seed) {}

  // The walk that is asked for. A position past its end becomes its end.
  const steps::Walk& walk(WantedSteps& wanted);
  // Plays on by so many seconds, and stops at the end.
  void advance(WantedSteps& wanted, double seconds);
  // To the end of this step, or to the begin of it or of the one before.
  void step(WantedSteps& wanted, bool back);

 private:
  uint32_t seed_;
  StepsOptions made_of_;
  std::optional<steps::Walk> walk_;
};

}  // namespace particles
