#include "screen.h"

#include <chrono>
#include <stdexcept>
#include <thread>

namespace test {

void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

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

Image Screen::shot() const { return readScreen(directory_.path() / "Xvfb_screen0"); }

std::string Screen::use(const std::vector<std::string>& arguments) const {
  std::vector<std::string> command{"xdotool"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::string printed = runToEnd(command, environment()).output;
  while (printed.ends_with("\n")) printed.pop_back();
  return printed;
}

}  // namespace test
