// What can be timed: one sort that records itself into a command buffer.
#pragma once

#include <span>

#include "gpu/buffer.h"

namespace bench {

class Algorithm {
 public:
  // Sorts of one submission; record() may be called once per slot between two submissions.
  static constexpr std::uint32_t kSlots = 8;

  virtual ~Algorithm() = default;

  // Makes ready to sort the first `count` elements of `buffers` (keys or interleaved elements, then payloads if they
  // are apart). The device must not be using the algorithm; each buffer must hold capacityFor() elements, see
  // algorithms.h.
  virtual void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) = 0;

  // Of the count prepared.
  virtual std::uint32_t dispatchCount() const = 0;
  // Which of vksort's algorithms sorts it; empty for others.
  virtual const char* used() const { return ""; }
  // Bytes of scratch memory.
  virtual std::uint64_t scratchBytes() const { return 0; }
  // Elements that are sorted among themselves: the count, or a tile.
  virtual std::uint32_t run() const = 0;

  // Records one sort of what was prepared. `slot` must be below kSlots.
  virtual void record(VkCommandBuffer cmd, std::uint32_t slot) const = 0;
};

}  // namespace bench
