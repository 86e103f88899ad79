#include <algorithm>
#include <array>
#include <cmath>

#include "points/float_text.h"
#include "points/progress.h"
#include "points/read_points.h"

namespace particles {
namespace {

constexpr float kWhite = 255.0F;
constexpr std::size_t kMostColumns = 1000;

// In the order of a line without names.
constexpr std::array<std::array<std::string_view, 2>, 6> kColumnNames = {
    {{"x", "x"}, {"y", "y"}, {"z", "z"}, {"red", "r"}, {"green", "g"}, {"blue", "b"}}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '"')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '"')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> cellsOf(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::optional<float> numberOf(std::string_view cell) {
  float value = 0.0F;
  const auto [end, error] = floatFrom(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

class CsvReader {
 public:
  CsvReader(ByteSource& source, uint32_t most) : source_(source), most_(most) {}

  Cloud read() {
    cloud_.discs = true;
    Progress progress(std::max<uint64_t>(source_.size(), 1));
    while (const std::optional<std::string_view> line = source_.line()) {
      if (trimmed(*line).empty()) continue;
      const std::vector<std::string_view> cells = cellsOf(*line);
      if (columns_ == 0 ? !takeNames(cells) : true) addPoint(cells);
      progress.at(source_.position());
    }
    if (cloud_.count() == 0) source_.failAtLine("the file ends without a point");
    return std::move(cloud_);
  }

 private:
  // The first line: true if it has names, and no point.
  bool takeNames(const std::vector<std::string_view>& cells) {
    columns_ = cells.size();
    if (columns_ > kMostColumns) source_.failAtLine("there are more than 1000 columns");
    if (numberOf(cells[0])) {
      if (columns_ != 3 && columns_ != 6)
        source_.failAtLine("a line without names before it must have 3 or 6 numbers, not " + std::to_string(columns_));
      for (std::size_t i = 0; i < columns_; ++i) places_[i] = i;
      return false;
    }
    for (std::size_t i = 0; i < kColumnNames.size(); ++i)
      for (std::size_t c = 0; c < columns_; ++c)
        if (cells[c] == kColumnNames[i][0] || cells[c] == kColumnNames[i][1]) places_[i] = c;
    for (std::size_t i = 0; i < 3; ++i)
      if (!places_[i]) source_.failAtLine("there is no column \"" + std::string(kColumnNames[i][0]) + "\"");
    const auto colors = std::count_if(places_.begin() + 3, places_.end(), [](const auto& p) { return p.has_value(); });
    if (colors != 0 && colors != 3) source_.failAtLine("a colour needs the columns red, green and blue");
    return true;
  }

  void addPoint(const std::vector<std::string_view>& cells) {
    if (cells.size() != columns_)
      source_.failAtLine("must have " + std::to_string(columns_) + " columns, not " + std::to_string(cells.size()));
    if (cloud_.count() == most_) source_.failAtLine("there are more than " + std::to_string(most_) + " points");
    Gaussian point;
    for (int i = 0; i < 3; ++i)
      point.at[i] = valueOf(cells, static_cast<std::size_t>(i), -kMostDistance, kMostDistance);
    point.color = kUncolored;
    for (int i = 0; places_[3] && i < 3; ++i)
      point.color[i] = valueOf(cells, static_cast<std::size_t>(i) + 3, 0.0F, kWhite) / kWhite;
    cloud_.add(point);
  }

  float valueOf(const std::vector<std::string_view>& cells, std::size_t name, float low, float high) const {
    const std::string_view cell = cells[*places_[name]];
    const std::optional<float> value = numberOf(cell);
    if (value && *value >= low && *value <= high) return *value;
    char limits[64];
    std::snprintf(limits, sizeof limits, "%g to %g", static_cast<double>(low), static_cast<double>(high));
    source_.failAtLine(std::string(kColumnNames[name][0]) + " must be a number from " + limits + ", not '" +
                       std::string(cell.substr(0, 40)) + "'");
  }

  ByteSource& source_;
  uint32_t most_;
  Cloud cloud_;
  std::size_t columns_ = 0;
  std::array<std::optional<std::size_t>, 6> places_{};
};

}  // namespace

Cloud readCsv(ByteSource& source, uint32_t most) { return CsvReader(source, most).read(); }

}  // namespace particles
