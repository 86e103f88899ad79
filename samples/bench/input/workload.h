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
  // `elements` are those of the input. The buffers to sort hold `capacity` of them, at least as many; those past the
  // input are undefined.
  Workload(const gpu::Device& device, const Input& input, const Elements& elements, std::uint32_t capacity);

  std::uint32_t count() const { return count_; }
  // Keys or interleaved elements, then payloads if split.
  std::span<const gpu::Buffer> buffers() const { return work_; }

  // Of the input.
  VkDeviceSize bytes() const;

  // Puts the input back. Random inputs are turned round differently for each `round`, unless keys are computed.
  void restore(VkCommandBuffer cmd, std::uint32_t round) const;

  // Reads the buffers back, in pieces: whether they are the input as of `round`, in runs of `run` elements of which
  // each is sorted and has the elements that it had. Ties must be in the order that the input asks for.
  bool verify(std::uint32_t run, std::uint32_t round = 0) const;

 private:
  void uploadInterleaved(const Elements& elements) const;
  void download(std::span<const gpu::Buffer> from, std::size_t first, std::size_t count, Elements& to) const;
  // The element of the input that a round begins with.
  std::uint32_t firstOf(std::uint32_t round) const;
  // The checksum of what is sorted in a round, in runs of `run`. Keys that are to be computed are in one run.
  std::uint64_t sumOf(std::uint32_t run, std::uint32_t round) const;

  const gpu::Device& device_;
  Input input_;
  std::uint32_t count_;
  std::uint32_t key_words_;
  std::uint64_t sum_;  // of the input as one run
  Transfer transfer_;
  std::vector<gpu::Buffer> pristine_;
  std::vector<gpu::Buffer> work_;
};

}  // namespace bench
