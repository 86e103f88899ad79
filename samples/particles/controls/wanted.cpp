#include "controls/wanted.h"

#include <algorithm>

#include "scenes/scenes.h"

namespace particles {
namespace {

bool isRefused(const Wanted& wanted) {
  const SceneEntry& scene = allScenes()[wanted.scene];
  return !refusal(wanted.sort, scene.traits, scene.name).empty();
}

// Gives up choices that stand in the way: those that were `chosen` just now, or those that were not.
void giveUp(Wanted& wanted, const Wanted& before, bool chosen) {
  const Wanted asked = wanted;
  const auto refused = [&](bool differs) { return differs == chosen && isRefused(wanted); };
  if (refused(asked.sort.keys != before.sort.keys)) wanted.sort.keys = Keys::automatic;
  if (refused(asked.sort.key_type != before.sort.key_type)) wanted.sort.key_type = vksort::KeyType::f32;
  if (refused(asked.sort.kernels != before.sort.kernels)) wanted.sort.kernels = Kernels::automatic;
  if (refused(asked.sort.ties != before.sort.ties)) wanted.sort.ties = Ties::by_index;
  if (refused(asked.sort.use != before.sort.use)) wanted.sort.use = Use::automatic;
}

}  // namespace

bool sortsFrame(const Wanted& wanted, uint32_t frame) {
  return wanted.order != Order::some_frames || frame % wanted.every == 0;
}

Wanted settled(const Wanted& wanted, const Wanted& before, uint32_t most) {
  Wanted result = wanted;
  result.scene = std::min(wanted.scene, allScenes().size() - 1);
  result.count = std::clamp(wanted.count, 1U, std::max(1U, most));
  result.every = std::max(1U, wanted.every);
  result.divider = std::clamp(wanted.divider, 0.0F, 1.0F);
  StepsOptions& list = result.steps.list;
  list.elements = std::clamp(list.elements, steps::kFewestElements, steps::kMostElements);
  list.digit_bits = std::clamp(list.digit_bits, 1U, steps::kMostDigitBits);
  result.steps.speed = std::clamp(result.steps.speed, 0.1F, 20.0F);
  giveUp(result, before, false);
  giveUp(result, before, true);
  return result;
}

bool sameStage(const Wanted& a, const Wanted& b) {
  return a.scene == b.scene && a.count == b.count && a.sort == b.sort && a.measure == b.measure;
}

bool sameGraphs(const Wanted& a, const Wanted& b) { return a.shown == b.shown && a.order == b.order; }

std::vector<std::string> changes(const Wanted& before, const Wanted& now) {
  std::vector<std::string> lines;
  const auto compare = [&](const auto& a, const auto& b, const std::string& what, const std::string& value) {
    if (a != b) lines.push_back(what + " " + value);
  };
  const auto onOff = [](bool value) { return std::string(value ? "on" : "off"); };
  const StepsOptions &old_list = before.steps.list, &list = now.steps.list;
  compare(before.scene, now.scene, "scene", allScenes()[now.scene].name);
  compare(before.count, now.count, "count", std::to_string(now.count));
  compare(before.order, now.order, "order", wordOf(now.order));
  compare(before.every, now.every, "every", std::to_string(now.every));
  compare(before.sort.use, now.sort.use, "use", wordOf(now.sort.use));
  compare(before.sort.keys, now.sort.keys, "keys", wordOf(now.sort.keys));
  compare(before.sort.key_type, now.sort.key_type, "key type", wordOf(now.sort.key_type));
  compare(before.sort.kernels, now.sort.kernels, "kernels", wordOf(now.sort.kernels));
  compare(before.sort.ties, now.sort.ties, "ties", wordOf(now.sort.ties));
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
         (wanted.order == Order::off ? "off" : "on");
}

const char* wordOf(Order order) {
  constexpr const char* kWords[] = {"off", "every frame", "some frames"};
  return kWords[static_cast<std::size_t>(order)];
}

const char* wordOf(Shown shown) {
  constexpr const char* kWords[] = {"picture", "split", "error", "steps"};
  return kWords[static_cast<std::size_t>(shown)];
}

}  // namespace particles
