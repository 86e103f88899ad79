// The code of guides/synchronization.md on two queue families: what it records has no hazard, and has one without any
// half of a transfer. hosts/two_queues.cpp runs it.
#include "frames.h"
#include "vksort_plan.h"

namespace test {
namespace two_queues {

constexpr uint32_t kGraphics = 0, kComputing = 1;
const auto kWrite = reinterpret_cast<VkCommandBuffer>(uint64_t{1});
const auto kSort = reinterpret_cast<VkCommandBuffer>(uint64_t{2});
const auto kDraw = reinterpret_cast<VkCommandBuffer>(uint64_t{3});

// The barriers of a recording, of which one is left out. A release counts with the acquire that has the same arguments,
// each in a command buffer of its family.
struct Transfers {
  uint32_t calls = 0, left_out = ~0u;
  std::vector<VkBufferMemoryBarrier2> released{};
} transfers;

void vkCmdPipelineBarrier2(VkCommandBuffer cmd, const VkDependencyInfo* info) {
  if (transfers.calls++ == transfers.left_out) return;
  if (info->memoryBarrierCount == 1)
    return noteBarrier(sourceOf(*info->pMemoryBarriers), targetOf(*info->pMemoryBarriers));
  const VkBufferMemoryBarrier2& half = *info->pBufferMemoryBarriers;
  const uint32_t family = cmd == kSort ? kComputing : kGraphics;
  if (half.srcQueueFamilyIndex == family) return transfers.released.push_back(half);
  const auto release = std::ranges::find_if(transfers.released, [&](const VkBufferMemoryBarrier2& each) {
    return each.buffer == half.buffer && each.offset == half.offset && each.size == half.size &&
           each.srcQueueFamilyIndex == half.srcQueueFamilyIndex && each.dstQueueFamilyIndex == family;
  });
  if (release == transfers.released.end() || half.dstQueueFamilyIndex != family) return;
  noteBarrier(sourceOf(*release), targetOf(half), half.buffer);
  transfers.released.erase(release);
}

#include "guides/synchronization.h"

// Hazards of two frames, whose sorts have the same scratch memory. Barriers between queues are of one buffer each.
uint32_t hazardsWithout(Rig& rig, uint32_t barrier) {
  constexpr vksort::Access kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
  constexpr vksort::Access kDrawn = {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
  transfers = {0, barrier};
  Frames frames(rig, {.payload = kIndex, .scratch = true});
  const Queues queues = {VK_NULL_HANDLE, VK_NULL_HANDLE, kGraphics, kComputing, VK_NULL_HANDLE};
  for (const uint32_t arena : {0u, 2u}) {
    vksort::SortInfo info = frames.call.sort;
    info.keys.buffer = rig.arena(arena, 0).device.handle();
    info.payload.buffer = rig.arena(arena + 1, 0).device.handle();
    frames.use({useOf(info.keys.buffer, kCopied)});
    REQUIRE(recordSort(queues, {kWrite, kSort, kDraw, info}, frames.sorter, kCopied, kDrawn).ok());
    frames.use({useOf(info.payload.buffer, kDrawn)});
  }
  CHECK(transfers.calls == 10);
  return hazards(frames.moments);
}

TEST_CASE("a_frame_on_two_queue_families_leaves_no_hazard_and_each_half_is_needed" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    CHECK(hazardsWithout(rig, ~0u) == 0);
    for (uint32_t barrier = 0; barrier < 10; ++barrier) {
      CAPTURE(barrier);
      // The first sort comes behind none.
      CHECK((hazardsWithout(rig, barrier) > 0) == (barrier != 2));
    }
  });
}

}  // namespace two_queues
}  // namespace test
