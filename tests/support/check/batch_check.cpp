#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/batch.h"
#include "support/check/verify_check.h"

namespace test {
namespace {

// Whether a range is sorted and still holds what it held before.
bool passes(const vksort::VerifyResult& verdict, const vksort::VerifyResult& before) {
  return verdict.inversions == 0 && verdict.elements == before.elements && verdict.checksum[0] == before.checksum[0] &&
         verdict.checksum[1] == before.checksum[1];
}

}  // namespace

void Batch::check(Report& report) const {
  std::vector<bool> inside[kArenas];
  for (const uint32_t arena : {0u, 1u, kScratch}) inside[arena].resize(used_[arena]);
  const auto mark = [&](uint32_t arena, std::size_t first, std::size_t count) {
    std::fill_n(inside[arena].begin() + static_cast<std::ptrdiff_t>(first), count, true);
  };
  const auto failed = [&](const std::string& what) {
    if (report.first.empty()) report.first = describe(config_) + ": " + what;
  };
  for (const Placed& each : placed_) {
    const uint32_t n = each.input->n;
    const std::size_t first = std::size_t{each.keys} * width();
    Elements after;
    after.keys.resize(n);
    after.values.resize(each.before.values.size());
    getKeys(config_, words(0).data() + first, after);
    mark(0, first, std::size_t{n} * width());
    if (splitValues(config_)) {
      std::copy_n(words(valuesArena()).begin() + each.values, n, after.values.begin());
      mark(valuesArena(), each.values, n);
    }
    ++report.sorts;
    const std::string why = explainWrong(config_, each.before, after);
    const std::string what = "n " + std::to_string(n) + " + " + std::to_string(each.input->room) + ", " +
                             describe(each.input->keys) + ", seed " + std::to_string(each.input->seed);
    const auto index = static_cast<std::size_t>(&each - placed_.data());
    if (isVerified(index)) {
      ++report.verified;
      if (passes(verdicts_.as<vksort::VerifyResult>()[index], verifyOnHost(config_, each.before)) != why.empty()) {
        ++report.disagreements;
        failed(what + ": verifier and oracle do not agree");
      }
    }
    if (why.empty()) continue;
    ++report.wrong;
    failed(what + ": " + why);
  }
  if (used_[kScratch] != 0) mark(kScratch, scratch_.offset / 4, scratch_.size / 4);
  for (const uint32_t arena : {0u, 1u, kScratch}) {
    for (std::size_t i = 0; i < used_[arena]; ++i) {
      if (inside[arena][i] || words(arena)[i] == guard(i)) continue;
      ++report.trespasses;
      failed("wrote word " + std::to_string(i) + " of arena " + std::to_string(arena) + ", outside every range");
    }
  }
  if (const std::size_t calls = sources_.strayCalls(words(KeySources::kArena)); calls > 0) {
    report.trespasses += calls;
    failed("called loadKey() for elements that are not there");
  }
  if (!counted_) return;
  std::string what;
  const std::size_t trespasses = counts_.trespasses(words(Counts::kArena), what);
  report.trespasses += trespasses;
  if (trespasses > 0) failed(what);
}

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

Report expectSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                   const Placement& placement) {
  const Report report = checkSorts(rig, sorter, config, inputs, placement);
  INFO(report.first);
  CHECK(report.sorts == inputs.size());
  CHECK(report.wrong == 0);
  CHECK(report.trespasses == 0);
  CHECK(report.missing_barriers == 0);
  CHECK(report.disagreements == 0);
  CHECK((report.verified > 0 || inputs.empty() || inputs[0].n > 1 << 16));
  return report;
}

Report expectSorts(Rig& rig, const Config& config, std::span<const Input> inputs, const Placement& placement) {
  return expectSorts(rig, rig.sorter(config), config, inputs, placement);
}

std::vector<Input> inputsOf(std::initializer_list<uint32_t> sizes, std::initializer_list<Keys> keys) {
  std::vector<Input> inputs;
  for (const uint32_t n : sizes)
    for (const Keys each : keys) inputs.push_back({n, each, Payload::index, nextSeed()});
  return inputs;
}

}  // namespace test
