// From elements as files have them to a cloud: bad ones are skipped and counted, the rest is centred.
#pragma once
#include <functional>

#include "points/cloud.h"
#include "points/columns.h"

namespace particles {

// How a file is read.
struct ReadOptions {
  uint32_t first = 0;             // elements that are read; 0: all
  uint32_t degree = 0;            // of harmonics, at most
  std::optional<glm::vec3> up{};  // else as the file says, or y of SPZ, -y of other splats, z of points
};

// What a header says of all elements.
struct FileSays {
  std::optional<glm::vec3> up{};  // ReadOptions::up wins
  std::string up_comment{};       // that says so, if not the format
  bool antialiased = false;       // see Cloud

  // Of a comment such as "Vertical axis: z", "up: 0 -1 0" or "SplatRenderMode: mip". Others, and an up that a later one
  // replaces, are named in the summary behind `kind`.
  void takeComment(Source& source, const std::string& kind, std::string_view comment);
};

inline constexpr glm::vec3 kUncolored{0.72F, 0.74F, 0.78F};  // points without colours

class CloudBuilder {
 public:
  // `columns`: what its elements have. `count`: elements that the file says to have, or 0. `source` must outlive it.
  // Errors, here and below: as Source's; too many elements.
  CloudBuilder(Source& source, const ReadOptions& options, Columns columns, uint64_t count);

  // `gaussian`: its place is `at`, its turn of any length, its colour as the columns' Paint says. `rest`: as
  // Harmonics::add() has it. Skips what is no number or too large.
  void add(const glm::dvec3& at, Gaussian gaussian, std::span<const float> rest);
  // The same by the numbers of its columns, of which those that are used() must be there.
  void addRow(const std::vector<double>& values);

  void heed(const FileSays& file);

  const Columns& columns() const { return columns_; }
  bool full() const { return most_ != 0 && cloud_.count() == most_; }  // all that were asked for are there
  uint64_t rows() const { return cloud_.count() + not_numbers_ + too_large_ + covering_; }

  // "the file is cut short: it ends after 2 of 3 elements"
  std::string shortness() const;
  // Errors: no element is left.
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
  std::vector<glm::vec3> colors_;  // as they are in the file, where what is white is not known
  std::vector<float> rest_;
  uint64_t not_numbers_ = 0;
  uint64_t too_large_ = 0;
  uint64_t covering_ = 0;
  uint64_t unturned_ = 0;
  bool directed_ = false;  // some colour depends on the direction
};

}  // namespace particles
