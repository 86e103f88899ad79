#include "picture/picture.h"

#include <stb_image_write.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

namespace particles {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw FileError("cannot write '" + path + "': " + reason);
}

// A new file beside `path` that is removed unless it is renamed to it.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path)
      : path_(std::move(path)), temporary_(path_ + "." + std::to_string(getpid()) + ".tmp") {
    std::error_code error;
    const auto status = std::filesystem::status(path_, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) fail(path_, "not a regular file");
    file_.reset(std::fopen(temporary_.c_str(), "wbx"));
    if (!file_) fail(path_, std::strerror(errno));
  }
  ~TemporaryFile() {
    if (!kept_) std::remove(temporary_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::FILE* get() const { return file_.get(); }

  void keep() {
    const bool failed = std::fflush(get()) != 0 || std::ferror(get()) != 0;
    if (std::fclose(file_.release()) != 0 || failed) fail(path_, std::strerror(errno));
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, std::strerror(errno));
    kept_ = true;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::string temporary_;
  std::unique_ptr<std::FILE, Close> file_;
  bool kept_ = false;
};

void append(void* file, void* data, int size) {
  std::fwrite(data, 1, static_cast<std::size_t>(size), static_cast<std::FILE*>(file));
}

}  // namespace

void requireWritable(const std::string& path) { const TemporaryFile probe(path); }

void writePng(const std::string& path, const Picture& picture) {
  TemporaryFile file(path);
  std::vector<uint8_t> rgb;
  rgb.reserve(picture.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4)
    rgb.insert(rgb.end(), picture.rgba.begin() + static_cast<std::ptrdiff_t>(i),
               picture.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
  const int width = static_cast<int>(picture.width);
  if (stbi_write_png_to_func(append, file.get(), width, static_cast<int>(picture.height), 3, rgb.data(), width * 3) ==
      0)
    fail(path, "the picture could not be encoded");
  file.keep();
}

}  // namespace particles
