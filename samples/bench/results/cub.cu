// Times CUB's sorts of random u32 keys, alone and with u32 values, as samples/bench/plot --against reads them.
// usage: nvcc -O3 -arch=native -o cub samples/bench/results/cub.cu && ./cub > anchors.csv
// Each size is sorted 25 times after 3 warm-ups, launched into a stream and as a CUDA graph; the quicker median counts.
// Each sort begins with the random input. The last result of each median is checked. Exit status 1: one was not sorted.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include <cub/cub.cuh>
#include <cuda/std/functional>

constexpr int kWarmUps = 3, kTimed = 25;
constexpr std::uint32_t kMinLog2 = 8, kMaxLog2 = 25;

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "cub: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

struct Buffers {
  std::uint32_t *input, *places, *keys, *sorted_keys, *values, *sorted_values;  // places: 0, 1, 2, ..
  std::size_t n;
};

// Sorts; without `temporary` it sets `bytes` alone.
using Sort = cudaError_t (*)(bool pairs, void* temporary, std::size_t& bytes, const Buffers&, cudaStream_t);

template <typename Count>
cudaError_t radix(bool pairs, void* temporary, std::size_t& bytes, const Buffers& of, cudaStream_t stream) {
  const auto n = static_cast<Count>(of.n);
  if (!pairs) return cub::DeviceRadixSort::SortKeys(temporary, bytes, of.keys, of.sorted_keys, n, 0, 32, stream);
  return cub::DeviceRadixSort::SortPairs(temporary, bytes, of.keys, of.sorted_keys, of.values, of.sorted_values, n, 0,
                                         32, stream);
}

// In place.
cudaError_t merge(bool pairs, void* temporary, std::size_t& bytes, const Buffers& of, cudaStream_t stream) {
  const auto n = static_cast<std::int32_t>(of.n);
  if (!pairs) return cub::DeviceMergeSort::SortKeys(temporary, bytes, of.keys, n, cuda::std::less<std::uint32_t>{}, stream);
  return cub::DeviceMergeSort::SortPairs(temporary, bytes, of.keys, of.values, n, cuda::std::less<std::uint32_t>{}, stream);
}

// The median of launches in microseconds.
static double time(const Buffers& of, cudaStream_t stream, const std::function<void()>& launch) {
  cudaEvent_t start, end;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i < kWarmUps + kTimed; ++i) {
    check(cudaMemcpyAsync(of.keys, of.input, of.n * 4, cudaMemcpyDeviceToDevice, stream));
    check(cudaMemcpyAsync(of.values, of.places, of.n * 4, cudaMemcpyDeviceToDevice, stream));
    check(cudaEventRecord(start, stream));
    launch();
    check(cudaEventRecord(end, stream));
    check(cudaStreamSynchronize(stream));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, end));
    if (i >= kWarmUps) times.push_back(ms * 1000);
  }
  std::nth_element(times.begin(), times.begin() + kTimed / 2, times.end());
  return times[kTimed / 2];
}

static std::vector<std::uint32_t> download(const std::uint32_t* device, std::size_t n) {
  std::vector<std::uint32_t> words(n);
  check(cudaMemcpy(words.data(), device, n * 4, cudaMemcpyDeviceToHost));
  return words;
}

// Whether the keys ascend, and each is the input's at its value; without pairs, whether they are those of the input.
static bool isSorted(const Buffers& of, bool in_place, bool pairs, const std::vector<std::uint32_t>& input) {
  const std::vector<std::uint32_t> keys = download(in_place ? of.keys : of.sorted_keys, of.n);
  if (!std::is_sorted(keys.begin(), keys.end())) return false;
  if (!pairs) {
    std::vector<std::uint32_t> expected = input;
    std::sort(expected.begin(), expected.end());
    return keys == expected;
  }
  const std::vector<std::uint32_t> values = download(in_place ? of.values : of.sorted_values, of.n);
  std::vector<bool> seen(of.n);
  for (std::size_t i = 0; i < of.n; ++i) {
    if (values[i] >= of.n || seen[values[i]] || input[values[i]] != keys[i]) return false;
    seen[values[i]] = true;
  }
  return true;
}

// The quicker of both ways to launch; `verify` looks at the result of each.
static double timeSort(Sort sort, bool pairs, const Buffers& of, cudaStream_t stream,
                       const std::function<void()>& verify) {
  std::size_t bytes = 0;
  void* temporary = nullptr;
  check(sort(pairs, nullptr, bytes, of, stream));
  check(cudaMalloc(&temporary, bytes));
  const double launched = time(of, stream, [&] { check(sort(pairs, temporary, bytes, of, stream)); });
  verify();
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  check(sort(pairs, temporary, bytes, of, stream));
  check(cudaStreamEndCapture(stream, &graph));
  check(cudaGraphInstantiate(&executable, graph, 0));
  const double as_graph = time(of, stream, [&] { check(cudaGraphLaunch(executable, stream)); });
  verify();
  check(cudaGraphExecDestroy(executable));
  check(cudaGraphDestroy(graph));
  check(cudaFree(temporary));
  return std::min(launched, as_graph);
}

int main() {
  struct System {
    const char* name;
    bool in_place;
    Sort sort;
  };
  const System systems[] = {{"CUB DeviceMergeSort", true, merge},
                            {"CUB DeviceRadixSort", false, radix<std::int32_t>},
                            {"CUB DeviceRadixSort with 64-bit counts", false, radix<std::int64_t>}};
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  const std::size_t most = std::size_t{1} << kMaxLog2;
  Buffers of{};
  for (std::uint32_t** each : {&of.input, &of.places, &of.keys, &of.sorted_keys, &of.values, &of.sorted_values})
    check(cudaMalloc(each, most * 4));
  std::mt19937 random(std::random_device{}());
  std::vector<std::uint32_t> words(most);
  for (std::uint32_t& word : words) word = random();
  check(cudaMemcpy(of.input, words.data(), most * 4, cudaMemcpyHostToDevice));
  std::vector<std::uint32_t> places(most);
  std::iota(places.begin(), places.end(), 0u);
  check(cudaMemcpy(of.places, places.data(), most * 4, cudaMemcpyHostToDevice));
  bool all_sorted = true;
  std::printf("system,mode,log2_n,gpu_us\n");
  for (std::uint32_t log2 = kMinLog2; log2 <= kMaxLog2; ++log2) {
    of.n = std::size_t{1} << log2;
    const std::vector<std::uint32_t> input(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(of.n));
    for (const bool pairs : {false, true}) {
      for (const System& system : systems) {
        const double microseconds = timeSort(system.sort, pairs, of, stream, [&] {
          all_sorted = isSorted(of, system.in_place, pairs, input) && all_sorted;
        });
        std::printf("%s (CUDA %d.%d),%s,%u,%.1f\n", system.name, CUDART_VERSION / 1000, CUDART_VERSION / 10 % 100,
                    pairs ? "pairs" : "keys", log2, microseconds);
      }
    }
  }
  return all_sorted ? 0 : 1;
}
