#include "sort/depth_sorter.h"

#include <cstdio>
#include <string>

#include "gpu/error.h"
#include "nodes/device.h"
#include "threads/on_threads.h"

namespace particles {
namespace {

[[noreturn]] void fail(const gpu::Device& device, const char* what, const char* reason, VkResult result) {
  std::string message = std::string(what) + " cannot run on " + device.properties().core.deviceName;
  message += ": " + (reason != nullptr ? std::string(reason) : gpu::resultName(result));
  throw gpu::Error(message, result);
}

}  // namespace

vksort::Ordering depthOrdering() {
  vksort::Ordering ordering;
  ordering.key_type = vksort::KeyType::f32;
  ordering.order = vksort::Order::descending;
  ordering.values = vksort::Values::split;
  return ordering;
}

vksort::Sorter makeSorter(const gpu::Device& device, std::uint32_t most, const vksort::Hook* hook) {
  vksort::SorterInfo info = nodes::sorterInfo(device);
  const vksort::Ordering ordering = depthOrdering();
  info.key_type = ordering.key_type;
  info.order = ordering.order;
  info.values = hook != nullptr ? vksort::Values::iota : ordering.values;
  info.hook = hook;
  info.max_count = most;
  info.parallel_for.run = samples::onThreads;
  info.self_test.queue = device.queue();
  info.self_test.queue_family = device.queueFamily();

  vksort::Sorter sorter;
  const char* reason = nullptr;
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) fail(device, "the sort", reason, result);
  const vksort::PathReport report = sorter.pathReport();
  for (std::uint32_t i = 0; i < report.dropped_count; ++i) {
    const vksort::DroppedPath& dropped = report.dropped[i];
    std::string why = dropped.fault;
    if (dropped.count != 0)
      why = std::string(dropped.kernel) + " " + why + " at " + std::to_string(dropped.count) + " elements";
    std::fprintf(stderr, "vksort-particles: dropped the path \"%s\": %s\n", dropped.path, why.c_str());
  }
  return sorter;
}

vksort::Verifier makeVerifier(const gpu::Device& device) {
  vksort::Verifier verifier;
  const char* reason = nullptr;
  const VkResult result = vksort::Verifier::create(nodes::verifierInfo(device), verifier, &reason);
  if (result != VK_SUCCESS) fail(device, "the verifier", reason, result);
  return verifier;
}

}  // namespace particles
