#include "support/devices.h"

#include <doctest/doctest.h>

#include "support/driver.h"

#if defined(__SANITIZE_ADDRESS__)
// Keeps libraries loaded, so that the leak checker knows the symbols and roots of drivers and layers.
extern "C" int dlclose(void*) noexcept { return 0; }
// Validation layer 1.3.239 leaks at each submission, and the software driver sometimes when compiling.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libVkLayer_khronos_validation\nleak:libvulkan_lvp\n";
}
#endif

namespace test {

gpu::Instance& instance() {
  static gpu::Instance made({"vksort tests", true, {}});
  return made;
}

std::vector<TestDevice>& devices() {
  // Created after the instance, so that it is destroyed first.
  static std::vector<TestDevice> opened = [] {
    std::vector<TestDevice> list;
    for (const gpu::PhysicalDevice& physical : instance().devices()) {
      requireWidth(physical);
      VkPhysicalDeviceFeatures2 offered{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, nullptr, {}}, enabled = offered;
      vkGetPhysicalDeviceFeatures2(physical.handle, &offered);
      enabled.features.vertexPipelineStoresAndAtomics = offered.features.vertexPipelineStoresAndAtomics;
      gpu::DeviceInfo info;
      info.physical = physical.handle;
      info.features = &enabled;
      info.want_compute_queue = true;
      list.push_back({physical.properties.deviceName, physical, std::make_unique<gpu::Device>(instance(), info)});
    }
    if (list.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
    return list;
  }();
  return opened;
}

void requireWidth(const gpu::PhysicalDevice& device) {
  VkPhysicalDeviceSubgroupProperties subgroup{};
  subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &subgroup;
  vkGetPhysicalDeviceProperties2(device.handle, &properties);
  const std::string complaint = widthComplaint(device.properties.deviceName, subgroup.subgroupSize);
  if (!complaint.empty()) throw gpu::Error(complaint);
}

// Asserts nothing if there are no messages, so that a case without other assertions still fails.
void expectNoValidationMessages() {
  const std::vector<std::string> texts = instance().messages().texts();
  const std::size_t count = takeValidationMessages();
  for (const std::string& text : texts) FAIL_CHECK("validation: " << text);
  if (count != texts.size()) FAIL_CHECK(count << " validation messages");
}

std::size_t takeValidationMessages() {
  gpu::MessageLog& log = instance().messages();
  const std::size_t count = log.count();
  log.clear();
  return count;
}

}  // namespace test
