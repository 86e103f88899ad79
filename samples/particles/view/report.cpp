#include "view/report.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace particles {
namespace {

template <typename T>
std::vector<T> download(const gpu::Device& device, const gpu::Buffer& buffer) {
  const std::vector<std::byte> bytes = gpu::download(device, buffer.handle(), buffer.size());
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

// Ignores the first frame (if there are others), because drivers are still compiling during it.
std::optional<double> medianOf(std::vector<double> samples) {
  if (samples.size() > 1) samples.erase(samples.begin());
  if (samples.empty()) return std::nullopt;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

}  // namespace

void RunReport::add(FrameGraph& graph, uint32_t slot) {
  if (const std::optional<double> ms = graph.frameMs(slot)) frame_ms.push_back(*ms);
  if (const std::optional<double> ms = graph.sortMs(slot)) sort_ms.push_back(*ms);
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
  std::printf("frames: %u of %zu %s at %ux%u, %.1f ms per frame\n", run.frames, order.elements, run.element,
              run.extent.width, run.extent.height, ms);
  if (order.hidden != 0) std::printf("visible: %zu of them\n", order.count);
  if (order.nearest) std::printf("drawn: the nearest %u\n", *order.nearest);
  if (const std::optional<double> gpu = medianOf(run.frame_ms)) std::printf("gpu: median %.3f ms per frame\n", *gpu);
  const std::optional<double> median = medianOf(run.sort_ms);
  const char* used = run.facts.used.empty() ? "nothing" : run.facts.used.c_str();
  if (!run.sorting)
    std::printf("sort: off\n");
  else if (median)
    std::printf("sort: median %.3f ms per frame by %s\n", *median, used);
  else
    std::printf("sort: not timed (the device does not support timestamps), by %s\n", used);
  std::printf("%s\n", describe(order).c_str());
  return order.elements == run.count && order.good() ? 0 : 1;
}

}  // namespace particles
