#include "points/source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

namespace particles {

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return text;
}

Source::Source(const std::string& path, std::string name)
    : name_(name.empty() ? path : std::move(name)), file_(gzopen(path.c_str(), "rb"), gzclose_r) {
  if (!file_) throw std::runtime_error(name_ + ": cannot read the file: " + std::strerror(errno));
  seekable_ = gzrewind(file_.get()) == 0;
}

void Source::rewind(uint64_t position, uint64_t lines) {
  position_ = position;
  lines_ = lines;
  begin_ = seekable_ ? 0 : position;
  if (!seekable_) return;
  bytes_.clear();
  ended_ = false;
  if (gzseek(file_.get(), static_cast<z_off_t>(position), SEEK_SET) < 0)
    throw std::runtime_error(name_ + ": cannot read the file again");
}

void Source::readMore() {
  if (seekable_) bytes_.erase(0, std::exchange(begin_, 0));
  const std::size_t size = bytes_.size();
  bytes_.resize(size + kAtOnce);
  const int read = gzread(file_.get(), bytes_.data() + size, kAtOnce);
  bytes_.resize(size + static_cast<std::size_t>(std::max(read, 0)));
  if (read > 0) return;
  ended_ = true;
  int error = Z_OK;
  gzerror(file_.get(), &error);
  const z_off_t offset = gzoffset(file_.get());  // negative for pipes
  const uint64_t at = offset < 0 ? position_ : static_cast<uint64_t>(offset);
  if (error == Z_ERRNO) throw std::runtime_error(name_ + ": cannot read the file: " + std::strerror(errno));
  if (error == Z_MEM_ERROR) throw std::bad_alloc();
  if (error == Z_BUF_ERROR) failAtByte(at, "the file is truncated: its gzip stream is incomplete");
  if (error < 0) failAtByte(at, "the gzip stream is damaged");
}

std::string_view Source::peek(uint64_t bytes) {
  while (!ended_ && bytes_.size() - begin_ < bytes) readMore();
  return std::string_view(bytes_).substr(begin_, bytes);
}

std::string_view Source::take(uint64_t bytes) {
  const std::string_view taken = peek(bytes);
  begin_ += taken.size();
  position_ += taken.size();
  return taken;
}

uint64_t Source::skip(uint64_t bytes) {
  const uint64_t begin = position_;
  while (bytes != 0 && !atEnd()) bytes -= take(std::min<uint64_t>(bytes, kAtOnce)).size();
  return position_ - begin;
}

std::optional<std::string_view> Source::line() {
  if (atEnd()) return std::nullopt;
  ++lines_;
  const std::string_view ahead = peek(kLongestLine + 1);
  std::string_view text = ahead.substr(0, ahead.find('\n'));
  if (const std::size_t cr = text.find('\r'); lines_ == 1 && cr < text.size() - 1)
    failAtByte(position_ + cr, "lines must end with LF or CR LF, not only CR; to convert a text file: mac2unix FILE");
  if (text.size() > kLongestLine) failAtLine("exceeds " + std::to_string(kLongestLine) + " bytes");
  take(text.size() + (text.size() < ahead.size() ? 1 : 0));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

void Source::failAtByte(uint64_t byte, const std::string& why) const {
  throw std::runtime_error(name_ + ": byte " + std::to_string(byte) + ": " + printable(why));
}

void Source::failAtLine(const std::string& why) const {
  throw std::runtime_error(name_ + ": line " + std::to_string(lines_) + ": " + printable(why));
}

void splitInto(std::vector<std::string_view>& words, std::string_view line) {
  constexpr std::string_view kBlanks = " \t\v\f";
  words.clear();
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty()) return;
    words.push_back(line.substr(0, line.find_first_of(kBlanks)));
    line.remove_prefix(words.back().size());
  }
}

std::string quoted(std::string_view word) {
  constexpr std::size_t kMost = 60;
  return '"' + std::string(word.substr(0, kMost)) + (word.size() > kMost ? "...\"" : "\"");
}

}  // namespace particles
