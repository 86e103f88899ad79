#include "points/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <memory>

namespace particles {
namespace {

class Inflater {
 public:
  explicit Inflater(ByteSource& source) : source_(source) {
    constexpr int kGzip = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzip) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::size_t read(char* to, std::size_t most) {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(most, 1U << 30U));
    const uInt room = stream_.avail_out;
    while (stream_.avail_out == room && !over_) {
      if (stream_.avail_in == 0) {
        packed_ = source_.records(1, ~uint64_t{0});
        if (packed_.empty()) fail("the file is cut short: its gzip stream does not end");
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
        stream_.avail_in = static_cast<uInt>(packed_.size());
      }
      const int result = ::inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) fail("the gzip stream is damaged");
      over_ = result == Z_STREAM_END;
    }
    return room - stream_.avail_out;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    source_.failAtByte(source_.position() - stream_.avail_in, why);
  }

  ByteSource& source_;
  z_stream stream_{};
  std::span<const char> packed_;  // at most as much as a ByteSource has at hand
  bool over_ = false;
};

}  // namespace

bool isGzip(ByteSource& source) { return source.peek(2) == "\x1f\x8b"; }

ByteSource inflated(ByteSource& source) {
  const auto inflater = std::make_shared<Inflater>(source);
  return {source.name(), [inflater](char* to, std::size_t most) { return inflater->read(to, most); }};
}

}  // namespace particles
