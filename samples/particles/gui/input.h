// Mouse, keys and size of a window for Dear ImGui, by its own GLFW backend.
#pragma once

struct GLFWwindow;

namespace particles {

// Goes to the context that is current when it is made, which must outlive it. Callbacks that the window had before go
// on being called. Thread rule: main thread only.
class Input {
 public:
  explicit Input(GLFWwindow* window);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Before each Overlay::begin().
  void begin() const;
};

}  // namespace particles
