#include "points/columns.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <map>
#include <set>

namespace particles {
namespace {

// Names of each field. If a file contains several of them, the first one is read.
// clang-format off
constexpr std::string_view kNames[kFields][3] = {{"x"},
                                                 {"y"},
                                                 {"z"},
                                                 {"f_dc_0"},
                                                 {"f_dc_1"},
                                                 {"f_dc_2"},
                                                 {"red", "r", "diffuse_red"},
                                                 {"green", "g", "diffuse_green"},
                                                 {"blue", "b", "diffuse_blue"},
                                                 {"intensity", "scalar_intensity"},
                                                 {"opacity"},
                                                 {"scale_0"},
                                                 {"scale_1"},
                                                 {"scale_2"},
                                                 {"rot_0"},
                                                 {"rot_1"},
                                                 {"rot_2"},
                                                 {"rot_3"},
                                                 {"filter_3d"}};
// clang-format on
constexpr std::string_view kRest = "f_rest_";
constexpr uint32_t kMostRests = 1000;

std::optional<uint32_t> restNumber(std::string_view name) {
  if (!name.starts_with(kRest)) return std::nullopt;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data() + kRest.size(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || number >= kMostRests) return std::nullopt;
  return number;
}

class Chooser {
 public:
  Chooser(const Source& source, const std::vector<std::string>& names) : source_(source), names_(names) {
    for (uint32_t i = 0; i < names.size(); ++i) places_.emplace(names[i], i);
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
      if (!used_.contains(i) && !restNumber(names_[i])) columns_.ignored.push_back(names_[i]);
    return std::move(columns_);
  }

 private:
  // Anchors of Scaffold-GS and similar methods look like splats, because they use the names scale_* and rot_* as well.
  void requireNoNetwork() const {
    const bool colored = find(kDc) || find(kRed);
    for (const std::string& name : names_) {
      const auto contains = [&](const char* part) { return name.find(part) != std::string::npos; };
      const bool anchor = name.starts_with("f_offset") || contains("anchor_feat");
      if (anchor || (find(kScale) && !colored && (contains("feat") || contains("latent"))))
        source_.failAtLine("a neural network must decode " + quoted(name) +
                           (anchor ? " (anchors of Scaffold-GS or a similar method)" : "") +
                           "; export the scene as ordinary 3D Gaussian splats, with f_dc_* or red, green and blue");
    }
  }

  std::optional<uint32_t> find(std::size_t field) const {
    for (const std::string_view name : kNames[field])
      if (const auto found = places_.find(name); found != places_.end()) return found->second;
    return std::nullopt;
  }

  bool take(std::size_t first, std::size_t count) {
    for (std::size_t f = first; f < first + count; ++f)
      if (!find(f)) return false;
    for (std::size_t f = first; f < first + count; ++f) used_.insert(*(columns_.places[f] = find(f)));
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
    constexpr uint32_t kMostFileDegree = 16;
    std::map<uint32_t, uint32_t> places;
    for (uint32_t i = 0; i < names_.size(); ++i)
      if (const std::optional<uint32_t> number = restNumber(names_[i])) places[*number] = i;
    if (places.empty()) return;
    if (columns_.scales == 0 || columns_.paint != Paint::degree0) {
      columns_.ignored.emplace_back("f_rest_*");
      return;
    }
    const std::size_t count = places.size();
    for (uint32_t of = 1; of <= kMostFileDegree && places.rbegin()->first + 1 == count; ++of)
      if (count == 3 * restOf(of)) columns_.file_degree = of;
    if (columns_.file_degree == 0) {
      columns_.notes.push_back(std::to_string(count) + " f_rest_* ignored (not the number of any degree)");
      return;
    }
    columns_.degree = std::min({degree, columns_.file_degree, kMostDegree});
    for (uint32_t color = 0; color < 3; ++color)
      for (uint32_t i = 0; i < restOf(columns_.degree); ++i)
        columns_.rests.push_back(places[color * restOf(columns_.file_degree) + i]);
  }

  const Source& source_;
  const std::vector<std::string>& names_;
  std::map<std::string_view, uint32_t> places_;
  std::set<uint32_t> used_;
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
