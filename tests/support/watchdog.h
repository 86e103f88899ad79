// Ends a test program that hangs, and none that is slow: limits are of CPU time, and of time without any.
#pragma once
#include <string>

namespace test {

struct Limits {
  double cpu_seconds = 900;        // of the program and all that it started
  double idle_seconds = 180;       // in which they used no CPU at all; a busy machine gives every program a little
  double megabytes = 1024;         // of memory at its peak, those that it started apart; not with sanitizers
  void (*before_end)() = nullptr;  // called when a limit is exceeded
};

// VKSORT_TEST_CPU_SECONDS, _IDLE_SECONDS and _MEGABYTES, where they are set.
Limits limitsFromEnvironment();

// Says on stderr what was exceeded, kills what the program started, and ends it with this status.
inline constexpr int kHung = 124;

// Watches from now on, in a thread of its own.
void watch(const Limits& limits);

// The complaint about the memory of this program so far; empty without.
std::string memoryComplaint(const Limits& limits);

// CPU seconds of a process and all that it started, those that have ended included. Linux alone; elsewhere those of
// this process.
double cpuSecondsOf(int process);

}  // namespace test
