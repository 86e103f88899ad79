#include "vksort/toolkit/tool_check.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "support/check/conform.h"
#include "support/oracle/hazards.h"

extern const vksort::CullShaders source_keep;  // each program's own, of the library that it links

namespace test {
namespace {

constexpr uint32_t kToolGuards = 19;  // words on either side
constexpr uint32_t kMaxToolSets = 64;
constexpr uint32_t kToolArenaWords = 1u << 23;  // they do not grow meanwhile

uint32_t noise(std::size_t at) { return static_cast<uint32_t>(at) * 2654435769u ^ 0x5bd1e995u; }

}  // namespace

std::string describe(const ToolSetup& setup) {
  return std::string(setup.push_descriptor ? "push descriptors" : "sets") +
         (setup.full_subgroups ? "" : ", no subgroups");
}

vksort::Toolkit makeToolkit(const Rig& rig, const ToolSetup& setup, bool culls) {
  Config config;
  config.full_subgroups = setup.full_subgroups;
  config.push_descriptor = setup.push_descriptor;
  vksort::ToolkitInfo info;
  info.device = rig.setupOf(config).info.device;
  if (culls) {
    info.cull = &source_keep;
    info.cull_set_layout = rig.generatorLayout();
  }
  vksort::Toolkit toolkit;
  const char* reason = "";
  const VkResult result = vksort::Toolkit::create(info, toolkit, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(std::string("toolkit: ") + reason, result);
  return toolkit;
}

ToolMemory::ToolMemory(Rig& rig)
    : rig_(rig), pool_(rig.device(), kMaxToolSets, kMaxToolSets * vksort::kDescriptorsPerSet) {
  for (const uint32_t arena : {0u, 1u}) (void)rig.arena(arena, kToolArenaWords);
}

uint32_t ToolMemory::place(uint32_t count, uint32_t unit) {
  const auto end = static_cast<uint32_t>(before_.size());
  const uint32_t first = (end + kToolGuards + unit - 1) / unit * unit;
  while (before_.size() < first + count + kToolGuards) before_.push_back(noise(before_.size()));
  REQUIRE(before_.size() <= kToolArenaWords);
  after_.insert(after_.end(), before_.begin() + end, before_.end());
  return first;
}

uint32_t ToolMemory::place(std::span<const uint32_t> contents, uint32_t unit) {
  const uint32_t first = place(static_cast<uint32_t>(contents.size()), unit);
  std::ranges::copy(contents, before_.begin() + first);
  std::ranges::copy(contents, after_.begin() + first);
  return first;
}

vksort::Range ToolMemory::range(uint32_t first, VkDeviceSize words) const {
  return {buffer(), VkDeviceSize{first} * 4, words * 4};
}

vksort::Range ToolMemory::scratch(VkDeviceSize bytes) {
  if (bytes == 0) return {};
  const uint32_t first = scratch_words_ + kToolGuards;
  scratch_words_ = first + static_cast<uint32_t>(bytes / 4) + kToolGuards;
  REQUIRE(scratch_words_ <= kToolArenaWords);
  scratches_.push_back({rig_.arena(1, scratch_words_).device.handle(), VkDeviceSize{first} * 4, bytes});
  return scratches_.back();
}

void ToolMemory::setSource(std::span<const uint32_t> words) {
  source_ = {static_cast<uint32_t>(words.size()), 0};
  source_.insert(source_.end(), words.begin(), words.end());
  source_.push_back(1);
  const VkBuffer buffer = rig_.arena(3, static_cast<uint32_t>(source_.size())).device.handle();
  cull_pool_ = {rig_.device(), 1, 1};
  cull_set_ = rig_.generatorSet(cull_pool_, {buffer, 0, source_.size() * 4});
}

VkDescriptorSet ToolMemory::set(VkDescriptorSetLayout layout) {
  if (layout == VK_NULL_HANDLE) return VK_NULL_HANDLE;
  return pool_.allocate(layout);
}

ToolMemory::Found ToolMemory::run(std::span<const std::function<void(VkCommandBuffer)>> recordings, bool widen) {
  const Arena* const arenas[] = {&rig_.arena(0, 0), &rig_.arena(1, scratch_words_), &rig_.arena(3, 0)};
  std::vector<uint32_t> scratch(scratch_words_);
  for (std::size_t i = 0; i < scratch.size(); ++i) scratch[i] = noise(i + 12345);
  const std::span<const uint32_t> words[] = {before_, scratch, source_};
  for (int i = 0; i < 3; ++i) {
    std::ranges::copy(words[i], arenas[i]->host.as<uint32_t>().begin());
    arenas[i]->host.flush();
  }
  const gpu::Device& device = rig_.device();
  Found found;
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    const auto copy = [&](bool to_device) {
      for (int i = 0; i < 3; ++i) {
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
      for (const Arena* arena : {arenas[0], arenas[1]})
        if (widen) faults.widen.push_back({arena->device.handle(), arena->device.size(), true});
      const HookScope hooks(faults);
      record(cmd);
      found.missing_barriers += missingBarriers(hooks.log);
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
  for (std::size_t at = before_.size(); at-- > 0;) {
    if (!differs(0, at, after_[at])) continue;
    ++found.wrong;
    found.first = static_cast<uint32_t>(at);
  }
  for (std::size_t at = 0; at < scratch.size(); ++at) {
    const auto holds = [at](const vksort::Range& range) {
      return at * 4 >= range.offset && at * 4 < range.offset + range.size;
    };
    found.scratch_trespasses += differs(1, at, scratch[at]) && !std::ranges::any_of(scratches_, holds);
  }
  if (!source_.empty()) found.stray_calls = arenas[2]->host.as<uint32_t>()[1];
  return found;
}

void requireRecorded(const vksort::RecordStatus& status) {
  REQUIRE_MESSAGE(status.ok(), vksort::describe(status) << ", needed " << status.needed);
}

vksort::CountSource placeCount(ToolMemory& memory, const ToolCount& count) {
  if (!count.indirect) return {};
  const std::vector<uint32_t> word = {count.found};
  return {memory.buffer(), VkDeviceSize{memory.place(word)} * 4};
}

vksort::CountTarget placeTarget(ToolMemory& memory, uint32_t count, uint32_t turn) {
  const uint32_t first = memory.place(5), argument = turn % 3 == 1 ? first + 4 : first;
  vksort::CountTarget target{memory.buffer(), VkDeviceSize{first + 2} * 4};
  memory.expected(first + 2) = count;
  if (turn % 3 == 0) return target;
  target.per_workgroup = turn % 2 == 0 ? 1 : 64;
  target.argument_offset = VkDeviceSize{argument} * 4;
  memory.expected(argument) = (count + target.per_workgroup - 1) / target.per_workgroup;
  return target;
}

void expectRounds(Rig& rig, ToolMemory& memory, const Rounds& rounds, const std::string& what, bool widen) {
  const ToolMemory::Found found = memory.run(rounds, widen);
  INFO(what << " on " << rig.name() << ": word " << found.first);
  CHECK(found.wrong == 0);
  CHECK(found.scratch_trespasses == 0);
  CHECK(found.stray_calls == 0);
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
