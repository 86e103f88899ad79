// Files that end with .splat: 32 bytes for each, as https://github.com/antimatter15/splat writes them: place and
// standard deviations as floats, red, green, blue and opacity as bytes, and w, x, y, z of the turn as bytes around 128.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "points/byte_source.h"
#include "points/read_points.h"

namespace particles {
namespace {

constexpr std::size_t kBytes = 32;

float byteAt(const char* record, std::size_t at) { return static_cast<float>(static_cast<uint8_t>(record[at])); }

Gaussian splatOf(const char* record) {
  const auto number = [&](std::size_t at) { return static_cast<float>(plyNumber(record + at, PlyType::f32, false)); };
  const auto turn = [&](std::size_t at) { return (byteAt(record, at) - 128.0F) / 128.0F; };
  Gaussian gaussian;
  gaussian.at = {number(0), number(4), number(8)};
  gaussian.deviation = {number(12), number(16), number(20)};
  gaussian.color = glm::vec3(byteAt(record, 24), byteAt(record, 25), byteAt(record, 26)) / 255.0F;
  gaussian.opacity = byteAt(record, 27) / 255.0F;
  gaussian.turn = {turn(28), turn(29), turn(30), turn(31)};
  return gaussian;
}

constexpr std::size_t kHeader = 16;
constexpr uint32_t kMostSpzDegree = 4;

uint32_t wordAt(const char* bytes, std::size_t count) {
  uint32_t word = 0;
  for (std::size_t i = 0; i < count; ++i) word |= uint32_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  return word;
}

class SpzReader {
 public:
  SpzReader(ByteSource& source, const ReadOptions& options) : source_(source), options_(options) {}

  Cloud read() {
    readHeader();
    CloudBuilder builder(source_, options_, columns(), count_);
    const std::string places = take(builder, first_version_ ? 6 : 9), opacities = take(builder, 1);
    const std::string colors = take(builder, 3), scales = take(builder, 3);
    const std::string turns = take(builder, turn_bytes_), rests = take(builder, 3 * restOf(file_degree_));
    while (source_.skip(1)) {
    }  // what follows; its end has a checksum of all
    std::vector<float> rest(3 * restOf(builder.columns().degree));
    for (std::size_t i = 0; i < count_ && !builder.full(); ++i) {
      Gaussian gaussian;
      const auto byte = [&](const std::string& bytes, std::size_t at) {
        return static_cast<float>(static_cast<uint8_t>(bytes[at]));
      };
      glm::dvec3 at;
      for (int c = 0; c < 3; ++c) {
        const std::size_t number = 3 * i + static_cast<std::size_t>(c);
        at[c] = placeAt(places, number);
        gaussian.deviation[c] = std::exp(byte(scales, number) / 16.0F - 10.0F);
        gaussian.color[c] = 0.5F + kDegree0 * (byte(colors, number) / 255.0F - 0.5F) / 0.15F;
      }
      gaussian.opacity = byte(opacities, i) / 255.0F;
      gaussian.turn =
          turn_bytes_ == 3 ? turnOfThree(turns.data() + 3 * i) : turnOfFour(wordAt(turns.data() + 4 * i, 4));
      // Red, green and blue of a coefficient lie together.
      const std::size_t drawn = rest.size() / 3;
      for (std::size_t j = 0; j < rest.size(); ++j)
        rest[j] = (byte(rests, (i * restOf(file_degree_) + j % drawn) * 3 + j / drawn) - 128.0F) / 128.0F;
      builder.add(at, gaussian, rest);
    }
    Cloud cloud = builder.finish();
    cloud.file_up = Up::y;
    return cloud;
  }

 private:
  void readHeader() {
    const std::span<const char> header = source_.records(kHeader, 1);
    if (header.empty() || std::string_view(header.data(), 4) != "NGSP")
      source_.failAtByte(0, "is no SPZ file: what is packed in it must begin with NGSP");
    const uint32_t version = wordAt(&header[4], 4);
    if (version < 1 || version > 3)
      source_.failAtByte(4, "is SPZ of version " + std::to_string(version) + "; versions 1 to 3 are read: " +
                                "npx @playcanvas/splat-transform FILE.spz FILE.ply converts it");
    first_version_ = version == 1;
    turn_bytes_ = version == 3 ? 4 : 3;
    count_ = wordAt(&header[8], 4);
    file_degree_ = wordAt(&header[12], 1);
    fraction_bits_ = wordAt(&header[13], 1);
    if (count_ == 0) source_.failAtByte(8, "there are 0 splats; there must be at least 1");
    if (file_degree_ > kMostSpzDegree)
      source_.failAtByte(12, "the degree of its harmonics is " + std::to_string(file_degree_) + ", not 0 to 4");
    if (fraction_bits_ > 30)
      source_.failAtByte(13, "places have " + std::to_string(fraction_bits_) + " bits of fraction, not 0 to 30");
  }

  Columns columns() const {
    Columns columns;
    columns.scales = 3;
    columns.paint = Paint::given;
    columns.what = "splats";
    columns.file_degree = file_degree_;
    columns.degree = std::min({file_degree_, options_.degree, kMostDegree});
    return columns;
  }

  // So many bytes of each splat. A file that says that it has many does not take their memory before it has them.
  std::string take(const CloudBuilder& builder, uint64_t each) {
    std::string bytes;
    for (uint64_t left = each * count_; left != 0;) {
      const std::span<const char> part = source_.records(1, left);
      if (part.empty()) builder.failShort(source_.position());
      bytes.append(part.data(), part.size());
      left -= part.size();
    }
    return bytes;
  }

  double placeAt(const std::string& places, std::size_t number) const {
    if (first_version_)
      return static_cast<double>(glm::unpackHalf1x16(static_cast<uint16_t>(wordAt(&places[2 * number], 2))));
    const auto fixed = static_cast<int32_t>(wordAt(&places[3 * number], 3) << 8U) / 256;  // with its sign
    return static_cast<double>(fixed) / static_cast<double>(uint64_t{1} << fraction_bits_);
  }

  // x, y and z; w is above 0.
  static glm::quat turnOfThree(const char* bytes) {
    glm::vec3 v;
    for (int c = 0; c < 3; ++c) v[c] = static_cast<float>(static_cast<uint8_t>(bytes[c])) / 127.5F - 1.0F;
    return {std::sqrt(std::max(0.0F, 1.0F - glm::dot(v, v))), v.x, v.y, v.z};
  }

  // The largest of x, y, z and w is left out and above 0. Others have a sign, and 9 bits for up to the square root of a
  // half; the last one is in the lowest bits.
  static glm::quat turnOfFour(uint32_t word) {
    float numbers[4] = {};
    float square = 0.0F;
    const uint32_t largest = word >> 30U;
    for (uint32_t i = 4; i-- > 0;) {
      if (i == largest) continue;
      const float size = static_cast<float>(word & 511U) / 511.0F * std::sqrt(0.5F);
      numbers[i] = (word >> 9U & 1U) != 0 ? -size : size;
      square += size * size;
      word >>= 10U;
    }
    numbers[largest] = std::sqrt(std::max(0.0F, 1.0F - square));
    return {numbers[3], numbers[0], numbers[1], numbers[2]};
  }

  ByteSource& source_;
  const ReadOptions& options_;
  bool first_version_ = false;
  uint64_t turn_bytes_ = 0;
  uint64_t count_ = 0;
  uint32_t file_degree_ = 0;
  uint32_t fraction_bits_ = 0;
};

}  // namespace

Cloud readSplat(ByteSource& source, const ReadOptions& options) {
  Columns columns;
  columns.scales = 3;
  columns.paint = Paint::given;
  columns.what = "splats";
  CloudBuilder builder(source, options, columns, source.size() / kBytes);
  Progress progress(source.size());
  while (!builder.full()) {
    const uint64_t first = source.position();
    const std::span<const char> records = source.records(kBytes, ~uint64_t{0});
    for (std::size_t at = 0; at < records.size() && !builder.full(); at += kBytes) {
      const Gaussian gaussian = splatOf(records.data() + at);
      builder.add(gaussian.at, gaussian, {});
    }
    progress.at(source.position());
    if (!records.empty()) continue;
    if (!source.peek(1).empty())
      source.failAtByte(first,
                        "the file is cut short: a .splat file has 32 bytes for each splat, and the last one has " +
                            std::to_string(source.peek(kBytes).size()));
    break;
  }
  return builder.finish();
}

Cloud readSpz(ByteSource& source, const ReadOptions& options) { return SpzReader(source, options).read(); }

}  // namespace particles
