#pragma once
#include <doctest/doctest.h>

#include "process.h"

namespace test {

class Screen {
 public:
  explicit Screen(const std::string& depth = "24")
      : server_({"Xvfb", "-displayfd", "1", "-screen", "0", "800x600x" + depth, "-nolisten", "tcp", "-noreset",
                 "-fbdir", directory_.path()}) {
    REQUIRE(eventually([&] { return server_.output().ends_with("\n"); }, 20.0));
    const std::string number = server_.output();
    // Prevents GLFW from using Wayland.
    environment = {{"DISPLAY", ":" + number.substr(0, number.find('\n'))},
                   {"WAYLAND_DISPLAY", ""},
                   {"XDG_RUNTIME_DIR", directory_.path()}};
  }

  std::filesystem::path file() const { return directory_.path() / "Xvfb_screen0"; }
  Environment environment;

 private:
  TemporaryDirectory directory_;
  Process server_;
};

}  // namespace test
