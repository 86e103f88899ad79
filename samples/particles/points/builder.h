// Builds a cloud from the elements of a file: skips and counts invalid elements, and centres the others.
#pragma once
#include <functional>

#include "points/cloud.h"
#include "points/columns.h"

namespace particles {

// Options for reading a file.
struct ReadOptions {
  uint32_t first = 0;             // maximum number of elements; 0 reads all
  uint32_t degree = 0;            // maximum degree of harmonics
  std::optional<glm::vec3> up{};  // default: from the file, otherwise y for SPZ, -y for other splats, z for points
};

// Properties of all elements, from the header of a file.
struct FileSays {
  std::optional<glm::vec3> up{};  // ReadOptions::up wins
  std::string up_comment{};       // the comment that defines `up`, if any
  bool antialiased = false;       // see Cloud

  // Parses a comment such as "Vertical axis: z", "up: 0 -1 0" or "SplatRenderMode: mip". The summary lists other
  // comments, and replaced up axes, after `kind`.
  void takeComment(Source& source, const std::string& kind, std::string_view comment);
};

inline constexpr glm::vec3 kUncolored{0.72F, 0.74F, 0.78F};  // points without colours

class CloudBuilder {
 public:
  // `count` is the number of elements in the header, or 0. `source` must outlive the builder.
  // Errors of all functions: the errors of Source, too many elements.
  CloudBuilder(Source& source, const ReadOptions& options, Columns columns, uint64_t count);

  // Adds an element at `at`, unless a number is NaN or too large. The turn of `gaussian` can have any length, and Paint
  // defines the meaning of its colour. `rest` is passed to Harmonics::add().
  void add(const glm::dvec3& at, Gaussian gaussian, std::span<const float> rest);
  // Adds an element from the values of its columns. Only columns in Columns::used() need values.
  void addRow(const std::vector<double>& values);

  void heed(const FileSays& file);

  const Columns& columns() const { return columns_; }
  bool full() const { return most_ != 0 && cloud_.count() == most_; }  // ReadOptions::first elements were added
  uint64_t rows() const { return cloud_.count() + not_numbers_ + too_large_ + covering_; }

  // Returns "the file is cut short: it ends after 2 of 3 elements".
  std::string shortness() const;
  // Returns the cloud. Errors: all elements were skipped.
  Cloud finish();

 private:
  void dropCovering();
  void centre();
  void paint();
  void paintBy(const std::function<glm::vec3(glm::vec3)>& colorOf);
  std::string summary() const;
  std::string skipped() const;  // "; 3 rows skipped (NaN)"

  Source& source_;
  Columns columns_;
  uint64_t count_;
  uint32_t most_;
  bool up_given_;
  Cloud cloud_;
  std::vector<glm::dvec3> places_;
  std::vector<glm::vec3> colors_;  // from the file, if the value of white is unknown
  std::vector<float> rest_;
  uint64_t not_numbers_ = 0;
  uint64_t too_large_ = 0;
  uint64_t covering_ = 0;
  uint64_t unturned_ = 0;
  bool directed_ = false;  // a colour depends on the direction
};

}  // namespace particles
