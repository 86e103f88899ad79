// Medians of CUDA launches, for cub.cu, around.cu and cells.cu.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

constexpr int kWarmUps = 3, kTimed = 25;
using Words = std::vector<std::uint32_t>;
using Step = std::function<void()>;

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <typename T>
T* allocate(std::size_t count) {
  T* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T)));
  return memory;
}

template <typename T>
void upload(T* to, const std::vector<T>& from) {
  check(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
}

template <typename T>
std::vector<T> download(const T* from, std::size_t count) {
  std::vector<T> values(count);
  check(cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

inline Words randomWords(std::size_t n) {
  static std::mt19937 random(std::random_device{}());
  Words words(n);
  for (std::uint32_t& word : words) word = random();
  return words;
}

// Microseconds of `launch`, behind `prepare`, which is not timed.
inline double medianOf(cudaStream_t stream, const Step& prepare, const Step& launch) {
  cudaEvent_t start, end;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i < kWarmUps + kTimed; ++i) {
    prepare();
    check(cudaEventRecord(start, stream));
    launch();
    check(cudaEventRecord(end, stream));
    check(cudaStreamSynchronize(stream));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, end));
    if (i >= kWarmUps) times.push_back(ms * 1000);
  }
  check(cudaEventDestroy(start));
  check(cudaEventDestroy(end));
  std::nth_element(times.begin(), times.begin() + kTimed / 2, times.end());
  return times[kTimed / 2];
}

// The quicker of two ways to launch: into the stream, and as a CUDA graph, unless the launch `waits` for the device.
// `verify` looks at the last result of each.
inline double timeLaunches(cudaStream_t stream, const Step& prepare, const Step& launch, const Step& verify,
                           bool waits = false) {
  const double launched = medianOf(stream, prepare, launch);
  verify();
  if (waits) return launched;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  launch();
  check(cudaStreamEndCapture(stream, &graph));
  check(cudaGraphInstantiate(&executable, graph, 0));
  const double as_graph = medianOf(stream, prepare, [&] { check(cudaGraphLaunch(executable, stream)); });
  verify();
  check(cudaGraphExecDestroy(executable));
  check(cudaGraphDestroy(graph));
  return std::min(launched, as_graph);
}

// A call of CUB, which without memory sets the bytes that it needs.
using CubCall = std::function<cudaError_t(void* temporary, std::size_t& bytes)>;

inline double timeCub(cudaStream_t stream, const CubCall& call, const Step& prepare, const Step& verify,
                      bool waits = false) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes));
  char* const temporary = allocate<char>(bytes);
  const double microseconds = timeLaunches(stream, prepare, [&] { check(call(temporary, bytes)); }, verify, waits);
  check(cudaFree(temporary));
  return microseconds;
}
