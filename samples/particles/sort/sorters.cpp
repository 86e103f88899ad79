#include "sort/sorters.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "gpu/error.h"
#include "nodes/device.h"
#include "threads/on_threads.h"
#include "vksort_expert.h"

namespace particles {
namespace {

constexpr std::array<const char*, 3> kWords = {"automatic", "bitonic", "radix"};

[[noreturn]] void fail(const gpu::Device& device, const char* what, const char* reason, VkResult result) {
  std::string message = std::string(what) + " cannot run on " + device.properties().core.deviceName;
  message += ": " + (reason != nullptr ? std::string(reason) : gpu::resultName(result));
  throw gpu::Error(message, result);
}

vksort::Creation creationOf(const gpu::Device& device, const SorterKind& kind) {
  vksort::Creation creation;
  if (kind.use == Use::bitonic) creation.algorithm = vksort::Algorithm::bitonic;
  if (kind.use == Use::radix) creation.algorithm = vksort::Algorithm::radix;
  creation.parallel_for.run = samples::onThreads;
  creation.self_test.queue = device.queue();
  creation.self_test.queue_family = device.queueFamily();
  return creation;
}

vksort::SorterInfo infoOf(const gpu::Device& device, const SorterKind& kind) {
  vksort::SorterInfo info;
  info.device = nodes::deviceOf(device);
  info.payload = kind.payload;
  // Indices are in their order after a stable sort, if they were before, and if the sort writes them.
  const bool stable = kind.payloads_ascend || kind.payload != vksort::Payload::u32;
  info.ties = stable ? vksort::Ties::stable : vksort::Ties::by_value;
  // The graph's node passes scratch memory wherever it is of use.
  const bool in_place = kind.segmented || kind.use == Use::bitonic;
  info.scratch = in_place ? vksort::Scratch::never : vksort::Scratch::required;
  return info;
}

void printRejected(const vksort::Sorter& sorter) {
  const vksort::Report report = getReport(sorter);
  for (uint32_t i = 0; i < report.rejected_count; ++i) {
    const vksort::Rejected& rejected = report.rejected[i];
    std::string why = rejected.fault;
    if (*rejected.kernel != '\0') why = std::string(rejected.kernel) + " " + why;
    if (rejected.count != 0) why += " at " + std::to_string(rejected.count) + " elements";
    std::fprintf(stderr, "vksort-particles: rejected \"%s\": %s\n", rejected.level, why.c_str());
  }
}

}  // namespace

const char* wordOf(Use use) { return kWords[static_cast<std::size_t>(use)]; }

std::optional<Use> useOf(const std::string& word) {
  const auto found = std::ranges::find(kWords, word);
  if (found == kWords.end()) return std::nullopt;
  return static_cast<Use>(found - kWords.begin());
}

Use useOn(uint32_t subgroup_size, Use use) { return subgroup_size < 32 && use == Use::automatic ? Use::bitonic : use; }

bool fusesKeys(Use use, uint32_t count) {
  // From so many on a pass that writes the keys and a sort by radix take less time than a fused sort in place.
  constexpr uint32_t kSeparateFrom = 1U << 15U;
  return use == Use::bitonic || (use == Use::automatic && count < kSeparateFrom);
}

std::shared_ptr<const vksort::Sorter> Sorters::sorter(const SorterKind& kind, uint32_t max_count,
                                                      const vksort::KeyGenerator* keys) {
  const auto found = std::ranges::find(entries_, kind, &Entry::kind);
  if (found != entries_.end() && found->max_count >= max_count) return found->sorter;
  const vksort::Creation creation = creationOf(device_, kind);
  vksort::SorterInfo info = infoOf(device_, kind);
  info.max_count = max_count;
  info.keys = keys;
  info.creation = &creation;
  const auto made = std::make_shared<vksort::Sorter>();
  const char* reason = nullptr;
  VkResult result = vksort::Sorter::create(info, *made, &reason);
  // In place large sorts of payloads are not stable, but may break ties by value.
  if (result == VK_ERROR_FEATURE_NOT_PRESENT && info.payload == vksort::Payload::u32 &&
      info.ties == vksort::Ties::stable) {
    info.ties = vksort::Ties::by_value;
    result = vksort::Sorter::create(info, *made, &reason);
  }
  if (result != VK_SUCCESS) fail(device_, "the sort", reason, result);
  printRejected(*made);
  ++created_;
  // A smaller one lives as long as those who have it.
  if (found != entries_.end())
    *found = {kind, max_count, made};
  else
    entries_.push_back({kind, max_count, made});
  return made;
}

std::shared_ptr<const vksort::Verifier> Sorters::verifier() {
  if (verifier_) return verifier_;
  const auto made = std::make_shared<vksort::Verifier>();
  const char* reason = nullptr;
  const VkResult result = vksort::Verifier::create(nodes::deviceOf(device_), *made, &reason);
  if (result != VK_SUCCESS) fail(device_, "the verifier", reason, result);
  return verifier_ = made;
}

}  // namespace particles
