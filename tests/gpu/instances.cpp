// What an instance leaves behind where it cannot be made.
#include "gpu/instance.h"

#include <doctest/doctest.h>

#include <cstring>

#include "support/devices.h"

namespace {

PFN_vkGetInstanceProcAddr real_function = nullptr;
bool fails = false;
int destroyed = 0;

VKAPI_ATTR VkResult VKAPI_CALL createNoMessenger(VkInstance, const VkDebugUtilsMessengerCreateInfoEXT*,
                                                 const VkAllocationCallbacks*, VkDebugUtilsMessengerEXT*) {
  return VK_ERROR_OUT_OF_HOST_MEMORY;
}
VKAPI_ATTR void VKAPI_CALL destroyInstance(VkInstance instance, const VkAllocationCallbacks* allocator) {
  ++destroyed;
  const auto destroy = reinterpret_cast<PFN_vkDestroyInstance>(real_function(instance, "vkDestroyInstance"));
  destroy(instance, allocator);
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL functionOf(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkCreateDebugUtilsMessengerEXT") == 0)
    return reinterpret_cast<PFN_vkVoidFunction>(createNoMessenger);
  if (std::strcmp(name, "vkDestroyInstance") == 0) return reinterpret_cast<PFN_vkVoidFunction>(destroyInstance);
  return real_function(instance, name);
}

}  // namespace

// As volk looks the loader's first function up; see CMakeLists.txt.
extern "C" void* __real_dlsym(void* module, const char* name);
extern "C" void* __wrap_dlsym(void* module, const char* name) {
  void* const found = __real_dlsym(module, name);
  if (!fails || std::strcmp(name, "vkGetInstanceProcAddr") != 0) return found;
  real_function = reinterpret_cast<PFN_vkGetInstanceProcAddr>(found);
  return reinterpret_cast<void*>(functionOf);
}

TEST_CASE("an_instance_whose_messenger_fails_is_destroyed") {
  // Not the instance of the tests: layers of 1.4.309 crash where one outlives main() and another was destroyed before.
  const gpu::InstanceInfo info{"without a messenger", true, {}};
  const gpu::Instance kept(info);
  VkResult result = VK_SUCCESS;
  fails = true;
  try {
    const gpu::Instance instance(info);
  } catch (const gpu::Error& error) {
    result = error.result();
  }
  fails = false;
  REQUIRE(volkInitialize() == VK_SUCCESS);
  volkLoadInstanceOnly(kept.handle());
  CHECK(result == VK_ERROR_OUT_OF_HOST_MEMORY);
  CHECK(destroyed == 1);
  { const gpu::Instance instance(info); }
  volkLoadInstanceOnly(kept.handle());
  CHECK(destroyed == 1);
}

TEST_CASE("warnings_and_errors_of_validation_are_messages_and_nothing_else_is") {
  const VkInstance instance = test::instance().handle();
  const auto submit = reinterpret_cast<PFN_vkSubmitDebugUtilsMessageEXT>(
      vkGetInstanceProcAddr(instance, "vkSubmitDebugUtilsMessageEXT"));
  REQUIRE((submit != nullptr));
  VkDebugUtilsMessengerCallbackDataEXT data{};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessage = "planted";
  test::instance().messages().setPrinting(false);
  const auto counted = [&](VkDebugUtilsMessageSeverityFlagBitsEXT severity) {
    submit(instance, severity, VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, &data);
    return test::takeValidationMessages();
  };
  CHECK(counted(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) == 1);
  CHECK(counted(VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT) == 1);
  CHECK(counted(VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT) == 0);
  test::instance().messages().setPrinting(true);
}
