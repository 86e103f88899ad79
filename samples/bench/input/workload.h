// The elements of one point on the device.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "input/input.h"
#include "input/motion.h"
#include "input/transfer.h"

namespace bench {

// An untouched copy of the input and the buffers that are sorted.
class Workload {
 public:
  // `elements` are those of the input. The buffers to sort hold `capacity` of them, at least as many; those past the
  // input are undefined. With `motion` the input is what it begins with.
  Workload(const gpu::Device& device, const Input& input, const Elements& elements, std::uint32_t capacity,
           std::unique_ptr<Motion> motion = nullptr);

  std::uint32_t count() const { return count_; }
  // Keys or interleaved elements, then values if split.
  std::span<const gpu::Buffer> buffers() const { return work_; }

  // Of the input.
  VkDeviceSize bytes() const;

  // Puts the input back. Random inputs are turned round differently for each `round`. With a motion the input is put
  // there for round 0 alone, and moves on from round to round.
  void restore(VkCommandBuffer cmd, std::uint32_t round) const;

  // Reads the buffers back, in pieces: whether they are the input, with a motion as of `round`, sorted in runs of `run`
  // elements.
  bool verify(std::uint32_t run, std::uint32_t round = 0) const;

 private:
  void uploadInterleaved(const Elements& elements) const;
  void downloadInterleaved(std::size_t first, std::span<std::uint32_t> keys, std::span<std::uint32_t> values) const;

  const gpu::Device& device_;
  Input input_;
  std::uint32_t count_;
  std::uint32_t key_words_;
  std::uint64_t sum_;
  Transfer transfer_;
  std::unique_ptr<Motion> motion_;  // or null
  std::vector<gpu::Buffer> pristine_;
  std::vector<gpu::Buffer> work_;
};

}  // namespace bench
