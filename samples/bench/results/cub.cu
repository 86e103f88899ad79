// Times CUB's sorts of random u32 keys, alone and with u32 values, as samples/bench/plot.gnuplot reads them.
// usage: nvcc -O3 -arch=native -o cub samples/bench/results/cub.cu && ./cub > anchors.csv
// Each size is sorted 25 times after 3 warm-ups, launched into a stream and as a CUDA graph; the quicker median counts.
// Each sort begins with the random input. The last result of each median is checked. Exit status 1: one was not sorted.
#include <cub/cub.cuh>
#include <cuda/std/functional>

#include "timing.cuh"

constexpr std::uint32_t kMinLog2 = 8, kMaxLog2 = 25;

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

// Whether the keys ascend, and each is the input's at its value; without pairs, whether they are those of the input.
static bool isSorted(const Buffers& of, bool in_place, bool pairs, const Words& input) {
  const Words keys = download(in_place ? of.keys : of.sorted_keys, of.n);
  if (!std::is_sorted(keys.begin(), keys.end())) return false;
  if (!pairs) {
    Words expected = input;
    std::sort(expected.begin(), expected.end());
    return keys == expected;
  }
  const Words values = download(in_place ? of.values : of.sorted_values, of.n);
  std::vector<bool> seen(of.n);
  for (std::size_t i = 0; i < of.n; ++i) {
    if (values[i] >= of.n || seen[values[i]] || input[values[i]] != keys[i]) return false;
    seen[values[i]] = true;
  }
  return true;
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
    *each = allocate<std::uint32_t>(most);
  const Words words = randomWords(most);
  upload(of.input, words);
  Words places(most);
  std::iota(places.begin(), places.end(), 0u);
  upload(of.places, places);
  bool all_sorted = true;
  const auto prepare = [&] {
    check(cudaMemcpyAsync(of.keys, of.input, of.n * 4, cudaMemcpyDeviceToDevice, stream));
    check(cudaMemcpyAsync(of.values, of.places, of.n * 4, cudaMemcpyDeviceToDevice, stream));
  };
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  std::printf("system,mode,log2_n,gpu_us,device\n");
  for (std::uint32_t log2 = kMinLog2; log2 <= kMaxLog2; ++log2) {
    of.n = std::size_t{1} << log2;
    const Words input(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(of.n));
    for (const bool pairs : {false, true}) {
      for (const System& system : systems) {
        const CubCall sort = [&](void* temporary, std::size_t& bytes) {
          return system.sort(pairs, temporary, bytes, of, stream);
        };
        const double microseconds = timeCub(stream, sort, prepare, [&] {
          all_sorted = isSorted(of, system.in_place, pairs, input) && all_sorted;
        });
        std::printf("%s (CUDA %d.%d),%s,%u,%.1f,%s\n", system.name, CUDART_VERSION / 1000, CUDART_VERSION / 10 % 100,
                    pairs ? "pairs" : "keys", log2, microseconds, device.name);
      }
    }
  }
  return all_sorted ? 0 : 1;
}
