#include "table.h"

#include <algorithm>
#include <fstream>
#include <istream>
#include <ostream>
#include <sstream>

#include "gpu/error.h"

namespace gate {
namespace {

constexpr const char* kDriverMark = "# ";

std::string header() {
  std::string line = "device,wave,configuration,kernel";
  for (const Count& count : kCounts) line += std::string(",") + count.column;
  return line;
}

Row parseRow(const std::string& line, std::size_t number) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  const std::string where = "line " + std::to_string(number) + " of the recorded table: ";
  if (fields.size() != 4 + kCounts.size()) throw gpu::Error(where + "a wrong number of fields");
  Row row;
  try {
    row = {fields[0], static_cast<std::uint32_t>(std::stoul(fields[1])), fields[2], fields[3], {}};
    for (std::size_t i = 0; i < kCounts.size(); ++i) row.counts[i] = std::stoull(fields[4 + i]);
  } catch (const std::logic_error&) {
    throw gpu::Error(where + "not a number");
  }
  return row;
}

}  // namespace

std::string Row::name() const { return device + " wave" + std::to_string(wave) + " " + configuration + " " + kernel; }

Table Table::ofGpusIn(const Table& other) const {
  Table found{driver, {}};
  for (const Row& row : rows) {
    const auto same = [&row](const Row& each) { return each.device == row.device && each.wave == row.wave; };
    if (std::any_of(other.rows.begin(), other.rows.end(), same)) found.rows.push_back(row);
  }
  return found;
}

void write(std::ostream& out, const Table& table) {
  out << kDriverMark << table.driver << '\n' << header() << '\n';
  for (const Row& row : table.rows) {
    out << row.device << ',' << row.wave << ',' << row.configuration << ',' << row.kernel;
    for (const std::uint64_t count : row.counts) out << ',' << count;
    out << '\n';
  }
}

Table read(std::istream& in) {
  Table table;
  std::string line;
  if (!std::getline(in, line) || !line.starts_with(kDriverMark)) {
    throw gpu::Error("line 1 of the recorded table: not a driver's name");
  }
  table.driver = line.substr(std::string(kDriverMark).size());
  if (!std::getline(in, line) || line != header()) throw gpu::Error("line 2 of the recorded table: not " + header());
  for (std::size_t number = 3; std::getline(in, line); ++number) table.rows.push_back(parseRow(line, number));
  return table;
}

Table readRecorded() {
  std::ifstream file(VKSORT_GATE_TABLE);
  if (!file) throw gpu::Error("cannot read " VKSORT_GATE_TABLE);
  return read(file);
}

void writeRecorded(const Table& table) {
  std::ofstream file(VKSORT_GATE_TABLE);
  write(file, table);
  file.close();
  if (!file) throw gpu::Error("cannot write " VKSORT_GATE_TABLE);
}

}  // namespace gate
