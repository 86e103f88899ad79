// The application's log, and misuse: without a log, debug builds abort with a message that names the argument.
#pragma once

#include "vksort_plan.h"

#ifdef NDEBUG
#define VKSORT_DEBUG 0
#else
#define VKSORT_DEBUG 1
#endif

// You can define these when building vksort. VKSORT_ASSERT must not return if misuse should stop the program.
#ifndef VKSORT_ASSERT
#include <cstdio>
#include <cstdlib>
#define VKSORT_ASSERT(text) (VKSORT_DEBUG ? (std::fprintf(stderr, "vksort: %s\n", text), std::abort()) : (void)(text))
#endif
// If 1, record functions ask the driver for the size of each buffer, which costs a call per range.
#ifndef VKSORT_CHECKS_BUFFERS
#define VKSORT_CHECKS_BUFFERS VKSORT_DEBUG
#endif

namespace vksort {

// Returns false if there is no log.
inline bool write(const Log* log, Severity severity, const char* kernel, const char* text) {
  if (!log || !log->write) return false;
  log->write(log->context, severity, kernel, text);
  return true;
}

inline void misuse(const Log* log, const char* rule) {
  if (!write(log, Severity::error, "", rule)) VKSORT_ASSERT(rule);
}

// Returns a status with a rule for `member`, in which $m stands for the member, $g for `given`, and $l for `limit`.
constexpr RecordStatus broken(Argument argument, const char* member, Fault fault, const char* rule,
                              std::uint64_t given = 0, std::uint64_t limit = 0) {
  return {argument, fault, limit, given, member, rule, nullptr, nullptr};
}
constexpr RecordStatus isNull(Argument argument, const char* member, const char* rule = "$m must not be null") {
  return broken(argument, member, Fault::missing, rule);
}

// Logs the fault of a call of `function`, if there is one. Returns `status`. `log` can be null.
RecordStatus finish(const char* function, const Log* log, RecordStatus status);
// The same for a call of a Sorter, Toolkit or Verifier, which can be null.
template <typename State>
RecordStatus finish(const char* function, const State* state, const RecordStatus& status) {
  return finish(function, state ? &state->pipelines.log : nullptr, status);
}

}  // namespace vksort
