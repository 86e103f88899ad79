// How the radix sort cuts its work: digits, and tiles by the number of elements. Pure arithmetic, no Vulkan calls.
#pragma once

#include "configuration.h"
#include "sort/radix/interface.h"
#include "vulkan/support.h"

namespace vksort::radix {

inline constexpr std::uint32_t kDigitBits = VKSORT_RADIX_DIGIT_BITS;
inline constexpr std::uint32_t kAtOnce = 132;  // workgroups that an NVIDIA H200 starts together
// The largest count of a state. vksort.h says so.
inline constexpr std::uint32_t kMostElements = (1u << VKSORT_RADIX_STATE_BITS) - 1;
static_assert(2 * VKSORT_RADIX_MAX_PASSES <= 1u << (32 - VKSORT_RADIX_STATE_BITS), "states of two passes must differ");

// How a pass finds where the digits of a tile begin among all.
enum class Offsets : std::uint8_t {
  look_back = VKSORT_RADIX_LOOK_BACK,
  first_table = VKSORT_RADIX_FIRST_TABLE,
  summed_table = VKSORT_RADIX_SUMMED_TABLE,
};

// Eight bits of a word of the elements.
struct Digit {
  std::uint32_t word, shift;
};

// A tile of the passes.
struct Shape {
  std::uint32_t max_count;  // elements of the largest sort that takes it
  std::uint32_t invocations_log2;
  std::uint32_t elements;  // per invocation
  std::uint32_t parts;     // in which they change places in shared memory: a divisor of elements
  Offsets offsets;

  [[nodiscard]] std::uint32_t tile() const { return elements << invocations_log2; }
  [[nodiscard]] std::uint32_t tilesOf(std::uint32_t n) const { return n / tile() + (n % tile() != 0 ? 1 : 0); }
  // Whether an indirect count needs indirect dispatches. Up to one tile for each multiprocessor, direct dispatches for
  // the largest count cost less: workgroups without elements return at once (R146 of samples/bench/EXPERIMENTS.md).
  [[nodiscard]] bool hasArguments() const { return tilesOf(max_count) > kAtOnce; }
  // Of the states and tables of so many tiles.
  [[nodiscard]] std::uint64_t tableWords(std::uint64_t tiles) const;
};

inline constexpr std::uint32_t kMaxShapes = 4;

// What radix makes of a configuration and a device. Without shapes it cannot sort.
struct Setting {
  Configuration configuration;
  std::uint32_t max_groups_x;             // at least 1
  std::uint64_t max_scratch_words;        // that can be bound
  std::uint32_t fewest, most;             // elements that it is to sort
  std::uint32_t most_by_ranks;            // that it leaves to ranks, where these can sort
  std::uint32_t passes;                   // 2 .. VKSORT_RADIX_MAX_PASSES
  Digit digits[VKSORT_RADIX_MAX_PASSES];  // by pass
  std::uint32_t subgroup_log2;
  std::uint32_t counting_log2;      // log2 of the invocations of a workgroup that counts all digits
  std::uint32_t counting_elements;  // that an invocation of it counts at once
  std::uint32_t adds_in_order;      // VKSORT_RADIX_ANY_PAYLOADS, or .., or 0: ranks by votes
  std::uint32_t few;                // elements of an indirect count that are sorted in place if there may be many; or 0
  std::uint32_t shape_count;
  Shape shapes[kMaxShapes];

  // Words of an element.
  [[nodiscard]] std::uint32_t words() const { return wordsOf(configuration.layout.element); }
  [[nodiscard]] const Shape& shapeFor(std::uint32_t n) const { return shapes[indexFor(n)]; }
  // Of the first that takes n elements.
  [[nodiscard]] std::uint32_t indexFor(std::uint32_t n) const;
  // The fewest elements whose sort takes the shape; 0: there is none.
  [[nodiscard]] std::uint32_t fewestOf(std::uint32_t shape) const;
  // True on most GPUs, and on no software driver.
  [[nodiscard]] bool hasWideSubgroups() const {
    static_assert(kWideSubgroup == 1u << VKSORT_RADIX_WIDE_LOG2);
    return subgroup_log2 >= VKSORT_RADIX_WIDE_LOG2;
  }
  // An odd number of passes ends in the range by way of a second copy.
  [[nodiscard]] std::uint32_t copies() const { return passes % 2 == 0 ? 1 : 2; }
  // Words of the array in which a tile of the passes changes places, see pass.comp.
  [[nodiscard]] std::uint32_t sharedWords(const Shape& shape, bool is_first) const;
  // A set-up comes before the passes.
  [[nodiscard]] bool setsUp(const Shape& shape) const {
    return shape.offsets == Offsets::look_back || configuration.mode.coherent || findsArguments(shape);
  }
  // It finds their workgroups.
  [[nodiscard]] bool findsArguments(const Shape& shape) const {
    return configuration.mode.device_count && shape.hasArguments();
  }
};

// The complaint about SorterInfo::tuning, a static string; null if there is none.
[[nodiscard]] const char* misfitOf(const SorterInfo& info);
// `tuning`: of the sorts in place. `looks_back`: that it may.
[[nodiscard]] Setting settingOf(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                                const Tuning& tuning, bool looks_back);

// The scratch memory of a sort, in words; see sort/radix/interface.h. It ends no sooner than that of fewer elements.
struct Scratch {
  std::uint32_t table;        // the first
  std::uint32_t copy;         // the first
  std::uint32_t second_copy;  // if there is one
  std::uint64_t end;
};
[[nodiscard]] Scratch scratchOf(const Setting& setting, std::uint32_t n);

}  // namespace vksort::radix
