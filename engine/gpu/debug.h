// What the validation layers said, counted and kept.
#pragma once
#include <volk.h>

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace gpu {

// Collects validation warnings and errors of one instance. Thread rule: every member may be called from any thread.
class MessageLog {
 public:
  // Texts kept; later messages are only counted.
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

// Messenger description whose callback feeds `log`; also fit for the pNext chain of VkInstanceCreateInfo. Only messages
// of the validation type count: the loader and drivers talk under the general type.
VkDebugUtilsMessengerCreateInfoEXT messengerInfo(MessageLog& log);

}  // namespace gpu
