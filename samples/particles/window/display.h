// GLFW: whether there is a display, and one window on it.
#pragma once
#include <volk.h>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "controls/marks.h"
#include "controls/wanted.h"
#include "gpu/instance.h"

struct GLFWwindow;

namespace particles {

// Thread rule: main thread only, as GLFW has it.
class Display {
 public:
  // Looks for a display only when it is `wanted`.
  explicit Display(bool wanted);
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  // True when there is a display that Vulkan can present to.
  bool available() const { return !extensions_.empty(); }
  // Whether the environment names one: what is set there but cannot be used is worth a word.
  static bool named();
  // Why there is none; empty if there is, or was none wanted.
  const std::string& complaint() const { return complaint_; }
  // What the instance needs for surfaces; empty without a display.
  std::span<const char* const> instanceExtensions() const { return extensions_; }

 private:
  bool initialized_ = false;
  std::span<const char* const> extensions_;
  std::string complaint_;
};

// A window with the viewer's keys and mouse. Thread rule: main thread only.
class Window {
 public:
  // Size in screen coordinates, or, where the display says so, times its scale. Errors: gpu::Error with GLFW's reason.
  Window(uint32_t width, uint32_t height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Errors: gpu::Error.
  VkSurfaceKHR createSurface(VkInstance instance) const;

  // Handles what happened since the last call; waits for something to happen if `block`.
  void poll(bool block);
  // Waits for something to happen, a quarter of a second at most.
  void rest();
  bool closing() const;
  void close();
  bool drawable() const;      // it is on the screen, and has an area
  VkExtent2D extent() const;  // in pixels; empty while minimized
  float scale() const;        // pixels per unit of the user interface
  float density() const;      // pixels per screen coordinate
  void setTitle(const std::string& title) const;
  GLFWwindow* handle() const { return window_; }

  // What the keys that were pressed since the last call ask for, in their order.
  std::vector<Action> takeActions() { return std::exchange(actions_, {}); }
  // Where the keys that are held fly to: to the right, upwards, ahead, each from -1 to 1, or faster with Shift.
  glm::vec3 flight() const;
  Pointer& pointer() { return pointer_; }

 private:
  static void onKey(GLFWwindow* window, int key, int scancode, int action, int mods);
  static void onButton(GLFWwindow* window, int button, int action, int mods);
  static void onCursor(GLFWwindow* window, double x, double y);
  static void onScroll(GLFWwindow* window, double x, double y);

  GLFWwindow* window_;
  std::vector<Action> actions_;
  Pointer pointer_;
};

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
