// From elements as files have them to a cloud: bad ones are skipped and counted, the rest is centred.
#pragma once
#include "points/cloud.h"
#include "points/fields.h"

namespace particles {

// How a file is read.
struct ReadOptions {
  uint32_t first = 0;   // elements that are read; 0: all
  uint32_t degree = 0;  // of harmonics, at most
};

inline constexpr double kMostDistance = 1e15;                // of a coordinate from 0, in the units of the file
inline constexpr glm::vec3 kUncolored{0.72F, 0.74F, 0.78F};  // points without colours

class CloudBuilder {
 public:
  // `columns`: what its elements have. `count`: elements that the file says to have, or 0. Must outlive `source`.
  // Errors, here and below: as ByteSource's; too many elements.
  CloudBuilder(ByteSource& source, const ReadOptions& options, Columns columns, uint64_t count);

  // Where an element was, for errors: a byte, or the line read last.
  static constexpr uint64_t kLastLine = ~uint64_t{0};

  // `gaussian`: its place is `at`, its turn of any length, its colour as the columns' Paint says. `rest`: as
  // Harmonics::add() has it. Skips what is no number or too large.
  void add(const glm::dvec3& at, Gaussian gaussian, std::span<const float> rest);

  void noteOnce(const std::string& note);  // for the summary

  const Columns& columns() const { return columns_; }
  bool full() const { return most_ != 0 && cloud_.count() == most_; }  // all that were asked for are there
  uint64_t rows() const { return cloud_.count() + not_numbers_ + too_large_; }

  // "the file is cut short: ..."
  [[noreturn]] void failShort(uint64_t where) const;
  // Errors: no element is left.
  Cloud finish();

 private:
  [[noreturn]] void fail(uint64_t where, const std::string& why) const;
  void centre();
  void paint();
  std::string paintGrey();
  void paintBy(const std::function<glm::vec3(glm::vec3)>& colorOf);
  std::string summary() const;

  ByteSource& source_;
  ReadOptions options_;
  Columns columns_;
  uint64_t count_;
  uint32_t most_;
  Cloud cloud_;
  std::vector<glm::dvec3> places_;
  std::vector<glm::vec3> colors_;  // as they are in the file, where what is white is not known
  uint64_t not_numbers_ = 0;
  uint64_t too_large_ = 0;
  uint64_t unturned_ = 0;
  bool directed_ = false;  // some colour depends on the direction
};

// Rows of named numbers, as PLY files and tables have them, on their way to a cloud.
class RowReader {
 public:
  // As CloudBuilder's.
  RowReader(ByteSource& source, const ReadOptions& options, Columns columns, uint64_t count);

  // A number that is read: of which column, and where it goes.
  struct Cell {
    uint32_t column = 0;
    uint32_t place = 0;  // among the numbers
  };
  const std::vector<Cell>& cells() const { return cells_; }
  // Of the row that is read next, by Cell::place.
  std::vector<double>& numbers() { return numbers_; }
  // Takes the row of these numbers.
  void add();

  CloudBuilder& builder() { return builder_; }

 private:
  double at(Field field) const { return numbers_[static_cast<std::size_t>(field)]; }
  glm::vec3 three(Field first) const;

  CloudBuilder builder_;
  std::vector<Cell> cells_;
  std::vector<double> numbers_;  // by field, and behind them the coefficients of harmonics
  std::vector<float> rest_;
};

}  // namespace particles
