#include "gpu/debug.h"

#include <cstdio>

#include "gpu/structs.h"

namespace gpu {

std::size_t MessageLog::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

std::vector<std::string> MessageLog::texts() const {
  const std::lock_guard lock(mutex_);
  return texts_;
}

void MessageLog::clear() {
  const std::lock_guard lock(mutex_);
  count_ = 0;
  texts_.clear();
}

void MessageLog::add(const char* text) {
  const std::lock_guard lock(mutex_);
  ++count_;
  if (texts_.size() < kKeptTexts) texts_.emplace_back(text);
  std::fprintf(stderr, "vulkan: %s\n", text);
}

static VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                                const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  static_cast<MessageLog*>(user)->add(data->pMessage != nullptr ? data->pMessage : "(no text)");
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messengerInfo(MessageLog& log) {
  auto info = vkStruct<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = onMessage;
  info.pUserData = &log;
  return info;
}

}  // namespace gpu
