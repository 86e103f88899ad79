// vksort-particles: smoke and sparks, sorted by depth on the GPU.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>

#include "offscreen.h"
#include "onscreen.h"

namespace particles {
namespace {

// Messages of the layers below may have several lines.
std::string oneLine(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  return line;
}

int run(const Options& options) {
  const Display display(!options.offscreen);
  const gpu::Instance instance({"vksort-particles", options.validate, display.instanceExtensions()});
  std::optional<int> code;
  if (display.available()) code = runWindow(instance, options);
  if (!code) code = runOffscreen(instance, options);
  if (!options.validate) return *code;
  // Every device is gone by now, so leaks are counted too.
  const std::size_t messages = instance.messages().count();
  std::printf("validation: %zu messages\n", messages);
  return messages == 0 ? *code : std::max(*code, 1);
}

int mainOrThrow(int argc, const char* const* argv) {
  const Options options = parseOptions(argc, argv);
  if (!options.help) return run(options);
  std::fputs(helpText().c_str(), stdout);
  return 0;
}

}  // namespace
}  // namespace particles

int main(int argc, char** argv) {
  constexpr int kBadInput = 2;
  try {
    return particles::mainOrThrow(argc, argv);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "vksort-particles: %s\n", particles::oneLine(error.what()).c_str());
    return kBadInput;
  }
}
