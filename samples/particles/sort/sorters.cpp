#include "sort/sorters.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "common/on_threads.h"
#include "gpu/error.h"
#include "nodes/sort.h"
#include "view/words.h"

namespace particles {
namespace {

[[noreturn]] void fail(const gpu::Device& device, const char* what, const char* reason, VkResult result) {
  std::string message = std::string(what) + " cannot run on " + device.properties().core.deviceName;
  message += ": " + (reason != nullptr ? std::string(reason) : gpu::resultName(result));
  throw gpu::Error(message, result);
}

void printRejected(const vksort::Sorter& sorter) {
  const vksort::Report report = getReport(sorter);
  for (uint32_t i = 0; i < report.rejected_count; ++i) {
    const vksort::Rejected& rejected = report.rejected[i];
    std::string why = rejected.fault;
    if (*rejected.kernel != '\0') why = std::string(rejected.kernel) + " " + why;
    if (rejected.count != 0) why += " at " + counted(rejected.count, "elements");
    std::fprintf(stderr, "vksort-particles: rejected \"%s\": %s\n", rejected.level, why.c_str());
  }
}

}  // namespace

std::shared_ptr<const vksort::Sorter> Sorters::sorter(vksort::Algorithm algorithm, vksort::Payload payload,
                                                      bool segmented, uint32_t max_count) {
  const auto found = std::ranges::find_if(entries_, [&](const Entry& each) {
    return each.algorithm == algorithm && each.payload == payload && each.segmented == segmented;
  });
  if (found != entries_.end() && found->max_count >= max_count) return found->sorter;
  vksort::Creation creation{};
  creation.algorithm = algorithm;
  creation.parallel_for.run = samples::onThreads;
  creation.self_test.queue = device_.queue();
  creation.self_test.queue_family = device_.queueFamily();
  vksort::SorterInfo info{};
  info.device = nodes::deviceOf(device_);
  info.payload = payload;
  info.ties = vksort::Ties::stable;
  info.scratch =
      segmented || algorithm == vksort::Algorithm::bitonic ? vksort::Scratch::never : vksort::Scratch::required;
  info.max_count = max_count;
  info.discard_keys = true;
  info.creation = &creation;
  const auto made = std::make_shared<vksort::Sorter>();
  const char* reason = nullptr;
  VkResult result = vksort::Sorter::create(info, *made, &reason);
  // Large in-place sorts of payloads are not stable, but can break ties by value. The result is the same, because
  // payloads ascend before the sort.
  if (result == VK_ERROR_FEATURE_NOT_PRESENT && payload == vksort::Payload::u32) {
    info.ties = vksort::Ties::by_value;
    result = vksort::Sorter::create(info, *made, &reason);
  }
  if (result != VK_SUCCESS) fail(device_, "the sort", reason, result);
  printRejected(*made);
  ++created_;
  // The smaller Sorter lives as long as it is used.
  if (found != entries_.end()) entries_.erase(found);
  entries_.push_back({algorithm, payload, segmented, max_count, made});
  return made;
}

const vksort::Toolkit& Sorters::toolkit() {
  if (toolkit_) return toolkit_;
  const char* reason = nullptr;
  const vksort::ToolkitInfo info = {.device = nodes::deviceOf(device_), .tools = VKSORT_CULL_TOOL};
  const VkResult result = vksort::Toolkit::create(info, toolkit_, &reason);
  if (result != VK_SUCCESS) fail(device_, "the cull", reason, result);
  return toolkit_;
}

}  // namespace particles
