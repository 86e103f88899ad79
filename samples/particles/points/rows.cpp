#include "points/rows.h"

#include <cmath>

namespace particles {

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
