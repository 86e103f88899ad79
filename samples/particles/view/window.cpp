#include "view/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "gpu/error.h"
#include "options.h"

namespace particles {
namespace {

constexpr const char* kNames[] = {"DISPLAY", "WAYLAND_DISPLAY"};

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != 0;
}

// GLFW 3.4 tries Wayland before X, and Wayland's library prints an error if it does not know where to look.
void keepToX() {
#if defined(GLFW_PLATFORM) && defined(__linux__)
  const char* name = std::getenv("WAYLAND_DISPLAY");
  const bool has_place = isSet("XDG_RUNTIME_DIR") || isSet("WAYLAND_SOCKET") || (name != nullptr && *name == '/');
  if (!has_place) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
}

std::string lastError() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return reason != nullptr ? reason : "unknown reason";
}

bool isTyping() { return ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput; }

}  // namespace

Display::Display(bool open) {
  if (!open) return;
  keepToX();
  if (glfwInit() != GLFW_TRUE) {
    complaint_ = "no display: " + lastError();
    for (const char* name : kNames)
      if (isSet(name)) complaint_ += std::string("; ") + name + " is '" + std::getenv(name) + "'";
    return;
  }
  initialized_ = true;
  uint32_t count = 0;
  // Null if no Vulkan driver can present here.
  const char** names = glfwGetRequiredInstanceExtensions(&count);
  if (names != nullptr)
    extensions_ = {names, count};
  else
    complaint_ = "no display: " + lastError();
}

bool Display::shows(VkInstance instance, VkPhysicalDevice device) {
  uint32_t families = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &families, nullptr);
  for (uint32_t i = 0; i < families; ++i)
    if (glfwGetPhysicalDevicePresentationSupport(instance, device, i) == GLFW_TRUE) return true;
  return false;
}

bool Display::named() { return std::ranges::any_of(kNames, isSet); }

void explainNoWindow(const std::string& why, const Options& options) {
  if (options.window) throw gpu::Error("--window: " + why + "; without --window, the viewer draws offscreen");
  std::fprintf(stderr, "vksort-particles: no window: %s; drawing offscreen\n", why.c_str());
}

Display::~Display() {
  if (initialized_) glfwTerminate();
}

Window::Window(VkExtent2D size) {
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window_ = glfwCreateWindow(static_cast<int>(size.width), static_cast<int>(size.height), "vksort-particles", nullptr,
                             nullptr);
  if (window_ == nullptr) throw gpu::Error("opening a window: " + lastError() + "; use --offscreen");
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, onKey);
}

Window::~Window() { glfwDestroyWindow(window_); }

VkSurfaceKHR Window::createSurface(VkInstance instance) const {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  gpu::check(glfwCreateWindowSurface(instance, window_, nullptr, &surface), "creating a surface for the window");
  return surface;
}

void Window::poll(std::optional<double> seconds) {
  if (seconds)
    glfwWaitEventsTimeout(*seconds);
  else
    glfwPollEvents();
}

bool Window::closing() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

bool Window::drawable() const {
  const VkExtent2D area = extent();
  return area.width != 0 && area.height != 0 && glfwGetWindowAttrib(window_, GLFW_VISIBLE) == GLFW_TRUE &&
         glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_FALSE;
}

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

bool Window::press(ViewSettings& settings) {
  const std::vector<const KeyBinding*> pressed = std::exchange(pressed_, {});
  for (const KeyBinding* binding : pressed) binding->press(settings);
  return !pressed.empty();
}

glm::vec3 Window::flight() const {
  if (isTyping()) return {};
  const auto held = [&](int key) { return glfwGetKey(window_, key) == GLFW_PRESS ? 1.0F : 0.0F; };
  const glm::vec3 way{held(GLFW_KEY_D) - held(GLFW_KEY_A), held(GLFW_KEY_E) - held(GLFW_KEY_Q),
                      held(GLFW_KEY_W) - held(GLFW_KEY_S)};
  return way * (1.0F + 3.0F * held(GLFW_KEY_LEFT_SHIFT));
}

void Window::onKey(GLFWwindow* window, int key, int, int action, int) {
  if (action == GLFW_RELEASE || isTyping()) return;
  Window& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
  for (const KeyBinding& binding : keyBindings())
    if (binding.key == key && (action == GLFW_PRESS || binding.repeats)) self.pressed_.push_back(&binding);
}

}  // namespace particles
