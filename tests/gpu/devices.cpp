// Instances, choosing a device, and what is enabled on it.
#include "support/devices.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "gpu/commands.h"
#include "gpu/select.h"
#include "support/physical.h"

namespace {

template <typename Call>
std::string errorOf(Call call) {
  try {
    call();
  } catch (const gpu::Error& error) {
    return error.what();
  }
  return {};
}

bool named(const VkPhysicalDeviceProperties& properties, const char* name) {
  return std::string(properties.deviceName) == name;
}

}  // namespace

TEST_CASE("selects_a_device_by_index_and_by_part_of_its_name_in_any_case") {
  const std::vector<gpu::PhysicalDevice> devices = test::instance().devices();
  REQUIRE_FALSE(devices.empty());
  CHECK(gpu::selectDevice(test::instance(), "0").handle == devices[0].handle);
  std::string name = devices[0].properties.deviceName;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  CHECK(gpu::selectDevice(test::instance(), name.substr(0, 5)).handle == devices[0].handle);
  // A number is never a part of a name.
  test::PhysicalEdits edits{.types = {VK_PHYSICAL_DEVICE_TYPE_CPU, VK_PHYSICAL_DEVICE_TYPE_CPU}};
  edits.properties = [](VkPhysicalDeviceProperties& properties) {
    if (named(properties, "fake 0")) std::snprintf(properties.deviceName, sizeof properties.deviceName, "fake 1000");
  };
  const test::PhysicalScope scope(edits);
  CHECK(named(gpu::selectDevice(test::instance(), "1").properties, "fake 1"));
  CHECK(errorOf([] { gpu::selectDevice(test::instance(), "1000"); }).starts_with("no Vulkan device is called '1000'"));
  CHECK(named(gpu::selectDevice(test::instance(), "e 1000").properties, "fake 1000"));
}

TEST_CASE("an_unknown_device_is_answered_with_what_there_is") {
  const std::string message = errorOf([] { gpu::selectDevice(test::instance(), "no such thing"); });
  CHECK(message.starts_with("no Vulkan device is called 'no such thing'; there is:"));
  CHECK(message.find(test::devices()[0].name) != std::string::npos);
  CHECK(errorOf([] { gpu::selectDevice(test::instance(), "999"); }) != "");
  CHECK(errorOf([] { gpu::selectDevice(test::instance(), "99999999999999999999"); }) != "");
}

TEST_CASE("prefers_any_gpu_to_the_cpu_and_those_of_their_own_to_parts_of_it") {
  const auto cpu = [](const gpu::PhysicalDevice& d) { return d.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; };
  const bool all_cpu = std::ranges::all_of(test::instance().devices(), cpu);
  CHECK(cpu(gpu::selectDevice(test::instance())) == all_cpu);
  // The best first.
  const std::vector<VkPhysicalDeviceType> types = {
      VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU,
      VK_PHYSICAL_DEVICE_TYPE_OTHER, VK_PHYSICAL_DEVICE_TYPE_CPU};
  const auto selected = [](const std::vector<VkPhysicalDeviceType>& there) {
    const test::PhysicalScope scope({.types = there});
    return std::string(gpu::selectDevice(test::instance()).properties.deviceName);
  };
  for (std::size_t better = 0; better < types.size(); ++better) {
    CAPTURE(better);
    CHECK(selected({types[better], types[better]}) == "fake 0");
    for (std::size_t worse = better + 1; worse < types.size(); ++worse) {
      CAPTURE(worse);
      CHECK(selected({types[better], types[worse]}) == "fake 0");
      CHECK(selected({types[worse], types[better]}) == "fake 1");
    }
  }
  std::vector<VkPhysicalDeviceType> turned = types;
  for (std::size_t i = 0; i < types.size(); ++i) {
    CHECK(selected(turned) == "fake " + std::to_string(i));
    std::ranges::rotate(turned, turned.end() - 1);
  }
}

TEST_CASE("devices_of_vulkan_1_0_count_as_not_there") {
  test::PhysicalEdits edits{.types = {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_CPU}};
  for (const bool both : {false, true}) {
    CAPTURE(both);
    edits.properties = [both](VkPhysicalDeviceProperties& properties) {
      const bool old = both || named(properties, "fake 0");
      properties.apiVersion = old ? VK_MAKE_API_VERSION(0, 1, 0, 300) : VK_API_VERSION_1_1;
    };
    const test::PhysicalScope scope(edits);
    CHECK(test::instance().devices().size() == (both ? 0 : 1));
    CHECK(errorOf([] { gpu::selectDevice(test::instance(), "fake 0"); }) != "");
    if (both) {
      CHECK(errorOf([] { gpu::selectDevice(test::instance()); }).find(gpu::kNoDriver) != std::string::npos);
    } else {
      CHECK(named(gpu::selectDevice(test::instance()).properties, "fake 1"));
      CHECK(named(gpu::selectDevice(test::instance(), "0").properties, "fake 1"));
    }
  }
}

TEST_CASE("a_missing_extension_is_named") {
  const char* const name = "VK_EXT_not_there";
  CHECK(errorOf([&] {
          gpu::InstanceInfo info;
          info.extensions = {&name, 1};
          const gpu::Instance instance(info);
        }) == "instance extension VK_EXT_not_there is not offered here");
}

TEST_CASE("several_devices_and_instances_work_side_by_side") {
  const gpu::Instance other(gpu::InstanceInfo{});
  gpu::DeviceInfo info;
  info.physical = gpu::selectDevice(other).handle;
  const gpu::Device first(other, info);
  const gpu::Device second(other, info);
  const gpu::Device* const all[] = {&first, &second, test::devices()[0].device.get()};
  for (const gpu::Device* device : all) CHECK_NOTHROW(gpu::submitAndWait(*device, [](VkCommandBuffer) {}));
  test::expectNoValidationMessages();
}

namespace {

std::string ends;
PFN_vkDeviceWaitIdle wait_idle = nullptr;
PFN_vkDestroyDevice destroy_device = nullptr;

}  // namespace

// It may be destroyed for an error, with work on its way.
TEST_CASE("a_device_is_waited_for_before_it_is_destroyed") {
  ends.clear();
  {
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    gpu::Device device(test::instance(), info);
    wait_idle = device.vk.vkDeviceWaitIdle;
    destroy_device = device.vk.vkDestroyDevice;
    device.vk.vkDeviceWaitIdle = [](VkDevice handle) {
      ends += "waited ";
      return wait_idle(handle);
    };
    device.vk.vkDestroyDevice = [](VkDevice handle, const VkAllocationCallbacks* allocator) {
      ends += "destroyed ";
      destroy_device(handle, allocator);
    };
  }
  CHECK(ends == "waited destroyed ");
}

TEST_CASE("validation_messages_are_counted_kept_and_forgotten") {
  const gpu::Device& device = *test::devices()[0].device;
  gpu::MessageLog& log = test::instance().messages();
  const gpu::Buffer buffer(device, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  log.setPrinting(false);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {  // two fills of one range without a barrier
    device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 1);
    device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 2);
  });
  log.setPrinting(true);
  REQUIRE(log.count() > 0);
  CHECK(log.texts()[0].find("WRITE_AFTER_WRITE") != std::string::npos);
  CHECK(test::takeValidationMessages() > 0);
  CHECK(log.count() == 0);
  CHECK(log.texts().empty());
}
