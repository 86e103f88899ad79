// A thread pool for vksort::ParallelFor::run.
#pragma once

#include <cstdint>

namespace samples {

// Calls job(jobs, i) for each i below `count`, and returns when all calls have returned. Uses one thread per core, and
// at most `*static_cast<const std::uint32_t*>(most)` threads if that is not null, or fewer if the system has no more.
// `job` must not throw.
void onThreads(void* most, std::uint32_t count, void (*job)(void* jobs, std::uint32_t i), void* jobs);

}  // namespace samples
