#include "points/ply_header.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace particles {
namespace {

constexpr std::array<const char*, kPlyNames> kFieldNames = {
    "x",       "y",     "z",     "red",   "green", "blue",   "opacity", "scale_0", "scale_1",
    "scale_2", "rot_0", "rot_1", "rot_2", "rot_3", "f_dc_0", "f_dc_1",  "f_dc_2"};
constexpr uint32_t kMostProperties = 1000;
constexpr uint64_t kMostLines = 2000;

struct TypeName {
  const char* name;
  PlyType type;
  uint32_t bytes;
};
constexpr TypeName kTypes[] = {
    {"char", PlyType::i8, 1},   {"int8", PlyType::i8, 1},     {"uchar", PlyType::u8, 1},   {"uint8", PlyType::u8, 1},
    {"short", PlyType::i16, 2}, {"int16", PlyType::i16, 2},   {"ushort", PlyType::u16, 2}, {"uint16", PlyType::u16, 2},
    {"int", PlyType::i32, 4},   {"int32", PlyType::i32, 4},   {"uint", PlyType::u32, 4},   {"uint32", PlyType::u32, 4},
    {"float", PlyType::f32, 4}, {"float32", PlyType::f32, 4}, {"double", PlyType::f64, 8}, {"float64", PlyType::f64, 8},
};

constexpr std::string_view kRest = "f_rest_";

std::optional<PlyField> fieldOf(std::string_view name) {
  const auto* const found = std::ranges::find(kFieldNames, name);
  if (found != kFieldNames.end()) return static_cast<PlyField>(found - kFieldNames.begin());
  if (!name.starts_with(kRest)) return std::nullopt;
  for (uint32_t i = 0; i < kPlyFields - kPlyNames; ++i)
    if (name.substr(kRest.size()) == std::to_string(i)) return restField(i);
  return std::nullopt;
}

// For messages: of a word from a file not too much.
std::string quoted(std::string_view word) {
  std::string text(1, '"');
  text += word.substr(0, 40);
  text += '"';
  return text;
}

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    line.remove_prefix(end);
  }
  return words;
}

class HeaderReader {
 public:
  HeaderReader(ByteSource& source, uint32_t most) : source_(source), most_(most) {}

  PlyHeader read() {
    if (source_.line().value_or("") != "ply")
      source_.failAtByte(0, "is no PLY file: it must begin with a line \"ply\"");
    while (true) {
      const std::optional<std::string_view> line = source_.line();
      if (!line) source_.failAtLine("the header has no \"end_header\"");
      if (source_.lines() > kMostLines) source_.failAtLine("the header is longer than 2000 lines");
      const std::vector<std::string_view> words = wordsOf(*line);
      if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
      if (words[0] == "end_header") break;
      take(words);
    }
    requireAll();
    return header_;
  }

 private:
  void take(const std::vector<std::string_view>& words) {
    if (words[0] == "format")
      takeFormat(words);
    else if (words[0] == "element" && words.size() == 3)
      takeElement(words[1], words[2]);
    else if (words[0] == "property" && words.size() >= 3)
      takeProperty(words);
    else
      source_.failAtLine(quoted(words[0]) + " is not understood here");
  }

  void takeFormat(const std::vector<std::string_view>& words) {
    const std::string_view format = words.size() < 2 ? "" : words[1];
    header_.big_endian = format == "binary_big_endian";
    header_.binary = header_.big_endian || format == "binary_little_endian";
    if (!header_.binary && format != "ascii")
      source_.failAtLine("the format must be ascii, binary_little_endian or binary_big_endian, not " + quoted(format));
    has_format_ = true;
  }

  void takeElement(std::string_view name, std::string_view text) {
    leaveElement();
    uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count > std::numeric_limits<uint32_t>::max())
      source_.failAtLine("the count of an element must be a whole number below 2^32");
    in_vertices_ = name == "vertex";
    has_list_ = false;
    element_bytes_ = 0;
    element_count_ = count;
    if (!in_vertices_) return;
    if (seen_vertices_) source_.failAtLine("there must be one element \"vertex\"");
    seen_vertices_ = true;
    if (count == 0 || count > most_)
      source_.failAtLine("there are " + std::to_string(count) + " vertices; there must be 1 to " +
                         std::to_string(most_));
    header_.count = static_cast<uint32_t>(count);
  }

  // What came before the vertices is to be skipped.
  void leaveElement() {
    if (in_vertices_ || seen_vertices_) return;
    if (has_list_ && element_count_ != 0) {
      if (header_.binary) source_.failAtLine("lists before the vertices of a binary file are not understood");
    }
    header_.lines_before += element_count_;
    header_.bytes_before += element_count_ * element_bytes_;
    element_count_ = 0;
  }

  void takeProperty(const std::vector<std::string_view>& words) {
    if (words[1] == "list") {
      if (in_vertices_) source_.failAtLine("lists among the properties of vertices are not understood");
      has_list_ = true;
      return;
    }
    const auto* const type = std::ranges::find(kTypes, words[1], &TypeName::name);
    if (words.size() != 3 || type == std::end(kTypes))
      source_.failAtLine("a property must have a type such as float or uchar, and a name");
    if (in_vertices_) takeField(words[2], type->type);
    if (in_vertices_ && ++header_.properties > kMostProperties)
      source_.failAtLine("a vertex has more than 1000 properties");
    (in_vertices_ ? header_.bytes : element_bytes_) += type->bytes;
  }

  void takeField(std::string_view name, PlyType type) {
    const std::optional<PlyField> field = fieldOf(name);
    if (!field) return;
    std::optional<PlyHeader::Place>& place = header_.places[static_cast<std::size_t>(*field)];
    if (place) source_.failAtLine("vertices have two properties " + quoted(name));
    place = PlyHeader::Place{type, header_.properties, header_.bytes};
  }

  void requireAll() {
    if (!has_format_) source_.failAtLine("the header has no \"format\"");
    if (!seen_vertices_) source_.failAtLine("the header has no element \"vertex\"");
    leaveElement();
    require(PlyField::x, PlyField::z, "a point");
    const auto any = [&](PlyField first, PlyField last) {
      for (auto f = static_cast<std::size_t>(first); f <= static_cast<std::size_t>(last); ++f)
        if (header_.places[f]) return true;
      return false;
    };
    if (any(PlyField::scale_0, PlyField::rot_3)) require(PlyField::opacity, PlyField::f_dc_2, "a splat");
    while (header_.rests < kPlyFields - kPlyNames && header_.has(restField(header_.rests))) ++header_.rests;
    if (any(PlyField::red, PlyField::blue)) require(PlyField::red, PlyField::blue, "a colour");
  }

  void require(PlyField first, PlyField last, const char* what) {
    for (auto f = static_cast<std::size_t>(first); f <= static_cast<std::size_t>(last); ++f)
      if (!header_.places[f])
        source_.failAtLine(std::string("vertices have no property \"") + kFieldNames[f] + "\", which " + what +
                           " needs");
  }

  ByteSource& source_;
  uint32_t most_;
  PlyHeader header_;
  bool has_format_ = false;
  bool in_vertices_ = false;
  bool seen_vertices_ = false;
  bool has_list_ = false;
  uint32_t element_bytes_ = 0;
  uint64_t element_count_ = 0;
};

}  // namespace

std::string nameOf(PlyField field) {
  const auto number = static_cast<std::size_t>(field);
  return number < kPlyNames ? kFieldNames[number] : std::string(kRest) + std::to_string(number - kPlyNames);
}

PlyHeader readPlyHeader(ByteSource& source, uint32_t most) { return HeaderReader(source, most).read(); }

}  // namespace particles
