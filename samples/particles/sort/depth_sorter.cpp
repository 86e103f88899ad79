#include "sort/depth_sorter.h"

#include <bit>
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

vksort::Algorithm algorithmOf(Use use) {
  if (use == Use::bitonic) return vksort::Algorithm::bitonic;
  return use == Use::radix ? vksort::Algorithm::radix : vksort::Algorithm::automatic;
}

vksort::Sorter makeSorter(const gpu::Device& device, const SorterWish& wish) {
  vksort::SorterInfo info = nodes::sorterInfo(device);
  const vksort::Ordering ordering = wish.packed ? kPackedOrdering : depthOrdering(wish.ties, wish.key_type);
  info.key_type = ordering.key_type;
  info.order = ordering.order;
  info.values = wish.packed ? ordering.values : wish.values;
  info.ties = ordering.ties;
  if (wish.kernels == Kernels::floor) info.path = vksort::Path::floor;
  if (wish.kernels == Kernels::no_subgroups) info.enabled_features &= ~vksort::kFullSubgroups;
  info.hook = wish.hook;
  info.count = wish.count;
  info.ascending_values = wish.ascending;
  if (info.values == vksort::Values::split && info.count != vksort::Count::lists && wish.most != 0) {
    info.value_bits = static_cast<std::uint32_t>(std::bit_width(wish.most - 1));  // they are indices of all elements
  }
  info.coherent = wish.coherent;
  info.algorithm = algorithmOf(wish.use);
  info.max_count = wish.most;
  info.always_lends = true;  // the graph's node does
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

}  // namespace

DepthSorter::DepthSorter(const gpu::Device& device, const SorterWish& wish, uint32_t frames)
    : use_(wish.use),
      foreseen_(wish.count == vksort::Count::host && !wish.coherent),
      sorter_(makeSorter(device, wish)) {
  const VkDescriptorSetLayout layout = sorter_.descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return;
  pool_ = gpu::DescriptorPool(device, frames, frames * vksort::kDescriptorsPerSet);
  for (uint32_t i = 0; i < frames; ++i) sets_.push_back(pool_.allocate(layout));
}

void DepthSorter::requireUse(const gpu::Device& device, uint32_t count) const {
  if (use_ == Use::radix && sorter_.scratchBytes(count) == 0)
    throw gpu::Error("--use radix: " + std::to_string(count) + " elements with these keys are not sorted by radix on " +
                     device.properties().core.deviceName);
}

vksort::Ordering depthOrdering(Ties ties, vksort::KeyType type) {
  vksort::Ordering ordering;
  if (ties == Ties::any) ordering.ties = vksort::Ties::any;
  ordering.key_type = type;
  ordering.order = vksort::Order::descending;
  ordering.values = vksort::Values::split;
  return ordering;
}

vksort::Verifier makeVerifier(const gpu::Device& device) {
  vksort::Verifier verifier;
  const char* reason = nullptr;
  const VkResult result = vksort::Verifier::create(nodes::verifierInfo(device), verifier, &reason);
  if (result != VK_SUCCESS) fail(device, "the verifier", reason, result);
  return verifier;
}

SortFacts factsOf(const DepthSorter& sorter, uint32_t count) {
  const vksort::Sorter& made = sorter.get();
  const bool scratch = made.scratchBytes(count) != 0;  // which the graph's node lends
  const vksort::Plan plan = made.plan(count, scratch);
  if (plan.dispatches == 0) return {};
  const std::string first = made.planPass(count, 0, scratch).name;
  const std::string last = made.planPass(count, plan.dispatches - 1, scratch).name;
  const bool radix = first.starts_with("radix") || last.starts_with("radix");
  const bool by_ranks = last.starts_with("rank");
  SortFacts facts{radix ? "radix" : by_ranks ? "rank" : "bitonic", plan.dispatches, made.configuration().key_type, {}};
  if (sorter.foreseen()) facts.bytes_moved = plan.bytes_read + plan.bytes_written;
  return facts;
}

}  // namespace particles
