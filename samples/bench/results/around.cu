// Times CUB beside `vksort-bench toolkit` and `vksort-bench sort --segments`: runs, compaction, gather, 16-byte values,
// and segmented sorts.
// usage: nvcc -O3 -arch=native -o around samples/bench/results/around.cu && ./around > around.csv
// As cub.cu, and what is written is filled with ones before each launch. Exit status 1: a result was wrong.
#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>

#include <string>

#include "../segment_lengths.h"
#include "timing.cuh"

constexpr std::uint32_t kMinLog2 = 16, kMaxLog2 = 24, kRunLength = 37;
static cudaStream_t stream;
static bool all_right = true;

static void print(const std::string& system, std::uint32_t segments, std::uint32_t n, double microseconds) {
  std::printf("%s,%u,%u,%.1f\n", system.c_str(), segments, n, microseconds);
}

struct IsOdd {
  const std::uint32_t* keys;
  __device__ bool operator()(std::uint32_t i) const { return (keys[i] & 1u) != 0; }
};

__global__ void gather(const uint4* source, const std::uint32_t* indices, uint4* target, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) target[i] = source[indices[i]];
}

struct Buffers {
  std::uint32_t *keys, *runs, *order, *places, *sorted, *written, *lengths, *count;
  uint4 *values, *moved;
};

static void fill(std::initializer_list<std::uint32_t*> buffers, std::size_t n) {
  for (std::uint32_t* each : buffers) check(cudaMemsetAsync(each, 0xff, n * 4, stream));
}

static void timeRuns(const Buffers& of, std::uint32_t n) {
  const CubCall call = [&](void* temporary, std::size_t& bytes) {
    return cub::DeviceRunLengthEncode::NonTrivialRuns(temporary, bytes, of.runs, of.written, of.lengths, of.count,
                                                      static_cast<int>(n), stream);
  };
  const auto verify = [&] {
    const std::uint32_t runs = (n - 1) / kRunLength + 1;
    const Words starts = download(of.written, runs);
    all_right = all_right && download(of.count, 1)[0] >= runs - 1;  // without a last run of one element
    for (std::uint32_t i = 0; i + 1 < runs; ++i) all_right = all_right && starts[i] == i * kRunLength;
  };
  print("DeviceRunLengthEncode::NonTrivialRuns", 0, n, timeCub(stream, call, [&] { fill({of.written}, n); }, verify));
}

static void timeSelect(const Buffers& of, std::uint32_t n, const Words& keys) {
  const CubCall call = [&](void* temporary, std::size_t& bytes) {
    const thrust::counting_iterator<std::uint32_t> all(0u);
    return cub::DeviceSelect::If(temporary, bytes, all, of.written, of.count, static_cast<int>(n), IsOdd{of.keys},
                                 stream);
  };
  const auto verify = [&] {
    Words expected;
    for (std::uint32_t i = 0; i < n; ++i)
      if ((keys[i] & 1u) != 0) expected.push_back(i);
    all_right = all_right && download(of.count, 1)[0] == expected.size();
    all_right = all_right && download(of.written, expected.size()) == expected;
  };
  print("DeviceSelect::If", 0, n, timeCub(stream, call, [&] { fill({of.written}, n); }, verify));
}

// Structures whose first word is their place.
static void timeMoves(const Buffers& of, std::uint32_t n, const Words& keys, const Words& order) {
  const auto prepare = [&] {
    fill({of.sorted}, n);
    fill({&of.moved->x}, std::size_t{4} * n);
  };
  constexpr std::uint32_t kThreads = 256;
  const auto launch = [&] {
    gather<<<(n + kThreads - 1) / kThreads, kThreads, 0, stream>>>(of.values, of.order, of.moved, n);
  };
  const double gathered = timeLaunches(stream, prepare, launch, [&] {
    const std::vector<uint4> moved = download(of.moved, n);
    for (std::uint32_t i = 0; i < n; ++i) all_right = all_right && moved[i].x == order[i];
  });
  print("a kernel that gathers 16 bytes", 0, n, gathered);
  const CubCall call = [&](void* temporary, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(temporary, bytes, of.keys, of.sorted, of.values, of.moved,
                                           static_cast<int>(n), 0, 32, stream);
  };
  const double sorted = timeCub(stream, call, prepare, [&] {
    const std::vector<uint4> moved = download(of.moved, n);
    const Words sorted_keys = download(of.sorted, n);
    all_right = all_right && std::is_sorted(sorted_keys.begin(), sorted_keys.end());
    for (std::uint32_t i = 0; i < n; ++i) all_right = all_right && keys[moved[i].x] == sorted_keys[i];
  });
  print("DeviceRadixSort::SortPairs of 16-byte values", 0, n, sorted);
}

constexpr std::uint32_t kMaxUnpartitioned = 500;  // DeviceSegmentedSort reads back how it has divided more segments

struct Shape {
  std::uint32_t segments, n;
  bench::SegmentLengths lengths = bench::SegmentLengths::equal;
};

// Prints the time of CUB's faster segmented sort. The segments are the same as in `vksort-bench sort`.
static void timeSegments(const Buffers& of, const Shape& shape, const Words& keys, bool pairs) {
  const std::uint32_t n = shape.n, segments = shape.segments;
  Words begins = {0};
  for (const std::uint32_t length : bench::segmentLengths(shape.lengths, n, segments))
    begins.push_back(begins.back() + length);
  upload(of.runs, begins);
  const std::uint32_t *const begin = of.runs, *const end = begin + 1;
  const auto count = static_cast<int>(n), number = static_cast<int>(segments);
  const auto verify = [&] {
    Words expected(keys.begin(), keys.begin() + n);
    for (std::uint32_t i = 0; i < segments; ++i)
      std::sort(expected.begin() + begins[i], expected.begin() + begins[i + 1]);
    all_right = all_right && download(of.sorted, n) == expected;
  };
  const auto prepare = [&] { fill({of.sorted, of.written}, n); };
  const double merged = timeCub(stream, [&](void* temporary, std::size_t& bytes) {
    using Sort = cub::DeviceSegmentedSort;
    if (!pairs) return Sort::SortKeys(temporary, bytes, of.keys, of.sorted, count, number, begin, end, stream);
    return Sort::SortPairs(temporary, bytes, of.keys, of.sorted, of.places, of.written, count, number, begin, end,
                           stream);
  }, prepare, verify, segments > kMaxUnpartitioned);
  const double radix = timeCub(stream, [&](void* temporary, std::size_t& bytes) {
    using Sort = cub::DeviceSegmentedRadixSort;
    if (!pairs) return Sort::SortKeys(temporary, bytes, of.keys, of.sorted, count, number, begin, end, 0, 32, stream);
    return Sort::SortPairs(temporary, bytes, of.keys, of.sorted, of.places, of.written, count, number, begin, end, 0,
                           32, stream);
  }, prepare, verify);
  const char* const suffixes[] = {"", " half", " zipf"};  // in the order of SegmentLengths
  print((pairs ? "segmented pairs" : "segmented keys") + std::string(suffixes[static_cast<int>(shape.lengths)]),
        segments, n, std::min(merged, radix));
}

int main() {
  check(cudaStreamCreate(&stream));
  const std::size_t most = std::size_t{1} << kMaxLog2;
  Buffers of{};
  for (std::uint32_t** each :
       {&of.keys, &of.runs, &of.order, &of.places, &of.sorted, &of.written, &of.lengths, &of.count})
    *each = allocate<std::uint32_t>(most + 1);
  for (uint4** each : {&of.values, &of.moved}) *each = allocate<uint4>(most);
  const Words keys = randomWords(most);
  upload(of.keys, keys);
  Words places(most), runs(most);
  std::vector<uint4> values(most);
  for (std::uint32_t i = 0; i < most; ++i) {
    places[i] = i;
    runs[i] = i / kRunLength;
    values[i] = {i, 0, 0, 0};
  }
  upload(of.places, places);
  upload(of.values, values);
  std::printf("system,segments,n,gpu_us\n");
  std::mt19937 random(1);
  for (std::uint32_t log2 = kMinLog2; log2 <= kMaxLog2; log2 += log2 == kMinLog2 ? 4 : 2) {
    const std::uint32_t n = 1u << log2;
    Words order(places.begin(), places.begin() + n);
    std::shuffle(order.begin(), order.end(), random);
    upload(of.order, order);
    upload(of.runs, runs);
    timeRuns(of, n);
    timeSelect(of, n, keys);
    timeMoves(of, n, keys, order);
  }
  const Shape shapes[] = {{16, 1 << 14}, {1024, 1 << 20}, {256, 1 << 20}, {64, 1 << 20}, {16, 1 << 20}, {4, 1 << 20},
                          {65536, 1 << 22}, {16384, 1 << 20}, {4096, 1 << 20},
                          {1024, 1 << 22, bench::SegmentLengths::half}, {4080, 1 << 22, bench::SegmentLengths::zipf}};
  for (const Shape& shape : shapes) {
    for (const bool pairs : {false, true}) timeSegments(of, shape, keys, pairs);
  }
  return all_right ? 0 : 1;
}
