// Jobs on the processor's cores, in the form of vksort::ParallelFor::run.
#pragma once

#include <cstdint>

namespace samples {

// Calls job(jobs, i) once for each i below `count`, on as many threads as there are cores, this one among them, but no
// more than `*static_cast<const std::uint32_t*>(most)` where that is given; returns when all calls have. Where no more
// threads can be started, those that there are do the work. `job` must not throw.
void onThreads(void* most, std::uint32_t count, void (*job)(void* jobs, std::uint32_t i), void* jobs);

}  // namespace samples
