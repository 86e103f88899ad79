#include "gpu.h"

// Each program has its own, for the library that it links.

namespace cases {
namespace {

constexpr std::size_t kMaxSorters = 64;

vksort::Features offeredBy(const gpu::Device& device, PFN_vkGetInstanceProcAddr get_instance_proc_addr) {
  vksort::Features features = 0;
  const gpu::EnabledFeatures& enabled = device.enabled();
  if (enabled.push_descriptor) features |= VKSORT_PUSH_DESCRIPTOR;
  if (enabled.subgroup_size_control && enabled.full_subgroups) features |= VKSORT_FULL_SUBGROUPS;
  return features & vksort::querySupport(get_instance_proc_addr, device.instance(), device.physical(),
                                         device.properties().api_version)
                        .features;
}

}  // namespace

Gpu::Gpu(const gpu::Device& device, PFN_vkGetInstanceProcAddr get_instance_proc_addr)
    : device_(device),
      get_instance_proc_addr_(get_instance_proc_addr != nullptr ? get_instance_proc_addr : vkGetInstanceProcAddr),
      offered_(offeredBy(device, get_instance_proc_addr_)) {}

vksort::Device Gpu::connect(bool push_descriptor, bool full_subgroups) const {
  vksort::Device connected{};
  connected.get_instance_proc_addr = get_instance_proc_addr_;
  connected.instance = device_.instance();
  connected.physical_device = device_.physical();
  connected.device = device_.handle();
  connected.api_version = device_.properties().api_version;
  connected.enabled_features = offered_;
  if (!push_descriptor) connected.enabled_features &= ~VKSORT_PUSH_DESCRIPTOR;
  if (!full_subgroups) connected.enabled_features &= ~VKSORT_FULL_SUBGROUPS;
  return connected;
}

const vksort::Sorter& Gpu::sorter(const Configuration& configuration) {
  const std::string name = describe(configuration);
  if (const auto found = lent_.find(name); found != lent_.end()) return *found->second;
  const auto found = sorters_.find(name);
  if (found != sorters_.end()) return found->second;
  return adopt(configuration, create(configuration, {}));
}

const vksort::Sorter& Gpu::adopt(const Configuration& configuration, vksort::Sorter sorter) {
  return sorters_[describe(configuration)] = std::move(sorter);
}

void Gpu::lend(const Configuration& configuration, const vksort::Sorter& sorter) {
  lent_[describe(configuration)] = &sorter;
}

vksort::Sorter Gpu::create(const Configuration& configuration, vksort::Creation creation,
                           const vksort::Tuning* tuning) const {
  creation.algorithm = configuration.algorithm;
  creation.baseline = configuration.baseline;
  if (creation.self_test.queue == VK_NULL_HANDLE) creation.self_test.mode = vksort::SelfTestMode::never;
  vksort::SorterInfo info{};
  info.device = connect(configuration.push_descriptor, configuration.full_subgroups);
  info.key_bits = configuration.key_bits;
  info.payload = configuration.payload;
  info.ties = configuration.ties;
  info.scratch = configuration.scratch;
  info.max_count = configuration.max_count;
  info.discard_keys = configuration.discard_keys;
  info.creation = &creation;
  vksort::Sorter made;
  const char* reason = "";
  const VkResult result =
      tuning ? createTuned(info, *tuning, made, &reason) : vksort::Sorter::create(info, made, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(describe(configuration) + ": " + reason, result);
  return made;
}

void Gpu::forgetOldSorters() {
  if (sorters_.size() > kMaxSorters) sorters_.clear();
}

const vksort::Verifier& Gpu::verifier(bool push_descriptor) {
  const auto found = verifiers_.find(push_descriptor);
  if (found != verifiers_.end()) return found->second;
  vksort::Verifier made;
  const char* reason = "";
  const VkResult result = vksort::Verifier::create(connect(push_descriptor, true), made, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(std::string("verifier: ") + reason, result);
  return verifiers_.emplace(push_descriptor, std::move(made)).first->second;
}

const vksort::Toolkit& Gpu::toolkit(const Configuration& configuration) {
  vksort::Toolkit& made = toolkits_[{configuration.push_descriptor, configuration.full_subgroups}];
  if (made) return made;
  const vksort::Device device = connect(configuration.push_descriptor, configuration.full_subgroups);
  const char* reason = "";
  const VkResult result = vksort::Toolkit::create({device}, made, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(std::string("toolkit: ") + reason, result);
  return made;
}

}  // namespace cases
