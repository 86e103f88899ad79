// Which algorithms there are: the one place that names them. An algorithm is a table of kernels, tuning for a device,
// and a function from a setting and an amount to passes.
#pragma once

#include <bitset>

#include "bitonic/kernels.h"
#include "passes.h"
#include "proofs.h"
#include "radix/kernels.h"
#include "rank/kernels.h"
#include "vulkan/support.h"

namespace vksort {

// What all algorithms of a Sorter have.
inline constexpr std::uint32_t kKernelCount = bitonic::kKernelCount + radix::kKernelCount + rank::kKernelCount;
static_assert(vksort::kKernelCount <= kMaxPipelines);
static_assert(bitonic::kKernelCount * 2 + radix::kMaxShapes + rank::kShapes <= ProofList::kMost,
              "a kernel has up to two proofs");

// The algorithms as a SorterInfo and a device want them.
struct Algorithms {
  bitonic::Setting bitonic;
  radix::Setting radix;
  rank::Setting rank;
  bool always_lent;  // SorterInfo::always_lends

  [[nodiscard]] const Configuration& configuration() const { return bitonic.configuration; }
  // Elements that they sort, of lists in the largest.
  [[nodiscard]] std::uint32_t most() const { return bitonic.most; }
};

// The complaint about SorterInfo::tuning on a device with the limits, a static string; null if there is none.
[[nodiscard]] const char* misfitOf(const SorterInfo& info, const DeviceLimits& limits);
// There must be no such complaint. `looks_back`: that a radix sort may; `by_ranks`: that others may be by these.
[[nodiscard]] Algorithms algorithmsFor(const SorterInfo& info, const DeviceLimits& limits,
                                       const RecordLimits& record_limits, bool looks_back = true, bool by_ranks = true);

// The passes of a sort, by the algorithm that the amount is for; none above most().
void passesOf(const Algorithms& algorithms, const Amount& amount, PassList& out);

// Whether so many are not sorted in place if there is scratch memory; the words of it that must be lent,
// not less than for fewer; or 0.
[[nodiscard]] bool takesScratch(const Algorithms& algorithms, std::uint32_t count);
[[nodiscard]] std::uint64_t scratchWords(const Algorithms& algorithms, std::uint32_t count);

// Whether a sort of so many must be lent these.
[[nodiscard]] bool mustBeLent(const Algorithms& algorithms, std::uint32_t count);

// What one of them moves.
[[nodiscard]] PassBytes bytesOf(const Algorithms& algorithms, const Amount& amount, const Pass& pass);

// The sorts that prove the kernels of each algorithm.
[[nodiscard]] ProofList proofsOf(const Algorithms& algorithms);

// The kernels that a Sorter makes, a bit each: those of all passes of sorts of up to most() elements.
using KernelSet = std::bitset<vksort::kKernelCount>;
[[nodiscard]] KernelSet kernelsOf(const Algorithms& algorithms);
// What the pipeline of one of them is made from; its name, a static string. `hook` may be null.
[[nodiscard]] PipelineSource sourceOf(const Algorithms& algorithms, std::uint32_t kernel, const Hook* hook);
[[nodiscard]] const char* kernelName(std::uint32_t kernel);
[[nodiscard]] Pipelines::Subgroups subgroupsOf(const Algorithms& algorithms, const DeviceFacts& facts);

// The tuning in effect.
[[nodiscard]] Tuning tuningOf(const Algorithms& algorithms);

// What the kernels take of push constants, in bytes.
inline constexpr std::uint32_t kPushBytes = sizeof(Push) + kMaxPassWords * sizeof(std::uint32_t);
static_assert(kPushBytes <= 128, "what every device has");

}  // namespace vksort
