// How the radix sort cuts its work: digits, and tiles by the number of elements. Pure arithmetic, no Vulkan calls.
#pragma once

#include "device/support.h"
#include "request/request.h"
#include "sort/radix/interface.h"
#include "sorts/sizes/tuning.h"

namespace vksort::radix {

// The largest count of a state.
inline constexpr std::uint32_t kMaxElements = (1u << VKSORT_RADIX_STATE_BITS) - 1;
static_assert(2 * VKSORT_RADIX_MAX_PASSES <= 1u << (32 - VKSORT_RADIX_STATE_BITS), "states of two passes must differ");

// Eight bits of a word of the elements.
struct Digit {
  std::uint32_t word, shift;
};
// The digits of a sort, least significant first: one for each pass.
struct Digits {
  std::uint32_t count;  // 2 .. VKSORT_RADIX_MAX_PASSES
  Digit list[VKSORT_RADIX_MAX_PASSES];

  // An odd number of passes ends in the range by way of a second copy.
  [[nodiscard]] std::uint32_t copies() const { return count % 2 == 0 ? 1 : 2; }
};

// `is_even`: one digit more than the bits ask for, if their number is odd.
[[nodiscard]] Digits digitsFor(const Configuration& configuration, KeyBits bits, bool is_even);

// Whether there are as many passes as the sort has digits.
[[nodiscard]] inline bool hasDigits(const Configuration& configuration) {
  return !(configuration.wide() && configuration.ordersByPayload());
}

// How a pass finds where the digits of a tile begin among all.
enum class Offsets : std::uint8_t {
  look_back = VKSORT_RADIX_LOOK_BACK,
  first_table = VKSORT_RADIX_FIRST_TABLE,
  summed_table = VKSORT_RADIX_SUMMED_TABLE,
};

// A tile of the passes.
struct TileShape : RadixShape {
  Offsets offsets;

  [[nodiscard]] std::uint32_t tile() const { return elements << invocations_log2; }
  [[nodiscard]] std::uint32_t tilesOf(std::uint32_t n) const { return n / tile() + (n % tile() != 0 ? 1 : 0); }
  // Whether an indirect count needs indirect dispatches. Where no more workgroups are dispatched than run at once,
  // direct dispatches for the largest count cost less: those without elements return (R146 of
  // samples/bench/experiments_log.md).
  [[nodiscard]] bool dispatchesIndirectly() const { return offsets != Offsets::first_table; }
  // Of the states and tables of so many tiles.
  [[nodiscard]] std::uint64_t tableWords(std::uint64_t tiles) const;
};

inline constexpr std::uint32_t kMaxShapes = sizeof(Tuning::radix_shapes) / sizeof(RadixShape);

// Words of the array in which a tile changes places: counters of each subgroup or a part of the tile, and behind them
// counts for later passes. See pass.comp.
[[nodiscard]] constexpr std::uint32_t sharedWords(std::uint32_t subgroups, std::uint32_t part, std::uint32_t later) {
  const std::uint32_t counters = VKSORT_RADIX_DIGITS * subgroups;
  return (counters > part ? counters : part) + later * VKSORT_RADIX_DIGITS;
}

// What radix makes of a configuration and a device. Without shapes it cannot sort.
struct RadixSetting {
  Configuration configuration;
  std::uint32_t max_groups_x;       // at least 1
  std::uint64_t max_scratch_words;  // that can be bound
  bool looks_back;
  bool automatic;     // the algorithm is the library's choice
  bool scratch_pays;  // as DeviceClass
  bool is_software;
  std::uint32_t radix_from;            // Tuning::radix_from, or 0
  std::uint32_t min_count, max_count;  // elements that it sorts
  std::uint32_t max_passes;
  std::uint32_t subgroup_log2;
  std::uint32_t counting_log2;  // log2 of the invocations of a workgroup that counts all digits
  std::uint32_t ranking;        // VKSORT_RADIX_VOTES, or ..
  std::uint32_t max_in_place;   // of an indirect count: up to so many elements are sorted in place by one workgroup
  std::uint32_t shape_count;
  TileShape shapes[kMaxShapes];

  // Words of an element.
  [[nodiscard]] std::uint32_t words() const { return wordsOf(configuration.layout.element); }
  [[nodiscard]] const TileShape& shapeFor(std::uint32_t n) const { return shapes[indexFor(n)]; }
  // Of the first that takes n elements.
  [[nodiscard]] std::uint32_t indexFor(std::uint32_t n) const;
  // The smallest count whose sort takes the shape; 0: there is none.
  [[nodiscard]] std::uint32_t minCountOf(std::uint32_t shape) const;
  // The smallest count for which so many passes pay, and the largest count that they leave to rank merge.
  [[nodiscard]] std::uint32_t minCountFor(std::uint32_t passes) const;
  [[nodiscard]] std::uint32_t maxByRankFor(std::uint32_t passes) const;
  [[nodiscard]] std::uint32_t sharedWords(const TileShape& shape) const {
    return radix::sharedWords(1u << (shape.invocations_log2 - subgroup_log2), shape.tile() / shape.parts,
                              shape.offsets == Offsets::first_table ? max_passes - 1 : 0);
  }
};

// Whether the kernels run on the device.
[[nodiscard]] inline bool canRun(const DeviceLimits& limits) {
  return isUsableSubgroup(limits.subgroup_size) && limits.counting_invocations != 0;
}
// Makes the members of a class' tuning fit limits in the class, if the kernels run on the device.
void fit(Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits);
// Returns true if kernels with the members of the radix sort exist and fit the device.
[[nodiscard]] bool isPossible(const Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits);

// The tuning must be possible. `one_workgroup`: elements that one workgroup sorts in place. `looks_back`: that it may.
[[nodiscard]] RadixSetting settingOf(const Configuration& configuration, const DeviceLimits& limits,
                                     const RecordLimits& record_limits, const Tuning& tuning,
                                     std::uint32_t one_workgroup, bool looks_back);

// The scratch memory of a sort, in words; see sort/radix/interface.h. It ends no sooner than that of fewer elements.
struct ScratchLayout {
  std::uint32_t table;        // the first word
  std::uint32_t copy;         // the first word
  std::uint32_t second_copy;  // if there is one
  std::uint64_t end;
};
[[nodiscard]] ScratchLayout scratchLayout(const RadixSetting& setting, std::uint32_t n, std::uint32_t copies = 1);

// The digits of a recording, and where they move elements to. An odd number of digits takes a second copy; one more
// digit takes its place where `scratch_words` have no room for that.
struct Course {
  Digits digits;
  ScratchLayout layout;
};
[[nodiscard]] Course courseOf(const RadixSetting& setting, const Request& request, std::uint64_t scratch_words);

}  // namespace vksort::radix
