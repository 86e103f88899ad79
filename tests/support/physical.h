// Between the device layer and the loader: what a physical device says of itself, as a test wants it.
#pragma once
#include <volk.h>

#include <functional>
#include <vector>

namespace test {

// Changes to the driver's answers; whatever is empty is left as it is.
struct PhysicalEdits {
  // Unless empty, all devices that there are: their names are "fake 0" and so on, and they cannot be opened.
  std::vector<VkPhysicalDeviceType> types{};
  std::function<void(VkPhysicalDeviceProperties&)> properties{};
  std::function<void(VkPhysicalDeviceMemoryProperties&)> memory{};
};

// The edits are in force while it lives, for devices made meanwhile. One at a time; not for several threads.
class PhysicalScope {
 public:
  explicit PhysicalScope(PhysicalEdits edits);
  ~PhysicalScope();
  PhysicalScope(const PhysicalScope&) = delete;
  PhysicalScope& operator=(const PhysicalScope&) = delete;
};

}  // namespace test
