#pragma once

#include "device/support.h"
#include "request/request.h"
#include "sort/radix/interface.h"
#include "sorts/sizes/tuning.h"

namespace vksort::radix {

inline constexpr std::uint32_t kMaxElements = (1u << VKSORT_RADIX_STATE_BITS) - 1;
static_assert(2 * VKSORT_RADIX_MAX_PASSES <= 1u << (32 - VKSORT_RADIX_STATE_BITS), "states of two passes must differ");

struct Digit {
  std::uint8_t word, shift;
};
// One digit for each pass, the least significant one first.
struct Digits {
  std::uint32_t count;  // 2 .. VKSORT_RADIX_MAX_PASSES
  Digit list[VKSORT_RADIX_MAX_PASSES];

  // An odd number of passes needs a second copy to end in the range.
  [[nodiscard]] std::uint32_t copies() const { return count % 2 == 0 ? 1 : 2; }
};

// If `is_even`, rounds the number of digits up to an even number.
[[nodiscard]] Digits digitsFor(const Configuration& configuration, KeyBits bits, bool is_even);

// Returns false if the sort needs more than VKSORT_RADIX_MAX_PASSES.
[[nodiscard]] inline bool hasDigits(const Configuration& configuration) {
  return !(configuration.wide() && configuration.ordersByPayload());
}

enum class Offsets : std::uint8_t {
  look_back = VKSORT_RADIX_LOOK_BACK,
  first_table = VKSORT_RADIX_FIRST_TABLE,
  summed_table = VKSORT_RADIX_SUMMED_TABLE,
};

struct TileShape : RadixShape {
  Offsets offsets;

  [[nodiscard]] std::uint32_t tile() const { return elements << invocations_log2; }
  [[nodiscard]] std::uint32_t tilesOf(std::uint32_t n) const { return n / tile() + (n % tile() != 0 ? 1 : 0); }
  // If all workgroups run at the same time, direct dispatches for the maximum count are faster, because workgroups
  // without elements return (R146 of samples/bench/experiments_log.md).
  [[nodiscard]] bool dispatchesIndirectly() const { return offsets != Offsets::first_table; }
};
// Words for the states and the table.
[[nodiscard]] std::uint64_t tableWords(Offsets offsets, std::uint64_t tiles);

inline constexpr std::uint32_t kMaxShapes = sizeof(Tuning::radix_shapes) / sizeof(RadixShape);

struct Listed {
  std::uint32_t index;  // in RadixSetting::shapes
  TileShape shape;
};

// Shared memory contains the counters of each subgroup, or a part of the tile, then counts for `later` passes. See
// pass.comp.
[[nodiscard]] constexpr std::uint32_t sharedWords(std::uint32_t subgroups, std::uint32_t part, std::uint32_t later) {
  const std::uint32_t counters = VKSORT_RADIX_DIGITS * subgroups;
  return (counters > part ? counters : part) + later * VKSORT_RADIX_DIGITS;
}

struct RadixSetting {
  Configuration configuration;
  std::uint32_t max_groups_x;
  std::uint64_t max_scratch_words;  // maximum that can be bound
  bool looks_back;
  bool automatic;
  bool scratch_pays;
  bool is_software;
  std::uint32_t radix_from;
  std::uint32_t min_count, max_count;
  std::uint32_t max_passes;
  std::uint32_t subgroup_log2;
  std::uint32_t counting_log2;  // log2 of the invocations of a workgroup that counts all digits
  std::uint32_t ranking;        // VKSORT_RADIX_VOTES, ..
  std::uint32_t max_in_place;   // largest sort in place by one workgroup
  std::uint32_t shape_count;    // 0 if the radix sort cannot be used
  TileShape shapes[kMaxShapes];
  TileShape narrow;  // kernel for narrow elements, with tiles that are not smaller; no elements if it does not exist
  std::uint32_t listed_index;  // shape that also moves tiles of segments

  [[nodiscard]] bool canNarrow(const TileShape& shape) const {
    return narrow.elements != 0 && shape.offsets == Offsets::look_back;
  }
  [[nodiscard]] std::uint32_t words() const { return wordsOf(configuration.layout.element); }
  [[nodiscard]] const TileShape& shapeFor(std::uint32_t n) const { return shapes[indexFor(n)]; }
  [[nodiscard]] std::uint32_t indexFor(std::uint32_t n) const;
  [[nodiscard]] bool sortsSegments() const {
    return shape_count != 0 && configuration.scratch != Scratch::required && max_count > max_in_place;
  }
  // Returns the shape that moves segments, and how it is used. On software drivers, only short segments look back.
  [[nodiscard]] Listed listedFor(std::uint32_t max_segment) const;
  [[nodiscard]] bool isListed(std::uint32_t shape) const {
    return sortsSegments() && (shape == listed_index || (is_software && shape == shape_count - 1));
  }
  // Returns the smallest count that uses the shape, or 0.
  [[nodiscard]] std::uint32_t minCountOf(std::uint32_t shape) const;
  // Return the smallest count that makes this number of passes worthwhile, and the largest count that rank merge sorts
  // faster.
  [[nodiscard]] std::uint32_t minCountFor(std::uint32_t passes) const;
  [[nodiscard]] std::uint32_t maxByRankFor(std::uint32_t passes) const;
  [[nodiscard]] std::uint32_t sharedWords(const TileShape& shape) const {
    return radix::sharedWords(1u << (shape.invocations_log2 - subgroup_log2), shape.tile() / shape.parts,
                              shape.offsets == Offsets::first_table ? max_passes - 1 : 0);
  }
};

[[nodiscard]] inline bool canRun(const DeviceLimits& limits) {
  return isUsableSubgroup(limits.subgroup_size) && limits.counting_invocations != 0;
}
// Makes the radix members of a class tuning fit the result of limitsInClass().
void fit(Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits);
[[nodiscard]] bool isPossible(const Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits);

// The tuning must be possible. `one_workgroup` is max_in_place.
[[nodiscard]] RadixSetting settingOf(const Configuration& configuration, const DeviceLimits& limits,
                                     const RecordLimits& record_limits, const Tuning& tuning,
                                     std::uint32_t one_workgroup, bool looks_back);

// The first word of each part of scratch memory; see sort/radix/interface.h. `end` never shrinks as the count grows.
struct ScratchLayout {
  std::uint32_t table;
  std::uint32_t copy;
  std::uint32_t second_copy;
  std::uint64_t end;
};
[[nodiscard]] ScratchLayout scratchLayout(const RadixSetting& setting, std::uint32_t n, std::uint32_t copies = 1);
// Does the same for segments in n elements, and sets `tiles`.
[[nodiscard]] ScratchLayout segmentLayout(const RadixSetting& setting, const TileShape& shape, std::uint32_t n,
                                          std::uint32_t segment_count, std::uint32_t copies, TileList& tiles);

// If `scratch_words` are not enough for the second copy of an odd number of digits, courseOf() adds a digit instead.
struct Course {
  Digits digits;
  ScratchLayout layout;
  TileList tiles;
  std::uint32_t narrow_from;  // first pass that another kernel runs, because its elements are narrow, or digits.count
  std::uint32_t index_bits;   // bits of the index in a narrow element, or 0 if it does not contain an index

  [[nodiscard]] bool narrows() const { return narrow_from < digits.count; }
};
[[nodiscard]] Course courseOf(const RadixSetting& setting, const Request& request, std::uint64_t scratch_words);

}  // namespace vksort::radix
