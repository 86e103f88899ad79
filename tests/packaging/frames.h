// Records frames of an application using a driver that does nothing, for the hazard check.
#pragma once
#include <doctest/doctest.h>
#include <volk.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <vector>

#include "support/device/recording.h"
#include "support/vulkan_mock/objects.h"

namespace test {

inline constexpr const char* kOfHost = "host";

inline void noteBarrier(vksort::Access from, vksort::Access to, VkBuffer buffer = VK_NULL_HANDLE) {
  Command command{.kind = Command::Kind::barrier};
  command.arguments = buffer;
  command.source_stages = from.stages;
  command.source_access = from.access;
  command.target_stages = to.stages;
  command.target_access = to.access;
  command.label = kOfHost;
  currentScope()->log.commands.push_back(command);
}

template <typename Barrier>
vksort::Access sourceOf(const Barrier& barrier) {
  return {static_cast<VkPipelineStageFlags>(barrier.srcStageMask), static_cast<VkAccessFlags>(barrier.srcAccessMask)};
}

template <typename Barrier>
vksort::Access targetOf(const Barrier& barrier) {
  return {static_cast<VkPipelineStageFlags>(barrier.dstStageMask), static_cast<VkAccessFlags>(barrier.dstAccessMask)};
}

inline Use useOf(VkBuffer buffer, vksort::Access access) { return {(uint64_t)buffer, 0, VK_WHOLE_SIZE, access}; }

class Frames {
 public:
  Frames(Rig& rig, const Config& config)
      : config_(config), sorter(fakeSorter(rig, config)), call(modeCall(rig, config)) {
    call.count = {rig.arena(2, 0).device.handle(), 0};
    call.work = {rig.arena(3, 0).device.handle(), 0, VKSORT_WORK_BYTES};
    if (config.scratch) call.sort.scratch.size = sorter.scratchBytes(call.sort.count);
    kernels_ = recordMode(rig, sorter, config, call).kernels;
    if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) call.sort.descriptor_set = kAnySet;
    mock_.faults.only_logs = true;
  }

  vksort::IndirectInfo indirect() const { return {call.count, call.work}; }

  // Takes the commands recorded since the last call. Tools are assumed to access everything that is bound.
  void take(bool is_tool = false) {
    Log& log = mock_.log;
    std::vector<Moment> made = boundMomentsOf({config_, is_tool ? std::vector<std::string>(9, "tool") : kernels_, log});
    std::size_t i = 0;
    std::vector<Bound> bound;
    for (const Command& command : log.commands) {
      if (!command.bound.empty()) bound = command.bound;
      const bool is_barrier = command.kind == Command::Kind::barrier;
      if (!is_barrier && command.kind != Command::Kind::dispatch) continue;
      if (is_barrier && command.label != kOfHost) inner_.push_back(moments.size() + i);
      if (is_barrier && command.label == kOfHost && counts) barriers.push_back(moments.size() + i);
      if (is_tool && !is_barrier) {
        made[i].uses.clear();
        for (const Bound& each : bound) made[i].uses.push_back(useOf(each.range.buffer, kCompute));
      }
      ++i;
    }
    moments.insert(moments.end(), made.begin(), made.end());
    log.commands.clear();
  }
  void use(std::vector<Use> uses) {
    take();
    moments.push_back({std::move(uses)});
  }
  void clear() { use({useOf(call.count.buffer, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT})}); }
  void cull() {
    use({useOf(call.sort.keys.buffer, kCompute), useOf(call.sort.payload.buffer, kCompute),
         useOf(call.count.buffer, kCompute)});
  }
  void draw() {
    use({useOf(call.sort.payload.buffer, {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT}),
         useOf(call.count.buffer, {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT})});
  }

  // Returns the hazards if one barrier of the application is left out (kAll: none is). Barriers inside a recorded sort
  // do not count, because they might order the same accesses by chance.
  static constexpr std::size_t kAll = ~std::size_t{0};
  uint32_t hazardsWithout(std::size_t barrier) const {
    std::vector<Moment> kept;
    for (std::size_t i = 0; i < moments.size(); ++i)
      if (i != barrier && std::ranges::count(inner_, i) == 0) kept.push_back(moments[i]);
    return hazards(kept);
  }
  void expectEachIsNeeded() const {
    CHECK(hazards(moments) == 0);
    CHECK(barriers.size() >= 2);
    const uint32_t with_all = hazardsWithout(kAll);
    for (const std::size_t barrier : barriers) {
      const uint64_t only = moments[barrier].only;
      const auto uses = [only](const Moment& each) { return std::ranges::count(each.uses, only, &Use::memory) > 0; };
      if (only != 0 && std::ranges::none_of(moments, uses)) continue;  // this kind of sort does not use the state
      INFO("barrier " << barrier << " of " << moments.size() << ", of memory " << only);
      CHECK(hazardsWithout(barrier) > with_all);
    }
  }

 private:
  static constexpr vksort::Access kCompute = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                              VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
  Config config_;
  std::vector<std::string> kernels_;
  std::vector<std::size_t> inner_;  // barriers inside a recorded sort

 public:
  vksort::Sorter sorter;
  Call call;
  std::vector<Moment> moments;
  std::vector<std::size_t> barriers;
  bool counts = false;

 private:
  MockVulkan mock_;
};

}  // namespace test
