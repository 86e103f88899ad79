#include <algorithm>
#include <cstdio>

#include "common/devices.h"
#include "common/program.h"
#include "view/offscreen.h"
#include "view/session.h"
#include "view/window.h"

namespace particles {
namespace {

int run(const Options& options) {
  const Display display(!options.offscreen);
  if (options.window ? !display.available() : !display.complaint().empty() && Display::named())
    explainNoWindow(display.complaint(), options);
  const bool sorts_segments = display.available() || options.scene->traits.group != 0;
  const gpu::Instance instance({"vksort-particles", options.validate, display.instanceExtensions(), !sorts_segments});
  std::optional<int> code;
  if (display.available()) code = runWindow(instance, options);
  if (!code) code = runOffscreen(instance, options);
  if (!options.validate) return *code;
  // Counted after all devices have been destroyed, to include leaks.
  const std::size_t messages = instance.messages().count();
  std::printf("validation: %zu messages\n", messages);
  return messages == 0 ? *code : std::max(*code, 1);
}

// Errors about memory also suggest how to save memory.
int runInMemory(const Options& options) {
  try {
    return run(options);
  } catch (const gpu::Error& error) {
    if (error.result() != VK_ERROR_OUT_OF_DEVICE_MEMORY && error.result() != VK_ERROR_OUT_OF_HOST_MEMORY) throw;
    throw gpu::Error(
        std::string(error.what()) + "; to use less memory, set " +
        (!options.file.empty() ? "--first for fewer elements, --sh 0 for no harmonics" : "--count for fewer elements") +
        ", or --size for smaller pictures");
  }
}

int runOrHelp(int argc, const char* const* argv) {
  Options options = parseOptions(argc, argv);
  if (options.list_devices) options.print = samples::deviceLines();
  std::fputs(options.print.c_str(), stdout);
  if (!options.print.empty()) return 0;
  requireOwnFiles(options);
  readFile(options);
  return runInMemory(options);
}

}  // namespace
}  // namespace particles

int main(int argc, char** argv) {
  return samples::runProgram("vksort-particles", [&] { return particles::runOrHelp(argc, argv); });
}
