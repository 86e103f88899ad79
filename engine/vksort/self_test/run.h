// Tests a Sorter on its device: sorts small arrays there, and verifies them on the CPU.
#pragma once

#include "sorter_state.h"

namespace vksort {

enum class Pattern : std::uint8_t {
  random,
  sorted,    // in the order of the configuration
  reversed,  // against it
  ties,      // 8 different keys, among them the first and the last one
  clumps,    // random, but that some are equal, in numbers that are searched one by one
};

// The order of a case: each order of the Sorter's keys has its turn.
[[nodiscard]] Ordering orderingOf(const Configuration& configuration, Pattern pattern);

// Element i of n, to its place in the range of keys and, if it has one, that of payloads. Payloads that the sort
// writes, or keeps in order, are indices.
void writeSelfTestElement(const Configuration& configuration, Pattern pattern, std::uint32_t i, std::uint32_t n,
                          std::uint32_t* keys, std::uint32_t* payload);

// A failure of a sort: Rejected::fault, and *reason if no level is left.
struct Failure {
  const char *fault, *reason;
};

struct Finding {
  const Failure* failure;  // of the first sort that failed; null: none did
  Trial trial;             // that sort
  // The device may still run the self-test. Its objects are leaked, and the Sorter's must be, too.
  bool in_flight;
};

// Runs the trials, of which there must be one. The sorter has their pipelines. `info` has a queue to test on.
//   VK_SUCCESS: it ran; `out` says with what result.
//   VK_TIMEOUT: it did not end in time.
//   Others: as Vulkan returned them.
// Nothing is leaked unless `out.in_flight` says so. *reason is a static string then.
[[nodiscard]] VkResult selfTest(const SorterInfo& info, const Sorter& sorter, const TrialList& trials, Finding& out,
                                const char*& reason);

struct Problem;  // levels.h

// The same with the pipelines of a level. A key generator needs the host's data, so kernels without it are created and
// tested instead. `problem` is set if a kernel fails; then the result is VK_SUCCESS or that of the driver's compiler,
// and *why is that of a baseline.
//   VK_TIMEOUT: a sort did not end in time. What it may still use is leaked, also when the Sorter is destroyed.
//   Others: as Vulkan returned them. *why is set.
[[nodiscard]] VkResult testLevel(const SorterInfo& info, SorterState& state, const Level& level,
                                 const TrialList& trials, Problem& problem, const char*& why);

}  // namespace vksort
