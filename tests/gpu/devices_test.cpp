// Checks that the device layer finds the requested device and reports validation messages.
#include "support/devices.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "gpu/commands.h"
#include "gpu/instance.h"
#include "support/errors.h"
#include "support/physical.h"

namespace {

bool named(const VkPhysicalDeviceProperties& properties, const char* name) {
  return std::string(properties.deviceName) == name;
}

}  // namespace

TEST_CASE("devices_are_selected_by_index_or_part_of_the_name") {
  const std::vector<gpu::PhysicalDevice> devices = test::instance().devices();
  REQUIRE_FALSE(devices.empty());
  CHECK(gpu::selectDevice(test::instance(), "0").handle == devices[0].handle);
  std::string name = devices[0].properties.deviceName;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  CHECK(gpu::selectDevice(test::instance(), name.substr(0, 5)).handle == devices[0].handle);
  // A number must never match a part of a name.
  test::PhysicalEdits edits{.types = {VK_PHYSICAL_DEVICE_TYPE_CPU, VK_PHYSICAL_DEVICE_TYPE_CPU}};
  edits.properties = [](VkPhysicalDeviceProperties& properties) {
    if (named(properties, "fake 0")) std::snprintf(properties.deviceName, sizeof properties.deviceName, "fake 1000");
  };
  const test::PhysicalScope scope(edits);
  CHECK(named(gpu::selectDevice(test::instance(), "1").properties, "fake 1"));
  // The error must list the available devices.
  for (const char* unknown : {"1000", "no such thing", "99999999999999999999"})
    CHECK(test::errorOf([&] { gpu::selectDevice(test::instance(), unknown); }).find("fake 1") != std::string::npos);
  CHECK(named(gpu::selectDevice(test::instance(), "e 1000").properties, "fake 1000"));
}

TEST_CASE("devices_are_preferred_by_type") {
  const auto cpu = [](const gpu::PhysicalDevice& d) { return d.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; };
  const bool all_cpu = std::ranges::all_of(test::instance().devices(), cpu);
  CHECK(cpu(gpu::selectDevice(test::instance())) == all_cpu);
  // The types are sorted by preference.
  const std::vector<VkPhysicalDeviceType> types = {
      VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU,
      VK_PHYSICAL_DEVICE_TYPE_OTHER, VK_PHYSICAL_DEVICE_TYPE_CPU};
  const auto selected = [](const std::vector<VkPhysicalDeviceType>& there) {
    const test::PhysicalScope scope({.types = there});
    return std::string(gpu::selectDevice(test::instance()).properties.deviceName);
  };
  for (std::size_t better = 0; better < types.size(); ++better)
    for (std::size_t worse = better; worse < types.size(); ++worse) {
      CAPTURE(better);
      CAPTURE(worse);
      CHECK(selected({types[better], types[worse]}) == "fake 0");
      CHECK(selected({types[worse], types[better]}) == (better == worse ? "fake 0" : "fake 1"));
    }
  CHECK(selected({types.rbegin(), types.rend()}) == "fake 4");
  const test::PhysicalScope scope({.types = types});
  const auto select = [](int first) {
    int asked = 0;
    return gpu::selectDevice(test::instance(), {}, [&](VkPhysicalDevice) { return asked++ >= first; });
  };
  CHECK(named(select(0).properties, "fake 0"));
  CHECK(select(0).reason == "the best of 5");
  CHECK(named(select(2).properties, "fake 2"));
  CHECK(select(2).reason == "fake 0 cannot draw to the display");
  CHECK(named(select(5).properties, "fake 0"));
}

// An error may destroy a device that still executes work.
TEST_CASE("destroyed_devices_finish_their_work_first") {
  static std::string ends;
  static VolkDeviceTable real;
  {
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    gpu::Device device(test::instance(), info);
    real = device.vk;
    device.vk.vkDeviceWaitIdle = [](VkDevice handle) {
      ends += "waited ";
      return real.vkDeviceWaitIdle(handle);
    };
    device.vk.vkDestroyDevice = [](VkDevice handle, const VkAllocationCallbacks* allocator) {
      ends += "destroyed ";
      real.vkDestroyDevice(handle, allocator);
    };
  }
  CHECK(ends == "waited destroyed ");
}

TEST_CASE("validation_messages_are_counted_and_can_be_cleared") {
  const gpu::Device& device = *test::devices()[0].device;
  gpu::MessageLog& log = test::instance().messages();
  const gpu::Buffer buffer(device, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {  // two fills of one range without a barrier
    device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 1);
    device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 2);
  });
  REQUIRE(log.count() > 0);
  CHECK(log.texts()[0].find("WRITE_AFTER_WRITE") != std::string::npos);
  CHECK(test::takeValidationMessages() > 0);
  CHECK(log.count() == 0);
  CHECK(log.texts().empty());
}

TEST_CASE("only_validation_warnings_and_errors_are_messages") {
  const VkInstance instance = test::instance().handle();
  const auto submit = reinterpret_cast<PFN_vkSubmitDebugUtilsMessageEXT>(
      vkGetInstanceProcAddr(instance, "vkSubmitDebugUtilsMessageEXT"));
  REQUIRE((submit != nullptr));
  VkDebugUtilsMessengerCallbackDataEXT data{};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessage = "planted";
  const auto counted = [&](VkDebugUtilsMessageSeverityFlagBitsEXT severity) {
    submit(instance, severity, VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, &data);
    return test::takeValidationMessages();
  };
  CHECK(counted(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) == 1);
  CHECK(counted(VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT) == 1);
  CHECK(counted(VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT) == 0);
}
