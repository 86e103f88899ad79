#include "points/source.h"

#include <zlib.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>

namespace particles {

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return text;
}

namespace {

[[noreturn]] void fail(const std::string& name, uint64_t byte, const std::string& why) {
  throw std::runtime_error(name + ": byte " + std::to_string(byte) + ": " + printable(why));
}

std::string inflated(const std::string& name, const std::string& packed, std::size_t& end) {
  constexpr int kGzip = 16 + MAX_WBITS;
  constexpr std::size_t kAtOnce = std::size_t{1} << 20U;
  z_stream stream{};
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  std::string bytes;
  std::size_t taken = 0, made = 0;
  int result = Z_OK;
  while (result == Z_OK) {
    if (made == bytes.size()) bytes.resize(made + kAtOnce);
    const auto in = static_cast<uInt>(std::min(packed.size() - taken, kAtOnce));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + taken));
    stream.avail_in = in;
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + made);
    stream.avail_out = static_cast<uInt>(bytes.size() - made);
    result = inflate(&stream, Z_NO_FLUSH);
    made = bytes.size() - stream.avail_out;
    taken += in - stream.avail_in;
  }
  inflateEnd(&stream);
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  if (result == Z_BUF_ERROR) fail(name, taken, "the file is truncated: its gzip stream is incomplete");
  if (result != Z_STREAM_END) fail(name, taken, "the gzip stream is damaged");
  end = taken;
  bytes.resize(made);
  return bytes;
}

}  // namespace

Source::Source(std::string name, std::string bytes) : name_(std::move(name)), bytes_(std::move(bytes)) {
  if (!bytes_.starts_with("\x1f\x8b")) return;
  const std::size_t size = bytes_.size();
  std::size_t end = size;
  bytes_ = inflated(name_, bytes_, end);
  if (end != size) ignore(std::to_string(size - end) + " bytes after the gzip stream");
}

Source Source::ofFile(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw std::runtime_error(path + ": not a regular file");
  errno = 0;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::string bytes(file ? static_cast<std::size_t>(file.tellg()) : 0, '\0');
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw std::runtime_error(path + ": cannot read the file: " + std::strerror(errno));
  return {path, std::move(bytes)};
}

std::string_view Source::take(uint64_t bytes) {
  const std::string_view taken = rest().substr(0, bytes);
  position_ += taken.size();
  return taken;
}

std::optional<std::string_view> Source::line() {
  if (rest().empty()) return std::nullopt;
  ++lines_;
  const std::size_t begin = position_;
  std::string_view text = take(rest().find('\n'));
  take(1);
  if (const std::size_t cr = text.find('\r'); lines_ == 1 && cr < text.size() - 1)
    failAtByte(begin + cr, "lines must end with LF or CR LF, not only CR; to convert a text file: mac2unix FILE");
  if (text.size() > kLongestLine) failAtLine("exceeds " + std::to_string(kLongestLine) + " bytes");
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

void Source::failAtByte(uint64_t byte, const std::string& why) const { fail(name_, byte, why); }

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
