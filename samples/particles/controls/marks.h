// Where controls are on the screen: for whoever uses them from outside, and so that a click on them is for them alone.
#pragma once
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace particles {

// What the mouse does to what is seen: pure logic, fed by the window.
struct Rectangle {
  glm::vec2 low{};
  glm::vec2 high{};

  bool contains(glm::vec2 at) const { return at.x >= low.x && at.y >= low.y && at.x < high.x && at.y < high.y; }
};

// What is on the screen, in the units of the pointer.
struct PointerScene {
  glm::vec2 size{1.0F};
  std::vector<Rectangle> covered;  // by controls: what begins there is theirs
  std::optional<float> divider;    // where it is, from the left
  float grip = 6.0F;               // how far from the divider it is taken hold of
};

// What it asked for since the last time.
struct PointerMoves {
  glm::vec2 orbit{};               // radians: around the vertical, upwards
  glm::vec2 pan{};                 // heights of the picture: to the right, upwards
  float zoom = 1.0F;               // factor of the distance
  std::optional<glm::vec2> focus;  // a place in clip coordinates, y downwards
  std::optional<float> divider;    // share of the width

  bool any() const { return orbit != glm::vec2{} || pan != glm::vec2{} || zoom != 1.0F || focus || divider; }
};

class Pointer {
 public:
  enum class Button : uint8_t { left, other };

  void setScene(PointerScene scene) { scene_ = std::move(scene); }
  // `seconds` on any clock that does not go back.
  void press(Button button, double seconds);
  void release();
  void move(glm::vec2 to);
  void wheel(float turns);

  PointerMoves take();

 private:
  enum class Drag : uint8_t { none, orbit, pan, divider };

  bool covered() const;
  PointerScene scene_;
  PointerMoves moves_;
  glm::vec2 at_{};
  glm::vec2 pressed_at_{};
  double pressed_seconds_ = -1.0;  // of the last press of the left button on the scene
  Drag drag_ = Drag::none;
};

class Marks {
 public:
  // `log`: says on standard output where each control is, "at: NAME X Y" in pixels, whenever that changes.
  explicit Marks(bool log) : log_(log) {}

  // Before and after all windows of a frame. What is not there in one is said again when it comes back.
  void begin() { covered_.clear(); }
  void end();
  // The item that Dear ImGui has just made.
  void item(const std::string& name);
  // One that was made before, and is where it was.
  void keep(const std::string& name);
  // Something of another kind, by its middle.
  void place(const std::string& name, glm::vec2 at);
  // The window that is being made.
  void window();

  // What windows of this frame cover.
  const std::vector<Rectangle>& covered() const { return covered_; }

 private:
  bool log_;
  struct Place {
    glm::ivec2 at{};
    bool seen = false;  // in this frame
  };
  std::map<std::string, Place> places_;
  std::vector<Rectangle> covered_;
};

}  // namespace particles
