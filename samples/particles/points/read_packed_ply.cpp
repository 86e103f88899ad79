// PLY files that SuperSplat writes: 256 splats share the bounds of a chunk, and lie between them in 16 bytes each.
// Format: PlayCanvas, https://github.com/playcanvas/splat-transform, "compressed PLY".
#include <algorithm>
#include <array>
#include <cmath>

#include "points/byte_source.h"
#include "points/read_points.h"

namespace particles {
namespace {

constexpr uint64_t kOfChunk = 256;
constexpr std::array<const char*, 18> kBounds = {
    "min_x",       "min_y",       "min_z",       "max_x", "max_y", "max_z", "min_scale_x", "min_scale_y", "min_scale_z",
    "max_scale_x", "max_scale_y", "max_scale_z", "min_r", "min_g", "min_b", "max_r",       "max_g",       "max_b"};
constexpr std::size_t kNeeded = 12;  // colours are from 0 to 1 where their bounds are not there
constexpr std::array<const char*, 4> kWords = {"packed_position", "packed_rotation", "packed_scale", "packed_color"};

// `bits` of a word from `shift` on, as 0 to 1.
float unpacked(uint32_t word, uint32_t shift, uint32_t bits) {
  const uint32_t most = (1U << bits) - 1;
  return static_cast<float>(word >> shift & most) / static_cast<float>(most);
}

glm::vec3 unpackedThree(uint32_t word) {
  return {unpacked(word, 21, 11), unpacked(word, 11, 10), unpacked(word, 0, 11)};
}

// Of w, x, y and z the largest is left out and above 0; the others are up to the square root of a half.
glm::quat unpackedTurn(uint32_t word) {
  float numbers[4] = {};
  float square = 0.0F;
  uint32_t shift = 20;
  const uint32_t largest = word >> 30U;
  for (uint32_t i = 0; i < 4; ++i) {
    if (i == largest) continue;
    numbers[i] = (unpacked(word, shift, 10) - 0.5F) * std::sqrt(2.0F);
    square += numbers[i] * numbers[i];
    shift -= 10;
  }
  numbers[largest] = std::sqrt(std::max(0.0F, 1.0F - square));
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

class PackedReader {
 public:
  PackedReader(ByteSource& source, const PlyHeader& header, const ReadOptions& options)
      : source_(source),
        header_(header),
        builder_(source, options, columnsOf(options.degree), header.vertices().count) {}

  Cloud read() {
    if (!header_.binary) source_.failAtLine("packed vertices in a file of text are not understood");
    for (std::size_t i = 0; i < header_.vertex; ++i) {
      const PlyElement& element = header_.elements[i];
      if (element.name == "chunk")
        readChunks(element);
      else if (!source_.skip(element.count * element.bytes))
        builder_.failShort(source_.position());
    }
    readWords(header_.vertices());
    // Coefficients come behind the vertices, whose words are kept for them.
    addSplats(builder_.columns().rests.empty() ? nullptr : harmonics());
    return builder_.finish();
  }

 private:
  struct Chunk {
    std::array<float, kBounds.size()> bounds;
    glm::vec3 between(std::size_t low, std::size_t high, glm::vec3 share) const {
      const glm::vec3 from(bounds[low], bounds[low + 1], bounds[low + 2]);
      return from + share * (glm::vec3(bounds[high], bounds[high + 1], bounds[high + 2]) - from);
    }
  };
  using Words = std::array<uint32_t, kWords.size()>;

  // The element behind the vertices, if it is bytes of coefficients.
  const PlyElement* harmonics() const {
    if (header_.vertex + 1 == header_.elements.size()) return nullptr;
    const PlyElement& next = header_.elements[header_.vertex + 1];
    const bool bytes = std::ranges::all_of(next.properties, [](const auto& each) { return each.type == PlyType::u8; });
    return next.name == "sh" && next.count == header_.vertices().count && !next.has_list && bytes ? &next : nullptr;
  }

  Columns columnsOf(uint32_t degree) const {
    std::vector<std::string> names{"x",       "y",       "z",       "f_dc_0", "f_dc_1", "f_dc_2", "opacity",
                                   "scale_0", "scale_1", "scale_2", "rot_0",  "rot_1",  "rot_2",  "rot_3"};
    const auto own = static_cast<uint32_t>(names.size());
    if (const PlyElement* sh = harmonics())
      for (const PlyProperty& property : sh->properties) names.push_back(property.name);
    Columns columns = chooseColumns(source_, names, false, degree);
    columns.paint = Paint::given;
    for (uint32_t& rest : columns.rests) rest -= own;  // its place in the element
    for (std::size_t i = header_.vertex + 1; i < header_.elements.size(); ++i)
      if (&header_.elements[i] != harmonics()) columns.ignored.push_back("element " + header_.elements[i].name);
    return columns;
  }

  void readChunks(const PlyElement& element) {
    std::array<std::optional<uint32_t>, kBounds.size()> places;
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      places[i] = element.find(kBounds[i]);
      if (!places[i] && i < kNeeded) source_.failAtLine("chunks have no property \"" + std::string(kBounds[i]) + "\"");
    }
    eachOf(element, element.count, [&](const char* record) {
      Chunk& chunk = chunks_.emplace_back();
      for (std::size_t i = 0; i < kBounds.size(); ++i) {
        const float otherwise = i >= 15 ? 1.0F : 0.0F;
        chunk.bounds[i] = places[i] ? static_cast<float>(numberOf(element, record, *places[i])) : otherwise;
      }
    });
  }

  void readWords(const PlyElement& element) {
    std::array<uint32_t, kWords.size()> places{};
    for (std::size_t i = 0; i < kWords.size(); ++i) {
      const std::optional<uint32_t> place = element.find(kWords[i]);
      if (!place || element.properties[*place].type != PlyType::u32)
        source_.failAtLine("packed vertices need the property \"uint " + std::string(kWords[i]) + "\"");
      places[i] = *place;
    }
    if (chunks_.size() * kOfChunk < element.count)
      source_.failAtLine("there are " + std::to_string(chunks_.size()) + " chunks before " +
                         std::to_string(element.count) + " packed vertices; there must be one for each 256 of them");
    Progress progress(element.count);
    eachOf(element, element.count, [&](const char* record) {
      Words& words = words_.emplace_back();
      for (std::size_t i = 0; i < places.size(); ++i)
        words[i] = static_cast<uint32_t>(numberOf(element, record, places[i]));
      progress.at(words_.size());
    });
  }

  // `sh`: the element that has the coefficients, or null.
  void addSplats(const PlyElement* sh) {
    const std::vector<uint32_t>& rests = builder_.columns().rests;
    std::vector<float> rest(rests.size());
    std::size_t at = 0;
    const auto add = [&](const char* record) {
      for (std::size_t i = 0; i < rest.size(); ++i) {
        const double byte = numberOf(*sh, record, rests[i]);
        const double share = byte == 0.0 || byte == 255.0 ? byte / 255.0 : (byte + 0.5) / 256.0;
        rest[i] = static_cast<float>((share - 0.5) * 8.0);
      }
      addSplat(words_[at], chunks_[at / kOfChunk], rest);
      ++at;
    };
    if (sh != nullptr) return eachOf(*sh, words_.size(), add);
    while (at < words_.size() && !builder_.full()) add(nullptr);
  }

  void addSplat(const Words& words, const Chunk& chunk, std::span<const float> rest) {
    Gaussian gaussian;
    gaussian.deviation = glm::exp(chunk.between(6, 9, unpackedThree(words[2])));
    gaussian.turn = unpackedTurn(words[1]);
    const uint32_t c = words[3];
    gaussian.color = chunk.between(12, 15, {unpacked(c, 24, 8), unpacked(c, 16, 8), unpacked(c, 8, 8)});
    gaussian.opacity = unpacked(c, 0, 8);
    builder_.add(chunk.between(0, 3, unpackedThree(words[0])), gaussian, rest);
  }

  double numberOf(const PlyElement& element, const char* record, uint32_t place) const {
    const PlyProperty& property = element.properties[place];
    return plyNumber(record + property.offset, property.type, header_.big_endian);
  }

  template <typename Take>
  void eachOf(const PlyElement& element, uint64_t count, Take take) {
    for (uint64_t done = 0; done < count && !builder_.full();) {
      const std::span<const char> records = source_.records(element.bytes, count - done);
      if (records.empty()) builder_.failShort(source_.position());
      for (std::size_t at = 0; at < records.size() && !builder_.full(); at += element.bytes) take(records.data() + at);
      done += records.size() / element.bytes;
    }
  }

  ByteSource& source_;
  const PlyHeader& header_;
  CloudBuilder builder_;
  std::vector<Chunk> chunks_;
  std::vector<Words> words_;
};

}  // namespace

Cloud readPackedPly(ByteSource& source, const PlyHeader& header, const ReadOptions& options) {
  return PackedReader(source, header, options).read();
}

}  // namespace particles
