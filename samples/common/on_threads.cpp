#include "common/on_threads.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace samples {

void onThreads(void* most, std::uint32_t count, void (*job)(void* jobs, std::uint32_t i), void* jobs) {
  std::uint32_t threads = std::max(1U, std::thread::hardware_concurrency());
  if (most != nullptr) threads = std::min(threads, *static_cast<const std::uint32_t*>(most));
  std::atomic<std::uint32_t> next = 0;
  const auto work = [&] {
    for (std::uint32_t i = next++; i < count; i = next++) job(jobs, i);
  };
  std::vector<std::jthread> others;
  try {
    while (others.size() + 1 < std::min(threads, count)) others.emplace_back(work);
  } catch (const std::system_error&) {
    // continue with fewer threads
  }
  work();
}

}  // namespace samples
