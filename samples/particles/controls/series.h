// The latest values of something that is measured, for plots.
#pragma once
#include <array>
#include <cstddef>
#include <optional>

namespace particles {

class Series {
 public:
  static constexpr std::size_t kKept = 180;

  void add(std::optional<double> value) {
    if (!value) return;
    values_[next_++ % kKept] = static_cast<float>(*value);
  }
  void clear() { next_ = 0; }

  std::size_t size() const { return next_ < kKept ? next_ : kKept; }
  // The i-th of them, the oldest first.
  float at(std::size_t i) const { return values_[(next_ - size() + i) % kKept]; }
  // Nothing without values.
  std::optional<float> last() const { return size() == 0 ? std::nullopt : std::optional(at(size() - 1)); }
  float largest() const {
    float most = 0.0F;
    for (std::size_t i = 0; i < size(); ++i) most = at(i) > most ? at(i) : most;
    return most;
  }

 private:
  std::array<float, kKept> values_{};
  std::size_t next_ = 0;
};

}  // namespace particles
