#include "viewer.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace test {
namespace {

std::vector<std::string> command(const std::filesystem::path& directory, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{
      "env", "--chdir=" + directory.string(), small("vksort-particles"), "--window", "--validate", "--log-controls"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

}  // namespace

Screen::Screen(uint32_t width, uint32_t height) {
  const std::string size = std::to_string(width) + "x" + std::to_string(height) + "x24";
  // It writes the number of its display to its standard output once it is ready.
  server_ = std::make_unique<Process>(std::vector<std::string>{
      "Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-noreset", "-fbdir", directory_.path()});
  const bool ready = eventually([&] { return server_->output().ends_with("\n") || !server_->running(); }, 20.0);
  const std::string number = server_->output();
  if (!ready || number.empty()) throw std::runtime_error("Xvfb did not start: " + server_->wait(0.0).errors);
  display_.assign(1, ':').append(number, 0, number.find('\n'));
}

void Screen::enter() const {
  for (const auto& [name, value] : environment()) setenv(name.c_str(), value.c_str(), 1);
}

Image Screen::shot() const { return readScreen(directory_.path() / "Xvfb_screen0"); }

std::string Screen::use(const std::vector<std::string>& arguments) const {
  std::vector<std::string> command{"xdotool"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::string printed = runToEnd(command, environment()).output;
  while (printed.ends_with("\n")) printed.pop_back();
  return printed;
}

Viewer::Viewer(const std::vector<std::string>& arguments)
    : screen_(800, 600), process_(command(directory_.path(), arguments), screen_.environment()) {}

bool Viewer::opens() {
  const auto found = [&] { return !(window_ = screen_.use({"search", "--name", "vksort-particles"})).empty(); };
  if (!eventually([&] { return !running() || found(); }) || !running()) return false;
  if (!eventually([&] { return !running() || distinctColors(screen_.shot()) > 500; }) || !running()) return false;
  screen_.use({"windowfocus", "--sync", window_});
  park();
  return true;
}

bool Viewer::change(const std::string& key, const std::string& line) {
  heard_ = process_.output().size();
  press(key);
  return says(line);
}

void Viewer::drag(int x, int y, int to_x, int to_y) {
  move(x, y);
  screen_.use({"mousedown", "1"});
  move(to_x, to_y);
  screen_.use({"mouseup", "1"});
}

bool Viewer::choose(const std::string& control, const std::string& word) {
  heard_ = process_.output().size();
  const std::size_t said = heard_;
  return clickSaid(control, 0) && clickSaid(control + "/" + word, said);
}

bool Viewer::find(const std::string& control, std::size_t said, int& x, int& y) const {
  std::istringstream lines(process_.output().substr(said));
  const std::string wanted = "at: " + control + " ";
  bool found = false;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(wanted)) found = bool(std::istringstream(line.substr(wanted.size())) >> x >> y);
  return found;
}

bool Viewer::clickSaid(const std::string& control, std::size_t said) {
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
  move(x, y);
  screen_.use({"click", "1"});
  return true;
}

bool Viewer::says(const std::string& line) {
  return eventually([&] { return process_.output().find(line + "\n", heard_) != std::string::npos; }, 30.0);
}

bool Viewer::shown() const {
  const std::string output = process_.output();
  const std::size_t changed = output.rfind("control: "), drawn = output.rfind("shown\n");
  return changed == std::string::npos || (drawn != std::string::npos && drawn > changed);
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
