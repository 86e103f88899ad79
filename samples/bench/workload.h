// The elements of one size on the device, and the check of what a sort makes of them.
#pragma once

#include "bench/input.h"
#include "gpu/buffer.h"

namespace bench {

// Which elements are sorted among themselves.
struct Runs {
  std::uint64_t each = ~std::uint64_t{0};  // elements in a run; at least 1
  std::uint64_t first = 0;                 // the place of the first element
};

// Sum of a 64-bit hash of each element and its run: the same for every arrangement of the same elements within their
// runs. `keys` are words; `payloads` may be empty.
std::uint64_t checksum(vksort::KeyType type, std::span<const std::uint32_t> keys,
                       std::span<const std::uint32_t> payloads, const Runs& runs = {});

// The order of payloads among equal keys, if they have one: first, first + 1, .., count - 1, 0, 1, .. first - 1.
struct Turn {
  std::uint32_t first = 0;  // 0: they ascend
  std::uint32_t count = 0;
};

// Checks a result in pieces, from its first element to its last, so that it needs no second copy of the result.
class Verifier {
 public:
  // The elements must be in order within each `run` of them, and with Ordering::payloads_ascend those of equal keys in
  // the order of `turn`.
  Verifier(const vksort::Ordering& ordering, std::uint64_t run, const Turn& turn = {})
      : ordering_(ordering), run_(run), turn_(turn) {}

  // Whole keys.
  void feed(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> payloads);

  // Whether everything was in order, and the elements were `count`, with this checksum of the same runs.
  bool accepts(std::uint64_t count, std::uint64_t sum) const { return in_order_ && count == fed_ && sum == sum_; }

 private:
  // Elements are in order if their ranks are.
  struct Rank {
    std::uint64_t key = 0;
    std::uint32_t payload = 0;  // its place among those of equal keys; 0 if these have any order
    auto operator<=>(const Rank&) const = default;
  };

  vksort::Ordering ordering_{};
  std::uint64_t run_;
  Turn turn_;
  std::uint64_t fed_ = 0;
  std::uint64_t sum_ = 0;
  Rank last_;  // of the last element fed
  bool in_order_ = true;
};

// An untouched copy of the input, and the buffers that are sorted.
class Workload {
 public:
  // `elements` are those of the input. The buffers to sort hold `capacity` of them, at least as many; those past the
  // input are undefined.
  Workload(const gpu::Device& device, const Input& input, const Elements& elements, std::uint32_t capacity);

  std::uint32_t count() const { return count_; }
  // Keys or interleaved elements, then payloads if split.
  std::span<const gpu::Buffer> buffers() const { return work_; }

  // Restores the input. Each `round` rotates random inputs by another distance.
  void restore(VkCommandBuffer cmd, std::uint32_t round) const;

  // Reads the buffers back, in pieces. Whether they are the input as of `round`, in runs of `run` elements: each run is
  // sorted and has the elements that it had. Ties must be in the order that the input asks for.
  bool verify(std::uint32_t run, std::uint32_t round = 0) const;

 private:
  bool isInterleaved() const { return input_.ordering.payload == vksort::Payload::interleaved; }
  void uploadInterleaved(const Elements& elements) const;
  void download(std::span<const gpu::Buffer> from, std::size_t first, std::size_t count, Elements& to) const;
  // The element of the input that a round begins with.
  std::uint32_t firstOf(std::uint32_t round) const;
  // The checksum of the elements that a round sorts, in runs of `run`.
  std::uint64_t sumOf(std::uint32_t run, std::uint32_t round) const;

  const gpu::Device& device_;
  Input input_;
  std::uint32_t count_;
  std::uint32_t key_words_;
  std::uint64_t sum_;  // of the input as one run
  std::vector<gpu::Buffer> pristine_;
  std::vector<gpu::Buffer> work_;
};

}  // namespace bench
