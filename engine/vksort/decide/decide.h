// The algorithms of a Sorter, and the decision between them. Only this folder includes algorithms.
#pragma once

#include <optional>

#include "sorts/bitonic/passes.h"
#include "sorts/radix/passes.h"
#include "sorts/rank/passes.h"

namespace vksort {

inline constexpr std::uint32_t kFirstRadix = bitonic::kKernelCount;
inline constexpr std::uint32_t kFirstRank = kFirstRadix + radix::kKernelCount;
inline constexpr std::uint32_t kKernelCount = kFirstRank + rank::kKernelCount;
static_assert(2 * vksort::kKernelCount <= kMaxPipelines && vksort::kKernelCount <= kMaxKernels);

// If a kernel fails, creation removes one of these features.
struct Fallback {
  bool subgroups = true;
  bool rank = true;
  bool radix = true;
  bool look_back = true;
  bool narrow = true;
  bool baseline = false;           // only use features that every device supports
  std::optional<Tuning> tuning{};  // replaces the tuning of the device's class
};

struct Algorithms {
  bitonic::BitonicSetting bitonic;
  radix::RadixSetting radix;
  rank::RankSetting rank;
  std::uint32_t max_count;     // elements of the largest sort
  std::uint32_t max_in_range;  // elements that can be bound at an aligned offset

  [[nodiscard]] const Configuration& configuration() const { return bitonic.configuration; }
  // The smallest sort by all digits that uses the radix sort.
  [[nodiscard]] std::uint32_t radixFrom() const;
  // The largest sort by the radix sort or rank merge.
  [[nodiscard]] std::uint32_t maxInScratch() const;
  // The largest sort that needs no scratch memory with Scratch::required.
  [[nodiscard]] std::uint32_t maxWithoutScratch() const;
  [[nodiscard]] bool takesScratch() const {
    return radix.shape_count != 0 || rank.max_count != 0 || bitonic.max_gathered != 0 ||
           bitonic.max_gathered_segment != 0;
  }
};

[[nodiscard]] bool isPossible(const Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits);
// `fallback.tuning` must be possible.
[[nodiscard]] Algorithms algorithmsFor(const Configuration& configuration, const DeviceLimits& device,
                                       const RecordLimits& record_limits, const Fallback& fallback = {});
// Returns the limit that rules out the configuration, or null.
[[nodiscard]] const char* lackOf(const Algorithms& algorithms);

// One bit per storage buffer of set 0.
[[nodiscard]] std::uint32_t bindingsOf(const Algorithms& algorithms);

enum class Choice : std::uint8_t {
  nothing,
  bitonic,
  rank,
  radix,
  refused,  // it needs scratch memory, or is too large
};
struct Decision {
  Choice choice;
  std::uint64_t scratch_words;  // required scratch memory, or 0 if none is available or needed
  radix::Course course;         // only used by Choice::radix
  bool from_table = false;      // kernels read the table of segments instead of a work buffer
};
[[nodiscard]] Decision decide(const Algorithms& algorithms, const Request& request);
// Does the same for staged creation: also rejects requests that the baseline cannot sort, and reserves the scratch
// memory that it needs. `baseline` can be null.
[[nodiscard]] Decision decideStaged(const Algorithms& algorithms, const Algorithms* baseline, const Request& request);

// The largest requests that decide() accepts.
[[nodiscard]] MaxCounts maxCountsOf(const Algorithms& algorithms);

// Words of scratch memory for any sort of up to max_count elements.
[[nodiscard]] std::uint64_t scratchWords(const Algorithms& algorithms, std::uint32_t max_count);

// Words of scratch memory for segments in up to max_count elements, or 0 if they do not use it.
[[nodiscard]] std::uint64_t segmentScratchWords(const Algorithms& algorithms, std::uint32_t max_count,
                                                std::uint32_t segment_count);
// Elements of the largest segment that the radix sort can sort, or 0.
[[nodiscard]] std::uint32_t maxSegmentInScratch(const Algorithms& algorithms);

// Adds nothing for Choice::nothing and refused.
void addPasses(const Algorithms& algorithms, const Request& request, const Decision& decision, PassSink out);

[[nodiscard]] KernelSet kernelsOf(const Algorithms& algorithms);
[[nodiscard]] TrialList trialsOf(const Algorithms& algorithms);

[[nodiscard]] PipelineSource sourceOf(const Algorithms& algorithms, std::uint32_t kernel);
[[nodiscard]] const char* kernelName(std::uint32_t kernel);

inline constexpr std::uint32_t kPushBytes = sizeof(Push) + kMaxPassWords * sizeof(std::uint32_t);
static_assert(kPushBytes <= 128, "the minimum of maxPushConstantsSize");

}  // namespace vksort
