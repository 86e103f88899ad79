#include <algorithm>

#include "points/number_text.h"
#include "points/ply_header.h"
#include "points/progress.h"
#include "points/readers.h"
#include "points/rows.h"

namespace particles {
namespace {

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
