#pragma once

#include <span>

#include "gpu/buffer.h"

namespace bench {

class Algorithm {
 public:
  // Sorts per submission, with one record() call per slot.
  static constexpr std::uint32_t kSlots = 8;

  virtual ~Algorithm() = default;

  // The buffers contain keys or interleaved elements, then separate payloads, and need space for capacityFor() elements
  // (see algorithms.h). The device must not be using the algorithm.
  virtual void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) = 0;

  virtual std::uint32_t dispatchCount() const = 0;
  // The algorithm that vksort uses; empty for others.
  virtual const char* used() const { return ""; }
  virtual std::uint64_t scratchBytes() const { return 0; }
  // Returns the first element of the run that contains `place`. Runs, such as segments, are sorted independently.
  virtual std::uint64_t runStart(std::uint64_t place) const = 0;

  // `slot` must be below kSlots.
  virtual void record(VkCommandBuffer cmd, std::uint32_t slot) const = 0;
};

}  // namespace bench
