// Times a counting sort of n structures of 16 bytes into n cells, as fluid solvers write it: each element takes a place
// in its cell by an atomic addition, CUB scans the counts, and each element moves. Elements of a cell are in no order.
// usage: nvcc -O3 -arch=native -o cells samples/bench/results/cells.cu && ./cells > cells.csv
// Each size takes the median of 25 launches of a CUDA graph, after 3 warm-ups. Exit status 1: a result was wrong.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <cub/cub.cuh>

constexpr int kWarmUps = 3, kTimed = 25, kThreads = 256;
constexpr std::uint32_t kMinLog2 = 13, kMaxLog2 = 24;

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "cells: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

__global__ void takePlaces(const std::uint32_t* cell_of, std::uint32_t* counts, std::uint32_t* places, std::uint32_t n) {
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
  std::vector<uint4> target(n);
  std::vector<std::uint32_t> starts(n + 1);
  check(cudaMemcpy(target.data(), of.target, n * sizeof(uint4), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(starts.data(), of.starts, (n + 1) * 4, cudaMemcpyDeviceToHost));
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

static double time(const Buffers& of, std::uint32_t n, cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaEvent_t start, end;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&end));
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  sort(of, n, stream);
  check(cudaStreamEndCapture(stream, &graph));
  check(cudaGraphInstantiate(&executable, graph, 0));
  std::vector<float> times;
  for (int i = 0; i < kWarmUps + kTimed; ++i) {
    check(cudaMemsetAsync(of.target, 0xff, std::size_t{n} * sizeof(uint4), stream));
    check(cudaEventRecord(start, stream));
    check(cudaGraphLaunch(executable, stream));
    check(cudaEventRecord(end, stream));
    check(cudaStreamSynchronize(stream));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, end));
    if (i >= kWarmUps) times.push_back(ms * 1000);
  }
  check(cudaGraphExecDestroy(executable));
  check(cudaGraphDestroy(graph));
  std::nth_element(times.begin(), times.begin() + kTimed / 2, times.end());
  return times[kTimed / 2];
}

int main() {
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  const std::size_t most = std::size_t{1} << kMaxLog2;
  Buffers of{};
  check(cub::DeviceScan::ExclusiveSum(nullptr, of.bytes, of.counts, of.starts, static_cast<int>(most + 1), stream));
  check(cudaMalloc(&of.temporary, of.bytes));
  for (std::uint32_t** each : {&of.cell_of, &of.counts, &of.starts, &of.places}) check(cudaMalloc(each, most * 4 + 4));
  for (uint4** each : {&of.source, &of.target}) check(cudaMalloc(each, most * sizeof(uint4)));
  std::mt19937 random(std::random_device{}());
  bool all_right = true;
  std::printf("system,log2_n,gpu_us\n");
  for (std::uint32_t log2 = kMinLog2; log2 <= kMaxLog2; ++log2) {
    const std::uint32_t n = 1u << log2;
    std::vector<uint4> source(n);
    std::vector<std::uint32_t> cells(n);
    for (std::uint32_t i = 0; i < n; ++i) source[i] = {cells[i] = random() % n, i, 0, 0};
    check(cudaMemcpy(of.source, source.data(), n * sizeof(uint4), cudaMemcpyHostToDevice));
    check(cudaMemcpy(of.cell_of, cells.data(), n * 4, cudaMemcpyHostToDevice));
    const double microseconds = time(of, n, stream);
    all_right = isRight(of, source) && all_right;
    std::printf("counting sort,%u,%.1f\n", log2, microseconds);
  }
  return all_right ? 0 : 1;
}
