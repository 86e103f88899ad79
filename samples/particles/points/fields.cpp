#include "points/fields.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>

namespace particles {
namespace {

struct Name {
  std::string_view name;
  Field field;
};
// Of two names of one field the first one is read.
constexpr Name kNames[] = {
    {"x", Field::x},
    {"y", Field::y},
    {"z", Field::z},
    {"f_dc_0", Field::f_dc_0},
    {"f_dc_1", Field::f_dc_1},
    {"f_dc_2", Field::f_dc_2},
    {"red", Field::red},
    {"green", Field::green},
    {"blue", Field::blue},
    {"r", Field::red},
    {"g", Field::green},
    {"b", Field::blue},
    {"diffuse_red", Field::red},
    {"diffuse_green", Field::green},
    {"diffuse_blue", Field::blue},
    {"intensity", Field::intensity},
    {"scalar_intensity", Field::intensity},
    {"opacity", Field::opacity},
    {"scale_0", Field::scale_0},
    {"scale_1", Field::scale_1},
    {"scale_2", Field::scale_2},
    {"rot_0", Field::rot_0},
    {"rot_1", Field::rot_1},
    {"rot_2", Field::rot_2},
    {"rot_3", Field::rot_3},
};
constexpr std::string_view kRest = "f_rest_";
constexpr uint32_t kMostRests = 1000;
constexpr uint32_t kMostFileDegree = 16;

std::optional<uint32_t> restNumber(std::string_view name) {
  if (!name.starts_with(kRest)) return std::nullopt;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data() + kRest.size(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || number >= kMostRests) return std::nullopt;
  return number;
}

class Chooser {
 public:
  Chooser(const ByteSource& source, const std::vector<std::string>& names) : source_(source), names_(names) {
    refuseDuplicates();
    for (const Name& each : kNames) {
      std::optional<uint32_t>& place = found_[static_cast<std::size_t>(each.field)];
      const auto at = std::ranges::find(names_, each.name);
      if (at != names_.end() && !place) place = static_cast<uint32_t>(at - names_.begin());
    }
  }

  Columns choose(bool bytes, uint32_t degree) {
    for (std::size_t i = 0; i < 3; ++i)
      if (!found_[i]) source_.failAtLine("there is no column \"" + std::string(kNames[i].name) + "\"");
    take(Field::x, 3);
    chooseShape();
    choosePaint(bytes);
    chooseRests(degree);
    for (uint32_t i = 0; i < names_.size(); ++i)
      if (!used_.contains(i) && !names_[i].empty() && !restNumber(names_[i])) columns_.ignored.push_back(names_[i]);
    return std::move(columns_);
  }

 private:
  void refuseDuplicates() const {
    std::set<std::string_view> seen;
    for (const std::string& name : names_)
      if (!name.empty() && !seen.insert(name).second)
        source_.failAtLine("there are two columns \"" + name.substr(0, 40) + "\"; rename or remove one");
  }

  bool take(Field first, std::size_t count) {
    const auto begin = static_cast<std::size_t>(first);
    for (std::size_t f = begin; f < begin + count; ++f)
      if (!found_[f]) return false;
    for (std::size_t f = begin; f < begin + count; ++f) {
      columns_.places[f] = found_[f];
      used_.insert(*found_[f]);
    }
    return true;
  }

  void chooseShape() {
    for (uint32_t axes = 3; axes > 0 && columns_.scales == 0; --axes)
      if (take(Field::scale_0, axes)) columns_.scales = axes;
    columns_.what = columns_.scales == 0 ? "points" : columns_.scales == 2 ? "flat splats" : "splats";
    if (columns_.scales == 0) {
      if (found_[static_cast<std::size_t>(Field::f_dc_0)])
        columns_.notes.emplace_back("no scale_*: drawn as discs of one size");
      return;
    }
    if (columns_.scales == 1) columns_.notes.emplace_back("scale_0 for all axes");
    if (!take(Field::rot_0, 4) && columns_.scales > 1) columns_.notes.emplace_back("no rot_*: axes not turned");
    if (!take(Field::opacity, 1)) columns_.notes.emplace_back("no opacity: opaque");
  }

  void choosePaint(bool bytes) {
    if (take(Field::f_dc_0, 3))
      columns_.paint = Paint::degree0;
    else if (take(Field::red, 3))
      columns_.paint = bytes ? Paint::bytes : Paint::guessed;
    else if (take(Field::intensity, 1))
      columns_.paint = Paint::grey;
  }

  // All coefficients of a colour lie together, as many as the degree of the file has.
  void chooseRests(uint32_t degree) {
    std::vector<uint32_t> places(kMostRests);
    uint32_t count = 0, most = 0;
    for (uint32_t i = 0; i < names_.size(); ++i)
      if (const std::optional<uint32_t> number = restNumber(names_[i])) {
        places[*number] = i;
        most = std::max(most, *number + 1);
        ++count;
      }
    if (count == 0) return;
    if (columns_.scales == 0 || columns_.paint != Paint::degree0) {
      columns_.ignored.emplace_back("f_rest_*");
      return;
    }
    for (uint32_t of = 1; of <= kMostFileDegree && most == count; ++of)
      if (count == 3 * restOf(of)) columns_.file_degree = of;
    if (columns_.file_degree == 0) {
      columns_.notes.push_back(std::to_string(count) + " f_rest_* are of no degree and left out");
      return;
    }
    columns_.degree = std::min({degree, columns_.file_degree, kMostDegree});
    for (uint32_t color = 0; color < 3; ++color)
      for (uint32_t i = 0; i < restOf(columns_.degree); ++i)
        columns_.rests.push_back(places[color * restOf(columns_.file_degree) + i]);
  }

  const ByteSource& source_;
  const std::vector<std::string>& names_;
  std::array<std::optional<uint32_t>, kFields> found_;
  std::set<uint32_t> used_;
  Columns columns_;
};

}  // namespace

std::string lowered(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool isCoordinate(std::string_view name) { return name == "x" || name == "y" || name == "z"; }

Columns chooseColumns(const ByteSource& source, const std::vector<std::string>& names, bool bytes, uint32_t degree) {
  return Chooser(source, names).choose(bytes, degree);
}

std::optional<double> numberOf(std::string_view word) {
  constexpr std::string_view kNone[] = {"", "-", "na", "n/a", "null", "none", "1.#qnan", "-1.#ind", "1.#ind"};
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0.0;
  const char* const end = word.data() + word.size();
  const auto [next, error] = std::from_chars(word.data(), end, value);
  if (next == end && error == std::errc{}) return value;
  if (next == end && error == std::errc::result_out_of_range) return std::strtod(std::string(word).c_str(), nullptr);
  if (word.size() < 8 && std::ranges::count(kNone, lowered(word)) != 0) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace particles
