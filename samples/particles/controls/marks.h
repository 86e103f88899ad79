// Where controls are on the screen: for whoever uses them from outside, and so that a click on them is for them alone.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "controls/pointer.h"

namespace particles {

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
