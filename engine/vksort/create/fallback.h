// Levels: which algorithms a Sorter may use. create() rejects them from the fastest to the slowest.
#pragma once

#include "create/sorter.h"

namespace vksort {

// A kernel that cannot be used.
struct Problem {
  std::uint32_t kernel = 0;
  std::uint32_t count = 0;      // elements of the sort that failed
  const char* fault = nullptr;  // null if nothing is wrong
  bool is_known = false;        // listed in known_drivers.cpp, so it was not tried
  bool is_final = false;        // belongs to the baseline of a staged creation
};

// The texts of a kernel that the driver does not compile.
struct NotCompiled {
  VkResult result;
  const char* fault;   // Rejected::fault
  const char* reason;  // of a baseline: *reason
};
[[nodiscard]] const NotCompiled& notCompiled(VkResult result);

// A static string: Report::level.
[[nodiscard]] const char* levelName(const Allowed& allowed);
// The SorterInfo of a level. `changed` must outlive it.
[[nodiscard]] SorterInfo limitedTo(const Allowed& allowed, const SorterInfo& info, Creation& changed);
// The algorithms of a level. `limited` is its SorterInfo. Returns null, or why the level cannot sort, a static string;
// then `problem` is set, unless the device lacks what every level needs.
[[nodiscard]] const char* findAlgorithms(const SorterInfo& limited, const DeviceFacts& facts, const Allowed& allowed,
                                         Algorithms& out, Problem& problem);
// The baseline of staged creation. False: the info does not ask for it, or it cannot do every sort.
[[nodiscard]] bool findBaseline(const SorterInfo& info, const DeviceFacts& facts, Algorithms& out);
// Rejects the level with the problem, and adds it to the report. Returns false if no slower level is left.
[[nodiscard]] bool reject(const Problem& problem, Allowed& allowed, Report& report);
// Does nothing if the report is full.
void addRejected(Report& report, const Rejected& rejected);

}  // namespace vksort
