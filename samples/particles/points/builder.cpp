#include "points/builder.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "points/cloud.h"
#include "scene/elements.h"

namespace particles {
namespace {

constexpr float kMostDeviation = 2.4e17F;  // exp(40), in the units of the file
constexpr float kMostElse = 1e9F;

// Why an element is skipped: its first number that is bad decides.
enum class Fault : uint8_t { none, no_number, too_large };

Fault faultOf(const glm::dvec3& at, const Gaussian& g, std::span<const float> rest) {
  Fault fault = Fault::none;
  const auto look = [&](double value, double most) {
    if (fault == Fault::none && !(std::abs(value) <= most))
      fault = std::isnan(value) ? Fault::no_number : Fault::too_large;
  };
  for (int i = 0; i < 3; ++i) look(at[i], kMostDistance);
  for (int i = 0; i < 3; ++i) look(g.deviation[i], kMostDeviation);
  for (const float number : {g.turn.w, g.turn.x, g.turn.y, g.turn.z}) look(number, kMostElse);
  for (int i = 0; i < 3; ++i) look(g.color[i], kMostElse);
  look(g.opacity, 1.0);
  for (const float number : rest) look(number, kMostElse);
  return fault;
}

// "12,345"
std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string countOf(uint64_t count, const std::string& what) {
  return grouped(count) + " " + (count == 1 && what.ends_with('s') ? what.substr(0, what.size() - 1) : what);
}

// What white is in a file: the first one that few enough numbers are above. The shares of two of them overlap only
// where nearly all of the file would be black.
float whiteOf(const std::vector<glm::vec3>& colors) {
  constexpr std::pair<float, double> kWhites[] = {{1.0F, 0.5}, {255.0F, 0.01}, {65535.0F, 0.01}};
  float most = 0.0F;
  for (const auto& [white, share] : kWhites) {
    uint64_t above = 0, all = 0;
    for (const glm::vec3& color : colors)
      for (int c = 0; c < 3; ++c) {
        most = std::max(most, color[c]);
        if (color[c] > 0.0F) ++all;
        if (color[c] > white) ++above;
      }
    if (static_cast<double>(above) <= share * static_cast<double>(all)) return white;
  }
  return most;
}

std::string textOf(float number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", static_cast<double>(number));
  return text;
}

}  // namespace

CloudBuilder::CloudBuilder(ByteSource& source, const ReadOptions& options, Columns columns, uint64_t count)
    : source_(source), options_(options), columns_(std::move(columns)), count_(count), most_(options.first) {
  cloud_.discs = columns_.scales == 0;
  cloud_.file_up = cloud_.discs ? Up::z : Up::minus_y;
  cloud_.harmonics.degree = columns_.degree;
  const uint64_t read = most_ != 0 ? std::min<uint64_t>(most_, count) : count;
  if (read > kMaxCount)
    fail(kLastLine, "there are " + grouped(count) + " elements, of which at most " + grouped(kMaxCount) +
                        " are drawn; --first " + std::to_string(kMaxCount) + " draws those");
  // A short file that says it is a long one must not take the memory of one: an element has at least two bytes.
  cloud_.reserve(std::min<uint64_t>(read, source.size() / 2));
  places_.reserve(std::min<uint64_t>(read, source.size() / 2));
}

void CloudBuilder::add(const glm::dvec3& at, Gaussian gaussian, std::span<const float> rest) {
  const Fault fault = faultOf(at, gaussian, rest);
  if (fault != Fault::none) {
    ++(fault == Fault::no_number ? not_numbers_ : too_large_);
    return;
  }
  if (cloud_.count() == kMaxCount)
    fail(kLastLine, "there are more than " + grouped(kMaxCount) + " elements; --first " + std::to_string(kMaxCount) +
                        " draws those before");
  const float length = glm::length(gaussian.turn);
  if (!(length > 0.0F)) ++unturned_;
  gaussian.turn = length > 0.0F ? gaussian.turn / length : glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
  if (columns_.paint == Paint::guessed || columns_.paint == Paint::grey) colors_.push_back(gaussian.color);
  if (columns_.paint == Paint::none) gaussian.color = kUncolored;
  places_.push_back(at);
  gaussian.at = {};
  cloud_.add(gaussian);
  cloud_.harmonics.add(gaussian.color, rest);
  for (const float number : rest) directed_ = directed_ || number != 0.0F;
}

void CloudBuilder::noteOnce(const std::string& note) {
  if (std::ranges::count(columns_.notes, note) == 0) columns_.notes.push_back(note);
}

void CloudBuilder::fail(uint64_t where, const std::string& why) const {
  if (where == kLastLine) source_.failAtLine(why);
  source_.failAtByte(where, why);
}

void CloudBuilder::failShort(uint64_t where) const {
  fail(where, "the file is cut short: it ends after " + std::to_string(rows()) + " of " + std::to_string(count_) +
                  " elements");
}

Cloud CloudBuilder::finish() {
  if (cloud_.count() == 0 && rows() == 0) fail(kLastLine, "the file ends without an element");
  if (cloud_.count() == 0)
    throw std::runtime_error(source_.name() + ": nothing is left: of " + countOf(rows(), "rows") + " none is without " +
                             (too_large_ == 0 ? "NaN" : "NaN or numbers that are too large"));
  centre();
  paint();
  cloud_.summary = summary();
  if (!directed_) cloud_.harmonics = {};  // all of them are 0
  return std::move(cloud_);
}

// In double: near 4,500,000 a float is off by up to 0.25.
void CloudBuilder::centre() {
  for (int c = 0; c < 3; ++c)
    cloud_.origin[c] = quantile<double>(places_.size(), 0.5, [&](std::size_t i) { return places_[i][c]; });
  for (std::size_t i = 0; i < places_.size(); ++i)
    cloud_.positions[i] = glm::vec4(glm::vec3(places_[i] - cloud_.origin), cloud_.positions[i].w);
  places_ = {};
}

void CloudBuilder::paint() {
  const bool negative = std::ranges::any_of(colors_, [](glm::vec3 c) { return std::min({c.x, c.y, c.z}) < 0.0F; });
  std::string from = columns_.paint == Paint::none ? "no colours: grey" : "";
  if (columns_.paint == Paint::degree0) from = "colours from f_dc";
  if (columns_.paint == Paint::bytes) from = "colours from red, green and blue";
  if (columns_.paint == Paint::grey) from = "colours from intensity" + paintGrey();
  if (columns_.paint == Paint::guessed && columns_.unnamed && negative) {
    from = "grey: the columns behind x, y and z are below 0, so guessed to be no colours";
    paintBy([](glm::vec3) { return kUncolored; });
  } else if (columns_.paint == Paint::guessed) {
    const float white = whiteOf(colors_);
    from = "colours from red, green and blue (guessed to be 0 to " + textOf(white) + ")";
    paintBy([&](glm::vec3 color) { return color / white; });
  }
  if (!from.empty()) columns_.notes.insert(columns_.notes.begin(), from);
  if (unturned_ != 0) columns_.notes.push_back(countOf(unturned_, "rows") + " with rot_* of length 0: not turned");
  colors_ = {};
}

// From the lowest to the highest, but for a hundredth of them on either side. Returns these.
std::string CloudBuilder::paintGrey() {
  const auto at = [&](std::size_t i) { return colors_[i].x; };
  const float low = quantile<float>(colors_.size(), 0.01, at), high = quantile<float>(colors_.size(), 0.99, at);
  paintBy([&](glm::vec3 color) { return high > low ? (color - low) / (high - low) : glm::vec3(1.0F); });
  return " (black to white is " + textOf(low) + " to " + textOf(high) + ")";
}

void CloudBuilder::paintBy(const std::function<glm::vec3(glm::vec3)>& colorOf) {
  for (std::size_t i = 0; i < colors_.size(); ++i) {
    const glm::vec4 color(colorOf(colors_[i]), glm::unpackUnorm4x8(cloud_.splats[i].color).w);
    cloud_.splats[i].color = glm::packUnorm4x8(glm::clamp(color, 0.0F, 1.0F));
  }
}

std::string CloudBuilder::summary() const {
  std::string line = countOf(cloud_.count(), columns_.what);
  if (full()) line += " (--first " + std::to_string(most_) + (count_ != 0 ? " of " + grouped(count_) : "") + ")";
  const uint32_t drawn = columns_.degree;
  if (columns_.file_degree != 0) {
    line += ", harmonics of degree " + std::to_string(drawn);
    if (columns_.file_degree == drawn + 1)
      line += " (degree " + std::to_string(drawn + 1) + " left out)";
    else if (columns_.file_degree > drawn)
      line += " (degrees " + std::to_string(drawn + 1) + " to " + std::to_string(columns_.file_degree) + " left out)";
    else if (!directed_)
      line += " (all 0)";
  }
  for (const std::string& note : columns_.notes) line += ", " + note;
  constexpr std::size_t kNamed = 8;
  for (std::size_t i = 0; i < std::min(columns_.ignored.size(), kNamed); ++i)
    line += (i == 0 ? "; ignored: " : ", ") + columns_.ignored[i].substr(0, 40);
  if (columns_.ignored.size() > kNamed) line += " and " + std::to_string(columns_.ignored.size() - kNamed) + " more";
  if (not_numbers_ != 0) line += "; " + countOf(not_numbers_, "rows") + " skipped (NaN)";
  if (too_large_ != 0) line += "; " + countOf(too_large_, "rows") + " skipped (infinite or too large)";
  return line;
}

RowReader::RowReader(ByteSource& source, const ReadOptions& options, Columns columns, uint64_t count)
    : builder_(source, options, std::move(columns), count) {
  const Columns& chosen = builder_.columns();
  for (uint32_t field = 0; field < kFields; ++field)
    if (chosen.places[field]) cells_.push_back({*chosen.places[field], field});
  for (uint32_t i = 0; i < chosen.rests.size(); ++i)
    cells_.push_back({chosen.rests[i], static_cast<uint32_t>(kFields) + i});
  numbers_.resize(kFields + chosen.rests.size());
  rest_.resize(chosen.rests.size());
}

void RowReader::add() {
  const Columns& columns = builder_.columns();
  Gaussian gaussian;
  for (uint32_t axis = 0; axis < 3 && columns.scales != 0; ++axis) {
    const bool has = axis < columns.scales || columns.scales == 1;
    const uint32_t from = static_cast<uint32_t>(Field::scale_0) + (columns.scales == 1 ? 0 : axis);
    gaussian.deviation[static_cast<int>(axis)] = has ? static_cast<float>(std::exp(numbers_[from])) : 0.0F;
  }
  if (columns.has(Field::rot_0))
    gaussian.turn = {static_cast<float>(at(Field::rot_0)), static_cast<float>(at(Field::rot_1)),
                     static_cast<float>(at(Field::rot_2)), static_cast<float>(at(Field::rot_3))};
  if (columns.has(Field::opacity)) gaussian.opacity = static_cast<float>(1.0 / (1.0 + std::exp(-at(Field::opacity))));
  if (columns.paint == Paint::degree0) gaussian.color = 0.5F + kDegree0 * three(Field::f_dc_0);
  if (columns.paint == Paint::bytes) gaussian.color = three(Field::red) / 255.0F;
  if (columns.paint == Paint::guessed) gaussian.color = three(Field::red);
  if (columns.paint == Paint::grey) gaussian.color = glm::vec3(static_cast<float>(at(Field::intensity)));
  for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = static_cast<float>(numbers_[kFields + i]);
  builder_.add({at(Field::x), at(Field::y), at(Field::z)}, gaussian, rest_);
}

glm::vec3 RowReader::three(Field first) const {
  const double* n = numbers_.data() + static_cast<std::size_t>(first);
  return glm::vec3(glm::dvec3(n[0], n[1], n[2]));
}

}  // namespace particles
