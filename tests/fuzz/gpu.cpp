#include "gpu.h"

extern const vksort::HookShaders source_hook;  // each program's own, of the library that it links

namespace fuzz {
namespace {

constexpr std::size_t kMostSorters = 64;  // at a time

vksort::Features offeredBy(const gpu::Device& device, PFN_vkGetInstanceProcAddr get_instance_proc_addr) {
  vksort::Features features = 0;
  const gpu::EnabledFeatures& enabled = device.enabled();
  if (enabled.push_descriptor) features |= vksort::kPushDescriptor;
  if (enabled.subgroup_size_control && enabled.full_subgroups) features |= vksort::kFullSubgroups;
  return features & vksort::querySupport(get_instance_proc_addr, device.instance(), device.physical()).features;
}

}  // namespace

Gpu::Gpu(const gpu::Device& device, PFN_vkGetInstanceProcAddr get_instance_proc_addr)
    : device_(device),
      get_instance_proc_addr_(get_instance_proc_addr != nullptr ? get_instance_proc_addr : vkGetInstanceProcAddr),
      offered_(offeredBy(device, get_instance_proc_addr_)),
      hook_layout_(gpu::storageLayout(device, 1)),
      hook_{source_hook, hook_layout_.get()} {}

vksort::Features Gpu::features(const Configuration& configuration) const {
  vksort::Features features = offered_;
  if (!configuration.push_descriptor) features &= ~vksort::kPushDescriptor;
  if (!configuration.full_subgroups) features &= ~vksort::kFullSubgroups;
  return features;
}

const vksort::Sorter& Gpu::sorter(const Configuration& configuration) {
  const std::string name = describe(configuration);
  const auto found = sorters_.find(name);
  if (found != sorters_.end()) return found->second;

  vksort::SorterInfo info;
  info.get_instance_proc_addr = get_instance_proc_addr_;
  info.instance = device_.instance();
  info.physical_device = device_.physical();
  info.device = device_.handle();
  info.enabled_features = features(configuration);
  info.key_type = configuration.ordering.key_type;
  info.order = configuration.ordering.order;
  info.values = configuration.ordering.values;
  info.ties = configuration.ordering.ties;
  info.nan_rule = configuration.ordering.nan_rule;
  info.path = configuration.path;
  info.count = configuration.count;
  info.coherent = configuration.coherent;
  info.key_bits = configuration.key_bits;
  info.ascending_values = configuration.ascending_values;
  info.value_bits = configuration.value_bits;
  info.max_count = configuration.max_count;
  info.always_lends = configuration.always_lends;
  // Where memory is lent.
  info.algorithm = configuration.by_ranks   ? vksort::Algorithm::rank
                   : configuration.portable ? vksort::Algorithm::radix_portable
                                            : vksort::Algorithm::radix;
  info.self_test.mode = vksort::SelfTestMode::never;
  if (configuration.hook) info.hook = &hook_;
  vksort::Sorter made;
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(info, made, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(name + ": " + reason, result);
  return sorters_.emplace(name, std::move(made)).first->second;
}

void Gpu::forgetOldSorters() {
  if (sorters_.size() > kMostSorters) sorters_.clear();
}

const vksort::Verifier& Gpu::verifier(bool push_descriptor) {
  const auto found = verifiers_.find(push_descriptor);
  if (found != verifiers_.end()) return found->second;
  vksort::VerifierInfo info{get_instance_proc_addr_, device_.instance(), device_.physical(), device_.handle()};
  info.enabled_features = push_descriptor ? offered_ & vksort::kPushDescriptor : 0;
  vksort::Verifier made;
  const char* reason = "";
  const VkResult result = vksort::Verifier::create(info, made, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(std::string("verifier: ") + reason, result);
  return verifiers_.emplace(push_descriptor, std::move(made)).first->second;
}

}  // namespace fuzz
