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
  // Keys or interleaved elements, then payloads if split.
  std::span<const gpu::Buffer> buffers() const { return work_; }

  // Of the input.
  VkDeviceSize bytes() const;

  // Puts the input back. Random inputs are turned round differently for each `round`, unless keys are computed. With a
  // motion the input is put there for round 0 alone, and moves on from round to round.
  void restore(VkCommandBuffer cmd, std::uint32_t round) const;

  // Reads the buffers back, in pieces: whether they are the input as of `round`, in runs of `run` elements of which
  // each is sorted and has the elements that it had. Ties must be in the order that the input asks for; a stable order
  // of payloads is not checked with a motion.
  bool verify(std::uint32_t run, std::uint32_t round = 0) const;

 private:
  void uploadInterleaved(const Elements& elements) const;
  void download(std::span<const gpu::Buffer> from, std::size_t first, std::size_t count, Elements& to) const;
  // The element of the input that a round begins with.
  std::uint32_t firstOf(std::uint32_t round) const;
  // The checksum of what is sorted in a round, in runs of `run`. With a motion there is one run; nor are keys that are
  // to be computed sorted in several.
  std::uint64_t sumOf(std::uint32_t run, std::uint32_t round) const;

  const gpu::Device& device_;
  Input input_;
  std::uint32_t count_;
  std::uint32_t key_words_;
  std::uint64_t sum_;  // of the input as one run
  Transfer transfer_;
  std::unique_ptr<Motion> motion_;  // or null
  std::vector<gpu::Buffer> pristine_;
  std::vector<gpu::Buffer> work_;
};

}  // namespace bench
