// Collects the messages of the validation layers.
#pragma once
#include <volk.h>

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace gpu {

// Collects validation warnings and errors of one instance. Can be used from any thread.
class MessageLog {
 public:
  // later messages are only counted
  static constexpr std::size_t kKeptTexts = 20;

  std::size_t count() const;
  std::vector<std::string> texts() const;
  void clear();
  void add(const char* text);

 private:
  mutable std::mutex mutex_;
  std::size_t count_ = 0;
  std::vector<std::string> texts_;
};

// Describes a messenger that adds to `log`. Can also be chained to VkInstanceCreateInfo. Ignores messages of the
// general type, because the loader and drivers use it for information.
VkDebugUtilsMessengerCreateInfoEXT messengerInfo(MessageLog& log);

}  // namespace gpu
