#include "input/parallel.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace bench {

void forPieces(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work) {
  constexpr std::size_t kSmallestPiece = std::size_t{1} << 18;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t pieces = std::clamp<std::size_t>(count / kSmallestPiece, 1, std::min<std::size_t>(cores, 32));
  std::vector<std::jthread> threads;
  for (std::size_t p = 1; p < pieces; ++p) {
    threads.emplace_back(work, count * p / pieces, count * (p + 1) / pieces);
  }
  work(0, count / pieces);
}

}  // namespace bench
