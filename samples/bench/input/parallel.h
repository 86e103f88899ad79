// A loop over a range of indices, spread over the processor's cores.
#pragma once

#include <cstddef>
#include <functional>

namespace bench {

// Calls `work(begin, end)` for pieces that together cover [0, count) once, on several threads when it is worth it.
// `work` must not throw, and must be safe to call for different pieces at once.
void forPieces(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace bench
