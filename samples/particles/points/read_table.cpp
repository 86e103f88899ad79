#include <algorithm>
#include <array>
#include <cmath>

#include "points/read_points.h"

namespace particles {
namespace {

constexpr std::size_t kMostColumns = 1000;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\"\v\f";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// Between columns: ; or , or tab, or any number of blanks.
char separatorOf(std::string_view line) {
  for (const char separator : {';', ','})
    if (line.find(separator) != std::string_view::npos) return separator;
  return line.find('\t') != std::string_view::npos && trimmed(line).find(' ') == std::string_view::npos ? '\t' : ' ';
}

std::vector<std::string> namesIn(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  splitInto(cells, line, line.find(separator) != std::string_view::npos ? separator : separatorOf(line));
  std::vector<std::string> names;
  for (const std::string_view cell : cells) names.push_back(lowered(cell));
  return names;
}

// As some countries write it, 0,5 is 0.5 where columns are not between commas.
std::optional<double> numberIn(std::string_view cell, bool& by_comma) {
  if (const std::optional<double> number = numberOf(cell)) return number;
  if (cell.size() > 64) return std::nullopt;
  std::string text(cell);
  if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  const std::optional<double> number = numberOf(text);
  by_comma = by_comma || number;
  return number;
}

// The words of a row; a separator at its end is not one more.
void splitRow(std::vector<std::string_view>& cells, std::string_view line, char separator) {
  splitInto(cells, line, separator);
  if (separator != ' ' && cells.back().empty()) cells.pop_back();
}

// Whether the last of seven columns is opacity, by the first rows: a fraction behind whole numbers up to 255, or always
// the same 1 or 255, and not so the two before.
bool endsWithOpacity(std::vector<std::string_view> row, std::string_view rest, char separator) {
  bool by_comma = false, constant = true, differs = false, bytes = true, fraction = false;
  const std::optional<double> first = numberIn(row[6], by_comma);
  for (int i = 0; i < 100; ++i) {
    std::array<double, 7> n{};
    for (std::size_t c = 0; c < 7 && row.size() == 7; ++c) n[c] = numberIn(row[c], by_comma).value_or(NAN);
    if (row.size() == 7) {
      constant = constant && n[6] == first;
      differs = differs || n[4] != first || n[5] != first;
      for (std::size_t c = 3; c < 6; ++c) bytes = bytes && n[c] >= 0.0 && n[c] <= 255.0 && n[c] == std::floor(n[c]);
      bytes = bytes && n[6] >= 0.0 && n[6] <= 1.0;
      fraction = fraction || n[6] != std::floor(n[6]);
    }
    if (rest.empty()) break;
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    splitRow(row, line.substr(0, line.find('\r')), separator);
  }
  return (bytes && fraction) || (constant && differs && (first == 1.0 || first == 255.0));
}

// Of a table without names.
std::vector<std::string> namesOf(const Source& source, std::size_t columns, bool opacity) {
  std::vector<std::string> names{"x", "y", "z"};
  if (columns < 3)
    source.failAtLine("a line without names before it must have at least 3 numbers, not " + std::to_string(columns));
  if (columns == 4 || (columns == 7 && !opacity)) names.emplace_back("intensity");
  if (columns >= 6) names.insert(names.end(), {"red", "green", "blue"});
  if (opacity) names.emplace_back("alpha");
  for (std::size_t i = names.size(); i < columns; ++i) names.push_back("column " + std::to_string(i + 1));
  return names;
}

// Of a line that begins with # or //: what is behind that.
std::optional<std::string_view> commentIn(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with("#") && !text.starts_with("//")) return std::nullopt;
  return trimmed(text.substr(std::min(text.find_first_not_of("#/"), text.size())));
}

class TableReader {
 public:
  TableReader(Source& source, const ReadOptions& options) : source_(source), options_(options) {}

  Cloud read() {
    while (const std::optional<std::string_view> line = source_.line()) {
      if (builder_ && builder_->full()) break;
      if (line->find_first_not_of(" \t\"\v\f,;") == std::string_view::npos) continue;
      if (const std::optional<std::string_view> text = commentIn(*line))
        takeNames(*text, true);
      else if (builder_ || !takeBefore(*line))
        takeRow(*line);
    }
    if (!builder_) source_.failAtLine("the file ends without an element");
    if (count_ > builder_->rows() && !builder_->full()) source_.failAtLine(builder_->shortness());
    return builder_->finish();
  }

 private:
  // True if the line has names, among them one of a coordinate. Other comments may say something of all rows.
  bool takeNames(std::string_view line, bool in_comment) {
    if (builder_) return false;
    const std::vector<std::string> names = namesIn(line, separatorOf(line));
    const bool has_names = std::ranges::count(names, "x") != 0 && (!in_comment || std::ranges::count(names, "y") != 0);
    if (!has_names || (in_comment && !names_.empty() && !in_comment_)) {
      if (in_comment) says_.takeComment(source_, "comment ", line);
      return false;
    }
    says_.takeComment(source_, "comment ", names_);  // names that others replace
    names_ = line;
    names_line_ = source_.lines();
    in_comment_ = in_comment;
    return true;
  }

  // Before the first row: names, or how many rows there are.
  bool takeBefore(std::string_view line) {
    if (takeNames(line, false)) return true;
    std::vector<std::string_view> cells;
    splitInto(cells, line, separatorOf(line));
    const std::optional<double> first = numberOf(cells[0]);
    if (cells.size() == 1 && first && *first >= 0.0 && *first < 4294967296.0) {
      count_ = static_cast<uint64_t>(*first);
      return true;
    }
    if (names_.empty() && !first) source_.failAtLine("there is no column \"x\", and this is no number");
    return false;
  }

  void start(std::string_view line) {
    separator_ = separatorOf(line);
    splitInto(cells_, line, separator_);
    if (cells_.back().empty()) cells_.pop_back();  // a separator at the end of the line
    std::vector<std::string> names;
    if (!names_.empty()) names = namesIn(names_, separator_);
    if (!names.empty() && names.back().empty()) names.pop_back();
    const bool prose = in_comment_ && names.size() != cells_.size();
    const bool unnamed = names.empty() || prose;
    const bool opacity = unnamed && cells_.size() == 7 && endsWithOpacity(cells_, source_.rest(), separator_);
    if (prose) says_.takeComment(source_, "comment ", names_);
    if (unnamed) names = namesOf(source_, cells_.size(), opacity);
    values_.resize(names.size());
    if (names.size() > kMostColumns) source_.failAtLine("there are more than 1000 columns");
    Columns columns = chooseColumns(source_, names, unnamed ? source_.lines() : names_line_, options_.degree);
    columns.unnamed = unnamed;
    if (unnamed) columns.notes.push_back("columns guessed to be " + firstOf(names));
    if (unnamed && cells_.size() == 7 && !opacity)
      columns.notes.emplace_back("others are named by a line before them, such as \"x y z r g b a\"");
    used_ = columns.used();
    builder_.emplace(source_, options_, std::move(columns), count_);
    builder_->heed(says_);
  }

  static std::string firstOf(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 7) && !names[i].starts_with("column"); ++i)
      text += (i == 0 ? "" : " ") + names[i];
    return text;
  }

  void takeRow(std::string_view line) {
    if (!builder_) start(line);
    splitInto(cells_, line, separator_);
    if (cells_.size() == values_.size() + 1 && cells_.back().empty()) cells_.pop_back();
    if (cells_.size() != values_.size())
      source_.failAtLine("must have " + std::to_string(values_.size()) + " columns, not " +
                         std::to_string(cells_.size()));
    for (const uint32_t column : used_) values_[column] = valueOf(cells_[column]);
    builder_->addRow(values_);
  }

  double valueOf(std::string_view cell) {
    bool by_comma = false;
    const std::optional<double> number = numberIn(cell, by_comma);
    if (by_comma) builder_->noteOnce("commas read as decimal points");
    if (!number) source_.failAtLine("there must be a number, not '" + std::string(cell.substr(0, 40)) + "'");
    return *number;
  }

  Source& source_;
  const ReadOptions& options_;
  FileSays says_;
  std::string names_;  // the line that has them
  uint64_t names_line_ = 0;
  bool in_comment_ = false;  // which may be no names after all
  uint64_t count_ = 0;       // of rows, if a line before them says it
  char separator_ = ',';
  std::vector<std::string_view> cells_;
  std::vector<double> values_;  // by column
  std::vector<uint32_t> used_;
  std::optional<CloudBuilder> builder_;
};

}  // namespace

void splitInto(std::vector<std::string_view>& cells, std::string_view line, char separator) {
  cells.clear();
  if (separator != ' ') {
    while (true) {
      const std::size_t end = line.find(separator);
      cells.push_back(trimmed(line.substr(0, end)));
      if (end == std::string_view::npos) return;
      line.remove_prefix(end + 1);
    }
  }
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty()) return;
    const std::string_view cell = line.substr(0, line.find_first_of(" \t"));
    cells.push_back(trimmed(cell));
    line.remove_prefix(cell.size());
  }
}

Cloud readTable(Source& source, const ReadOptions& options) {
  if (source.rest().starts_with("\xef\xbb\xbf")) source.take(3);  // a byte-order mark
  return TableReader(source, options).read();
}

}  // namespace particles
