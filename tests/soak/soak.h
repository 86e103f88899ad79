// Soak: many frames of changing sorts, three in flight beside a graphics load. Memory must not grow, nor may validation
// say anything, and sorts are verified.
#pragma once

#include <volk.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace test {

struct SoakOptions {
  std::uint64_t frames = 100'000;  // at most
  double minutes = 0;              // at most; 0: any
  std::optional<std::string> device{};
  std::uint64_t seed = 0;
  bool validates = false;              // by the validation layer, which keeps memory: growth is no fault then
  std::uint32_t replaces_every = 0;    // frames; a Sorter gives way to another. 0: 500, or 50 of a software driver
  std::uint32_t verifies_every = 100;  // frames
};

// Bytes; 0: the system or the device does not say.
struct UsedMemory {
  std::uint64_t resident = 0;  // of this process
  std::uint64_t device = 0;    // of all heaps, by VK_EXT_memory_budget
};

struct SoakResult {
  std::string device;
  bool draws = false, has_compute_queue = false;
  std::uint64_t frames = 0, verified = 0, created = 0, elements = 0;  // created: Sorters
  double seconds = 0;
  std::uint64_t warm_frames = 0;  // before `start` was taken: each configuration was used once
  UsedMemory start, end;
  std::size_t messages = 0;
  std::vector<std::string> faults;  // none: it passed
};

// Ends at the first wrong sort. Errors: gpu::Error, also if the validation layer is wanted and not installed.
SoakResult soak(const SoakOptions& options);

// Twice: a tenth of it with validation where that is installed, and all of it without. Prints the results. Returns the
// exit status: 0 or 1.
int runSoak(SoakOptions options);

}  // namespace test
