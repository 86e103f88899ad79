#include "command_line/tuning_option.h"

#include <stdexcept>

#include "files/plain_file.h"

namespace bench {

std::string textOf(const vksort::Tuning& tuning) {
  char text[vksort::kTuningTextSize];
  return {text, vksort::formatTuning(tuning, text, sizeof text)};
}

vksort::Tuning readTuning(const std::string& text_or_path) {
  std::string text = text_or_path;
  if (!text.starts_with("vksort-tuning ")) {
    text = samples::readPlainFile("--tuning", text_or_path, vksort::kTuningTextSize);
  }
  vksort::Tuning tuning;
  if (text.find('\0') == std::string::npos && vksort::parseTuning(text.c_str(), tuning)) return tuning;
  throw std::invalid_argument("--tuning: must be a line like '" + textOf({}) + "', or a file that has one; this is " +
                              vksort::validateTuningText(text.c_str()));
}

}  // namespace bench
