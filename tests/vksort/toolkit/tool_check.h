// Recordings of a Toolkit on the device, each word of whose memory is compared with the oracle's.
#pragma once
#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "support/device/rig.h"
#include "vksort_toolkit.h"

namespace test {

// How a Toolkit is made.
struct ToolSetup {
  bool push_descriptor = true;
  bool full_subgroups = true;
};
// Under the faults in force. Errors: gpu::Error.
vksort::Toolkit makeToolkit(const Rig& rig, const ToolSetup& setup = {}, bool culls = true);
// With and without optional features.
inline constexpr ToolSetup kToolSetups[] = {{}, {false, false}};
std::string describe(const ToolSetup& setup);

// The memory of recordings, 32 MB each: an arena for arguments, with guard words around each, and one for scratch
// memory.
class ToolMemory {
 public:
  explicit ToolMemory(Rig& rig);

  // First word of `count` words of noise, at a multiple of `unit`. Or of these words.
  uint32_t place(uint32_t count, uint32_t unit = 1);
  uint32_t place(std::span<const uint32_t> contents, uint32_t unit = 1);
  uint32_t word(uint32_t at) const { return before_[at]; }
  // What must be there after the recordings.
  uint32_t& expected(uint32_t at) { return after_[at]; }

  vksort::Range range(uint32_t first, VkDeviceSize words) const;
  VkBuffer buffer() const { return rig_.arena(0, 0).device.handle(); }
  // Memory of its own for each call. The words around it must stay; those in it have noise.
  vksort::Range scratch(VkDeviceSize bytes);
  // Words that keep() reads; at most one call.
  void setSource(std::span<const uint32_t> words);
  VkDescriptorSet cullSet() const { return cull_set_; }
  // A set for a recording, if the Toolkit or Sorter takes one.
  VkDescriptorSet set(VkDescriptorSetLayout layout);

  struct Found {
    std::size_t wrong = 0;  // words that are not as expected
    uint32_t first = 0;     // of them
    std::size_t scratch_trespasses = 0;
    uint32_t stray_calls = 0;          // of keep()
    std::size_t missing_barriers = 0;  // as the barrier oracle says
    bool ok() const { return wrong == 0 && scratch_trespasses == 0 && stray_calls == 0 && missing_barriers == 0; }
  };
  // Recordings, each between barriers kBefore and kAfter. `widen`: the device does not clamp accesses to the ranges, so
  // that guard words see what is written past them. Not with indirect dispatches, as layers see ranges overlap then.
  Found run(std::span<const std::function<void(VkCommandBuffer)>> recordings, bool widen = true);

 private:
  Rig& rig_;
  std::vector<uint32_t> before_, after_, source_;
  uint32_t scratch_words_ = 64;
  std::vector<vksort::Range> scratches_;
  gpu::DescriptorPool cull_pool_, pool_;
  VkDescriptorSet cull_set_ = VK_NULL_HANDLE;
};

void requireRecorded(const vksort::RecordStatus& status);

inline constexpr uint32_t kToolTile = 2048;  // elements of a workgroup that compacts

// Where the count is: on the host, or in a buffer and so much less, or more than the largest.
struct ToolCount {
  uint32_t most = 0;
  bool indirect = false;
  uint32_t found = 0;
  uint32_t n() const { return indirect ? std::min(found, most) : most; }
};

vksort::CountSource placeCount(ToolMemory& memory, const ToolCount& count);
// A target for a count, and for an argument behind it, before it, or none.
vksort::CountTarget placeTarget(ToolMemory& memory, uint32_t count, uint32_t turn);

using Rounds = std::vector<std::function<void(VkCommandBuffer)>>;
void expectRounds(Rig& rig, ToolMemory& memory, const Rounds& rounds, const std::string& what, bool widen = true);

// On every device, with each setup, in a SUBCASE.
void onEverySetup(const std::function<void(Rig&, const vksort::Toolkit&)>& body);

}  // namespace test
