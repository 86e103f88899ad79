#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "points/read_points.h"

namespace particles {
namespace {

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
    {"long", PlyType::i64, 8},  {"int64", PlyType::i64, 8},   {"ulong", PlyType::u64, 8},  {"uint64", PlyType::u64, 8},
    {"float", PlyType::f32, 4}, {"float32", PlyType::f32, 4}, {"double", PlyType::f64, 8}, {"float64", PlyType::f64, 8},
};

class HeaderReader {
 public:
  explicit HeaderReader(Source& source) : source_(source) {}

  PlyHeader read() {
    requireBegin();
    while (true) {
      const std::optional<std::string_view> line = source_.line();
      if (!line) source_.failAtLine("the file is truncated: \"end_header\" is missing");
      if (source_.lines() > kMostLines) source_.failAtLine("the header exceeds 2000 lines");
      std::vector<std::string_view> words;
      splitInto(words, *line);
      if (words.empty()) continue;
      if (words[0] == "end_header") break;
      if (words[0] == "comment" || words[0] == "obj_info")
        header_.says.takeComment(source_, std::string(words[0]) + " ",
                                 line->substr(line->find(words[0]) + words[0].size()));
      else
        take(words);
    }
    if (!has_format_) source_.failAtLine("the header does not contain \"format\"");
    if (!has_vertices_) source_.failAtLine("the header does not contain an element \"vertex\"");
    requireReadable();
    return std::move(header_);
  }

 private:
  void requireBegin() {
    if (source_.peek(3) == "\xef\xbb\xbf")
      source_.failAtByte(0, "a PLY file must not start with a byte-order mark; remove it: tail -c +4 FILE > OTHER.ply");
    if (source_.line().value_or("") != "ply")
      source_.failAtByte(0, "not a PLY file: it must start with the line \"ply\"");
  }

  void take(const std::vector<std::string_view>& words) {
    if (words[0] == "format")
      takeFormat(words);
    else if (words[0] == "element" && words.size() == 3)
      takeElement(words[1], words[2]);
    else if (words[0] == "property" && words.size() >= 3 && !header_.elements.empty())
      takeProperty(header_.elements.back(), words);
    else
      source_.failAtLine("unexpected " + quoted(words[0]));
  }

  void takeFormat(const std::vector<std::string_view>& words) {
    if (has_format_) source_.failAtLine("there must only be one line \"format\"");
    const std::string_view format = words.size() < 2 ? "" : words[1];
    header_.big_endian = format == "binary_big_endian";
    header_.binary = header_.big_endian || format == "binary_little_endian";
    if (!header_.binary && format != "ascii")
      source_.failAtLine("the format must be ascii, binary_little_endian or binary_big_endian, not " + quoted(format));
    if (words.size() > 2 && words[2] != "1.0") source_.ignore("format version " + quoted(words[2]));
    has_format_ = true;
  }

  void takeElement(std::string_view name, std::string_view text) {
    uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count > std::numeric_limits<uint32_t>::max())
      source_.failAtLine("the count of an element must be a whole number below 2^32");
    if (name == "vertex") {
      if (has_vertices_) source_.failAtLine("there must only be one element \"vertex\"");
      if (count == 0) source_.failAtLine("there are 0 vertices (expected at least 1)");
      has_vertices_ = true;
      header_.vertex = header_.elements.size();
    }
    if (name.starts_with("codebook"))
      source_.failAtLine("splats that are quantised using codebooks are not supported; save them without quantisation");
    header_.elements.push_back({std::string(name), count, {}, 0, false});
  }

  void takeProperty(PlyElement& element, const std::vector<std::string_view>& words) {
    if (words[1] == "list") {
      element.has_list = true;
      return;
    }
    const auto* const type = std::ranges::find(kTypes, words[1], &TypeName::name);
    if (words.size() != 3) source_.failAtLine("a property must have a type such as float or uchar, and a name");
    if (type == std::end(kTypes)) source_.failAtLine("the type " + quoted(words[1]) + " is not supported");
    const std::string name = lowered(words[2]);
    if (element.name == "vertex" && element.find(name))
      source_.failAtLine("there are two properties \"" + name.substr(0, 40) + "\"; rename or remove one");
    element.properties.push_back({name, type->type, element.bytes});
    element.bytes += type->bytes;
    if (element.properties.size() > kMostProperties)
      source_.failAtLine("an element cannot have more than 1000 properties");
  }

  void requireReadable() {
    if (header_.vertices().has_list) source_.failAtLine("list properties of vertices are not supported");
    for (std::size_t i = 0; i < header_.vertex && header_.binary; ++i)
      if (header_.elements[i].has_list && header_.elements[i].count != 0)
        source_.failAtLine("list properties before the vertices of a binary file are not supported");
  }

  Source& source_;
  PlyHeader header_;
  bool has_format_ = false;
  bool has_vertices_ = false;
};

template <typename T>
double numberAt(const char* bytes, bool reversed) {
  char own[sizeof(T)];
  if (reversed)
    std::reverse_copy(bytes, bytes + sizeof own, own);
  else
    std::copy_n(bytes, sizeof own, own);
  return static_cast<double>(std::bit_cast<T>(own));
}

void readBinary(Source& source, const PlyHeader& header, CloudBuilder& builder) {
  const PlyElement& vertices = header.vertices();
  for (std::size_t i = 0; i < header.vertex; ++i) source.skip(header.elements[i].count * header.elements[i].bytes);
  std::vector<double> values(vertices.properties.size());
  while (builder.rows() < vertices.count && !builder.full()) {
    const uint64_t at = source.position();
    const std::string_view record = source.take(vertices.bytes);
    if (record.size() < vertices.bytes) source.failAtByte(at, builder.shortness());
    for (const uint32_t column : builder.columns().used) {
      const PlyProperty& property = vertices.properties[column];
      values[column] = plyNumber(record.data() + property.offset, property.type, header.big_endian);
    }
    builder.addRow(values);
  }
}

void readText(Source& source, const PlyHeader& header, CloudBuilder& builder) {
  for (std::size_t i = 0; i < header.vertex; ++i)
    for (uint64_t line = 0; line < header.elements[i].count && source.line(); ++line) continue;
  const PlyElement& vertices = header.vertices();
  std::vector<double> values(vertices.properties.size());
  std::vector<std::string_view> words;
  while (builder.rows() < vertices.count && !builder.full()) {
    const std::optional<std::string_view> line = source.line();
    if (!line) source.failAtLine(builder.shortness());
    splitInto(words, *line);
    if (words.empty()) continue;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::optional<double> number = words.size() == values.size() ? numberOf(words[i]) : std::nullopt;
      if (!number && words.size() == values.size() && words[i].find(',') < words[i].size() - 1)
        source.failAtLine("decimal commas are not supported; convert the file: sed 's/,/./g' FILE > OTHER.ply");
      if (!number && line->find_first_of(",;") != std::string_view::npos)
        source.failAtLine("spaces must separate the numbers; convert the file: sed 's/[,;]/ /g' FILE > OTHER.ply");
      if (!number && words.size() == values.size()) source.failAtLine(quoted(words[i]) + " is not a number");
      if (!number)
        source.failAtLine("must contain " + std::to_string(values.size()) +
                          " numbers, one for each property in the header");
      values[i] = *number;
    }
    builder.addRow(values);
  }
}

}  // namespace

std::optional<uint32_t> PlyElement::find(std::string_view property) const {
  const auto found = std::ranges::find(properties, property, &PlyProperty::name);
  if (found == properties.end()) return std::nullopt;
  return static_cast<uint32_t>(found - properties.begin());
}

std::vector<std::string> PlyElement::names() const {
  std::vector<std::string> all;
  for (const PlyProperty& property : properties) all.push_back(property.name);
  return all;
}

void PlyHeader::ignoreBehind(Source& source, std::size_t next) const {
  for (; next < elements.size(); ++next) {
    if (elements[next].has_list && elements[next].count != 0) return;
    if (binary) source.skip(elements[next].count * elements[next].bytes);
    for (uint64_t row = 0; !binary && row < elements[next].count && source.line(); ++row) continue;
  }
  if (const uint64_t behind = source.skip(); behind != 0)
    source.ignore(std::to_string(behind) + " bytes after the elements");
}

double plyNumber(const char* bytes, PlyType type, bool big_endian) {
  constexpr double (*kReaders[])(const char*, bool) = {
      numberAt<int8_t>,   numberAt<uint8_t>, numberAt<int16_t>,  numberAt<uint16_t>, numberAt<int32_t>,
      numberAt<uint32_t>, numberAt<int64_t>, numberAt<uint64_t>, numberAt<float>,    numberAt<double>};
  return kReaders[static_cast<std::size_t>(type)](bytes, big_endian != (std::endian::native == std::endian::big));
}

Cloud readPly(Source& source, const ReadOptions& options) {
  const PlyHeader header = HeaderReader(source).read();
  const PlyElement& vertices = header.vertices();
  const bool packed = vertices.find("packed_position").has_value();
  for (const PlyElement& each : header.elements)
    if (&each != &vertices && each.count != 0 && !(packed && (each.name == "chunk" || &each == header.harmonics())))
      source.ignore("element " + each.name.substr(0, 60));
  if (packed) return readPackedPly(source, header, options);
  Columns columns = chooseColumns(source, vertices.names(), options.degree);
  const bool whole = columns.paint == Paint::colors && vertices.properties[*columns.places[kRed]].type < PlyType::f32;
  columns.units.white = whole ? 255.0F : 1.0F;
  const uint64_t position = source.position(), lines = source.lines();
  std::optional<CloudBuilder> builder;
  const auto read = [&] {
    builder.emplace(source, options, columns, vertices.count);
    builder->heed(header.says);
    (header.binary ? readBinary : readText)(source, header, *builder);
  };
  read();
  if (const Units units = builder->suggestedUnits(); units != columns.units) {
    columns.units = units;
    source.rewind(position, lines);
    read();
  }
  if (builder->rows() == vertices.count) header.ignoreBehind(source, header.vertex + 1);
  return builder->finish();
}

}  // namespace particles
