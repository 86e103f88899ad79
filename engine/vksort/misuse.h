// Misuse: builds with assertions stop with a message that names the argument. Other builds return a status.
#pragma once

#include "vksort.h"

// A host may define its own when building vksort. To stop at misuse, it must not return.
#ifndef VKSORT_ASSERT
#ifdef NDEBUG
#define VKSORT_ASSERT(message) ((void)(message))
#else
#include <cstdio>
#include <cstdlib>
#define VKSORT_ASSERT(message) (std::fprintf(stderr, "vksort: %s\n", message), std::abort())
#endif
#endif

// Whether recordings ask the driver where each buffer ends, which costs a call for each range.
#ifndef VKSORT_CHECKS_BUFFERS
#ifdef NDEBUG
#define VKSORT_CHECKS_BUFFERS 0
#else
#define VKSORT_CHECKS_BUFFERS 1
#endif
#endif

namespace vksort {

inline RecordStatus misuse(const RecordStatus& status) {
  VKSORT_ASSERT(describe(status));
  return status;
}
inline RecordStatus misuse(Argument argument, Fault fault) { return misuse(RecordStatus{argument, fault, 0}); }

}  // namespace vksort
