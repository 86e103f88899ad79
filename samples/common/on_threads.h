#pragma once

#include <cstdint>

namespace samples {

// A vksort::ParallelFor::run. Uses one thread per core, but at most `*static_cast<const std::uint32_t*>(most)` if that
// is not null, and continues with fewer if the system has no more. `job` must not throw.
void onThreads(void* most, std::uint32_t count, void (*job)(void* jobs, std::uint32_t i), void* jobs);

}  // namespace samples
