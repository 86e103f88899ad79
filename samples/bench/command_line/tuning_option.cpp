#include "command_line/tuning_option.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bench {

std::string textOf(const vksort::Tuning& tuning) {
  char text[vksort::kTuningTextSize];
  return {text, vksort::formatTuning(tuning, text, sizeof text)};
}

vksort::Tuning readTuning(const std::string& text_or_path) {
  std::string text = text_or_path;
  if (!text.starts_with("vksort-tuning ")) {
    std::error_code ignored;
    std::ifstream file(text_or_path);
    if (!file || std::filesystem::is_directory(text_or_path, ignored)) {
      throw std::invalid_argument("--tuning: cannot read " + text_or_path);
    }
    text.assign(vksort::kTuningTextSize, 0);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
  }
  vksort::Tuning tuning;
  if (text.find('\0') == std::string::npos && vksort::parseTuning(text.c_str(), tuning)) return tuning;
  throw std::invalid_argument("--tuning: must be a line like '" + textOf({}) + "', or a file that has one; this is " +
                              vksort::complaintAboutTuning(text.c_str()));
}

}  // namespace bench
