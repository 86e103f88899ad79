#include "viewer.h"

#include <stdexcept>

namespace test {
namespace {

std::vector<std::string> command(const std::filesystem::path& directory, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"env", "--chdir=" + directory.string(), small("vksort-particles"), "--window",
                               "--validate"};
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

Picture Screen::shot(uint32_t width, uint32_t height) const {
  return readScreen(directory_.path() / "Xvfb_screen0", width, height);
}

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

void Viewer::drag(int x, int y, int to_x, int to_y) {
  constexpr double kFrame = 0.5;
  move(x, y);
  pause(kFrame);
  screen_.use({"mousedown", "1"});
  pause(kFrame);
  move(to_x, to_y);
  pause(kFrame);
  screen_.use({"mouseup", "1"});
}

void Viewer::click(int x, int y) { drag(x, y, x, y); }

bool Viewer::resize(uint32_t new_width, uint32_t new_height) {
  screen_.use({"windowsize", window_, std::to_string(new_width), std::to_string(new_height)});
  width_ = new_width;
  height_ = new_height;
  return eventually([&] {
    const Picture screen = screen_.shot();
    constexpr uint32_t kBlack = 0xff000000U;
    return pixelAt(screen, width_ - 10, height_ - 10) != kBlack && pixelAt(screen, width_ + 10, 100) == kBlack;
  });
}

Picture Viewer::still() {
  park();
  Picture last;
  const bool stopped = eventually([&] {
    const Picture before = shot();
    // Longer than the server takes for what it was given, on a busy machine too.
    for (int i = 0; i < 3; ++i) {
      pause(0.25);
      last = shot();
      if (before != last) return false;
    }
    return true;
  });
  return stopped ? last : Picture{};
}

Picture Viewer::stillOther(const Picture& before) {
  eventually([&] { return shot() != before; });
  return still();
}

bool Viewer::becomes(const Picture& image) {
  park();
  return eventually([&] { return shot() == image; }, 20.0);
}

}  // namespace test
