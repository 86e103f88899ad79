// querySupport() predicts whether create() accepts a SorterInfo, with the same reason.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "create/known_drivers.h"
#include "support/device/call.h"
#include "support/device/subgroups.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Creation;

Faults edited(const std::function<void(VkPhysicalDeviceProperties2&)>& edit, Faults faults = {}) {
  faults.edit_properties = [edit, before = faults.edit_properties](VkPhysicalDeviceProperties2& out) {
    if (before) before(out);
    edit(out);
  };
  return faults;
}

// See tests/support/small/known_drivers.cpp.
Faults knownDriver(uint32_t version) {
  return edited(
      [version](VkPhysicalDeviceProperties2& out) {
        out.properties.driverVersion = version;
        for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext)
          if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES)
            reinterpret_cast<VkPhysicalDeviceDriverProperties*>(link)->driverID = vksort::knownDrivers()[0].driver_id;
      },
      withSubgroups(32, false));
}

std::vector<Faults> playedDevices() {
  using Properties = VkPhysicalDeviceProperties2;
  std::vector<Faults> devices = {Faults{}, withSubgroups(4, false), withSubgroups(16, true), withSubgroups(32, false),
                                 withSubgroups(64, true, 8)};
  for (const uint32_t version : {10u, 20u, 30u, 40u}) devices.push_back(knownDriver(version));
  devices.push_back(edited([](Properties& out) { out.properties.limits.maxComputeWorkGroupInvocations = 64; }));
  devices.push_back(edited([](Properties& out) {
    out.properties.limits.maxComputeWorkGroupInvocations = 128;
    out.properties.limits.maxComputeSharedMemorySize = 16384;
  }));
  const Faults wide = withSubgroups(32, false);
  devices.push_back(edited([](Properties& out) { out.properties.limits.maxStorageBufferRange = 1u << 18; }, wide));
  devices.push_back(
      edited([](Properties& out) { out.properties.limits.maxPerStageDescriptorStorageBuffers = 4; }, wide));
  for (const uint32_t version : {VK_API_VERSION_1_0, VK_API_VERSION_1_1}) {
    devices.push_back(edited([version](Properties& out) { out.properties.apiVersion = version; }));
    devices.back().hide_extensions = true;
  }
  Faults unlisted;
  unlisted.listing = {{0, VK_ERROR_OUT_OF_HOST_MEMORY}, {1, VK_ERROR_OUT_OF_HOST_MEMORY}};
  devices.push_back(unlisted);
  Faults unlabelled;
  unlabelled.missing_function = "vkCmdEndDebugUtilsLabelEXT";
  devices.push_back(unlabelled);
  return devices;
}

std::vector<Creation> creations() {
  std::vector<Creation> all = {{},
                               {.baseline = true},
                               {.staged = true},
                               {.algorithm = Algorithm::rank},
                               {.algorithm = Algorithm::bitonic},
                               {.algorithm = Algorithm::radix_portable}};
#ifdef NDEBUG  // builds with assertions abort in create()
  all.push_back({.algorithm = Algorithm{9}});
#endif
  return all;
}

struct Said {
  uint32_t yes = 0, no = 0;
  std::set<std::string> reasons{};
};

// create() stops at its first object, which fails.
void expectSaid(const vksort::SorterInfo& info, Faults device, Said& said) {
  device.fake_objects = true;
  device.fails_creation = 0;
  vksort::SorterInfo asked = info;
  asked.device.device = VK_NULL_HANDLE;
  vksort::Support support{};
  {
    const MockVulkan mock(device);
    support = vksort::querySupport(asked);
    CHECK(mock.log.creations == 0);
  }
  const MockVulkan mock(device);
  vksort::Sorter sorter;
  const char* reason = nullptr;
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  const bool begins = result == VK_ERROR_OUT_OF_DEVICE_MEMORY && mock.log.creations == 1;
  CHECK(support.supported == begins);
  CHECK(support.reason == (begins ? nullptr : reason));
  ++(begins ? said.yes : said.no);
  if (!begins) said.reasons.insert(reason);
}

}  // namespace

TEST_CASE("query_support_predicts_creation" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const std::vector<Faults> devices = playedDevices();
    const std::vector<Creation> made_how = creations();
    const std::vector<uint32_t> key_bits = {32, 64}, counts = {0, 1, 512, 513, 5000, 100'000, 1u << 28};
    const vksort::Features all = VKSORT_FULL_SUBGROUPS | VKSORT_PUSH_DESCRIPTOR;
    const std::vector<vksort::Features> features = {~0u, all, VKSORT_FULL_SUBGROUPS, 0, 1u << 31, VKSORT_DEBUG_UTILS};
    const std::vector<vksort::Payload> payloads = {vksort::Payload::none, kIndex, kU32, kInterleaved};
    const std::vector<vksort::Ties> ties = {vksort::Ties::stable, kByValue, kAnyTies};
    const std::vector<vksort::Scratch> scratch = {vksort::Scratch::never, vksort::Scratch::optional,
                                                  vksort::Scratch::required};
    Said said;
    constexpr uint32_t kCases = 6000;
    for (uint32_t i = 0; i < kCases; ++i) {
      uint64_t rest = i * uint64_t{7919};
      const auto next = [&rest](const auto& list) -> const auto& {
        const uint64_t index = rest % list.size();
        rest /= list.size();
        return list[index];
      };
      const Faults& device = next(devices);
      SorterSetup setup = rig.setupOf({});
      setup.creation = next(made_how);
      const vksort::Features enabled = next(features);
      setup.info.payload = next(payloads);
      setup.info.ties = next(ties);
      setup.info.scratch = next(scratch);
      setup.info.max_count = next(counts);
      setup.info.key_bits = next(key_bits);
      setup.info.discard_keys = i % 5 == 0;
      setup.info.device.enabled_features = enabled;
      if (enabled == ~0u) {
        const MockVulkan mock(device);
        setup.info.device.enabled_features = vksort::querySupport(setup.get()).features;
      }
      INFO("case " << i);
      expectSaid(setup.get(), device, said);
    }
    CHECK(said.yes > kCases / 10);
    CHECK(said.no > kCases / 10);
    CHECK(said.reasons.size() > 11);
  });
}

// Asking about missing features is valid, so assertions do not matter.
TEST_CASE("query_support_names_missing_and_invalid_members" * doctest::test_suite("one width")) {
  CHECK(std::string(vksort::querySupport({}).reason).find("get_instance_proc_addr") != std::string::npos);
  onEveryDeviceUnvalidated([](Rig& rig) {
    vksort::SorterInfo info = rig.setupOf({}).info;
    CHECK(vksort::querySupport(info).supported);
    info.key_bits = 33;
    const vksort::Support support = vksort::querySupport(info);
    CHECK_FALSE(support.supported);
    CHECK(std::string(support.reason).find("key_bits") != std::string::npos);
    CHECK(support.features == rig.features());
  });
}

}  // namespace test
