#include "sort/toolkit/tool_check.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "support/check/conform.h"
#include "support/oracle/hazards.h"

namespace test {
namespace {

constexpr uint32_t kToolGuards = 19;  // words on each side of scratch memory
constexpr uint32_t kMaxToolSets = 96;
constexpr uint32_t kToolArenaWords = 1u << 23;  // never reallocated

}  // namespace

std::string describe(const ToolSetup& setup) {
  return std::string(setup.push_descriptor ? "push descriptors" : "sets") +
         (setup.full_subgroups ? "" : ", no subgroups");
}

vksort::Toolkit makeToolkit(const Rig& rig, const ToolSetup& setup, vksort::ToolkitInfo info) {
  Config config;
  config.full_subgroups = setup.full_subgroups;
  config.push_descriptor = setup.push_descriptor;
  info.device = rig.setupOf(config).info.device;
  vksort::Toolkit toolkit;
  const char* reason = "";
  const VkResult result = vksort::Toolkit::create(info, toolkit, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(std::string("toolkit: ") + reason, result);
  return toolkit;
}

ToolMemory::ToolMemory(Rig& rig)
    : rig_(rig), pool_(rig.device(), kMaxToolSets, kMaxToolSets * VKSORT_DESCRIPTORS_PER_SET) {
  for (const uint32_t arena : {0u, 1u}) (void)rig.arena(arena, kToolArenaWords);
}

vksort::Range ToolMemory::scratch(VkDeviceSize bytes) {
  if (bytes == 0) return {};
  const uint32_t first = scratch_words_ + kToolGuards;
  scratch_words_ = first + static_cast<uint32_t>(bytes / 4) + kToolGuards;
  REQUIRE(scratch_words_ <= kToolArenaWords);
  scratches_.push_back({rig_.arena(1, scratch_words_).device.handle(), VkDeviceSize{first} * 4, bytes});
  return scratches_.back();
}

VkDescriptorSet ToolMemory::set(VkDescriptorSetLayout layout) {
  if (layout == VK_NULL_HANDLE) return VK_NULL_HANDLE;
  return pool_.allocate(layout);
}

ToolMemory::Found ToolMemory::run(std::span<const std::function<void(VkCommandBuffer)>> recordings, bool widen) {
  REQUIRE(before_.size() <= kToolArenaWords);
  const Arena* const arenas[] = {&rig_.arena(0, 0), &rig_.arena(1, scratch_words_)};
  std::vector<uint32_t> scratch(scratch_words_);
  for (std::size_t i = 0; i < scratch.size(); ++i) scratch[i] = noise(i + 12345);
  const std::span<const uint32_t> words[] = {before_, scratch};
  for (int i = 0; i < 2; ++i) {
    std::ranges::copy(words[i], arenas[i]->host.as<uint32_t>().begin());
    arenas[i]->host.flush();
  }
  const gpu::Device& device = rig_.device();
  Found found;
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    const auto copy = [&](bool to_device) {
      for (int i = 0; i < 2; ++i) {
        if (words[i].empty()) continue;
        const VkBuffer host = arenas[i]->host.handle(), local = arenas[i]->device.handle();
        const VkBufferCopy region{0, 0, words[i].size() * 4};
        device.vk.vkCmdCopyBuffer(cmd, to_device ? host : local, to_device ? local : host, 1, &region);
      }
    };
    copy(true);
    memoryBarrier(device, cmd, kCopyWrite, vksort::kBefore);
    for (const auto& record : recordings) {
      Faults faults;
      for (const Arena* arena : arenas)
        if (widen) faults.widen.push_back({arena->device.handle(), arena->device.size(), true});
      const MockVulkan mock(faults);
      record(cmd);
      found.missing_barriers += missingBarriers(mock.log);
      memoryBarrier(device, cmd, vksort::kAfter, vksort::kBefore);
    }
    memoryBarrier(device, cmd, vksort::kAfter, kCopyRead);
    copy(false);
    memoryBarrier(device, cmd, kCopyWrite, kHostRead);
  });
  for (const Arena* arena : arenas) arena->host.invalidate();
  const auto differs = [&](int arena, std::size_t at, uint32_t word) {
    return arenas[arena]->host.as<uint32_t>()[at] != word;
  };
  const auto contain = [](const std::vector<vksort::Range>& ranges, std::size_t at) {
    return std::ranges::any_of(ranges, [byte = at * 4](const vksort::Range& range) {
      return byte >= range.offset && byte < range.offset + range.size;
    });
  };
  for (std::size_t at = before_.size(); at-- > 0;) {
    if (!differs(0, at, after_[at]) || contain(ignored_, at)) continue;
    ++found.wrong;
    found.first = static_cast<uint32_t>(at);
  }
  for (std::size_t at = 0; at < scratch.size(); ++at)
    found.scratch_trespasses += differs(1, at, scratch[at]) && !contain(scratches_, at);
  return found;
}

void requireRecorded(const vksort::RecordStatus& status) {
  REQUIRE_MESSAGE(status.ok(), std::string(vksort::describe(status).text));
}

void expectRounds(Rig& rig, ToolMemory& memory, const Rounds& rounds, const std::string& what, bool widen) {
  const ToolMemory::Found found = memory.run(rounds, widen);
  INFO(what << " on " << rig.name() << ": word " << found.first);
  CHECK(found.wrong == 0);
  CHECK(found.scratch_trespasses == 0);
  CHECK(found.missing_barriers == 0);
}

void onEverySetup(const std::function<void(Rig&, const vksort::Toolkit&)>& body) {
  for (const ToolSetup& setup : kToolSetups) {
    SUBCASE(describe(setup).c_str()) {
      onEveryDevice([&](Rig& rig) {
        const vksort::Toolkit toolkit = makeToolkit(rig, setup);
        body(rig, toolkit);
      });
    }
  }
}

}  // namespace test
