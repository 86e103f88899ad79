#include "tune/tune_options.h"

#include <string>

#include "command_line/refuse.h"
#include "command_line/word_option.h"

namespace bench {

void addOptions(CLI::App& app, TuneOptions& options) {
  app.footer(std::string("Columns:\n"
                         "  gain: share of the time that the second sort of the line saves\n"
                         "Rules:\n") +
             kInputRule + kExitCodes);
  addCommon(app, options.common, "timed sorts of each size and comparison; default 9");
  beginGroup(app, "Output");
  addFile(app, "--save-tuning", options.save_tuning, "file for the line that is found");
}

void finish(const CLI::App& app, TuneOptions& options) {
  for (const char* option : {"--use", "--scratch"}) {
    if (given(app, option)) refuse(std::string(option) + ": tune sorts by each algorithm, one after the other");
  }
  const Input& input = options.common.configuration.input;
  if (given(app, "--payload") && app.get_option("--payload")->as<std::string>() == "u32" &&
      input.ties == vksort::Ties::stable) {
    refuse("--payload u32: tune sorts in place, too, which needs --ties value or any");
  }
  finishCommon(app, options.common);
}

}  // namespace bench
