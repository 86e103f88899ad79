#include "view/report.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "view/words.h"

namespace particles {
namespace {

template <typename T>
std::vector<T> download(const gpu::Device& device, const gpu::Buffer& buffer) {
  const std::vector<std::byte> bytes = gpu::download(device, buffer.handle(), buffer.size());
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

void FrameTimes::add(const std::vector<FramePart>& parts) {
  constexpr std::size_t kMost = 100000;
  ms_.resize(parts.size());
  names_.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    names_.push_back(parts[i].name);
    if (ms_[i].size() == kMost) ms_[i].erase(ms_[i].begin() + kFramesInFlight);
    ms_[i].push_back(static_cast<float>(parts[i].ms));
  }
}

std::vector<FramePart> FrameTimes::medians(std::size_t frames) const {
  std::vector<FramePart> medians;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t all = ms_[i].size(), warm = all > kFramesInFlight ? kFramesInFlight : 0;
    std::vector<float> used(ms_[i].end() - static_cast<std::ptrdiff_t>(std::min(frames, all - warm)), ms_[i].end());
    const auto middle = used.begin() + static_cast<std::ptrdiff_t>(used.size() / 2);
    std::ranges::nth_element(used, middle);
    medians.push_back({names_[i], static_cast<double>(*middle)});
  }
  return medians;
}

std::string describe(const std::vector<FramePart>& parts) {
  std::string text;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (i > 1) text += ", ";
    text += parts[i].name + " " + duration(parts[i].ms) + " (" + shareOf(parts[i].ms, parts[0].ms) + ")";
  }
  return text;
}

void printDevice(const gpu::Device& device, const std::string& why) {
  const uint32_t version = device.properties().core.apiVersion;
  std::printf("device: %s, Vulkan %u.%u.%u%s\n", device.properties().core.deviceName, VK_API_VERSION_MAJOR(version),
              VK_API_VERSION_MINOR(version), VK_API_VERSION_PATCH(version), why.empty() ? "" : ("; " + why).c_str());
  std::fflush(stdout);
}

Readback readBack(const gpu::Device& device, const Elements& elements) {
  return {download<glm::vec4>(device, elements.positions()), download<uint32_t>(device, elements.indices())};
}

OrderReport judge(const gpu::Device& device, const SceneInstance& scene, uint32_t slot, bool sorting) {
  OrderRule rule = scene.sort().rule();
  if (!sorting) rule.groups = {};  // without a sort, elements are not in groups
  const Readback seen = readBack(device, scene.elements());
  const uint32_t drawn = scene.sort().drawn(slot), count = scene.sort().seen(slot);
  OrderReport report = checkOrder(seen.positions, std::span(seen.indices).first(count), rule);
  if (drawn != count) report.nearest = drawn;
  return report;
}

int printRun(const RunReport& run, const OrderReport& order) {
  const double ms = run.frames > 0 ? run.seconds * 1000.0 / run.frames : 0.0;
  std::printf("frames: %s of %s at %ux%u, %s per frame\n", digits(run.frames).c_str(),
              counted(order.elements, run.element).c_str(), run.extent.width, run.extent.height, duration(ms).c_str());
  if (order.hidden != 0) std::printf("visible: %s of them\n", digits(order.count).c_str());
  if (order.nearest) std::printf("drawn: the nearest %s\n", digits(*order.nearest).c_str());
  const std::vector<FramePart> times = run.times.medians();
  if (times.empty())
    std::printf("gpu: not timed (the device does not support timestamps)\n");
  else
    std::printf("gpu: median %s per frame: %s\n", duration(times[0].ms).c_str(), describe(times).c_str());
  const auto sort = std::ranges::find(times, "sort", &FramePart::name);
  const std::string median = sort != times.end() ? "median " + duration(sort->ms) + " per frame by " : "";
  std::printf("sort: %s\n",
              run.sorting ? (median + (run.facts.used.empty() ? "nothing" : run.facts.used)).c_str() : "off");
  std::printf("%s\n", describe(order).c_str());
  return order.elements == run.count && order.good() ? 0 : 1;
}

}  // namespace particles
