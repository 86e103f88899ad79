#include "points/columns.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <map>

namespace particles {
namespace {

constexpr std::string_view kNames[kFields] = {
    "x",       "y",       "z",       "f_dc_0",  "f_dc_1", "f_dc_2", "red",   "green", "blue",     "intensity",
    "opacity", "scale_0", "scale_1", "scale_2", "rot_0",  "rot_1",  "rot_2", "rot_3", "filter_3d"};
constexpr const char* kRest = "f_rest_";

class Chooser {
 public:
  Chooser(const Source& source, const std::vector<std::string>& names) : source_(source) {
    for (std::string_view name : names) {
      for (const std::string_view prefix : {"scalar_", "diffuse_"})  // scalar_: CloudCompare
        if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
      places_.emplace(name, names_.size());
      names_.push_back(name);
    }
    for (const char* axis : {"x", "y", "z"})
      if (!places_.contains(axis)) source.failAtLine("the property \"" + std::string(axis) + "\" is missing");
  }

  Columns choose(uint32_t degree) {
    requireNoNetwork();
    take(kX, 3);
    chooseShape();
    if (take(kDc, 3))
      columns_.paint = Paint::degree0;
    else if (take(kRed, 3))
      columns_.paint = Paint::colors;
    else if (take(kIntensity, 1))
      columns_.paint = Paint::grey;
    chooseRests(degree);
    for (uint32_t i = 0; i < names_.size(); ++i)
      if (std::ranges::count(columns_.used, i) == 0 && !names_[i].starts_with(kRest))
        columns_.ignored.emplace_back(names_[i]);
    return std::move(columns_);
  }

 private:
  // Anchors and their features use the names scale_* and rot_* as well.
  void requireNoNetwork() const {
    const bool colorless = find(kScale) && !find(kDc) && !find(kRed);
    for (const std::string_view name : names_)
      if (name.starts_with("f_offset") || (colorless && name.find("feat") != name.npos))
        source_.failAtLine("a neural network must decode " + quoted(name) +
                           ", as in files of Scaffold-GS; export the scene as 3D Gaussian splats with f_dc_*");
  }

  std::optional<uint32_t> find(std::size_t field) const {
    auto found = places_.find(kNames[field]);
    if (found == places_.end() && field >= kRed && field < kRed + 3) found = places_.find(kNames[field].substr(0, 1));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }

  bool take(std::size_t first, std::size_t count) {
    for (std::size_t f = first; f < first + count; ++f)
      if (!find(f)) return false;
    for (std::size_t f = first; f < first + count; ++f) columns_.used.push_back(*(columns_.places[f] = find(f)));
    return true;
  }

  void chooseShape() {
    for (uint32_t axes = 3; axes > 0 && columns_.scales == 0; --axes)
      if (take(kScale, axes)) columns_.scales = axes;
    columns_.what = columns_.scales == 0 ? "points" : columns_.scales == 2 ? "flat splats" : "splats";
    if (columns_.scales == 0) {
      if (find(kDc)) columns_.notes.emplace_back("no scale_*: drawn as discs of one size");
      return;
    }
    if (columns_.scales == 1) columns_.notes.emplace_back("scale_0 for all axes");
    if (!take(kRot, 4) && columns_.scales > 1) columns_.notes.emplace_back("no rot_*: not rotated");
    if (!take(kOpacity, 1)) columns_.notes.emplace_back("no opacity: opaque");
    take(kFilter, 1);
  }

  void chooseRests(uint32_t degree) {
    if (std::ranges::none_of(names_, [](auto name) { return name.starts_with(kRest); })) return;
    if (columns_.scales == 0 || columns_.paint != Paint::degree0) {
      columns_.ignored.emplace_back("f_rest_*");
      return;
    }
    const auto place = [&](uint32_t number) { return places_.find(kRest + std::to_string(number)); };
    uint32_t count = 0;
    while (place(count) != places_.end()) ++count;
    const auto fits = static_cast<uint32_t>(std::sqrt(count / 3 + 1)) - 1;
    if (count == 0 || count != 3 * restOf(fits)) {
      columns_.notes.emplace_back("f_rest_* ignored (not the coefficients of whole degrees)");
      return;
    }
    columns_.file_degree = fits;
    columns_.degree = std::min({degree, columns_.file_degree, kMostDegree});
    for (uint32_t color = 0; color < 3; ++color)
      for (uint32_t i = 0; i < restOf(columns_.degree); ++i)
        columns_.rests.push_back(place(color * restOf(columns_.file_degree) + i)->second);
    columns_.used.insert(columns_.used.end(), columns_.rests.begin(), columns_.rests.end());
  }

  const Source& source_;
  std::vector<std::string_view> names_;
  std::map<std::string_view, uint32_t> places_;
  Columns columns_;
};

}  // namespace

Columns splatColumns(uint32_t file_degree, uint32_t degree) {
  Columns columns;
  columns.scales = 3;
  columns.paint = Paint::given;
  columns.file_degree = file_degree;
  columns.degree = std::min({file_degree, degree, kMostDegree});
  return columns;
}

Columns chooseColumns(const Source& source, const std::vector<std::string>& names, uint32_t degree) {
  return Chooser(source, names).choose(degree);
}

std::string lowered(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::optional<double> numberOf(std::string_view word) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0.0;
  const char* const end = word.data() + word.size();
  const auto [next, error] = std::from_chars(word.data(), end, value);
  if (next == end && error == std::errc{}) return value;
  if (next == end && error == std::errc::result_out_of_range) return std::strtod(std::string(word).c_str(), nullptr);
  return std::nullopt;
}

}  // namespace particles
