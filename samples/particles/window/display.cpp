#include "window/display.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "gpu/error.h"

namespace particles {
namespace {

constexpr const char* kNames[] = {"DISPLAY", "WAYLAND_DISPLAY"};

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != 0;
}

std::string lastError() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return reason != nullptr ? reason : "unknown reason";
}

[[noreturn]] void fail(const char* what) {
  throw gpu::Error(std::string(what) + ": " + lastError() + "; use --offscreen");
}

}  // namespace

Display::Display(bool wanted) {
  if (!wanted) return;
  if (glfwInit() != GLFW_TRUE) {
    complaint_ = lastError();
    return;
  }
  initialized_ = true;
  uint32_t count = 0;
  // Nothing without a Vulkan driver that can present here.
  const char** names = glfwGetRequiredInstanceExtensions(&count);
  if (names != nullptr)
    extensions_ = {names, count};
  else
    complaint_ = lastError();
}

bool Display::named() { return std::ranges::any_of(kNames, isSet); }

Display::~Display() {
  if (initialized_) glfwTerminate();
}

Window::Window(uint32_t width, uint32_t height, const Controls& controls) : controls_(controls) {
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  window_ = glfwCreateWindow(static_cast<int>(width), static_cast<int>(height), "vksort-particles", nullptr, nullptr);
  if (window_ == nullptr) fail("opening a window");
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, onKey);
  glfwSetCursorPosCallback(window_, onCursor);
  glfwSetScrollCallback(window_, onScroll);
}

Window::~Window() { glfwDestroyWindow(window_); }

VkSurfaceKHR Window::createSurface(VkInstance instance) const {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  gpu::check(glfwCreateWindowSurface(instance, window_, nullptr, &surface), "creating a surface for the window");
  return surface;
}

void Window::poll(bool block) { block ? glfwWaitEvents() : glfwPollEvents(); }

bool Window::closing() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

VkExtent2D Window::extent() const {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
}

float Window::scale() const {
  float x = 1.0F;
  float y = 1.0F;
  glfwGetWindowContentScale(window_, &x, &y);
  return y;
}

void Window::setTitle(const std::string& title) const { glfwSetWindowTitle(window_, title.c_str()); }

void Window::onKey(GLFWwindow* window, int key, int, int action, int) {
  if (action != GLFW_PRESS) return;
  Controls& controls = static_cast<Window*>(glfwGetWindowUserPointer(window))->controls_;
  if (key == GLFW_KEY_S) controls.sorting = !controls.sorting;
  if (key == GLFW_KEY_SPACE) controls.paused = !controls.paused;
  if (key == GLFW_KEY_H) controls.overlay = !controls.overlay;
  if (key == GLFW_KEY_ESCAPE || key == GLFW_KEY_Q) glfwSetWindowShouldClose(window, GLFW_TRUE);
}

void Window::onCursor(GLFWwindow* window, double x, double y) {
  constexpr double kRadiansPerUnit = 0.006;
  Window& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
  const glm::dvec2 moved = (glm::dvec2(x, y) - self.cursor_) * kRadiansPerUnit;
  self.cursor_ = {x, y};
  if (glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS)
    self.controls_.camera.orbit(static_cast<float>(-moved.x), static_cast<float>(moved.y));
}

void Window::onScroll(GLFWwindow* window, double, double y) {
  static_cast<Window*>(glfwGetWindowUserPointer(window))->controls_.camera.zoom(static_cast<float>(std::pow(0.9, y)));
}

}  // namespace particles
