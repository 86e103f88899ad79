// Collects the messages of the validation layers.
#pragma once
#include <volk.h>

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace gpu {

// Collects validation warnings and errors of one instance. Threads: any.
class MessageLog {
 public:
  // Number of texts that are kept. Later messages are only counted.
  static constexpr std::size_t kKeptTexts = 20;

  std::size_t count() const;
  std::vector<std::string> texts() const;
  void clear();
  // Counts, keeps and prints a message.
  void add(const char* text);

 private:
  mutable std::mutex mutex_;
  std::size_t count_ = 0;
  std::vector<std::string> texts_;
};

// Returns the description of a messenger that adds to `log`. It can also be chained to VkInstanceCreateInfo. Ignores
// messages of the general type, because the loader and drivers use it for information.
VkDebugUtilsMessengerCreateInfoEXT messengerInfo(MessageLog& log);

}  // namespace gpu
