#include "controls/wanted.h"

#include <algorithm>

#include "scenes/scenes.h"

namespace particles {
Wanted settled(const Wanted& wanted, uint32_t most) {
  Wanted result = wanted;
  result.scene = std::min(wanted.scene, allScenes().size() - 1);
  result.count = std::clamp(wanted.count, 1U, std::max(1U, most));
  result.divider = std::clamp(wanted.divider, 0.0F, 1.0F);
  StepsOptions& list = result.steps.list;
  list.elements = std::clamp(list.elements, steps::kFewestElements, steps::kMostElements);
  list.digit_bits = std::clamp(list.digit_bits, 1U, steps::kMostDigitBits);
  result.steps.speed = std::clamp(result.steps.speed, 0.1F, 20.0F);
  if (isRefused(result.use, allScenes()[result.scene].traits)) result.use = Use::automatic;
  return result;
}

bool sameStage(const Wanted& a, const Wanted& b) {
  return a.scene == b.scene && a.count == b.count && a.use == b.use && a.measure == b.measure;
}

bool sameGraphs(const Wanted& a, const Wanted& b) { return a.shown == b.shown && a.sorting == b.sorting; }

std::vector<std::string> changes(const Wanted& before, const Wanted& now) {
  std::vector<std::string> lines;
  const auto compare = [&](const auto& a, const auto& b, const std::string& what, const std::string& value) {
    if (a != b) lines.push_back(what + " " + value);
  };
  const auto onOff = [](bool value) { return std::string(value ? "on" : "off"); };
  const StepsOptions &old_list = before.steps.list, &list = now.steps.list;
  compare(before.scene, now.scene, "scene", allScenes()[now.scene].name);
  compare(before.count, now.count, "count", std::to_string(now.count));
  compare(before.sorting, now.sorting, "sort", onOff(now.sorting));
  compare(before.use, now.use, "algorithm", wordOf(now.use));
  compare(before.measure, now.measure, "measure", onOff(now.measure));
  compare(before.paused, now.paused, "pause", onOff(now.paused));
  compare(before.vsync, now.vsync, "vsync", onOff(now.vsync));
  compare(before.shown, now.shown, "view", wordOf(now.shown));
  compare(before.divider, now.divider, "divider", std::to_string(now.divider));
  compare(before.panel, now.panel, "panel", onOff(now.panel));
  compare(before.help, now.help, "help", onOff(now.help));
  compare(old_list.algorithm, list.algorithm, "steps", steps::name(*list.algorithm));
  compare(old_list.elements, list.elements, "elements", std::to_string(list.elements));
  compare(old_list.digit_bits, list.digit_bits, "digit bits", std::to_string(list.digit_bits));
  compare(before.steps.playing, now.steps.playing, "play", onOff(now.steps.playing));
  return lines;
}

std::string titleOf(const Wanted& wanted) {
  if (wanted.shown == Shown::steps) return "vksort-particles, step by step";
  return std::string("vksort-particles, ") + allScenes()[wanted.scene].name + ", sorting " +
         (wanted.sorting ? "on" : "off");
}

const char* wordOf(Shown shown) {
  constexpr const char* kWords[] = {"picture", "split", "error", "steps"};
  return kWords[static_cast<std::size_t>(shown)];
}

}  // namespace particles
