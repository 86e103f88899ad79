// A file that an option names, written beside its place and put there when finished: never half of it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace bench {

class OutputFile {
 public:
  // `option` is named in errors. A link is followed; anything but a plain file, a device say, is not replaced. Nor is
  // the unfinished file of another run. Errors: std::runtime_error if it cannot be written; nothing is left behind.
  OutputFile(std::string option, const std::string& path);
  // Unfinished: the file stays as it was.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return file_; }
  // Errors: std::runtime_error if something was not written.
  void finish();

 private:
  std::string option_;
  std::filesystem::path path_;
  std::filesystem::path part_;
  std::ofstream file_;
};

}  // namespace bench
