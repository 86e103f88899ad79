// The closed list of cases. cases.txt contains it, so that a diff shows each change:
//   vksort-conform --list >samples/conformance/cases.txt
// Raise the version if a name, the sorts of a case or the order of cases change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cases/case.h"

namespace conform {

inline constexpr std::uint32_t kListVersion = 5;
inline constexpr std::uint64_t kSeed = 1;  // of a run without --seed

// What a case does with its Sorter.
enum class Recording : std::uint8_t {
  in_place,   // counts around each limit between two kernels, without scratch memory
  scratch,    // the same with scratch memory, exactly enough and more
  large,      // the same of up to 2^22 elements
  types,      // each key type, order and NaN rule
  bits,       // significant bits
  indirect,   // a count in a buffer: the same, 0, less, more
  segments,   // ranges of those counts, empty ones, and ones that reach past the end
  together,   // two sorts of the same elements in one command buffer, with the barrier that vksort.h asks for
  again,      // command buffers submitted twice, two in flight
  verifier,   // the Verifier on elements in and out of order
  staged,     // Creation::staged: sorts before, between and after the jobs
  self_test,  // Creation::self_test rejects nothing
  runs,       // a Toolkit records after a sort, in this and the next four
  cells,
  cull,  // and a sort of what is kept
  gather,
  select,
};

struct Case {
  std::string name;   // SORTER/RECORDING
  std::string group;  // the Sorter: cases of a group run in one process
  cases::Configuration sorter;
  Recording recording;
  bool quick;  // in --quick
};

// A Toolkit records, too.
inline bool isTool(const Case& of) { return of.recording >= Recording::runs; }

const std::vector<Case>& allCases();

// Those that match one of the patterns, in which * stands for any text; all without patterns.
// Errors: std::runtime_error for a pattern that matches nothing, or with `quick` no quick case.
std::vector<Case> selectCases(const std::vector<std::string>& patterns, bool quick);

}  // namespace conform
