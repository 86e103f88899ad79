#include <algorithm>
#include <bit>
#include <cmath>

#include "points/float_text.h"
#include "points/ply_header.h"
#include "points/progress.h"
#include "points/read_points.h"

namespace particles {
namespace {

constexpr float kMostLogarithm = 40.0F;  // of a standard deviation
constexpr float kMostElse = 1e6F;

float bound(PlyField field) {
  if (field <= PlyField::z) return kMostDistance;
  return field >= PlyField::scale_0 && field <= PlyField::scale_2 ? kMostLogarithm : kMostElse;
}

enum class Bytes : uint8_t { as_host, reversed };

template <typename T>
float numberAt(const char* bytes, Bytes order) {
  char own[sizeof(T)];
  if (order == Bytes::reversed)
    std::reverse_copy(bytes, bytes + sizeof own, own);
  else
    std::copy_n(bytes, sizeof own, own);
  return static_cast<float>(std::bit_cast<T>(own));
}

float numberAt(const char* bytes, PlyType type, Bytes order) {
  switch (type) {
    case PlyType::i8:
      return numberAt<int8_t>(bytes, order);
    case PlyType::u8:
      return numberAt<uint8_t>(bytes, order);
    case PlyType::i16:
      return numberAt<int16_t>(bytes, order);
    case PlyType::u16:
      return numberAt<uint16_t>(bytes, order);
    case PlyType::i32:
      return numberAt<int32_t>(bytes, order);
    case PlyType::u32:
      return numberAt<uint32_t>(bytes, order);
    case PlyType::f64:
      return numberAt<double>(bytes, order);
    case PlyType::f32:
      break;
  }
  return numberAt<float>(bytes, order);
}

// What a colour of 1 is in a file.
float whiteOf(PlyType type) {
  if (type == PlyType::f32 || type == PlyType::f64) return 1.0F;
  return type == PlyType::u16 || type == PlyType::i16 ? 65535.0F : 255.0F;
}

// The numbers of one vertex, by field.
struct Vertex {
  float values[kPlyFields] = {};
  float operator[](PlyField field) const { return values[static_cast<std::size_t>(field)]; }
  glm::vec3 three(PlyField first) const {
    const float* v = values + static_cast<std::size_t>(first);
    return {v[0], v[1], v[2]};
  }
};

class VertexReader {
 public:
  VertexReader(ByteSource& source, uint32_t most, uint32_t degree)
      : source_(source), header_(readPlyHeader(source, most)) {
    for (std::size_t f = 0; f < kPlyNames; ++f)
      if (header_.places[f]) fields_.push_back(static_cast<PlyField>(f));
    if (degree == 0 || !header_.gaussians()) return;
    const uint32_t in_file = degreeOfFile();
    cloud_.harmonics.degree = std::min(degree, in_file);
    for (uint32_t color = 0; color < 3; ++color)
      for (uint32_t i = 0; i < restOf(cloud_.harmonics.degree); ++i)
        rests_.push_back(restField(color * restOf(in_file) + i));
    fields_.insert(fields_.end(), rests_.begin(), rests_.end());
  }

  Cloud read() {
    cloud_.discs = !header_.gaussians();
    // A short file that says it is a long one must not take the memory of one.
    cloud_.reserve(std::min<uint64_t>(header_.count, source_.size() / fields_.size()));  // a byte of each field
    if (header_.binary)
      readBinary();
    else
      readText();
    if (!directed_) cloud_.harmonics = {};  // all of them are 0
    return std::move(cloud_);
  }

 private:
  uint32_t degreeOfFile() const {
    for (uint32_t degree = 0; degree <= kMostDegree; ++degree)
      if (header_.rests == 3 * restOf(degree)) return degree;
    source_.failAtLine("vertices have " + std::to_string(header_.rests) +
                       " properties \"f_rest_\", not 0, 9, 24 or 45 as degrees 0 to 3 have; --sh 0 does without");
  }

  void readBinary() {
    skipBytes(header_.bytes_before);
    const Bytes order =
        header_.big_endian == (std::endian::native == std::endian::big) ? Bytes::as_host : Bytes::reversed;
    Progress progress(header_.count);
    while (cloud_.count() < header_.count) {
      const uint64_t first = source_.position();
      const std::span<const char> records = source_.records(header_.bytes, header_.count - cloud_.count());
      if (records.empty()) failShort();
      for (std::size_t at = 0; at < records.size(); at += header_.bytes) {
        Vertex vertex;
        for (const PlyField field : fields_) {
          const PlyHeader::Place& place = header_.at(field);
          const float value = numberAt(records.data() + at + place.offset, place.type, order);
          if (!(std::abs(value) <= bound(field))) source_.failAtByte(first + at + place.offset, wrong(field, value));
          vertex.values[static_cast<std::size_t>(field)] = value;
        }
        add(vertex);
      }
      progress.at(cloud_.count());
    }
  }

  void readText() {
    for (uint64_t i = 0; i < header_.lines_before; ++i)
      if (!source_.line()) failShort();
    Progress progress(header_.count);
    std::vector<float> values(header_.properties);
    while (cloud_.count() < header_.count) {
      const std::optional<std::string_view> line = source_.line();
      if (!line) failShort();
      readLine(*line, values);
      Vertex vertex;
      for (const PlyField field : fields_) {
        const float value = values[header_.at(field).number];
        if (!(std::abs(value) <= bound(field))) source_.failAtLine(wrong(field, value));
        vertex.values[static_cast<std::size_t>(field)] = value;
      }
      add(vertex);
      progress.at(cloud_.count());
    }
  }

  void readLine(std::string_view line, std::vector<float>& values) {
    const char* at = line.data();
    const char* const end = at + line.size();
    for (float& value : values) {
      while (at != end && (*at == ' ' || *at == '\t')) ++at;
      const auto [next, error] = floatFrom(at, end, value);
      if (error != std::errc{})
        source_.failAtLine("must have " + std::to_string(values.size()) + " numbers, as the header says");
      at = next;
    }
  }

  void skipBytes(uint64_t bytes) {
    while (bytes != 0) {
      const std::span<const char> skipped = source_.records(1, bytes);
      if (skipped.empty()) failShort();
      bytes -= skipped.size();
    }
  }

  [[noreturn]] void failShort() const {
    const std::string why =
        "the file ends after " + std::to_string(cloud_.count()) + " of " + std::to_string(header_.count) + " vertices";
    if (header_.binary) source_.failAtByte(source_.position(), why);
    source_.failAtLine(why);
  }

  std::string wrong(PlyField field, float value) const {
    char text[160];
    std::snprintf(text, sizeof text, "%s of vertex %u is %g; it must be a number from %g to %g", nameOf(field).c_str(),
                  cloud_.count(), static_cast<double>(value), static_cast<double>(-bound(field)),
                  static_cast<double>(bound(field)));
    return text;
  }

  void add(const Vertex& vertex) {
    Gaussian gaussian;
    gaussian.at = vertex.three(PlyField::x);
    if (header_.gaussians()) {
      gaussian.deviation = glm::exp(vertex.three(PlyField::scale_0));
      const glm::quat turn(vertex[PlyField::rot_0], vertex[PlyField::rot_1], vertex[PlyField::rot_2],
                           vertex[PlyField::rot_3]);
      const float length = glm::length(turn);
      if (length > 0.0F) gaussian.turn = turn / length;
      gaussian.color = 0.5F + kDegree0 * vertex.three(PlyField::f_dc_0);
      gaussian.opacity = 1.0F / (1.0F + std::exp(-vertex[PlyField::opacity]));
    } else {
      gaussian.color =
          header_.colors() ? vertex.three(PlyField::red) / whiteOf(header_.at(PlyField::red).type) : kUncolored;
    }
    cloud_.add(gaussian);
    std::array<float, 3 * restOf(kMostDegree)> rest{};
    for (std::size_t i = 0; i < rests_.size(); ++i) {
      rest[i] = vertex[rests_[i]];
      directed_ = directed_ || rest[i] != 0.0F;
    }
    cloud_.harmonics.add(gaussian.color, {rest.data(), rests_.size()});
  }

  ByteSource& source_;
  PlyHeader header_;
  std::vector<PlyField> fields_;  // that are read
  std::vector<PlyField> rests_;   // those of them that are coefficients of harmonics
  bool directed_ = false;         // some colour depends on the direction
  Cloud cloud_;
};

}  // namespace

Cloud readPly(ByteSource& source, uint32_t most, uint32_t degree) { return VertexReader(source, most, degree).read(); }

}  // namespace particles
