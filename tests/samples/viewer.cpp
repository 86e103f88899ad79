#include "viewer.h"

#include <sstream>

namespace test {
namespace {

std::vector<std::string> command(const std::filesystem::path& directory, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{
      "env", "--chdir=" + directory.string(), small("vksort-particles"), "--window", "--validate", "--log-controls"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

Environment both(Environment one, const Environment& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

}  // namespace

Viewer::Viewer(const std::vector<std::string>& arguments, const Environment& environment)
    : screen_(800, 600), process_(command(directory_.path(), arguments), both(screen_.environment(), environment)) {}

bool Viewer::opens() {
  const auto found = [&] { return !(window_ = screen_.use({"search", "--name", "vksort-particles"})).empty(); };
  if (!eventually([&] { return !running() || found(); }) || !running()) return false;
  if (!eventually([&] { return !running() || distinctColors(screen_.shot()) > 500; }) || !running()) return false;
  screen_.use({"windowfocus", "--sync", window_});
  park();
  return true;
}

bool Viewer::find(const std::string& control, std::size_t said, int& x, int& y) const {
  std::istringstream lines(process_.output().substr(said));
  const std::string wanted = "at: " + control + " ";
  bool found = false;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(wanted)) found = bool(std::istringstream(line.substr(wanted.size())) >> x >> y);
  return found;
}

bool Viewer::clickSaid(const std::string& control, std::size_t said, int right) {
  int x = 0;
  int y = 0;
  if (!eventually([&] { return find(control, said, x, y); }, 20.0)) return false;
  // Controls that have just come up may still be about to move.
  for (int last_x = -1, last_y = -1; last_x != x || last_y != y; find(control, said, x, y)) {
    last_x = x;
    last_y = y;
    pause(0.1);
    find(control, said, x, y);
  }
  move(x + right, y);
  button("click");
  return true;
}

bool Viewer::change(const std::string& key, const std::string& line) {
  listen();
  press(key);
  return says(line);
}

bool Viewer::shown() const {
  const std::string output = process_.output();
  const std::size_t changed = output.rfind("control: "), drawn = output.rfind("shown\n");
  return changed == std::string::npos || (drawn != std::string::npos && drawn > changed);
}

bool Viewer::says(const std::string& line) {
  return eventually([&] { return heard().find(line + "\n") != std::string::npos; }, 30.0);
}

bool Viewer::rests() const {
  constexpr double kWhile = 0.5;
  for (int i = 0; i < 20; ++i) {
    const double before = process_.processorSeconds();
    pause(kWhile);
    if (process_.processorSeconds() - before < 0.1 * kWhile) return true;
  }
  return false;
}

Image Viewer::shot() const {
  const Image all = screen_.shot();
  Image cut{width, height, {}};
  for (uint32_t y = 0; y < height; ++y) {
    const auto row = all.pixels.begin() + static_cast<std::ptrdiff_t>(y * all.width);
    cut.pixels.insert(cut.pixels.end(), row, row + static_cast<std::ptrdiff_t>(width));
  }
  return cut;
}

Image Viewer::still() {
  park();
  eventually([&] { return shown(); });
  Image last;
  const bool stopped = eventually([&] {
    const Image before = shot();
    // Longer than the server takes for what it was given, on a busy machine too.
    for (int i = 0; i < 3; ++i) {
      pause(0.25);
      last = shot();
      if (before != last) return false;
    }
    return true;
  });
  return stopped ? last : Image{};
}

bool Viewer::becomes(const Image& image) {
  park();
  return eventually([&] { return shot() == image; }, 20.0);
}

}  // namespace test
