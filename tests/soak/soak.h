// Sorts in many frames, with three frames in flight and a graphics load. Memory must not grow, validation must not
// report anything, and results must be correct.
#pragma once

#include <volk.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace test {

struct SoakOptions {
  std::uint64_t frames = 100'000;
  double minutes = 0;  // maximum, or 0 for no limit
  std::optional<std::string> device{};
  std::uint64_t seed = 0;
  bool validates = false;              // validation layers keep memory, so growth is not an error
  std::uint32_t replaces_every = 0;    // frames between new Sorters (0: 500, or 50 on a software driver)
  std::uint32_t verifies_every = 100;  // frames
};

// Bytes, or 0 if unknown.
struct UsedMemory {
  std::uint64_t resident = 0;  // memory of this process
  std::uint64_t device = 0;    // memory of all heaps, from VK_EXT_memory_budget
};

struct SoakResult {
  std::string device;
  bool draws = false, has_compute_queue = false;
  std::uint64_t frames = 0, verified = 0, created = 0, elements = 0;  // created: number of Sorters
  double seconds = 0;
  std::uint64_t warm_frames = 0;  // frames before `start` was measured, so that each configuration was used once
  UsedMemory start, end;
  std::size_t messages = 0;
  std::vector<std::string> faults;
};

// Stops at the first wrong sort. Throws gpu::Error, for example if the validation layer is required but missing.
SoakResult soak(const SoakOptions& options);

// If validation is installed, first runs a tenth with validation, then everything without. Prints the results, and
// returns the exit status, 0 or 1.
int runSoak(SoakOptions options);

}  // namespace test
