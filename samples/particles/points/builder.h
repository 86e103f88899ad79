// Builds a cloud from the elements of a file. Skips and counts invalid elements.
#pragma once
#include <limits>

#include "points/cloud.h"
#include "points/columns.h"

namespace particles {

struct ReadOptions {
  uint32_t first = 0;  // 0 reads all elements
  uint32_t degree = 0;
  std::optional<glm::vec3> up{};  // default: see README.md
};

// Properties from the header of a file, which apply to all elements.
struct FileSays {
  std::optional<glm::vec3> up{};  // ReadOptions::up overrides it
  std::string up_comment{};
  bool antialiased = false;

  // Parses a comment such as "Vertical axis: z". The summary lists other comments, and up axes that a later one
  // replaces.
  void takeComment(Source& source, const std::string& kind, std::string_view comment);
};

inline constexpr glm::vec3 kUncolored{0.72F, 0.74F, 0.78F};

class CloudBuilder {
 public:
  // `count` is 0 if it is unknown. `source` must outlive the builder. All functions throw the errors of Source.
  CloudBuilder(Source& source, const ReadOptions& options, Columns columns, uint64_t count);

  // Skips the element if a number is NaN or too large. The rotation does not have to be normalized.
  void add(const glm::dvec3& at, Gaussian gaussian, std::span<const float> rest);
  // Only columns in Columns::used need values. Skips splats whose values are all 0.
  void addRow(const std::vector<double>& values);
  // Returns the units that the values of all rows suggest. If they differ from Columns::units, the rows were
  // misinterpreted, and have to be added to a new builder.
  Units suggestedUnits() const;

  void skipUnused() { ++zeros_; }

  void heed(const FileSays& file);

  const Columns& columns() const { return columns_; }
  bool full() const { return most_ != 0 && cloud_.count() == most_; }
  uint64_t rows() const { return cloud_.count() + zeros_ + invalid_ + covering_; }

  std::string shortness() const;
  // Throws an error if all elements were skipped.
  Cloud finish();

 private:
  struct Range {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    void add(double value) { least = std::fmin(least, value), most = std::fmax(most, value); }  // ignores NaN
    bool within(double low, double high) const { return least >= low && most <= high && most > 0.0; }
  };

  void measure(const std::vector<double>& values);
  bool suggestsLengths() const;
  void dropCovering();
  void centre();
  void describe();
  std::string summary() const;
  std::string skipped() const;

  Source& source_;
  Columns columns_;
  uint64_t count_;
  uint32_t most_;
  bool up_given_;
  Cloud cloud_;
  std::vector<glm::dvec3> places_;
  std::vector<float> rest_;
  Range coordinates_[3], scales_, opacities_;
  std::vector<float> lights_;  // intensities, or the largest of red, green and blue
  uint64_t zeros_ = 0;
  uint64_t invalid_ = 0;
  uint64_t covering_ = 0;
  bool directed_ = false;
};

}  // namespace particles
