// GLFW: whether there is a display, and one window on it.
#pragma once
#include <volk.h>

#include <optional>
#include <span>
#include <string>

#include "scene/camera.h"

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

// What the user did; the loop reads it and takes what it has used.
struct Controls {
  Camera camera;
  bool sorting = true;
  bool paused = false;
  bool overlay = true;
};

// A window with the viewer's keys and mouse. Thread rule: main thread only.
class Window {
 public:
  // Size in screen coordinates. Errors: gpu::Error with GLFW's reason.
  Window(uint32_t width, uint32_t height, const Controls& controls);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Errors: gpu::Error.
  VkSurfaceKHR createSurface(VkInstance instance) const;

  // Handles what happened since the last call; waits for something to happen if `block`.
  void poll(bool block);
  bool closing() const;
  VkExtent2D extent() const;  // in pixels; empty while minimized
  float scale() const;        // pixels per unit of the user interface
  void setTitle(const std::string& title) const;
  const Controls& controls() const { return controls_; }

 private:
  static void onKey(GLFWwindow* window, int key, int scancode, int action, int mods);
  static void onCursor(GLFWwindow* window, double x, double y);
  static void onScroll(GLFWwindow* window, double x, double y);

  GLFWwindow* window_;
  Controls controls_;
  glm::dvec2 cursor_{0.0};
};

}  // namespace particles
