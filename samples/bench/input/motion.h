// What becomes of the elements between two sorts, where that is not the input again.
#pragma once

#include <span>

#include "gpu/buffer.h"
#include "input/input.h"

namespace bench {

class Motion {
 public:
  virtual ~Motion() = default;
  // The buffers that are sorted: keys, and then payloads. Once, before the first recording.
  virtual void attach(std::span<const gpu::Buffer> buffers) = 0;
  // Records what changes them, as the sort before left them, for the sort of the round. A barrier before and behind it
  // is the caller's.
  virtual void record(VkCommandBuffer cmd, std::uint32_t round) const = 0;
  // The elements of the round, in any order.
  virtual Elements elementsOf(std::uint32_t round) const = 0;
};

}  // namespace bench
