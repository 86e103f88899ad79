#include "gui/input.h"

#include <backends/imgui_impl_glfw.h>

#include "gpu/error.h"

namespace particles {

Input::Input(GLFWwindow* window) {
  if (!ImGui_ImplGlfw_InitForVulkan(window, true)) throw gpu::Error("Dear ImGui cannot listen to the window");
}

Input::~Input() { ImGui_ImplGlfw_Shutdown(); }

void Input::begin() const { ImGui_ImplGlfw_NewFrame(); }

}  // namespace particles
