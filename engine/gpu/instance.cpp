#include "gpu/instance.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "gpu/structs.h"

namespace gpu {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

bool hasLayer(const char* name) {
  uint32_t count = 0;
  check(vkEnumerateInstanceLayerProperties(&count, nullptr), "counting instance layers");
  std::vector<VkLayerProperties> layers(count);
  check(vkEnumerateInstanceLayerProperties(&count, layers.data()), "listing instance layers");
  return std::ranges::any_of(layers, [&](const auto& layer) { return std::strcmp(layer.layerName, name) == 0; });
}

bool hasExtension(const char* layer, const char* name) {
  uint32_t count = 0;
  check(vkEnumerateInstanceExtensionProperties(layer, &count, nullptr), "counting instance extensions");
  std::vector<VkExtensionProperties> extensions(count);
  check(vkEnumerateInstanceExtensionProperties(layer, &count, extensions.data()), "listing instance extensions");
  return std::ranges::any_of(extensions, [&](const auto& e) { return std::strcmp(e.extensionName, name) == 0; });
}

uint32_t loadVulkan(uint32_t max_version) {
  if (volkInitialize() != VK_SUCCESS)
    throw Error("no Vulkan loader (libvulkan.so.1) found; on Debian: apt-get install libvulkan1",
                VK_ERROR_INITIALIZATION_FAILED);
  const uint32_t version = std::min(volkGetInstanceVersion(), max_version);
  if (version < VK_API_VERSION_1_1)
    throw Error("the Vulkan loader only supports Vulkan 1.0; install a loader for Vulkan 1.1 or newer",
                VK_ERROR_INCOMPATIBLE_DRIVER);
  return version;
}

void requireValidation() {
  if (hasLayer(kValidationLayer)) return;
  throw Error(std::string("validation needs ") + kValidationLayer +
                  ", which is not installed; on Debian: apt-get install vulkan-validationlayers",
              VK_ERROR_LAYER_NOT_PRESENT);
}

}  // namespace

Instance::Instance(const InstanceInfo& info) : api_version_(loadVulkan(info.max_api_version)) {
  if (info.validation) requireValidation();
  const char* const layer = info.validation ? kValidationLayer : nullptr;
  const auto offered = [&](const char* name) {
    return hasExtension(nullptr, name) || (layer != nullptr && hasExtension(layer, name));
  };
  std::vector<const char*> extensions(info.extensions.begin(), info.extensions.end());
  for (const char* name : extensions)
    if (!offered(name))
      throw Error(std::string("no loader, driver or layer supports the instance extension ") + name,
                  VK_ERROR_EXTENSION_NOT_PRESENT);
  debug_utils_ = offered(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  if (debug_utils_) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  // Otherwise the loader hides drivers that implement Vulkan incompletely on top of another API, such as MoltenVK.
  const bool portability = offered(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
  if (portability) extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
  const bool features_offered = info.validation && offered(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
  if (features_offered) extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);

  VkDebugUtilsMessengerCreateInfoEXT messenger = messengerInfo(*messages_);
  const VkValidationFeatureEnableEXT enabled = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  auto features = vkStruct<VkValidationFeaturesEXT>(VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &enabled;
  if (features_offered) messenger.pNext = &features;
#ifdef VK_EXT_layer_settings
  // Report each message, even repeated ones.
  const VkBool32 limited = VK_FALSE, heuristic = info.shader_access_heuristic ? VK_TRUE : VK_FALSE;
  constexpr VkLayerSettingTypeEXT kBool = VK_LAYER_SETTING_TYPE_BOOL32_EXT;
  const VkLayerSettingEXT chosen[] = {{kValidationLayer, "enable_message_limit", kBool, 1, &limited},
                                      {kValidationLayer, "syncval_shader_accesses_heuristic", kBool, 1, &heuristic}};
  auto settings = vkStruct<VkLayerSettingsCreateInfoEXT>(VK_STRUCTURE_TYPE_LAYER_SETTINGS_CREATE_INFO_EXT);
  settings.settingCount = 2;
  settings.pSettings = chosen;
  if (features_offered && offered(VK_EXT_LAYER_SETTINGS_EXTENSION_NAME)) {
    extensions.push_back(VK_EXT_LAYER_SETTINGS_EXTENSION_NAME);
    features.pNext = &settings;
  }
#endif

  auto application = vkStruct<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = info.name;
  application.apiVersion = api_version_;
  auto create = vkStruct<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  create.flags = portability ? VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR : 0;
  create.pApplicationInfo = &application;
  create.enabledLayerCount = info.validation ? 1 : 0;
  create.ppEnabledLayerNames = &layer;
  create.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  create.ppEnabledExtensionNames = extensions.data();
  if (info.validation && debug_utils_) create.pNext = &messenger;
  const VkResult created = vkCreateInstance(&create, nullptr, &instance_);
  if (created == VK_ERROR_INCOMPATIBLE_DRIVER) throw Error(kNoDriver, created);  // the loader found nothing to load
  check(created, "creating the Vulkan instance");
  volkLoadInstanceOnly(instance_);

  if (info.validation && debug_utils_) {
    messenger.pNext = nullptr;
    // All other debug calls go through a Device.
    const VkResult watched = vkCreateDebugUtilsMessengerEXT(instance_, &messenger, nullptr, &messenger_);
    if (watched != VK_SUCCESS) vkDestroyInstance(instance_, nullptr);  // the destructor will not run
    check(watched, "creating the debug messenger");
  }
}

Instance::~Instance() {
  if (messenger_ != VK_NULL_HANDLE) {
    // volk's global function can belong to a later instance without the extension.
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
    destroy(instance_, messenger_, nullptr);
  }
  vkDestroyInstance(instance_, nullptr);
}

std::vector<PhysicalDevice> Instance::devices() const {
  uint32_t count = 0;
  const VkResult counted = vkEnumeratePhysicalDevices(instance_, &count, nullptr);
  if (counted == VK_ERROR_INITIALIZATION_FAILED) return {};  // the loader's result if there is no driver
  check(counted, "counting physical devices");
  std::vector<VkPhysicalDevice> handles(count);
  check(vkEnumeratePhysicalDevices(instance_, &count, handles.data()), "listing physical devices");
  std::vector<PhysicalDevice> devices;
  for (const VkPhysicalDevice handle : handles) {
    PhysicalDevice device{handle, {}};
    vkGetPhysicalDeviceProperties(handle, &device.properties);
    if (device.properties.apiVersion >= VK_API_VERSION_1_1) devices.push_back(device);
  }
  return devices;
}

}  // namespace gpu
