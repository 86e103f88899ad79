// cases.txt contains this list, so that a diff shows each change:
// vksort-conform --list >samples/conformance/cases.txt
// Increase the version if a name, the sorts of a case, or the order of the cases changes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cases/case.h"

namespace conform {

inline constexpr std::uint32_t kListVersion = 7;
inline constexpr std::uint64_t kSeed = 1;

enum class Recording : std::uint8_t {
  in_place,  // counts near each limit between two kernels, without scratch memory
  scratch,   // the same, with scratch memory
  large,     // the same with up to 2^22 elements
  types,     // each key type, order and NaN rule
  bits,
  indirect,       // a count in a buffer: equal, 0, less or more
  segments,       // segments of these counts, empty ones, and ones that exceed the range
  long_segments,  // segments of one to many tiles, with scratch memory
  together,       // two sorts of the same elements in one command buffer, with the barrier that vksort.h requires
  again,          // each command buffer is submitted twice, with two in flight
  verifier,       // the Verifier
  staged,         // Creation::staged: before, between and after the jobs
  self_test,      // Creation::self_test must not reject anything
  runs,           // a Toolkit after a sort, here and in the following four
  cells,
  cull,  // includes a sort of the kept elements
  gather,
  select,
};

struct Case {
  std::string name;   // SORTER/RECORDING
  std::string group;  // the Sorter; cases of a group run in one process
  cases::Configuration sorter;
  Recording recording;
  bool quick;
};

inline bool isTool(const Case& of) { return of.recording >= Recording::runs; }

const std::vector<Case>& allCases();

// Returns all cases if there are no patterns (* matches any text). Throws std::runtime_error if a pattern does not
// match any case.
std::vector<Case> selectCases(const std::vector<std::string>& patterns, bool quick);

}  // namespace conform
