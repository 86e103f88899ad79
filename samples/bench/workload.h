#pragma once

#include "bench/input.h"
#include "gpu/buffer.h"

namespace bench {

// Returns the first element of the run that contains `place`. Must be thread-safe.
using RunStart = std::function<std::uint64_t(std::uint64_t place)>;
inline std::uint64_t oneRun(std::uint64_t) { return 0; }

// Sums a hash of each element and its run, so it does not depend on the order within runs. The first key is at `place`.
std::uint64_t checksum(vksort::KeyType type, std::span<const std::uint32_t> keys,
                       std::span<const std::uint32_t> payloads, const RunStart& runStart = oneRun,
                       std::uint64_t place = 0);

// Expected payloads of equal keys: first, .., count - 1, 0, .. first - 1.
struct Turn {
  std::uint32_t first = 0;  // 0 if they ascend
  std::uint32_t count = 0;
};

// Checks a result in pieces, so that no second copy is needed.
class Verifier {
 public:
  // With Ordering::payloads_ascend, payloads of equal keys must follow `turn`.
  Verifier(const vksort::Ordering& ordering, RunStart runStart, const Turn& turn = {})
      : ordering_(ordering), run_start_(std::move(runStart)), turn_(turn) {}

  // Must get whole keys.
  void feed(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> payloads);

  // Returns true if each run was sorted, and count and checksum match.
  bool accepts(std::uint64_t count, std::uint64_t sum) const { return in_order_ && count == fed_ && sum == sum_; }

 private:
  struct Rank {
    std::uint64_t key = 0;
    std::uint32_t payload = 0;  // position in `turn`; 0 if equal keys can have any order
    auto operator<=>(const Rank&) const = default;
  };

  vksort::Ordering ordering_{};
  RunStart run_start_;
  Turn turn_;
  std::uint64_t fed_ = 0;
  std::uint64_t sum_ = 0;
  Rank last_;
  bool in_order_ = true;
};

class Workload {
 public:
  // Elements after the input are undefined, up to `capacity`.
  Workload(const gpu::Device& device, const Input& input, const Elements& elements, std::uint32_t capacity);

  std::uint32_t count() const { return count_; }
  // Keys or interleaved elements, then separate payloads.
  std::span<const gpu::Buffer> buffers() const { return work_; }

  void restore(VkCommandBuffer cmd, std::uint32_t round) const;

  // Returns true if each run of the rotated input is sorted, with ties in the required order.
  bool verify(const RunStart& runStart, std::uint32_t round = 0) const;

 private:
  // Replaces undefined keys of a result by the input keys that its payloads refer to.
  void restoreKeys(const Elements& input, const RunStart& runStart, std::uint32_t round, std::size_t first,
                   Elements& piece) const;
  bool isInterleaved() const { return input_.ordering.payload == vksort::Payload::interleaved; }
  void uploadInterleaved(const Elements& elements) const;
  void download(std::span<const gpu::Buffer> from, std::size_t first, std::size_t count, Elements& to) const;
  std::uint32_t firstOf(std::uint32_t round) const;
  // Checksum of the rotated input.
  std::uint64_t sumOf(const RunStart& runStart, std::uint32_t round) const;

  const gpu::Device& device_;
  Input input_;
  std::uint32_t count_;
  std::uint32_t key_words_;
  std::uint64_t sum_;
  std::vector<gpu::Buffer> pristine_;
  std::vector<gpu::Buffer> work_;
};

}  // namespace bench
