// The application's log. Without a log, invalid calls abort debug builds.
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
// If 1, record functions query the size of each buffer, which costs a call of the driver per range.
#ifndef VKSORT_CHECKS_BUFFERS
#define VKSORT_CHECKS_BUFFERS VKSORT_DEBUG
#endif

namespace vksort {

inline bool write(const Log* log, Severity severity, const char* kernel, const char* text) {
  if (!log || !log->write) return false;
  log->write(log->context, severity, kernel, text);
  return true;
}

inline void misuse(const Log* log, const char* rule) {
  if (!write(log, Severity::error, "", rule)) VKSORT_ASSERT(rule);
}

// Rules of RecordStatus. $m stands for the member, $g for `given`, $l for `limit`, and $o for `other`.
inline constexpr const char* kNotNull = "$m must not be null";
inline constexpr const char* kNotWholeSize = "$m.size must be in bytes, not VK_WHOLE_SIZE";
inline constexpr const char* kAligned = "the offset of $m is $g and must be a multiple of $l";
inline constexpr const char* kAtMost = "$m is $g and must be at most $l";

constexpr RecordStatus broken(Argument argument, const char* member, Fault fault, const char* rule,
                              std::uint64_t given = 0, std::uint64_t limit = 0) {
  return {argument, fault, limit, given, member, rule, nullptr, nullptr};
}
constexpr RecordStatus isNull(Argument argument, const char* member, const char* rule = kNotNull) {
  return broken(argument, member, Fault::missing, rule);
}

void logFault(const char* function, const Log* log, RecordStatus& status);
// Logs a fault. `state` can be null.
template <typename State>
RecordStatus finish(const char* function, const State* state, RecordStatus status) {
  if (!status.ok()) logFault(function, state ? &state->pipelines.log : nullptr, status);
  return status;
}

}  // namespace vksort
