// The elements of one point on the device.
#pragma once

#include <span>
#include <vector>

#include "input/input.h"
#include "input/transfer.h"

namespace bench {

// An untouched copy of the input and the buffers that are sorted.
class Workload {
 public:
  // The buffers to sort hold `capacity` elements, at least as many as the input; those past the input are undefined.
  Workload(const gpu::Device& device, const Options& options, const Elements& input, std::uint32_t capacity);

  std::uint32_t count() const { return count_; }
  // Keys or interleaved elements, then values if split.
  std::span<const gpu::Buffer> buffers() const { return work_; }

  // Of the input.
  VkDeviceSize bytes() const;

  // Puts the input back. Random inputs are turned round differently for each `round`.
  void restore(VkCommandBuffer cmd, std::uint32_t round) const;

  // Reads the buffers back, in pieces: whether they are the input, sorted in runs of `run` elements.
  bool verify(std::uint32_t run) const;

 private:
  const gpu::Device& device_;
  const Options& options_;
  std::uint32_t count_;
  std::uint64_t sum_;
  Transfer transfer_;
  std::vector<gpu::Buffer> pristine_;
  std::vector<gpu::Buffer> work_;
};

}  // namespace bench
