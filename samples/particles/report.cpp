#include "report.h"

#include <algorithm>
#include <cstdio>

namespace particles {

void Median::add(std::optional<double> sample) {
  if (!sample) return;
  if (!first_)
    first_ = sample;
  else if (samples_.size() < kKept)
    samples_.push_back(*sample);
  else
    samples_[next_++ % kKept] = *sample;
}

std::optional<double> Median::value() const {
  if (samples_.empty()) return first_;
  std::vector<double> sorted = samples_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

void printDevice(const gpu::Device& device) {
  const uint32_t version = device.properties().core.apiVersion;
  std::printf("device: %s, Vulkan %u.%u.%u\n", device.properties().core.deviceName, VK_API_VERSION_MAJOR(version),
              VK_API_VERSION_MINOR(version), VK_API_VERSION_PATCH(version));
  std::fflush(stdout);
}

OrderRule ruleOf(const RunReport& run, const DepthSort& sort, uint32_t slot) {
  OrderRule rule = sort.rule(slot);
  if (!run.sorting) rule.groups = {};
  return rule;
}

bool isGood(const RunReport& run, const OrderReport& order) {
  const bool all_seen = order.count == run.count && (!run.verified || run.verdicts.frames() == run.frames);
  return all_seen && order.good() && run.verdicts.good();
}

int printRun(const RunReport& run, const OrderReport& order) {
  const double ms = run.frames > 0 ? run.seconds * 1000.0 / run.frames : 0.0;
  std::printf("frames: %u of %zu %s at %ux%u, %.1f ms per frame\n", run.frames, order.count, run.element,
              run.extent.width, run.extent.height, ms);
  if (order.drawn) std::printf("seen: %zu of them\n", *order.drawn);
  const char* keys = run.fused_keys ? "computed in its first pass" : "from a pass before it";
  const std::string by = run.facts.used.empty() ? "" : " by " + run.facts.used;
  if (!run.sorting)
    std::printf("sort: off\n");
  else if (const auto median = run.sort_ms.value())
    std::printf("sort: median %.3f ms per frame%s, with keys %s\n", *median, by.c_str(), keys);
  else
    std::printf("sort: not timed, the device has no timestamps;%s with keys %s\n", by.c_str(), keys);
  std::printf("%s\n", describe(order).c_str());
  if (run.verified) std::printf("%s\n", run.verdicts.describe().c_str());
  return isGood(run, order) ? 0 : 1;
}

}  // namespace particles
