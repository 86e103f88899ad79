#pragma once
#include <volk.h>

#include <functional>
#include <vector>

namespace test {

struct PhysicalEdits {
  // If not empty, replaces all devices by "fake 0", "fake 1" .. that cannot be opened.
  std::vector<VkPhysicalDeviceType> types{};
  std::function<void(VkPhysicalDeviceProperties&)> properties{};
  std::function<void(VkPhysicalDeviceMemoryProperties&)> memory{};
};

// Applies to devices queried during its lifetime. Only one can exist, on one thread.
class PhysicalScope {
 public:
  explicit PhysicalScope(PhysicalEdits edits);
  ~PhysicalScope();
  PhysicalScope(const PhysicalScope&) = delete;
  PhysicalScope& operator=(const PhysicalScope&) = delete;
};

}  // namespace test
