// The host's log, and misuse: without a log, builds with assertions stop with a message that names the argument.
#pragma once

#include "vksort_plan.h"

#ifdef NDEBUG
#define VKSORT_DEBUG 0
#else
#define VKSORT_DEBUG 1
#endif

// A host may define these when building vksort. To stop at misuse, the first must not return.
#ifndef VKSORT_ASSERT
#include <cstdio>
#include <cstdlib>
#define VKSORT_ASSERT(text) (VKSORT_DEBUG ? (std::fprintf(stderr, "vksort: %s\n", text), std::abort()) : (void)(text))
#endif
// Whether recordings ask the driver where each buffer ends, which costs a call for each range.
#ifndef VKSORT_CHECKS_BUFFERS
#define VKSORT_CHECKS_BUFFERS VKSORT_DEBUG
#endif

namespace vksort {

// Returns whether there is a log.
inline bool write(const Log* log, Severity severity, const char* kernel, const char* text) {
  if (!log || !log->write) return false;
  log->write(log->context, severity, kernel, text);
  return true;
}

inline void misuse(const Log* log, const char* rule) {
  if (!write(log, Severity::error, "", rule)) VKSORT_ASSERT(rule);
}

// Logs an invalid call of a Sorter, Toolkit or Verifier, which can be null, and returns `status`.
template <typename State>
RecordStatus misuse(const State* state, const RecordStatus& status) {
  misuse(state ? &state->pipelines.log : nullptr, vksortDescribe(status));
  return status;
}

}  // namespace vksort
