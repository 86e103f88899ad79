// SPZ: https://github.com/nianticlabs/spz, README.md and extensions/README.md.
#include <zstd.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <glm/gtc/packing.hpp>
#include <memory>
#include <new>

#include "points/read_points.h"

namespace particles {
namespace {

constexpr std::size_t kSplatBytes = 32;

float byteAt(std::string_view bytes, std::size_t at) { return static_cast<float>(static_cast<uint8_t>(bytes[at])); }

// Little-endian.
uint32_t wordAt(std::string_view bytes, std::size_t at, std::size_t count) {
  uint32_t word = 0;
  for (std::size_t i = 0; i < count; ++i) word |= uint32_t{static_cast<uint8_t>(bytes[at + i])} << (8 * i);
  return word;
}

// Directions of a file's x, y and z: left or right, up or down, front or back. The index is the extension's value - 1.
constexpr std::string_view kAxes[] = {"LDB", "RDB", "LUB", "RUB", "LDF", "RDF", "LUF", "RUF",
                                      "LFD", "RFD", "LFU", "RFU", "LBD", "RBD", "LBU", "RBU"};
// For each coefficient of degrees 1 to 3: the axes x (1), y (2) and z (4) whose signs change its sign.
constexpr uint32_t kOdd[] = {2, 4, 1, 3, 6, 0, 5, 0, 2, 7, 2, 4, 1, 4, 1};

// Returns an empty string for damaged data. The buffer grows step by step, because the size in a damaged file can be
// huge.
std::string decompressed(std::string_view packed, uint64_t size) {
  constexpr uint64_t kAtOnce = uint64_t{1} << 20U;
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
  if (!stream) throw std::bad_alloc();
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::string bytes;
  std::size_t made = 0, left = 1;  // `left` is 0 at the end of a frame
  while (left != 0 || in.pos != in.size) {
    if (made == bytes.size()) bytes.resize(std::min(size, made + kAtOnce));
    ZSTD_outBuffer out{bytes.data(), bytes.size(), made};
    const std::size_t taken = in.pos;
    left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(left) != 0 || (in.pos == taken && out.pos == made)) return {};
    made = out.pos;
  }
  return made == size ? bytes : std::string();
}

class SpzReader {
 public:
  SpzReader(Source& source, const ReadOptions& options) : source_(source), up_given_(options.up) {
    const std::string header(source.take(16));
    if (header.size() < 16 || !header.starts_with("NGSP"))
      source.failAtByte(0, "not an SPZ file: its unpacked data must start with NGSP");
    version_ = wordAt(header, 4, 4);
    if (version_ < 1 || version_ > 4)
      source.failAtByte(4, "SPZ version " + std::to_string(version_) +
                               " is not supported (expected 1 to 4); convert it: " +
                               "npx @playcanvas/splat-transform FILE.spz FILE.ply");
    count_ = wordAt(header, 8, 4);
    file_degree_ = wordAt(header, 12, 1);
    fraction_bits_ = wordAt(header, 13, 1);
    flags_ = wordAt(header, 14, 1);
    if (count_ == 0) source.failAtByte(8, "there are 0 splats (expected at least 1)");
    if (file_degree_ > 4)
      source.failAtByte(12, "the degree of the harmonics is " + std::to_string(file_degree_) + " (expected 0 to 4)");
    if (fraction_bits_ > 30)
      source.failAtByte(13, "positions have " + std::to_string(fraction_bits_) + " fraction bits (expected 0 to 30)");
    builder_.emplace(source, options, splatColumns(file_degree_, options.degree), count_);
    if (version_ == 4) readTable(wordAt(header, 15, 1));
  }

  Cloud read() {
    const std::string places = take(version_ == 1 ? 6 : 9), opacities = take(1), colors = take(3);
    const std::string scales = take(3), turns = take(version_ < 3 ? 3 : 4), rests = take(3 * restOf(file_degree_));
    if (version_ < 4) extensions_ = source_.take(~uint64_t{0});
    readExtensions();
    std::vector<float> rest(3 * restOf(builder_->columns().degree));
    for (std::size_t i = 0; i < count_ && !builder_->full(); ++i) {
      Gaussian gaussian;
      glm::dvec3 at;
      for (int c = 0; c < 3; ++c) {
        const std::size_t number = 3 * i + static_cast<std::size_t>(c);
        at[c] = placeAt(places, number) * static_cast<double>(signOf(1U << c));
        gaussian.deviation[c] = std::exp(byteAt(scales, number) / 16.0F - 10.0F);
        gaussian.color[c] = 0.5F + kDegree0 * (byteAt(colors, number) / 255.0F - 0.5F) / 0.15F;
      }
      gaussian.opacity = byteAt(opacities, i) / 255.0F;
      const glm::quat turn = turnAt(turns, i);
      gaussian.turn = {turn.w, turn.x * signOf(6), turn.y * signOf(5), turn.z * signOf(3)};
      const std::size_t drawn = rest.size() / 3;
      for (std::size_t j = 0; j < rest.size(); ++j) {
        const float byte = byteAt(rests, (i * restOf(file_degree_) + j % drawn) * 3 + j / drawn);
        rest[j] = (byte - 128.0F) / 128.0F * signOf(kOdd[j % drawn]);
      }
      builder_->add(at, gaussian, rest);
    }
    return builder_->finish();
  }

 private:
  // Version 4 has a longer header, and stores the packed and unpacked size of each stream.
  void readTable(uint32_t streams) {
    const std::string_view more = source_.take(16);
    const uint64_t begin = more.size() < 16 ? 0 : wordAt(more, 0, 4);
    if (begin < source_.position()) source_.failAtByte(16, "the table of streams must start at byte 32 or later");
    extensions_ = source_.take(begin - source_.position());
    table_ = source_.take(uint64_t{16} * streams);
    if (table_.size() < uint64_t{16} * streams) source_.failAtByte(source_.position(), builder_->shortness());
  }

  // Returns `each` bytes per splat: the next bytes of the file, or the next stream in version 4.
  std::string take(uint64_t each) {
    const uint64_t begin = source_.position(), size = each * count_;
    if (version_ < 4 || each == 0) {
      const std::string_view bytes = source_.take(size);
      if (bytes.size() < size) source_.failAtByte(source_.position(), builder_->shortness());
      return std::string(bytes);
    }
    if (table_.empty()) source_.failAtByte(15, "there are too few streams: each attribute of the splats needs one");
    const auto longAt = [&](std::size_t at) {
      return wordAt(table_, at, 4) | uint64_t{wordAt(table_, at + 4, 4)} << 32U;
    };
    const uint64_t packed_size = longAt(0), unpacked_size = longAt(8);
    table_.erase(0, 16);
    const std::string_view packed = source_.take(packed_size);
    if (packed.size() < packed_size) source_.failAtByte(source_.position(), builder_->shortness());
    std::string bytes = unpacked_size == size ? decompressed(packed, size) : "";
    if (bytes.size() != size)
      source_.failAtByte(begin, "the zstd stream is damaged: it must unpack to " + std::to_string(size) + " bytes");
    return bytes;
  }

  void readExtensions() {
    constexpr uint32_t kAntialiased = 1, kExtended = 2, kAxesType = 0xADBE0003;
    FileSays says{.up = up::kY, .antialiased = (flags_ & kAntialiased) != 0};
    std::string_view left = extensions_;
    while ((flags_ & kExtended) != 0 && left.size() >= 8) {
      const uint32_t type = wordAt(left, 0, 4);
      const std::string_view payload = left.substr(8, wordAt(left, 4, 4));
      left.remove_prefix(8 + payload.size());
      const uint32_t number = type == kAxesType && payload.size() == 4 ? wordAt(payload, 0, 4) : 0;
      char name[32];
      std::snprintf(name, sizeof name, "extension 0x%08X", static_cast<unsigned>(type));
      if (number > 0 && number <= std::size(kAxes))
        takeAxes(kAxes[number - 1], says);
      else
        source_.ignore(name);
    }
    builder_->heed(says);
    const uint64_t behind = left.size() + source_.skip();
    if (behind != 0) source_.ignore(std::to_string(behind) + " bytes after the splats");
  }

  // Rotates and mirrors the file's axes to the axes of the viewer.
  void takeAxes(std::string_view axes, FileSays& says) {
    const bool z_up = axes.ends_with('U') || axes.ends_with('D');
    says.up = z_up ? up::kZ : up::kY;
    says.up_comment = "axes " + std::string(axes);
    const std::string_view own = z_up ? "RFU" : "RUB";
    for (uint32_t c = 0; c < 3 && !up_given_; ++c) mirrored_ |= axes[c] != own[c] ? 1U << c : 0U;
  }

  // Returns the sign of a value that changes its sign with each axis in `odd`.
  float signOf(uint32_t odd) const { return std::popcount(odd & mirrored_) % 2 != 0 ? -1.0F : 1.0F; }

  double placeAt(std::string_view places, std::size_t number) const {
    if (version_ == 1)
      return static_cast<double>(glm::unpackHalf1x16(static_cast<uint16_t>(wordAt(places, 2 * number, 2))));
    const auto fixed = static_cast<int32_t>(wordAt(places, 3 * number, 3) << 8U) / 256;  // sign-extended
    return static_cast<double>(fixed) / static_cast<double>(uint64_t{1} << fraction_bits_);
  }

  // Up to version 2, x, y and z are stored, and w is positive. Later versions omit the largest component, and store a
  // sign and 9 bits (0 to sqrt(0.5)) of each other component.
  glm::quat turnAt(std::string_view turns, std::size_t i) const {
    if (version_ < 3) {
      glm::vec3 v;
      for (int c = 0; c < 3; ++c) v[c] = byteAt(turns, 3 * i + static_cast<std::size_t>(c)) / 127.5F - 1.0F;
      return {std::sqrt(std::max(0.0F, 1.0F - glm::dot(v, v))), v.x, v.y, v.z};
    }
    const uint32_t word = wordAt(turns, 4 * i, 4);
    const auto n = withLargest(3 - (word >> 30U), [&](uint32_t following) {  // w is stored first, in the lowest bits
      const uint32_t bits = word >> (10 * (2 - following));
      const float size = static_cast<float>(bits & 511U) / 511.0F * std::sqrt(0.5F);
      return (bits >> 9U & 1U) != 0 ? -size : size;
    });
    return {n[0], n[3], n[2], n[1]};
  }

  Source& source_;
  std::optional<CloudBuilder> builder_;
  bool up_given_;
  uint32_t version_ = 0, file_degree_ = 0, fraction_bits_ = 0, flags_ = 0;
  uint64_t count_ = 0;
  uint32_t mirrored_ = 0;  // mirrored axes: x (1), y (2), z (4)
  std::string extensions_, table_;
};

// Format of https://github.com/antimatter15/splat: position and standard deviations as floats, then red, green, blue,
// opacity, and w, x, y and z of the rotation (128 is 0) as bytes.
Gaussian splatIn(std::string_view record) {
  const auto number = [&](std::size_t at) { return std::bit_cast<float>(wordAt(record, at, 4)); };
  const auto turn = [&](std::size_t at) { return (byteAt(record, at) - 128.0F) / 128.0F; };
  return {.at = {number(0), number(4), number(8)},
          .deviation = {number(12), number(16), number(20)},
          .turn = {turn(28), turn(29), turn(30), turn(31)},
          .color = glm::vec3(byteAt(record, 24), byteAt(record, 25), byteAt(record, 26)) / 255.0F,
          .opacity = byteAt(record, 27) / 255.0F};
}

// Some exporters leave rows of zeros.
bool isUnused(std::string_view record) {
  return std::ranges::all_of(record.substr(0, 24), [](char byte) { return byte == 0; });
}

}  // namespace

bool looksLikeSplats(std::string_view head) {
  std::size_t plausible = 0, used = 0;
  for (std::size_t at = 0; at + kSplatBytes <= head.size(); at += kSplatBytes) {
    if (isUnused(head.substr(at, kSplatBytes))) continue;
    const Gaussian splat = splatIn(head.substr(at, kSplatBytes));
    ++used;
    bool numbers = std::abs(glm::length(splat.turn) - 1.0F) < 0.05F;
    for (int c = 0; c < 3; ++c)
      numbers = numbers && std::abs(splat.at[c]) < 1e9F && splat.deviation[c] >= 0.0F && splat.deviation[c] < 1e9F;
    if (numbers) ++plausible;
  }
  return 2 * plausible > used;
}

Cloud readSplat(Source& source, const ReadOptions& options) {
  CloudBuilder builder(source, options, splatColumns(0, 0), 0);
  while (!builder.full() && !source.atEnd()) {
    const uint64_t first = source.position();
    const std::string_view record = source.take(kSplatBytes);
    if (record.size() < kSplatBytes)
      source.failAtByte(first, "the file is truncated: each splat needs 32 bytes, but the last one has " +
                                   std::to_string(record.size()));
    const Gaussian splat = splatIn(record);
    if (isUnused(record))
      builder.skipUnused();
    else
      builder.add(splat.at, splat, {});
  }
  return builder.finish();
}

Cloud readSpz(Source& source, const ReadOptions& options) { return SpzReader(source, options).read(); }

}  // namespace particles
