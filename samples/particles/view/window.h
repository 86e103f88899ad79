// Must only be used on the main thread.
#pragma once
#include <volk.h>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/instance.h"
#include "view/panel.h"

struct GLFWwindow;

namespace particles {

struct Options;

class Display {
 public:
  explicit Display(bool open);
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  // Returns true if Vulkan can present to the display.
  bool available() const { return !extensions_.empty(); }
  // The display must be available().
  static bool shows(VkInstance instance, VkPhysicalDevice device);
  // Returns true if an environment variable names a display, because the user should know if that display is unusable.
  static bool named();
  // Empty if there is a display, or if none was requested.
  const std::string& complaint() const { return complaint_; }
  std::span<const char* const> instanceExtensions() const { return extensions_; }

 private:
  bool initialized_ = false;
  std::span<const char* const> extensions_;
  std::string complaint_;
};

// Throws gpu::Error if --window was given.
void explainNoWindow(const std::string& why, const Options& options);

class Window {
 public:
  // `size` is in screen coordinates, and is multiplied by the scale of the display.
  explicit Window(VkExtent2D size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  VkSurfaceKHR createSurface(VkInstance instance) const;

  // If `seconds` is set, it first waits for an event.
  void poll(std::optional<double> seconds = {});
  bool closing() const;
  bool drawable() const;
  VkExtent2D extent() const;  // in pixels; empty while minimized
  float scale() const;        // pixels per unit of the user interface
  GLFWwindow* handle() const { return window_; }

  // Performs the actions of pressed keys. Returns true if there were any.
  bool press(ViewSettings& settings);
  // Right, up and forwards, each from -1 to 1 (4 with Shift).
  glm::vec3 flight() const;

 private:
  static void onKey(GLFWwindow* window, int key, int scancode, int action, int mods);

  GLFWwindow* window_;
  std::vector<const KeyBinding*> pressed_;
};

struct Surface {
  Surface(const gpu::Instance& of, const Window& window)
      : instance(of.handle()), handle(window.createSurface(instance)) {}
  ~Surface() { vkDestroySurfaceKHR(instance, handle, nullptr); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  VkInstance instance;
  VkSurfaceKHR handle;
};

}  // namespace particles
