// Files of splats of one size: .splat, and Niantic's .spz.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "points/read_points.h"

namespace particles {
namespace {

float byteAt(std::string_view bytes, std::size_t at) { return static_cast<float>(static_cast<uint8_t>(bytes[at])); }

// The lowest byte first.
uint32_t wordAt(std::string_view bytes, std::size_t at, std::size_t count) {
  uint32_t word = 0;
  for (std::size_t i = 0; i < count; ++i) word |= uint32_t{static_cast<uint8_t>(bytes[at + i])} << (8 * i);
  return word;
}

class SpzReader {
 public:
  SpzReader(Source& source, const ReadOptions& options) : source_(source) {
    const std::string_view header = source.take(16);
    if (header.size() < 16 || !header.starts_with("NGSP"))
      source.failAtByte(0, "is no SPZ file: what is packed in it must begin with NGSP");
    const uint32_t version = wordAt(header, 4, 4);
    if (version < 1 || version > 3)
      source.failAtByte(4, "is SPZ of version " + std::to_string(version) + "; versions 1 to 3 are read: " +
                               "npx @playcanvas/splat-transform FILE.spz FILE.ply converts it");
    first_version_ = version == 1;
    turn_bytes_ = version == 3 ? 4 : 3;
    count_ = wordAt(header, 8, 4);
    file_degree_ = wordAt(header, 12, 1);
    fraction_bits_ = wordAt(header, 13, 1);
    if (count_ == 0) source.failAtByte(8, "there are 0 splats; there must be at least 1");
    if (file_degree_ > 4)
      source.failAtByte(12, "the degree of its harmonics is " + std::to_string(file_degree_) + ", not 0 to 4");
    if (fraction_bits_ > 30)
      source.failAtByte(13, "places have " + std::to_string(fraction_bits_) + " bits of fraction, not 0 to 30");
    builder_.emplace(source, options, splatColumns(file_degree_, options.degree), count_);
    const uint32_t flags = wordAt(header, 14, 1);
    builder_->heed({.up = up::kY, .antialiased = (flags & 1U) != 0});
    if (flags > 1) source.ignore("flags " + std::to_string(flags & ~1U));
  }

  Cloud read() {
    const std::string_view places = take(first_version_ ? 6 : 9), opacities = take(1), colors = take(3);
    const std::string_view scales = take(3), turns = take(turn_bytes_), rests = take(3 * restOf(file_degree_));
    std::vector<float> rest(3 * restOf(builder_->columns().degree));
    for (std::size_t i = 0; i < count_ && !builder_->full(); ++i) {
      Gaussian gaussian;
      glm::dvec3 at;
      for (int c = 0; c < 3; ++c) {
        const std::size_t number = 3 * i + static_cast<std::size_t>(c);
        at[c] = placeAt(places, number);
        gaussian.deviation[c] = std::exp(byteAt(scales, number) / 16.0F - 10.0F);
        gaussian.color[c] = 0.5F + kDegree0 * (byteAt(colors, number) / 255.0F - 0.5F) / 0.15F;
      }
      gaussian.opacity = byteAt(opacities, i) / 255.0F;
      gaussian.turn = turnAt(turns, i);
      // Red, green and blue of a coefficient lie together.
      const std::size_t drawn = rest.size() / 3;
      for (std::size_t j = 0; j < rest.size(); ++j)
        rest[j] = (byteAt(rests, (i * restOf(file_degree_) + j % drawn) * 3 + j / drawn) - 128.0F) / 128.0F;
      builder_->add(at, gaussian, rest);
    }
    return builder_->finish();
  }

 private:
  // So many bytes of each splat.
  std::string_view take(uint64_t each) {
    const std::string_view bytes = source_.take(each * count_);
    if (bytes.size() < each * count_) source_.failAtByte(source_.position(), builder_->shortness());
    return bytes;
  }

  double placeAt(std::string_view places, std::size_t number) const {
    if (first_version_)
      return static_cast<double>(glm::unpackHalf1x16(static_cast<uint16_t>(wordAt(places, 2 * number, 2))));
    const auto fixed = static_cast<int32_t>(wordAt(places, 3 * number, 3) << 8U) / 256;  // with its sign
    return static_cast<double>(fixed) / static_cast<double>(uint64_t{1} << fraction_bits_);
  }

  // x, y and z, with w above 0; or, of x, y, z and w without the largest, a sign, and 9 bits for up to the square root
  // of a half.
  glm::quat turnAt(std::string_view turns, std::size_t i) const {
    if (turn_bytes_ == 3) {
      glm::vec3 v;
      for (int c = 0; c < 3; ++c) v[c] = byteAt(turns, 3 * i + static_cast<std::size_t>(c)) / 127.5F - 1.0F;
      return {std::sqrt(std::max(0.0F, 1.0F - glm::dot(v, v))), v.x, v.y, v.z};
    }
    const uint32_t word = wordAt(turns, 4 * i, 4);
    const auto n = withLargest(3 - (word >> 30U), [&](uint32_t following) {  // w first, in the lowest bits
      const uint32_t bits = word >> (10 * (2 - following));
      const float size = static_cast<float>(bits & 511U) / 511.0F * std::sqrt(0.5F);
      return (bits >> 9U & 1U) != 0 ? -size : size;
    });
    return {n[0], n[3], n[2], n[1]};
  }

  Source& source_;
  std::optional<CloudBuilder> builder_;
  bool first_version_ = false;
  uint64_t turn_bytes_ = 0;
  uint64_t count_ = 0;
  uint32_t file_degree_ = 0;
  uint32_t fraction_bits_ = 0;
};

}  // namespace

// As https://github.com/antimatter15/splat writes them: place and standard deviations as floats, red, green, blue and
// opacity as bytes, and w, x, y, z of the turn as bytes around 128.
Cloud readSplat(Source& source, const ReadOptions& options) {
  constexpr std::size_t kBytes = 32;
  CloudBuilder builder(source, options, splatColumns(0, 0), source.rest().size() / kBytes);
  while (!builder.full() && !source.rest().empty()) {
    const uint64_t first = source.position();
    const std::string_view record = source.take(kBytes);
    if (record.size() < kBytes)
      source.failAtByte(first,
                        "the file is cut short: a .splat file has 32 bytes for each splat, and the last one has " +
                            std::to_string(record.size()));
    const auto number = [&](std::size_t at) {
      return static_cast<float>(plyNumber(record.data() + at, PlyType::f32, false));
    };
    const auto turn = [&](std::size_t at) { return (byteAt(record, at) - 128.0F) / 128.0F; };
    Gaussian gaussian;
    gaussian.deviation = {number(12), number(16), number(20)};
    gaussian.color = glm::vec3(byteAt(record, 24), byteAt(record, 25), byteAt(record, 26)) / 255.0F;
    gaussian.opacity = byteAt(record, 27) / 255.0F;
    gaussian.turn = {turn(28), turn(29), turn(30), turn(31)};
    builder.add({number(0), number(4), number(8)}, gaussian, {});
  }
  return builder.finish();
}

Cloud readSpz(Source& source, const ReadOptions& options) { return SpzReader(source, options).read(); }

}  // namespace particles
