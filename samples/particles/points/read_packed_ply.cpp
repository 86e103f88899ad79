// Reads PLY files from SuperSplat: 256 splats share the bounds of a chunk, and use 16 bytes each to store their
// position between these bounds. Format: PlayCanvas, https://github.com/playcanvas/splat-transform, "compressed PLY".
#include <algorithm>
#include <array>
#include <cmath>

#include "points/read_points.h"

namespace particles {
namespace {

constexpr uint64_t kOfChunk = 256;
constexpr std::array<const char*, 18> kBounds = {
    "min_x",       "min_y",       "min_z",       "max_x", "max_y", "max_z", "min_scale_x", "min_scale_y", "min_scale_z",
    "max_scale_x", "max_scale_y", "max_scale_z", "min_r", "min_g", "min_b", "max_r",       "max_g",       "max_b"};
constexpr std::size_t kNeeded = 12;  // colours are from 0 to 1 if their bounds are missing
constexpr std::array<const char*, 4> kWords = {"packed_position", "packed_rotation", "packed_scale", "packed_color"};

// Scales `bits` bits, starting at bit `shift`, to 0 to 1.
float unpacked(uint32_t word, uint32_t shift, uint32_t bits) {
  const uint32_t most = (1U << bits) - 1;
  return static_cast<float>(word >> shift & most) / static_cast<float>(most);
}

glm::vec3 unpackedThree(uint32_t word) {
  return {unpacked(word, 21, 11), unpacked(word, 11, 10), unpacked(word, 0, 11)};
}

// The largest of w, x, y and z is omitted. The others are at most sqrt(0.5).
glm::quat unpackedTurn(uint32_t word) {
  const auto n =
      withLargest(word >> 30U, [&](uint32_t i) { return (unpacked(word, 10 * i, 10) - 0.5F) * std::sqrt(2.0F); });
  return {n[0], n[1], n[2], n[3]};
}

struct Chunk {
  std::array<float, kBounds.size()> bounds;
  glm::vec3 between(std::size_t low, std::size_t high, glm::vec3 share) const {
    const glm::vec3 from(bounds[low], bounds[low + 1], bounds[low + 2]);
    return from + share * (glm::vec3(bounds[high], bounds[high + 1], bounds[high + 2]) - from);
  }
};

class PackedReader {
 public:
  PackedReader(Source& source, const PlyHeader& header, const ReadOptions& options)
      : source_(source),
        header_(header),
        builder_(source, options, columnsOf(options.degree), header.vertices().count) {
    builder_.heed(header.says);
  }

  Cloud read() {
    const PlyElement& vertices = header_.vertices();
    if (!header_.binary) source_.failAtLine("packed vertices must be binary, not text");
    for (std::size_t i = 0; i < header_.vertex; ++i) {
      const PlyElement& element = header_.elements[i];
      if (element.name == "chunk")
        readChunks(element);
      else
        source_.skip(element.count * element.bytes);
    }
    if (chunks_.size() * kOfChunk < vertices.count)
      source_.failAtLine(digits(chunks_.size()) + " chunks are not enough for " + digits(vertices.count) +
                         " packed vertices; there must be a chunk for every 256 vertices");
    std::array<uint32_t, kWords.size()> places{};
    for (std::size_t i = 0; i < kWords.size(); ++i) {
      const std::optional<uint32_t> place = vertices.find(kWords[i]);
      if (!place || vertices.properties[*place].type != PlyType::u32)
        source_.failAtLine("packed vertices need the property \"uint " + std::string(kWords[i]) + "\"");
      places[i] = *place;
    }
    ignoreOthers(vertices, kWords);
    const std::vector<uint32_t>& rests = builder_.columns().rests;
    const PlyElement* const sh = rests.empty() ? nullptr : header_.harmonics();
    // The harmonics follow all vertices, which are therefore stored.
    const std::string stored(source_.take(sh != nullptr ? vertices.count * vertices.bytes : 0));
    std::vector<float> rest(rests.size());
    uint64_t at = 0;
    for (; at < vertices.count && !builder_.full(); ++at) {
      const std::string_view bytes = source_.take((sh != nullptr ? *sh : vertices).bytes);
      if (bytes.size() < (sh != nullptr ? *sh : vertices).bytes)
        source_.failAtByte(source_.position(), builder_.shortness());
      const std::string_view words = sh != nullptr ? std::string_view(stored).substr(at * vertices.bytes) : bytes;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        const double byte = numberOf(*sh, bytes, rests[i]);
        const double share = byte == 0.0 || byte == 255.0 ? byte / 255.0 : (byte + 0.5) / 256.0;
        rest[i] = static_cast<float>((share - 0.5) * 8.0);
      }
      const auto word = [&](std::size_t i) { return static_cast<uint32_t>(numberOf(vertices, words, places[i])); };
      const Chunk& chunk = chunks_[at / kOfChunk];
      Gaussian gaussian;
      gaussian.deviation = glm::exp(chunk.between(6, 9, unpackedThree(word(2))));
      gaussian.turn = unpackedTurn(word(1));
      const uint32_t c = word(3);
      gaussian.color = chunk.between(12, 15, {unpacked(c, 24, 8), unpacked(c, 16, 8), unpacked(c, 8, 8)});
      gaussian.opacity = unpacked(c, 0, 8);
      builder_.add(chunk.between(0, 3, unpackedThree(word(0))), gaussian, rest);
    }
    if (at == vertices.count) header_.ignoreBehind(source_, header_.vertex + (sh != nullptr ? 2 : 1));
    return builder_.finish();
  }

 private:
  Columns columnsOf(uint32_t degree) const {
    std::vector<std::string> names{"x",       "y",       "z",       "f_dc_0", "f_dc_1", "f_dc_2", "opacity",
                                   "scale_0", "scale_1", "scale_2", "rot_0",  "rot_1",  "rot_2",  "rot_3"};
    const auto own = static_cast<uint32_t>(names.size());
    if (const PlyElement* sh = header_.harmonics())
      for (const std::string& name : sh->names()) names.push_back(name);
    Columns columns = chooseColumns(source_, names, degree);
    columns.paint = Paint::given;
    for (uint32_t& rest : columns.rests) rest -= own;  // index within the element
    return columns;
  }

  void ignoreOthers(const PlyElement& element, std::span<const char* const> known) {
    for (const std::string& name : element.names())
      if (std::ranges::count(known, name) == 0) source_.ignore("property " + name.substr(0, 60));
  }

  void readChunks(const PlyElement& element) {
    for (std::size_t i = 0; i < kNeeded; ++i)
      if (!element.find(kBounds[i]))
        source_.failAtLine("the chunks lack the property \"" + std::string(kBounds[i]) + "\"");
    ignoreOthers(element, kBounds);
    for (uint64_t at = 0; at < element.count; ++at) {
      const std::string_view record = source_.take(element.bytes);
      if (record.size() < element.bytes) source_.failAtByte(source_.position(), builder_.shortness());
      Chunk& chunk = chunks_.emplace_back();
      for (std::size_t i = 0; i < kBounds.size(); ++i) {
        const std::optional<uint32_t> place = element.find(kBounds[i]);
        const float otherwise = i >= 15 ? 1.0F : 0.0F;
        chunk.bounds[i] = place ? static_cast<float>(numberOf(element, record, *place)) : otherwise;
      }
    }
  }

  double numberOf(const PlyElement& element, std::string_view record, uint32_t place) const {
    const PlyProperty& property = element.properties[place];
    return plyNumber(record.data() + property.offset, property.type, header_.big_endian);
  }

  Source& source_;
  const PlyHeader& header_;
  CloudBuilder builder_;
  std::vector<Chunk> chunks_;
};

}  // namespace

const PlyElement* PlyHeader::harmonics() const {
  if (vertex + 1 == elements.size()) return nullptr;
  const PlyElement& next = elements[vertex + 1];
  const bool bytes = std::ranges::all_of(next.properties, [](const auto& each) { return each.type == PlyType::u8; });
  return next.name == "sh" && next.count == vertices().count && !next.has_list && bytes ? &next : nullptr;
}

Cloud readPackedPly(Source& source, const PlyHeader& header, const ReadOptions& options) {
  return PackedReader(source, header, options).read();
}

}  // namespace particles
