// GPU time of named stretches of a command buffer.
#pragma once
#include <array>
#include <optional>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

// `slots` begin/end pairs. Every call does nothing on a queue without timestamps. Thread rule: as the command buffer.
class Timestamps {
 public:
  // Nanoseconds on the device's clock; end >= begin.
  struct Range {
    double begin_ns = 0.0;
    double end_ns = 0.0;
    double duration() const { return end_ns - begin_ns; }
  };

  Timestamps() = default;
  Timestamps(const Device& device, uint32_t slots);

  bool available() const { return static_cast<bool>(pool_); }

  // Must be recorded outside a render pass, once, before the begin() and end() calls of a command buffer.
  void reset(VkCommandBuffer cmd) const;
  // The moment when everything recorded before has finished. `slot` must be below `slots`.
  void begin(VkCommandBuffer cmd, uint32_t slot) const;
  void end(VkCommandBuffer cmd, uint32_t slot) const;

  // After the fence of the submission: the slot, counted from the begin of `origin`, which must not be later. Nothing
  // when the queue has no timestamps or one of the two was not written.
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
