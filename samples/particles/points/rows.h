// Rows of named numbers, as PLY files and tables have them, on their way to a cloud.
#pragma once
#include "points/builder.h"

namespace particles {

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
