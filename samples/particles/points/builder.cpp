#include "points/builder.h"

#include <algorithm>
#include <cmath>

#include "points/read_points.h"
#include "scene/elements.h"
#include "view/words.h"

namespace particles {
namespace {

constexpr uint64_t kMostReserved = 1U << 22U;
constexpr double kMostDistance = 1e15;     // maximum absolute coordinate, in units of the file
constexpr float kMostDeviation = 2.4e17F;  // maximum standard deviation: exp(40)
constexpr float kMostElse = 1e9F;
constexpr float kMostOfScene = 30.0F;     // maximum deviation, relative to the extent of most elements with sizes
constexpr float kMostOfPlaces = 1000.0F;  // the same, relative to their extent without sizes
constexpr double kLeastLogarithm = 0.5;   // trained files with a logarithm above 0 also contain some below 0
constexpr float kMostOfOne = 16.0F;       // brightest colour if 1 is white: files from 0 to 255 contain larger values
constexpr double kMostLogit = 50.0;       // the sigmoid of larger values is 1
constexpr double kRounding = 1e-3;
constexpr uint32_t kFewSplats = 5;  // with fewer, the range of the values can be a coincidence

bool isValid(const glm::dvec3& at, const Gaussian& g, std::span<const float> rest) {
  bool valid = true;
  const auto look = [&](double value, double most) { valid = valid && std::abs(value) <= most; };
  for (int i = 0; i < 3; ++i) look(at[i], kMostDistance);
  for (int i = 0; i < 3; ++i) look(g.deviation[i], kMostDeviation);
  for (int i = 0; i < 4; ++i) look(g.turn[i], kMostElse);
  for (int i = 0; i < 3; ++i) look(g.color[i], kMostElse);
  look(g.opacity, 1.0);
  for (const float number : rest) look(number, kMostElse);
  return valid;
}

std::optional<glm::vec3> upIn(std::string comment) {
  std::ranges::replace_if(
      comment, [](char c) { return std::string_view("[(,)]:=").find(c) != std::string::npos; }, ' ');
  std::vector<std::string_view> words;
  splitInto(words, comment);
  const bool vertical = words.size() > 1 && words[0] == "vertical" && words[1] == "axis";
  if (!vertical && (words.empty() || words[0] != "up")) return std::nullopt;
  words.erase(words.begin(), words.begin() + (words.size() > 1 && words[1] == "axis" ? 2 : 1));
  for (const auto& [name, direction] : kDirections)
    if (words.size() == 1 && words[0] == name) return direction;
  glm::dvec3 up{};
  for (std::size_t i = 0; i < 3 && words.size() == 3; ++i) up[static_cast<int>(i)] = numberOf(words[i]).value_or(NAN);
  const double length = glm::length(up);
  return length > 1e-6 && length < 1e6 ? std::optional(glm::vec3(up / length)) : std::nullopt;
}

std::string textOf(float number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", static_cast<double>(number));
  return text;
}

}  // namespace

CloudBuilder::CloudBuilder(Source& source, const ReadOptions& options, Columns columns, uint64_t count)
    : source_(source), columns_(std::move(columns)), count_(count), most_(options.first), up_given_(options.up) {
  cloud_.discs = columns_.scales == 0;
  cloud_.before_black = !cloud_.discs;
  cloud_.file_up = options.up.value_or(cloud_.discs ? up::kZ : up::kMinusY);
  cloud_.harmonics.degree = columns_.degree;
  rest_.resize(columns_.rests.size());
  // The count in a short file can be wrong, so it must not decide how much memory is allocated.
  uint64_t read = std::min(count, kMostReserved);
  if (most_ != 0) read = std::min<uint64_t>(read, most_);
  cloud_.positions.reserve(read);
  cloud_.splats.reserve(read);
  places_.reserve(read);
}

void CloudBuilder::add(const glm::dvec3& at, Gaussian gaussian, std::span<const float> rest) {
  if (!isValid(at, gaussian, rest)) return void(++invalid_);
  if (cloud_.count() == kMaxCount)
    source_.failAtLine("the file contains more than " + digits(kMaxCount) + " elements; use --first " +
                       digits(kMaxCount));
  const float length = glm::length(gaussian.turn);
  gaussian.turn = length > 0.0F ? gaussian.turn / length : glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
  places_.push_back(at);
  gaussian.at = {};
  cloud_.add(gaussian);
  cloud_.harmonics.add(gaussian.color, rest);
  for (const float number : rest) directed_ = directed_ || number != 0.0F;
}

void CloudBuilder::addRow(const std::vector<double>& values) {
  const auto at = [&](std::size_t field) { return values[*columns_.places[field]]; };
  const auto three = [&](std::size_t field) { return glm::vec3(glm::dvec3(at(field), at(field + 1), at(field + 2))); };
  // A point without colours can be at the origin. Some exporters write the identity to the rotations of unused rows.
  const auto rotation = std::span(columns_.places).subspan(kRot, 4);
  const auto unused = [&](uint32_t column) {
    return values[column] == 0.0 || std::ranges::count(rotation, std::optional(column)) != 0;
  };
  if ((columns_.scales != 0 || columns_.paint != Paint::none) && std::ranges::all_of(columns_.used, unused))
    return skipUnused();
  measure(values);
  const auto [logarithms, logits, opaque, black, white] = columns_.units;
  Gaussian gaussian;
  const double filter = columns_.has(kFilter) ? at(kFilter) : 0.0;
  double opacity = 1.0;
  if (columns_.has(kOpacity)) opacity = logits ? 1.0 / (1.0 + std::exp(-at(kOpacity))) : at(kOpacity) / opaque;
  for (uint32_t axis = 0; axis < 3 && columns_.scales != 0; ++axis) {
    if (axis >= columns_.scales && columns_.scales != 1) continue;
    const double scale = at(columns_.scales == 1 ? kScale : kScale + axis);
    const double own = logarithms ? std::exp(scale) : std::max(scale, 0.0);
    const double filtered = std::hypot(own, filter);
    gaussian.deviation[static_cast<int>(axis)] = static_cast<float>(filtered);
    if (filter != 0.0) opacity *= own / filtered;
  }
  gaussian.opacity = static_cast<float>(std::min(opacity, 1.0));
  if (columns_.has(kRot)) gaussian.turn = glm::quat(static_cast<float>(at(kRot)), three(kRot + 1));
  gaussian.color = kUncolored;
  if (columns_.paint == Paint::degree0) gaussian.color = 0.5F + kDegree0 * three(kDc);
  if (columns_.paint == Paint::colors) gaussian.color = three(kRed) / white;
  if (columns_.paint == Paint::grey && white > black)
    gaussian.color = glm::vec3(std::clamp((static_cast<float>(at(kIntensity)) - black) / (white - black), 0.0F, 1.0F));
  for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = static_cast<float>(values[columns_.rests[i]]);
  add({at(kX), at(kX + 1), at(kX + 2)}, gaussian, rest_);
}

void CloudBuilder::measure(const std::vector<double>& values) {
  const auto at = [&](std::size_t field) { return values[*columns_.places[field]]; };
  for (std::size_t axis = 0; axis < 3; ++axis) coordinates_[axis].add(at(kX + axis));
  // exp(scale) can overflow.
  for (uint32_t axis = 0; axis < columns_.scales; ++axis)
    if (at(kScale + axis) < std::numeric_limits<float>::infinity()) scales_.add(at(kScale + axis));
  if (columns_.has(kOpacity)) opacities_.add(at(kOpacity));
  const double lightest = columns_.paint == Paint::colors ? std::max({at(kRed), at(kRed + 1), at(kRed + 2)})
                          : columns_.paint == Paint::grey ? at(kIntensity)
                                                          : NAN;
  if (std::isfinite(lightest)) lights_.push_back(static_cast<float>(lightest));
}

Units CloudBuilder::suggestedUnits() const {
  Units units = columns_.units;
  units.logarithms = !suggestsLengths();
  units.opaque = opacities_.most > kMostLogit ? 255.0F : 1.0F;
  const bool shares = opacities_.within(0.0, static_cast<double>(units.opaque) + kRounding);
  units.logits = !(shares && (rows() >= kFewSplats || !units.logarithms));
  if (lights_.empty()) return units;
  // Ignores 1 % of the values at each end, unless all others are equal.
  const auto bound = [&](double share) {
    return quantile<float>(lights_.size(), share, [&](std::size_t i) { return lights_[i]; });
  };
  const double left_out = bound(0.01) < bound(0.99) ? 0.01 : 0.0;
  const float high = bound(1.0 - left_out);
  if (columns_.paint == Paint::grey) units.black = bound(left_out);
  units.white = columns_.paint == Paint::grey               ? high
                : high <= kMostOfOne && units.white <= 1.0F ? 1.0F
                : high <= 255.0F                            ? 255.0F
                                                            : 65535.0F;
  return units;
}

// Logarithms are only plausible without negative ones if they fit the distances between the splats.
bool CloudBuilder::suggestsLengths() const {
  if (!scales_.within(-kRounding, kMostDistance)) return false;
  if (scales_.least < kLeastLogarithm) return true;
  double square = 0.0;
  for (const Range& axis : coordinates_) square += (axis.most - axis.least) * (axis.most - axis.least) / 12.0;
  if (rows() < kFewSplats || scales_.most * scales_.most > square) return false;
  // Without the factor, lengths and logarithms would be equally far from the distances between the splats of a surface.
  return 4.0 * scales_.most * std::exp(scales_.most) > square / static_cast<double>(rows());
}

void FileSays::takeComment(Source& source, const std::string& kind, std::string_view comment) {
  std::vector<std::string_view> words;
  splitInto(words, comment);
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
  const std::string said = lowered(text);
  if (const std::optional<glm::vec3> says = upIn(said)) {
    if (!up_comment.empty()) source.ignore(kind + quoted(up_comment));
    up = says;
    up_comment = text;
  } else if (said == "splatrendermode: mip" || said == "antialiased 1") {
    antialiased = true;
  } else if (!said.empty() && said != "splatrendermode: default" && said != "antialiased 0") {
    source.ignore(kind + quoted(text));
  }
}

void CloudBuilder::heed(const FileSays& file) {
  if (file.up && !up_given_) cloud_.file_up = *file.up;
  if (!file.up_comment.empty())
    columns_.notes.push_back((up_given_ ? "--up instead of \"" : "up axis from \"") + file.up_comment.substr(0, 40) +
                             "\"");
  cloud_.antialiased = file.antialiased;
  if (file.antialiased) columns_.notes.push_back("trained antialiased");
}

std::string CloudBuilder::shortness() const {
  return "the file is truncated: it ends after " + digits(rows()) + " of " + digits(count_) + " elements";
}

Cloud CloudBuilder::finish() {
  if (cloud_.count() == 0 && rows() == 0) source_.failAtLine("the file contains no elements");
  if (cloud_.count() != 0) dropCovering();
  if (cloud_.count() == 0) throw std::runtime_error(source_.name() + ": all elements were skipped" + skipped());
  centre();
  describe();
  cloud_.summary = summary();
  if (!directed_) cloud_.harmonics = {};
  cloud_.bright = cloud_.bright || directed_;
  return std::move(cloud_);
}

// Removes elements that enclose the others and are far larger, because they would cover the picture.
void CloudBuilder::dropCovering() {
  centre();
  const auto distance = [&](std::size_t i) { return glm::length(glm::vec3(cloud_.positions[i])); };
  const auto deviationOf = [&](std::size_t i) { return cloud_.positions[i].w / kDeviations; };
  // If most elements are at one place, or large compared to their distances, use the sizes of the smaller elements.
  const float places = quantile<float>(places_.size(), 0.85, distance);
  float most = kMostOfScene * std::max(places, quantile<float>(places_.size(), 0.25, deviationOf));
  if (places > 0.0F) most = std::min(most, kMostOfPlaces * places);
  std::vector<bool> dropped;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const float deviation = deviationOf(i);
    dropped.push_back(most > 0.0F && deviation > most && deviation > distance(i));
  }
  covering_ = static_cast<uint64_t>(std::ranges::count(dropped, true));
  const auto keep = [&](auto& all) {
    std::size_t i = 0, each = all.size() / dropped.size();
    std::erase_if(all, [&](const auto&) { return dropped[i++ / each]; });
  };
  keep(places_);
  keep(cloud_.positions);
  keep(cloud_.splats);
  keep(cloud_.harmonics.words);
}

// Uses double, because a float near 4,500,000 is off by up to 0.25.
void CloudBuilder::centre() {
  const std::vector<uint32_t> of = cloud_.visible();
  for (int c = 0; c < 3; ++c)
    cloud_.origin[c] = quantile<double>(of.size(), 0.5, [&](std::size_t i) { return places_[of[i]][c]; });
  for (std::size_t i = 0; i < places_.size(); ++i)
    cloud_.positions[i] = glm::vec4(glm::vec3(places_[i] - cloud_.origin), cloud_.positions[i].w);
}

// Adds notes on the colours and units, the colours first.
void CloudBuilder::describe() {
  const Units& units = columns_.units;
  const std::string range = textOf(units.black) + " to " + textOf(units.white);
  std::string from = columns_.paint == Paint::none ? "no colours: grey" : "";
  if (columns_.paint == Paint::degree0) from = "colours from f_dc";
  if (columns_.paint == Paint::colors) from = "colours from red, green and blue (" + range + ")";
  if (columns_.paint == Paint::grey)
    from = units.white > units.black ? "colours from intensity (black to white is " + range + ")"
                                     : "intensity is " + textOf(units.black) + " everywhere: grey";
  if (!from.empty()) columns_.notes.insert(columns_.notes.begin(), from);
  const auto note = [&](bool added, const std::string& text) {
    if (added) columns_.notes.emplace_back(text);
  };
  note(!units.logarithms, "scales are lengths, not logarithms");
  note(units.logarithms && scales_.within(0.0, kMostDistance), "scales assumed to be logarithms");
  note(!units.logits, "opacities from 0 to " + textOf(units.opaque) + ", not logits");
  note(units.logits && opacities_.within(0.0, 1.0), "opacities assumed to be logits");
  note(columns_.has(kFilter), "filter_3D applied");
}

std::string CloudBuilder::summary() const {
  std::string line = counted(cloud_.count(), columns_.what);
  if (full()) line += " (--first " + digits(most_) + (count_ != 0 ? " of " + digits(count_) : "") + ")";
  if (columns_.file_degree != 0) {
    line += ", harmonics of degree " + std::to_string(columns_.degree);
    if (columns_.file_degree > columns_.degree) line += " of " + std::to_string(columns_.file_degree);
    if (columns_.file_degree == columns_.degree && !directed_) line += " (all 0)";
  }
  for (const std::string& note : columns_.notes) line += ", " + note;
  constexpr std::size_t kNamed = 8;
  std::vector<std::string> ignored;
  for (const auto& [all, what] : {std::pair(source_.ignored(), "others"), {columns_.ignored, "more columns"}}) {
    for (const std::string& each : std::span(all).first(std::min(all.size(), kNamed)))
      ignored.push_back(each.substr(0, 100));
    if (all.size() > kNamed) ignored.push_back(counted(all.size() - kNamed, what));
  }
  for (const std::string& each : ignored) line += (&each == &ignored[0] ? "; ignored: " : ", ") + each;
  return printable(std::move(line)) + skipped();
}

std::string CloudBuilder::skipped() const {
  const std::pair<uint64_t, const char*> counts[] = {
      {zeros_, "all 0"}, {covering_, "so large that they cover the picture"}, {invalid_, "NaN, infinite or too large"}};
  std::string text;
  for (const auto& [count, why] : counts)
    if (count != 0) text += "; " + counted(count, "rows") + " skipped (" + why + ")";
  return text;
}

}  // namespace particles
