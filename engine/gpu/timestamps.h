// Measures the GPU time of parts of a command buffer.
#pragma once
#include <array>
#include <optional>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

// Contains `slots` pairs of timestamps. All functions do nothing on a queue without timestamps. Threads: as the command
// buffer.
class Timestamps {
 public:
  // Times of the device clock. end_ns is at least begin_ns.
  struct Range {
    double begin_ns = 0.0;
    double end_ns = 0.0;
    double duration() const { return end_ns - begin_ns; }
  };

  Timestamps() = default;
  Timestamps(const Device& device, uint32_t slots);

  bool available() const { return static_cast<bool>(pool_); }

  // Must be recorded once, outside rendering, before begin() and end().
  void reset(VkCommandBuffer cmd) const;
  // Write the time at which all earlier commands have finished. `slot` must be below `slots`.
  void begin(VkCommandBuffer cmd, uint32_t slot) const;
  void end(VkCommandBuffer cmd, uint32_t slot) const;

  // Returns the times of a slot, relative to the start of `origin`, which must not be later. Must be called after the
  // fence of the submission. Returns nothing if the queue has no timestamps, or if one of them was not written.
  std::optional<Range> read(uint32_t slot, uint32_t origin) const;
  std::optional<Range> read(uint32_t slot) const { return read(slot, slot); }

 private:
  void write(VkCommandBuffer cmd, uint32_t query) const;
  std::optional<std::array<uint64_t, 2>> ticks(uint32_t slot) const;

  const Device* device_ = nullptr;
  uint32_t slots_ = 0;
  uint32_t valid_bits_ = 0;
  Owned<VkQueryPool> pool_;
};

}  // namespace gpu
