// GLFW: whether there is a display, and one window on it. Thread rule: main thread only.
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
  // Looks for a display only when it is `wanted`.
  explicit Display(bool wanted);
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  // True when there is a display that Vulkan can present to.
  bool available() const { return !extensions_.empty(); }
  // Whether the device can show pictures there. There must be a display.
  static bool shows(VkInstance instance, VkPhysicalDevice device);
  // Whether the environment names one: what is set there but cannot be used is worth a word.
  static bool named();
  // Why there is none; empty if there is, or was none settings.
  const std::string& complaint() const { return complaint_; }
  // What the instance needs for surfaces; empty without a display.
  std::span<const char* const> instanceExtensions() const { return extensions_; }

 private:
  bool initialized_ = false;
  std::span<const char* const> extensions_;
  std::string complaint_;
};

// Says why there is no window, or throws gpu::Error where one was asked for.
void explainNoWindow(const std::string& why, const Options& options);

// A window with the viewer's keys.
class Window {
 public:
  // Size in screen coordinates, or, where the display says so, times its scale. Errors: gpu::Error with GLFW's reason.
  explicit Window(VkExtent2D size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Errors: gpu::Error.
  VkSurfaceKHR createSurface(VkInstance instance) const;

  // Handles what happened since the last call; first waits for something to happen if `seconds` are given.
  void poll(std::optional<double> seconds = {});
  bool closing() const;
  bool drawable() const;      // it is on the screen, and has an area
  VkExtent2D extent() const;  // in pixels; empty while minimized
  float scale() const;        // pixels per unit of the user interface
  float density() const;      // pixels per screen coordinate
  GLFWwindow* handle() const { return window_; }

  // Does what the keys ask for that were pressed since the last call; true if there were any.
  bool press(ViewSettings& settings);
  // Where the keys that are held fly to: to the right, upwards, ahead, each from -1 to 1, or faster with Shift.
  glm::vec3 flight() const;

 private:
  static void onKey(GLFWwindow* window, int key, int scancode, int action, int mods);

  GLFWwindow* window_;
  std::vector<const KeyBinding*> pressed_;
};

// Errors: gpu::Error.
struct Surface {
  Surface(const gpu::Instance& of, const Window& window)
      : instance(of.handle()), handle(window.createSurface(instance)) {}
  ~Surface() { vkDestroySurfaceKHR(instance, handle, nullptr); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  VkInstance instance;
  VkSurfaceKHR handle;
};

// Opens a window, draws until it is closed or options.frames are drawn, checks the last frame, prints the report and
// returns the exit code. Nothing, with a note on standard error, when the device cannot present to the display;
// an error if options.window. Errors: gpu::Error, graph::Error.
std::optional<int> runWindow(const gpu::Instance& instance, const Options& options);

}  // namespace particles
