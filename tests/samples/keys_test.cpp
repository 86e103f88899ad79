// Keys of a window, under Xvfb. Nothing is drawn.
#include <doctest/doctest.h>
#include <imgui.h>

#include "screen.h"
#include "window/display.h"

using test::eventually;

TEST_CASE("keys_fly_and_do_what_they_are_bound_to_unless_something_is_being_typed") {
  const test::Screen screen(100, 100);
  for (const auto& [name, value] : screen.environment()) setenv(name.c_str(), value.c_str(), 1);
  const particles::Display display(true);
  REQUIRE(display.available());
  particles::Window window(64, 48);
  const std::string id = screen.use({"search", "--sync", "--name", "vksort-particles"});
  screen.use({"windowfocus", "--sync", id});
  const auto flies = [&](const glm::vec3& way) {
    return eventually([&] { return window.poll(false), window.flight() == way; }, 20.0);
  };
  for (const auto& [key, way] : {std::pair{"a", glm::vec3(-1.0F, 0.0F, 0.0F)},
                                 {"d", {1.0F, 0.0F, 0.0F}},
                                 {"q", {0.0F, -1.0F, 0.0F}},
                                 {"e", {0.0F, 1.0F, 0.0F}},
                                 {"s", {0.0F, 0.0F, -1.0F}},
                                 {"w", {0.0F, 0.0F, 1.0F}}}) {
    CAPTURE(key);
    screen.use({"keydown", key});
    CHECK(flies(way));
    screen.use({"keyup", key});
    CHECK(flies({}));
  }
  screen.use({"keydown", "Shift_L", "keydown", "w"});
  CHECK(flies({0.0F, 0.0F, 4.0F}));
  CHECK(window.takeActions().empty());

  ImGui::CreateContext();
  bool& typing = ImGui::GetIO().WantTextInput;
  typing = true;
  CHECK(window.flight() == glm::vec3{});
  screen.use({"keyup", "Shift_L", "key", "o", "keyup", "w"});
  // All of that comes while something is being typed.
  const auto released = [&] {
    window.poll(false);
    typing = false;
    const glm::vec3 flight = window.flight();
    typing = true;
    return flight == glm::vec3{};
  };
  CHECK(eventually(released, 20.0));
  CHECK(window.takeActions().empty());
  typing = false;
  screen.use({"key", "o"});
  std::vector<particles::Action> actions;
  CHECK(eventually([&] { return window.poll(false), !(actions = window.takeActions()).empty(); }, 20.0));
  CHECK(actions == std::vector{particles::Action::sorting});
  ImGui::DestroyContext();
}
