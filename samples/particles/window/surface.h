// The surface of a window.
#pragma once
#include "gpu/instance.h"
#include "window/display.h"

namespace particles {

// Errors: gpu::Error.
class Surface {
 public:
  Surface(const gpu::Instance& instance, const Window& window)
      : instance_(instance.handle()), surface_(window.createSurface(instance_)) {}
  ~Surface() { vkDestroySurfaceKHR(instance_, surface_, nullptr); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  VkSurfaceKHR get() const { return surface_; }

 private:
  VkInstance instance_;
  VkSurfaceKHR surface_;
};

}  // namespace particles
