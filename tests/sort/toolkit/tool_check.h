// Recordings of a Toolkit on the device, each word of whose memory is compared with the oracle's.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "cases/tools.h"
#include "support/device/rig.h"

namespace test {

// How a Toolkit is made.
struct ToolSetup {
  bool push_descriptor = true;
  bool full_subgroups = true;
};
// Under the faults in force. Errors: gpu::Error.
vksort::Toolkit makeToolkit(const Rig& rig, const ToolSetup& setup = {}, vksort::ToolkitInfo info = {});
// With and without optional features.
inline constexpr ToolSetup kToolSetups[] = {{}, {false, false}};
std::string describe(const ToolSetup& setup);

// The memory of recordings, 32 MB each: an arena for arguments, and one for scratch memory.
class ToolMemory : public cases::ToolWords {
 public:
  explicit ToolMemory(Rig& rig);

  VkBuffer buffer() const override { return rig_.arena(0, 0).device.handle(); }
  // The words around it must stay.
  vksort::Range scratch(VkDeviceSize bytes) override;
  VkDescriptorSet set(VkDescriptorSetLayout layout) override;

  struct Found {
    std::size_t wrong = 0;  // words that are not as expected
    uint32_t first = 0;     // of them
    std::size_t scratch_trespasses = 0;
    std::size_t missing_barriers = 0;  // as the barrier oracle says
    bool ok() const { return wrong == 0 && scratch_trespasses == 0 && missing_barriers == 0; }
  };
  // Recordings, each between barriers kBefore and kAfter. `widen`: the device does not clamp accesses to the ranges, so
  // that guard words see what is written past them. Not with indirect dispatches, as layers see ranges overlap then.
  Found run(std::span<const std::function<void(VkCommandBuffer)>> recordings, bool widen = true);

 private:
  Rig& rig_;
  uint32_t scratch_words_ = 64;
  std::vector<vksort::Range> scratches_;
  gpu::DescriptorPool pool_;
};

void requireRecorded(const vksort::RecordStatus& status);

using cases::kToolTile, cases::placeCount, cases::placeTarget, cases::ToolCount;

using Rounds = std::vector<std::function<void(VkCommandBuffer)>>;
void expectRounds(Rig& rig, ToolMemory& memory, const Rounds& rounds, const std::string& what, bool widen = true);

// On every device, with each setup, in a SUBCASE.
void onEverySetup(const std::function<void(Rig&, const vksort::Toolkit&)>& body);

}  // namespace test
