#include "support/check/conform.h"

#include <doctest/doctest.h>

#include "support/check/batch.h"

namespace test {

void memoryBarrier(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to) {
  const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
  device.vk.vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void noteIndirect(const std::vector<VkDeviceSize>& offsets, std::span<const uint32_t> words, Report& report) {
  for (const VkDeviceSize offset : offsets) {
    const uint32_t* grid = &words[offset / 4];
    report.widest_grid = std::max(report.widest_grid, grid[0]);
    report.tallest_grid = std::max(report.tallest_grid, grid[1]);
  }
}

Report checkSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                  const Placement& placement) {
  Report report;
  for (std::size_t next = 0; next < inputs.size();) {
    Batch batch(rig, config, placement);
    while (next < inputs.size() && batch.add(inputs[next])) ++next;
    batch.run(sorter, report);
    batch.check(report);
  }
  return report;
}

void expectSorts(Rig& rig, const Config& config, std::span<const Input> inputs, const Placement& placement) {
  const Report report = checkSorts(rig, rig.sorter(config), config, inputs, placement);
  INFO(report.first);
  CHECK(report.sorts == inputs.size());
  CHECK(report.wrong == 0);
  CHECK(report.trespasses == 0);
  CHECK(report.missing_barriers == 0);
  CHECK(report.disagreements == 0);
  CHECK((report.verified > 0 || inputs.empty() || inputs[0].n > 1 << 16));
}

}  // namespace test
