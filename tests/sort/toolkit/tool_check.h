// Runs Toolkit recordings, and compares every word with the oracle.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "cases/tools.h"
#include "support/device/rig.h"

namespace test {

struct ToolSetup {
  bool push_descriptor = true;
  bool full_subgroups = true;
};
// Active faults apply. Throws gpu::Error.
vksort::Toolkit makeToolkit(const Rig& rig, const ToolSetup& setup = {}, vksort::ToolkitInfo info = {});
inline constexpr ToolSetup kToolSetups[] = {{}, {false, false}};
std::string describe(const ToolSetup& setup);

// Two arenas of 32 MB: one for arguments, one for scratch memory.
class ToolMemory : public cases::ToolWords {
 public:
  explicit ToolMemory(Rig& rig);

  VkBuffer buffer() const override { return rig_.arena(0, 0).device.handle(); }
  // Guard words surround the result.
  vksort::Range scratch(VkDeviceSize bytes) override;
  VkDescriptorSet set(VkDescriptorSetLayout layout) override;

  struct Found {
    std::size_t wrong = 0;  // number of wrong words
    uint32_t first = 0;
    std::size_t scratch_trespasses = 0;
    std::size_t missing_barriers = 0;
    bool ok() const { return wrong == 0 && scratch_trespasses == 0 && missing_barriers == 0; }
  };
  // Each recording is between the barriers kBefore and kAfter. `widen` disables clamping, but makes layers report
  // overlapping indirect dispatches.
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

void onEverySetup(const std::function<void(Rig&, const vksort::Toolkit&)>& body);

}  // namespace test
