// What vksort is told of a device: what is enabled there, and no more.
#include "nodes/device.h"

#include <doctest/doctest.h>

#include "support/devices.h"
#include "support/physical.h"

namespace {

// A device without the extension, of a Vulkan that has full subgroups only as an extension, or of the driver's own.
void check(const char* hidden, bool core) {
  CAPTURE(hidden);
  test::PhysicalEdits edits;
  edits.fake_device = true;
  edits.extensions = [=](std::vector<VkExtensionProperties>& extensions) {
    std::erase_if(extensions, [=](const auto& each) { return std::string(each.extensionName) == hidden; });
  };
  if (!core)
    edits.properties = [](VkPhysicalDeviceProperties& properties) { properties.apiVersion = VK_API_VERSION_1_2; };
  const test::PhysicalScope scope(edits);
  gpu::DeviceInfo wanted;
  wanted.physical = test::devices().front().physical.handle;
  const gpu::Device device(test::instance(), wanted);
  const vksort::SorterInfo info = nodes::sorterInfo(device);
  const vksort::VerifierInfo verifier = nodes::verifierInfo(device);
  CHECK(((info.enabled_features & vksort::kPushDescriptor) != 0) == device.enabled().push_descriptor);
  if ((info.enabled_features & vksort::kFullSubgroups) != 0)
    CHECK((device.enabled().full_subgroups && device.enabled().subgroup_size_control));
  const vksort::Support support =
      vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device);
  CHECK((info.enabled_features & ~support.features) == 0);
  CHECK(info.instance == test::instance().handle());
  CHECK(info.physical_device == wanted.physical);
  CHECK(info.device == device.handle());
  CHECK(verifier.instance == info.instance);
  CHECK(verifier.physical_device == info.physical_device);
  CHECK(verifier.device == info.device);
  CHECK(verifier.enabled_features == info.enabled_features);
}

}  // namespace

TEST_CASE("vksort_is_told_of_the_features_that_a_device_has_enabled_and_no_others") {
  check("", true);
  check("VK_KHR_push_descriptor", true);
  check("VK_EXT_subgroup_size_control", false);
  const gpu::Device& device = *test::devices().front().device;
  const vksort::Features told = nodes::sorterInfo(device).enabled_features;
  CHECK(told == vksort::querySupport(vkGetInstanceProcAddr, device.instance(), device.physical()).features);
}
