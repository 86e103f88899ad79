// The scenes that the window draws: the one that is asked for, and one to compare it with.
#pragma once
#include <memory>

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

}  // namespace particles
