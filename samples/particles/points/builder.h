// Builds a cloud from the elements of a file. Skips and counts invalid elements.
#pragma once
#include <functional>

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
  // Only columns in Columns::used() need values.
  void addRow(const std::vector<double>& values);

  void heed(const FileSays& file);

  const Columns& columns() const { return columns_; }
  bool full() const { return most_ != 0 && cloud_.count() == most_; }
  uint64_t rows() const { return cloud_.count() + not_numbers_ + too_large_ + covering_; }

  std::string shortness() const;
  // Throws an error if all elements were skipped.
  Cloud finish();

 private:
  void dropCovering();
  void centre();
  void paint();
  void paintBy(const std::function<glm::vec3(glm::vec3)>& colorOf);
  std::string summary() const;
  std::string skipped() const;

  Source& source_;
  Columns columns_;
  uint64_t count_;
  uint32_t most_;
  bool up_given_;
  Cloud cloud_;
  std::vector<glm::dvec3> places_;
  std::vector<glm::vec3> colors_;  // only stored while the value of white is unknown
  std::vector<float> rest_;
  uint64_t not_numbers_ = 0;
  uint64_t too_large_ = 0;
  uint64_t covering_ = 0;
  uint64_t unturned_ = 0;
  bool directed_ = false;
};

}  // namespace particles
