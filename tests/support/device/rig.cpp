#include "support/device/rig.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <list>
#include <string_view>

#include "create/connect.h"
#include "decide/decide.h"
#include "support/devices.h"
#include "support/driver.h"
#include "support/oracle/inputs.h"
#include "support/skip.h"
#include "support/vulkan_mock/lazy_pipelines.h"

namespace test {
namespace {

struct Unvalidated {
  gpu::Instance instance{{"vksort tests", false, {}}};
  std::list<gpu::Device> devices;
  std::list<Rig> rigs;
};

std::list<Rig>& validatedRigs() {
  std::vector<TestDevice>& opened = devices();
  // Created after the devices, so that it is destroyed first.
  static std::list<Rig> list = [&opened] {
    std::list<Rig> made;
    for (TestDevice& each : opened) made.emplace_back(each.name, *each.device);
    return made;
  }();
  return list;
}

std::list<Rig>& unvalidatedRigs() {
  static Unvalidated unvalidated;
  if (unvalidated.rigs.empty()) {
    for (const gpu::PhysicalDevice& physical : unvalidated.instance.devices()) {
      gpu::DeviceInfo info;
      info.physical = physical.handle;
      info.want_compute_queue = true;
      requireWidth(physical);
      unvalidated.devices.emplace_back(unvalidated.instance, info);
      makePipelinesLazily(unvalidated.devices.back().handle());
      unvalidated.rigs.emplace_back(physical.properties.deviceName, unvalidated.devices.back());
    }
    if (unvalidated.rigs.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
  }
  return unvalidated.rigs;
}

void run(std::list<Rig>& rigs, const std::function<void(Rig&)>& body, bool validated) {
  for (Rig& rig : rigs) {
    onDevice(rig.name());
    INFO("device: " << rig.name() << ", VKSORT_TEST_SEED=" << runSeed());
    body(rig);
    if (validated) expectNoValidationMessages();
  }
}

// Recordings set the other members.
Config creationPart(const Config& config) {
  Config part = config;
  const Config recorded;
  part.key_type = wideKeys(config) ? vksort::KeyType::u64 : recorded.key_type;
  part.order = recorded.order;
  part.nan_rule = recorded.nan_rule;
  part.first_bit = recorded.first_bit;
  part.bit_count = recorded.bit_count;
  part.mode = recorded.mode;
  return part;
}

}  // namespace

Rig::Rig(std::string name, const gpu::Device& device) : name_(std::move(name)), device_(&device) {}

vksort::Features Rig::features() const {
  vksort::Features features = 0;
  const gpu::EnabledFeatures& enabled = device_->enabled();
  if (enabled.push_descriptor) features |= VKSORT_PUSH_DESCRIPTOR;
  if (enabled.subgroup_size_control && enabled.full_subgroups) features |= VKSORT_FULL_SUBGROUPS;
  return features & vksort::querySupport(mockInstanceProcAddr, device_->instance(), device_->physical(),
                                         device_->properties().api_version)
                        .features;
}

SorterSetup Rig::setupOf(const Config& config) const {
  SorterSetup setup;
  vksort::SorterInfo& info = setup.info;
  info.device = {mockInstanceProcAddr,
                 device_->instance(),
                 device_->physical(),
                 device_->handle(),
                 device_->properties().api_version,
                 features()};
  if (!config.push_descriptor) info.device.enabled_features &= ~VKSORT_PUSH_DESCRIPTOR;
  if (!config.full_subgroups) info.device.enabled_features &= ~VKSORT_FULL_SUBGROUPS;
  info.key_bits = wideKeys(config) ? 64 : 32;
  info.payload = config.payload;
  info.ties = config.ties;
  info.discard_keys = config.discard_keys;
  info.scratch = config.scratch ? vksort::Scratch::optional : vksort::Scratch::never;
  if (!config.scratch && config.ties == vksort::Ties::stable &&
      (config.payload == vksort::Payload::u32 || config.payload == vksort::Payload::interleaved))
    info.scratch = vksort::Scratch::optional;
  setup.creation.baseline = config.baseline;
  setup.creation.algorithm = !config.scratch   ? vksort::Algorithm::bitonic
                             : config.rank     ? vksort::Algorithm::rank
                             : config.portable ? vksort::Algorithm::radix_portable
                                               : vksort::Algorithm::radix;
  return setup;
}

vksort::Sorter Rig::makeSorter(const Config& config) const { return makeSorter(config, setupOf(config)); }

vksort::Sorter Rig::makeSorter(const Config& config, const SorterSetup& info) const {
  vksort::Sorter sorter;
  const char* reason = "";
  const VkResult result = info.create(sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(describe(config) + ": " + reason, result);
  return sorter;
}

const vksort::Sorter& Rig::sorter(const Config& config) {
  const Config created = creationPart(config);
  const auto found = sorters_.find(created);
  if (found != sorters_.end()) return found->second;
  MockVulkan without_faults;
  without_faults.faults.makes_lazily = true;
  return sorters_.emplace(created, makeSorter(config)).first->second;
}

vksort::Verifier Rig::makeVerifier(bool push_descriptor) const {
  vksort::Device info = setupOf({}).info.device;
  info.enabled_features = push_descriptor ? features() & VKSORT_PUSH_DESCRIPTOR : 0;
  vksort::Verifier verifier;
  const char* reason = "";
  const VkResult result = vksort::Verifier::create(info, verifier, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(std::string("verifier: ") + reason, result);
  return verifier;
}

const vksort::Verifier& Rig::verifier(bool push_descriptor) {
  const auto found = verifiers_.find(push_descriptor);
  if (found != verifiers_.end()) return found->second;
  const MockVulkan without_faults;
  return verifiers_.emplace(push_descriptor, makeVerifier(push_descriptor)).first->second;
}

vksort::bitonic::KernelSizes Rig::tuning(const Config& config) const {
  vksort::InstanceFunctions functions;
  if (!vksort::load(mockInstanceProcAddr, device_->instance(), functions))
    throw gpu::Error("an instance without functions");
  vksort::DeviceFacts facts;
  if (vksort::findFacts(functions, device_->physical(), device_->properties().api_version, facts) != VK_SUCCESS)
    throw gpu::Error("a device without facts");
  vksort::DeviceLimits limits = facts.limits;
  if (!config.full_subgroups || (features() & VKSORT_FULL_SUBGROUPS) == 0) limits.subgroup_size = 0;
  return vksort::algorithmsFor(vksort::configurationOf(setupOf(config).get()), limits, facts.record_limits)
      .bitonic.shape;
}

const Arena& Rig::arena(uint32_t index, uint32_t words) {
  constexpr VkDeviceSize kLeast = VkDeviceSize{4} << 22;
  constexpr VkBufferUsageFlags kCopies = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  Arena& arena = arenas_[index];
  const VkDeviceSize bytes = std::max(kLeast, VkDeviceSize{words} * 4);
  if (arena.device.size() < bytes) {
    arena.device = gpu::Buffer(*device_, bytes,
                               kCopies | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    arena.host = gpu::Buffer(*device_, bytes, kCopies, gpu::Memory::readback);
  }
  return arena;
}

bool everythingWanted() {
  static const bool everything = std::getenv("VKSORT_TEST_FULL") != nullptr;
  return everything;
}

bool validationWanted() {
  static const bool wanted = [] {
    const char* text = std::getenv("VKSORT_TEST_VALIDATION");
    return (text == nullptr || std::string_view(text) != "off") && (wantedWidth() == kMainWidth || everythingWanted());
  }();
  return wanted;
}

bool wanted(const Config& config) {
  if (wantedWidth() == kMainWidth || everythingWanted()) return true;
  return !config.baseline && config.full_subgroups && config.ties != vksort::Ties::any &&
         (config.payload == vksort::Payload::none || config.payload == vksort::Payload::index);
}

void onEveryDevice(const std::function<void(Rig&)>& body) {
  const bool validated = validationWanted();
  run(validated ? validatedRigs() : unvalidatedRigs(), body, validated);
}

void onEveryDeviceUnvalidated(const std::function<void(Rig&)>& body) {
  if (everythingWanted()) return onEveryDevice(body);
  run(unvalidatedRigs(), body, false);
}

void onEveryDeviceInDisguise(const std::function<void(Rig&)>& body) { run(unvalidatedRigs(), body, false); }

}  // namespace test
