#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

#include "points/builder.h"
#include "points/byte_source.h"
#include "points/fields.h"
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
    {"float", PlyType::f32, 4}, {"float32", PlyType::f32, 4}, {"double", PlyType::f64, 8}, {"float64", PlyType::f64, 8},
};

// For messages: of a word from a file not too much.
std::string quoted(std::string_view word) { return "\"" + std::string(word.substr(0, 40)) + "\""; }

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
  explicit HeaderReader(ByteSource& source) : source_(source) {}

  PlyHeader read() {
    const std::vector<std::string_view> first = wordsOf(source_.line().value_or(""));
    if (first.size() != 1 || first[0] != "ply")
      source_.failAtByte(0, "is no PLY file: it must begin with a line \"ply\"");
    while (true) {
      const std::optional<std::string_view> line = source_.line();
      if (!line) source_.failAtLine("the file is cut short: the header has no \"end_header\"");
      if (source_.lines() > kMostLines) source_.failAtLine("the header is longer than 2000 lines");
      const std::vector<std::string_view> words = wordsOf(*line);
      if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
      if (words[0] == "end_header") break;
      take(words);
    }
    if (!has_format_) source_.failAtLine("the header has no \"format\"");
    if (!has_vertices_) source_.failAtLine("the header has no element \"vertex\"");
    requireReadable();
    return std::move(header_);
  }

 private:
  void take(const std::vector<std::string_view>& words) {
    if (words[0] == "format")
      takeFormat(words);
    else if (words[0] == "element" && words.size() == 3)
      takeElement(words[1], words[2]);
    else if (words[0] == "property" && words.size() >= 3 && !header_.elements.empty())
      takeProperty(header_.elements.back(), words);
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
    uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count > std::numeric_limits<uint32_t>::max())
      source_.failAtLine("the count of an element must be a whole number below 2^32");
    if (name == "vertex") {
      if (has_vertices_) source_.failAtLine("there must be one element \"vertex\"");
      if (count == 0) source_.failAtLine("there are 0 vertices; there must be at least 1");
      has_vertices_ = true;
      header_.vertex = header_.elements.size();
    }
    header_.elements.push_back({std::string(name), count, {}, 0, false});
  }

  void takeProperty(PlyElement& element, const std::vector<std::string_view>& words) {
    if (words[1] == "list") {
      element.has_list = true;
      return;
    }
    const auto* const type = std::ranges::find(kTypes, words[1], &TypeName::name);
    if (words.size() != 3 || type == std::end(kTypes))
      source_.failAtLine("a property must have a type such as float or uchar, and a name");
    element.properties.push_back({lowered(words[2]), type->type, element.bytes});
    element.bytes += type->bytes;
    if (element.properties.size() > kMostProperties) source_.failAtLine("an element has more than 1000 properties");
  }

  void requireReadable() {
    if (header_.vertices().has_list) source_.failAtLine("lists among the properties of vertices are not understood");
    for (std::size_t i = 0; i < header_.vertex && header_.binary; ++i)
      if (header_.elements[i].has_list && header_.elements[i].count != 0)
        source_.failAtLine("lists before the vertices of a binary file are not understood");
  }

  ByteSource& source_;
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

std::vector<std::string> namesOf(const PlyElement& element) {
  std::vector<std::string> names;
  for (const PlyProperty& property : element.properties) names.push_back(property.name);
  return names;
}

bool hasBytes(const PlyElement& element) {
  for (const char* name : {"red", "r", "diffuse_red"})
    if (const auto place = element.find(name)) return element.properties[*place].type == PlyType::u8;
  return false;
}

void readBinary(ByteSource& source, const PlyHeader& header, RowReader& rows) {
  const PlyElement& vertices = header.vertices();
  CloudBuilder& builder = rows.builder();
  for (std::size_t i = 0; i < header.vertex; ++i)
    if (!source.skip(header.elements[i].count * header.elements[i].bytes)) builder.failShort(source.position());
  struct Number {
    uint32_t offset;
    PlyType type;
    uint32_t place;
  };
  std::vector<Number> numbers;
  for (const RowReader::Cell& cell : rows.cells())
    numbers.push_back({vertices.properties[cell.column].offset, vertices.properties[cell.column].type, cell.place});
  Progress progress(vertices.count);
  while (builder.rows() < vertices.count && !builder.full()) {
    const uint64_t first = source.position();
    const std::span<const char> records = source.records(vertices.bytes, vertices.count - builder.rows());
    if (records.empty()) builder.failShort(first);
    for (std::size_t at = 0; at < records.size() && !builder.full(); at += vertices.bytes) {
      for (const Number& number : numbers)
        rows.numbers()[number.place] = plyNumber(records.data() + at + number.offset, number.type, header.big_endian);
      rows.add();
    }
    progress.at(builder.rows());
  }
}

std::string_view nextWord(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(word.size());
  return word;
}

void readLine(const ByteSource& source, std::string_view line, std::vector<double>& values) {
  const auto fail = [&] {
    source.failAtLine("must have " + std::to_string(values.size()) + " numbers, as the header says");
  };
  for (double& value : values) {
    const std::string_view word = nextWord(line);
    const std::optional<double> number = word.empty() ? std::nullopt : numberOf(word);
    if (!number) fail();
    value = *number;
  }
  if (!nextWord(line).empty()) fail();
}

void readText(ByteSource& source, const PlyHeader& header, RowReader& rows) {
  CloudBuilder& builder = rows.builder();
  for (std::size_t i = 0; i < header.vertex; ++i)
    for (uint64_t line = 0; line < header.elements[i].count; ++line)
      if (!source.line()) builder.failShort(CloudBuilder::kLastLine);
  const PlyElement& vertices = header.vertices();
  Progress progress(vertices.count);
  std::vector<double> values(vertices.properties.size());
  while (builder.rows() < vertices.count && !builder.full()) {
    const std::optional<std::string_view> line = source.line();
    if (!line) builder.failShort(CloudBuilder::kLastLine);
    if (line->find_first_not_of(" \t") == std::string_view::npos) continue;
    readLine(source, *line, values);
    for (const RowReader::Cell& cell : rows.cells()) rows.numbers()[cell.place] = values[cell.column];
    rows.add();
    progress.at(builder.rows());
  }
}

}  // namespace

std::optional<uint32_t> PlyElement::find(std::string_view property) const {
  const auto found = std::ranges::find(properties, property, &PlyProperty::name);
  if (found == properties.end()) return std::nullopt;
  return static_cast<uint32_t>(found - properties.begin());
}

PlyHeader readPlyHeader(ByteSource& source) { return HeaderReader(source).read(); }

double plyNumber(const char* bytes, PlyType type, bool big_endian) {
  const bool reversed = big_endian != (std::endian::native == std::endian::big);
  switch (type) {
    case PlyType::i8:
      return numberAt<int8_t>(bytes, reversed);
    case PlyType::u8:
      return numberAt<uint8_t>(bytes, reversed);
    case PlyType::i16:
      return numberAt<int16_t>(bytes, reversed);
    case PlyType::u16:
      return numberAt<uint16_t>(bytes, reversed);
    case PlyType::i32:
      return numberAt<int32_t>(bytes, reversed);
    case PlyType::u32:
      return numberAt<uint32_t>(bytes, reversed);
    case PlyType::f64:
      return numberAt<double>(bytes, reversed);
    case PlyType::f32:
      break;
  }
  return numberAt<float>(bytes, reversed);
}

Cloud readPly(ByteSource& source, const ReadOptions& options) {
  const PlyHeader header = readPlyHeader(source);
  const PlyElement& vertices = header.vertices();
  if (vertices.find("packed_position")) return readPackedPly(source, header, options);
  RowReader rows(source, options, chooseColumns(source, namesOf(vertices), hasBytes(vertices), options.degree),
                 vertices.count);
  if (header.binary)
    readBinary(source, header, rows);
  else
    readText(source, header, rows);
  return rows.builder().finish();
}

}  // namespace particles
