// The algorithms of a Sorter, and the decision between them: the one place that names them. An algorithm is a table of
// kernels, tuning for a device, and a function from a setting and a request to passes.
#pragma once

#include <optional>

#include "sorts/bitonic/passes.h"
#include "sorts/radix/passes.h"
#include "sorts/rank/passes.h"

namespace vksort {

// Kernels are numbered by algorithm.
inline constexpr std::uint32_t kFirstRadix = bitonic::kKernelCount;
inline constexpr std::uint32_t kFirstRank = kFirstRadix + radix::kKernelCount;
inline constexpr std::uint32_t kKernelCount = kFirstRank + rank::kKernelCount;
static_assert(2 * vksort::kKernelCount <= kMaxPipelines && vksort::kKernelCount <= kMaxKernels);

// The features that a Sorter can use. If a kernel fails, creation removes one, and falls back to the others.
struct Fallback {
  bool subgroups = true;
  bool rank = true;
  bool radix = true;
  bool look_back = true;
  bool baseline = false;           // only use features that every device supports
  std::optional<Tuning> tuning{};  // replaces the tuning of the device's class
};

// The algorithms for a configuration and a device.
struct Algorithms {
  bitonic::BitonicSetting bitonic;
  radix::RadixSetting radix;
  rank::RankSetting rank;
  std::uint32_t max_count;     // elements of the largest sort
  std::uint32_t max_in_range;  // elements that can be bound at an aligned offset

  [[nodiscard]] const Configuration& configuration() const { return bitonic.configuration; }
  // Returns the smallest sort by all digits that uses the radix sort.
  [[nodiscard]] std::uint32_t radixFrom() const;
  // Returns the largest sort by the radix sort or rank merge.
  [[nodiscard]] std::uint32_t maxInScratch() const;
  // Returns the largest sort that needs no scratch memory with Scratch::required.
  [[nodiscard]] std::uint32_t maxWithoutScratch() const;
  [[nodiscard]] bool takesScratch() const {
    return radix.shape_count != 0 || rank.max_count != 0 || bitonic.max_gathered != 0;
  }
};

// Returns true if kernels with the tuning exist and fit a device with the limits.
[[nodiscard]] bool isPossible(const Tuning& tuning, const Configuration& configuration, const DeviceLimits& limits);
// `fallback.tuning` must be possible.
[[nodiscard]] Algorithms algorithmsFor(const Configuration& configuration, const DeviceLimits& device,
                                       const RecordLimits& record_limits, const Fallback& fallback = {});
// Returns the limit that rules out the configuration, a static string, or null.
[[nodiscard]] const char* lackOf(const Algorithms& algorithms);

// Returns the storage buffers of set 0, one bit per binding.
[[nodiscard]] std::uint32_t bindingsOf(const Algorithms& algorithms);

// The algorithm of a sort.
enum class Choice : std::uint8_t {
  nothing,  // there is nothing to do
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
// Does the same for staged creation: also refuses requests that the baseline refuses, and reserves the scratch memory
// that it needs. `baseline` can be null.
[[nodiscard]] Decision decideStaged(const Algorithms& algorithms, const Algorithms* baseline, const Request& request);

// Returns the largest requests that decide() does not refuse.
[[nodiscard]] MaxCounts maxCountsOf(const Algorithms& algorithms);

// Returns the words of scratch memory that are enough for any sort of up to max_count elements.
[[nodiscard]] std::uint64_t scratchWords(const Algorithms& algorithms, std::uint32_t max_count);

// Passes the passes of a sort to `out`, if there is something to do.
void addPasses(const Algorithms& algorithms, const Request& request, const Decision& decision, PassSink out);

// Returns the kernels that a Sorter creates, and the sorts that test them.
[[nodiscard]] KernelSet kernelsOf(const Algorithms& algorithms);
[[nodiscard]] TrialList trialsOf(const Algorithms& algorithms);

// Returns the source of a kernel's pipeline, and the kernel's name, a static string.
[[nodiscard]] PipelineSource sourceOf(const Algorithms& algorithms, std::uint32_t kernel);
[[nodiscard]] const char* kernelName(std::uint32_t kernel);

// Size of the push constants of all kernels in bytes.
inline constexpr std::uint32_t kPushBytes = sizeof(Push) + kMaxPassWords * sizeof(std::uint32_t);
static_assert(kPushBytes <= 128, "the minimum of maxPushConstantsSize");

}  // namespace vksort
