// How the radix sort cuts its work: digits, and tiles by the number of elements. Pure arithmetic, no Vulkan calls.
#pragma once

#include "configuration.h"
#include "sort/radix/interface.h"
#include "vulkan/support.h"

namespace vksort::radix {

inline constexpr std::uint32_t kDigitBits = VKSORT_RADIX_DIGIT_BITS;
inline constexpr std::uint32_t kAtOnce = 132;  // workgroups that an NVIDIA H200 starts together
// What a state can count, and as vksort.h says.
inline constexpr std::uint32_t kMostElements = (1u << VKSORT_RADIX_STATE_BITS) - 1;
static_assert(2 * VKSORT_RADIX_PASSES <= 1u << (32 - VKSORT_RADIX_STATE_BITS), "states of two passes must differ");

// How a pass finds out where the digits of a tile begin among all.
enum class Offsets : std::uint8_t {
  by_look_back = VKSORT_RADIX_BY_LOOK_BACK,      // from what other tiles tell; all digits are counted before
  by_summed_rows = VKSORT_RADIX_BY_SUMMED_ROWS,  // the same, but that what each workgroup counted is summed up before
  by_rows = VKSORT_RADIX_BY_ROWS,                // the same, but that the first pass sums it up
  by_first_table = VKSORT_RADIX_BY_FIRST_TABLE,  // the same, but that the first pass counts the digits of the others
  // Where no workgroup reads what another of its pass writes:
  by_next_table = VKSORT_RADIX_BY_NEXT_TABLE,      // each sums a table up, and counts the next digit
  by_table = VKSORT_RADIX_BY_TABLE,                // before each one a digit is counted, and it sums the table up
  by_summed_table = VKSORT_RADIX_BY_SUMMED_TABLE,  // before each one a digit is counted, and the table summed up
};

// A tile, and how its offsets come about.
struct Shape {
  std::uint32_t most;  // elements of the largest sort that takes it
  std::uint32_t invocations_log2;
  std::uint32_t elements;  // per invocation
  std::uint32_t parts;     // in which they change places in shared memory: a divisor of elements
  Offsets offsets;
  // Of what counts all digits, by look-back, and decides by it: log2 of its invocations, and how many elements one
  // counts at once, at most; 0: as those that move.
  std::uint32_t counting_log2 = 0, counted_elements = 0;

  // Of shared memory: what elements of a tile change places in, and behind it counts of later digits.
  [[nodiscard]] std::uint32_t sharedWords(std::uint32_t subgroup_log2, bool counts_others) const;
  // That the passes that move take at most, see pass.comp; those that count take 16 KiB at most.
  [[nodiscard]] std::uint32_t sharedBytes(std::uint32_t subgroup_log2) const;
  [[nodiscard]] bool looksBack() const { return offsets <= Offsets::by_first_table; }
  [[nodiscard]] bool countsAll() const { return offsets <= Offsets::by_rows; }
  // Where the device has the count, and many tiles may be needed, a set-up gives the dispatches as many workgroups as
  // there are elements for, and passes by value get theirs, or none, from what counts values; else they have as many as
  // there may be: those that return at once cost less than arguments (R146 of samples/bench/EXPERIMENTS.md).
  [[nodiscard]] bool hasArguments() const { return tilesOf(most) > kAtOnce; }
  // Values are loaded and change places with their keys, see pass.comp.
  [[nodiscard]] bool movesPairs() const { return parts == 1 && elements % 2 == 0 && elements <= 8; }
  // A digit is counted before the pass by it.
  [[nodiscard]] bool countsEach() const { return offsets >= Offsets::by_table; }
  // Of the states and tables of so many tiles.
  [[nodiscard]] std::uint64_t tableWords(std::uint64_t tiles) const;
  [[nodiscard]] std::uint32_t tile() const { return elements << invocations_log2; }
  [[nodiscard]] std::uint32_t tilesOf(std::uint32_t n) const { return n / tile() + (n % tile() != 0 ? 1 : 0); }
};

inline constexpr std::uint32_t kMaxShapes = 6;
inline constexpr std::uint32_t kRunLog2 = 8;      // of invocations that look for equal keys
inline constexpr std::uint32_t kRunElements = 2;  // of each of them

// Whether a set-up finds the workgroups. Those of a coherent sort are found by what decides, once there is a verdict.
[[nodiscard]] inline bool setsUpArguments(const Mode& mode, const Shape& shape) {
  return mode.device_count && !mode.coherent && shape.hasArguments();
}

// What radix makes of a configuration and a device. Without shapes it cannot sort.
struct Setting {
  Configuration configuration;
  std::uint32_t max_groups_x;       // at least 1
  std::uint64_t max_scratch_words;  // that can be bound
  std::uint32_t fewest, most;       // elements that it is to sort
  std::uint32_t most_by_ranks;      // that it leaves to ranks, where these can sort
  std::uint32_t first_bit;          // of the keys' order, that the first digit begins with
  std::uint32_t digits;             // of keys, 2 .. 4
  std::uint32_t value_digits;       // that come before these: 1 .. 4 if values order equal keys in any way; else 0
  std::uint32_t subgroup_log2;
  bool adds_in_order;         // see additions.glsl; right in any case, and slow where it is not so
  std::uint32_t few;          // elements of a count on the device that are sorted in place if there may be many; or 0
  std::uint32_t repair_log2;  // of coherent sorts: log2 of the elements of a tile that is repaired; else 0
  std::uint32_t shape_count;
  Shape shapes[kMaxShapes];

  [[nodiscard]] const Shape& shapeFor(std::uint32_t n) const { return shapes[indexFor(n)]; }
  // Of the first that takes n elements.
  [[nodiscard]] std::uint32_t indexFor(std::uint32_t n) const;
  // The fewest elements whose sort takes the shape; 0: there is none.
  [[nodiscard]] std::uint32_t fewestOf(std::uint32_t shape) const;
  // log2 of the elements whose order is looked at together: a part of those that a workgroup counts at once, and at
  // most half a tile of the repair. 0: it is not looked at.
  [[nodiscard]] std::uint32_t unitLog2(const Shape& shape) const;
  // That an invocation counts at once, of Shape::counted_elements: no more than are in one unit with its subgroup's.
  [[nodiscard]] std::uint32_t countedElements(const Shape& shape) const;
  // As most GPUs have, and no software.
  [[nodiscard]] bool hasWideSubgroups() const {
    static_assert(kWideSubgroup == 1u << VKSORT_RADIX_WIDE_LOG2);
    return subgroup_log2 >= VKSORT_RADIX_WIDE_LOG2;
  }
  [[nodiscard]] std::uint32_t passes() const { return value_digits + digits; }
  // Passes by value, and those by key, end in the range: an odd number only by way of a second copy.
  [[nodiscard]] std::uint32_t copies() const { return digits % 2 == 0 && value_digits % 2 == 0 ? 1 : 2; }
  // Whether equal keys are to stay in the order of their positions, as that of their values.
  [[nodiscard]] bool ordersByPosition() const {
    return configuration.layout.element != Element::key && configuration.compares_last_word && value_digits == 0;
  }
  // Elements among which a workgroup looks for runs of equal keys.
  [[nodiscard]] std::uint32_t runPiece() const {
    const std::uint32_t log2 = shapes[0].invocations_log2;
    return kRunElements << (log2 < kRunLog2 ? log2 : kRunLog2);
  }
  // Whether the first pass of a coherent sort decides what there is to do; else a dispatch before it does.
  [[nodiscard]] bool decidesFirst(const Shape& shape) const {
    return configuration.mode.coherent && shape.offsets == Offsets::by_first_table;
  }
  // Whether passes by value are left out where few keys are equal, and these put in order behind those by key.
  [[nodiscard]] bool ordersRuns(const Shape& shape) const { return value_digits != 0 && shape.looksBack(); }
};

// The complaint about SorterInfo::tuning, a static string; null if there is none.
[[nodiscard]] const char* misfitOf(const SorterInfo& info);
// `tuning`: of the sorts in place, by whose tiles coherent sorts are repaired. `looks_back`: that it may.
[[nodiscard]] Setting settingOf(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                                const Tuning& tuning, bool looks_back);

// The scratch memory of a sort, in words; see sort/radix/interface.h. It ends no sooner than that of fewer elements.
struct Scratch {
  std::uint32_t table;        // the first
  std::uint32_t copy;         // the first
  std::uint32_t second_copy;  // if there is one
  std::uint32_t units;        // of a coherent sort: the first
  std::uint64_t end;
};
[[nodiscard]] Scratch scratchOf(const Setting& setting, std::uint32_t n);

}  // namespace vksort::radix
