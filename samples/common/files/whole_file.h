// A file that an option names, written beside its place and put there when finished: never half of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "files/unfinished.h"

namespace samples {

// Whether both names, links or not, are of one file, which need not be there yet.
bool sameFile(const std::string& one, const std::string& other);

class WholeFile {
 public:
  // `option` begins every error. A link is followed; anything but a plain file, a device say, is not replaced. Until it
  // is finished it is FILE.PROCESS-N.part, a name of this run alone, which the destructor removes, and so do the
  // signals that Unfinished names. Errors, here and below: std::runtime_error; nothing is left behind then.
  WholeFile(std::string option, const std::string& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  // At once, or an error.
  void write(std::string_view bytes);
  // Puts it in its place once it is on the disk.
  void finish();

 private:
  [[noreturn]] void fail(const std::string& why) const;
  void open();
  void remove();

  std::string option_;
  std::string path_;
  std::string part_;
  int fd_ = -1;
  std::optional<Unfinished> unfinished_;
};

}  // namespace samples
