// Times a counting sort of n structures of 16 bytes into n cells, as fluid solvers write it: each element takes a place
// in its cell by an atomic addition, CUB scans the counts, and each element moves. Elements of a cell are in no order.
// usage: nvcc -O3 -arch=native -o cells samples/bench/results/cells.cu && ./cells > cells.csv
// As cub.cu. Exit status 1: a result was wrong.
#include <cub/cub.cuh>

#include "timing.cuh"

constexpr std::uint32_t kMinLog2 = 13, kMaxLog2 = 24, kThreads = 256;

__global__ void takePlaces(const std::uint32_t* cell_of, std::uint32_t* counts, std::uint32_t* places,
                           std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) places[i] = atomicAdd(&counts[cell_of[i]], 1u);
}

__global__ void move(const std::uint32_t* cell_of, const std::uint32_t* starts, const std::uint32_t* places,
                     const uint4* source, uint4* target, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) target[starts[cell_of[i]] + places[i]] = source[i];
}

struct Buffers {
  std::uint32_t *cell_of, *counts, *starts, *places;
  uint4 *source, *target;
  void* temporary;
  std::size_t bytes;
};

static void sort(const Buffers& of, std::uint32_t n, cudaStream_t stream) {
  std::size_t bytes = of.bytes;
  const std::uint32_t blocks = (n + kThreads - 1) / kThreads;
  check(cudaMemsetAsync(of.counts, 0, (std::size_t{n} + 1) * 4, stream));
  takePlaces<<<blocks, kThreads, 0, stream>>>(of.cell_of, of.counts, of.places, n);
  check(cub::DeviceScan::ExclusiveSum(of.temporary, bytes, of.counts, of.starts, static_cast<int>(n + 1), stream));
  move<<<blocks, kThreads, 0, stream>>>(of.cell_of, of.starts, of.places, of.source, of.target, n);
}

// The cell of a structure is its first word.
static bool isRight(const Buffers& of, const std::vector<uint4>& source) {
  const std::size_t n = source.size();
  const std::vector<uint4> target = download(of.target, n);
  const Words starts = download(of.starts, n + 1);
  std::vector<bool> seen(n);
  if (starts[0] != 0 || starts[n] != n) return false;
  for (std::size_t cell = 0; cell < n; ++cell) {
    for (std::uint32_t i = starts[cell]; i < starts[cell + 1]; ++i) {
      const uint4 moved = target[i];
      if (moved.x != cell || moved.y >= n || seen[moved.y] || source[moved.y].x != moved.x) return false;
      seen[moved.y] = true;
    }
  }
  return std::find(seen.begin(), seen.end(), false) == seen.end();
}

int main() {
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  const std::size_t most = std::size_t{1} << kMaxLog2;
  Buffers of{};
  check(cub::DeviceScan::ExclusiveSum(nullptr, of.bytes, of.counts, of.starts, static_cast<int>(most + 1), stream));
  of.temporary = allocate<char>(of.bytes);
  for (std::uint32_t** each : {&of.cell_of, &of.counts, &of.starts, &of.places})
    *each = allocate<std::uint32_t>(most + 1);
  for (uint4** each : {&of.source, &of.target}) *each = allocate<uint4>(most);
  bool all_right = true;
  std::printf("system,log2_n,gpu_us\n");
  for (std::uint32_t log2 = kMinLog2; log2 <= kMaxLog2; ++log2) {
    const std::uint32_t n = 1u << log2;
    std::vector<uint4> source(n);
    Words cells = randomWords(n);
    for (std::uint32_t i = 0; i < n; ++i) source[i] = {cells[i] %= n, i, 0, 0};
    upload(of.source, source);
    upload(of.cell_of, cells);
    const auto prepare = [&] { check(cudaMemsetAsync(of.target, 0xff, std::size_t{n} * sizeof(uint4), stream)); };
    const double microseconds = timeLaunches(stream, prepare, [&] { sort(of, n, stream); },
                                             [&] { all_right = isRight(of, source) && all_right; });
    std::printf("counting sort,%u,%.1f\n", log2, microseconds);
  }
  return all_right ? 0 : 1;
}
