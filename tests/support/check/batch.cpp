#include "support/check/batch.h"

#include <algorithm>
#include <bit>

#include "gpu/commands.h"
#include "support/check/verify_check.h"
#include "support/device/recording.h"

namespace test {
namespace {

constexpr uint32_t kSortsPerBatch = 2048;  // descriptor sets in use at a time
constexpr uint32_t kVerifiedPerBatch = 32;

void note(const Log& log, Report& report) {
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::dispatch) {
      ++report.dispatches;
      report.widest_grid = std::max(report.widest_grid, command.groups.width);
      report.tallest_grid = std::max(report.tallest_grid, command.groups.height);
    } else if (command.kind == Command::Kind::bind_pipeline &&
               std::ranges::find(report.pipelines, command.pipeline) == report.pipelines.end()) {
      report.pipelines.push_back(command.pipeline);
    }
  }
}

}  // namespace

uint32_t Batch::place(uint32_t arena, uint32_t n, uint32_t words_each) {
  uint32_t first = (used_[arena] + kRangeGuardWords + words_each - 1) / words_each;
  if (first % 2 == 0) ++first;
  used_[arena] = (first + std::bit_ceil(std::max(n, 1u))) * words_each + kRangeGuardWords;
  return first;
}

bool Batch::add(const Input& input) {
  const uint32_t most = input.n + input.room;
  const uint32_t need = (std::bit_ceil(std::max(most, 1u)) + 2 * kRangeGuardWords) * 3;  // most words of an element
  if (!placed_.empty() && (used_[0] + need > kWords || placed_.size() == kSortsPerBatch)) return false;
  Placed placed{&input, generate(config_, input), 0, 0};
  placed.keys = place(0, most, width());
  if (splitValues(config_)) placed.values = place(valuesArena(), most, 1);
  if (counted_) {
    counts_.add(input.found.value_or(input.n));
    used_[Counts::kArena] = counts_.words();
  }
  if (config_.generator) {
    sources_.add(placed.before, most);
    used_[KeySources::kArena] = sources_.words();
  }
  placed_.push_back(std::move(placed));
  return true;
}

// Among the first 1024 keys of the order, or two words of such: a guard that is read as an element comes out near the
// front.
uint32_t Batch::guard(std::size_t word) const {
  Config narrow = config_;
  if (wideKeys(config_)) narrow.key_type = vksort::KeyType::u32;
  return static_cast<uint32_t>(keyAt(narrow, static_cast<uint32_t>(word) * 2654435769u >> 22));
}

std::span<uint32_t> Batch::words(uint32_t arena) const {
  return rig_.arena(arena, used_[arena]).host.as<uint32_t>().first(used_[arena]);
}

uint32_t Batch::firstScratchWord(uint32_t n) { return kRangeGuardWords + (kRangeGuardWords + n) % 2; }

// Right behind a guard, at an odd word, or if the first sort is of an even number at an even one; as much as the
// largest sort takes and no more.
void Batch::reserveScratch(const vksort::Sorter& sorter) {
  VkDeviceSize bytes = 0;
  for (const Placed& each : placed_) bytes = std::max(bytes, sorter.scratchBytes(each.input->n + each.input->room));
  if (bytes == 0) return;
  const uint32_t first = firstScratchWord(placed_.front().input->n);
  used_[kScratch] = first + static_cast<uint32_t>(bytes / 4) + kRangeGuardWords;
  scratch_ = {rig_.arena(kScratch, used_[kScratch]).device.handle(), first * 4, bytes};
}

void Batch::fill() {
  for (const uint32_t arena : {0u, 1u, kScratch}) {
    const std::span<uint32_t> all = words(arena);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = guard(i);
  }
  if (used_[kScratch] != 0) {
    const std::span<uint32_t> scratch = words(kScratch).subspan(scratch_.offset / 4, scratch_.size / 4);
    std::ranges::fill(scratch, kUnwritten);
  }
  for (const Placed& each : placed_) {
    const uint32_t n = each.input->n;
    Random random(each.input->seed);  // for what nobody sets since the sort writes it
    uint32_t* keys = words(0).data() + std::size_t{each.keys} * width();
    if (config_.generator) {
      std::generate_n(keys, n, [&random] { return random.next(); });
    } else {
      putKeys(config_, each.before, keys);
    }
    uint32_t* values = words(valuesArena()).data() + each.values;
    if (config_.payload == vksort::Payload::index) {
      std::generate_n(values, n, [&random] { return random.next(); });
    } else if (splitValues(config_)) {
      std::copy_n(each.before.values.data(), n, values);
    }
  }
  if (counted_) counts_.fill(words(Counts::kArena));
  if (config_.generator) sources_.fill(words(KeySources::kArena));
  for (uint32_t arena = 0; arena < kArenas; ++arena) rig_.arena(arena, 0).host.flush();
}

void Batch::copy(VkCommandBuffer cmd, bool to_device) const {
  for (uint32_t arena = 0; arena < kArenas; ++arena) {
    if (used_[arena] == 0) continue;
    const Arena& memory = rig_.arena(arena, used_[arena]);
    const VkBufferCopy region{0, 0, VkDeviceSize{used_[arena]} * 4};
    const VkBuffer from = to_device ? memory.host.handle() : memory.device.handle();
    const VkBuffer to = to_device ? memory.device.handle() : memory.host.handle();
    rig_.device().vk.vkCmdCopyBuffer(cmd, from, to, 1, &region);
  }
}

// The same elements are reached by the byte offset, by `first`, or by both.
Call Batch::callOf(std::size_t index) const {
  const Placed& each = placed_[index];
  const bool split = splitValues(config_);
  const uint32_t least = split ? std::min(each.keys, each.values) : each.keys;
  Call call;
  vksort::SortInfo& info = call.sort;
  setOrder(config_, info);
  info.first = index % 3 == 0 ? 0 : index % 3 == 1 ? least : least / 2;
  info.count = each.input->n + each.input->room;
  const auto range = [&](uint32_t arena, uint32_t element, uint32_t bytes) {
    return vksort::Range{rig_.arena(arena, 0).device.handle(), VkDeviceSize{element - info.first} * bytes,
                         (VkDeviceSize{info.first} + info.count) * bytes};
  };
  info.keys = range(0, each.keys, width() * 4);
  if (split) info.payload = range(valuesArena(), each.values, 4);
  if (counted_) counts_.place(rig_.arena(Counts::kArena, 0).device.handle(), index, call);
  if (config_.mode != Mode::indirect) call.count = {};
  info.scratch = scratch_;
  return call;
}

// As many as cost little.
bool Batch::isVerified(std::size_t index) const {
  constexpr uint32_t kLargest = 1 << 16;
  return index < kVerifiedPerBatch && placed_[index].input->n <= kLargest;
}

// What was sorted, into the verdicts.
void Batch::verify(VkCommandBuffer cmd, gpu::DescriptorPool& sets) const {
  const vksort::Verifier& verifier = rig_.verifier();
  const VkDescriptorSetLayout layout = verifier.descriptorSetLayout();
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    if (!isVerified(i)) continue;
    const vksort::SortInfo sorted = callOf(i).sort;
    vksort::VerifyInfo info;
    info.ordering = orderingOf(config_);
    info.keys = sorted.keys;
    info.payload = sorted.payload;
    info.first = sorted.first;
    info.count = placed_[i].input->n;
    info.result = {verdicts_.handle(), i * sizeof(vksort::VerifyResult), sizeof(vksort::VerifyResult)};
    if (layout != VK_NULL_HANDLE) info.descriptor_set = sets.allocate(layout);
    const vksort::RecordStatus status = verifier.record(cmd, info);
    if (!status.ok()) throw gpu::Error(vksort::describe(status));
  }
}

void Batch::run(const vksort::Sorter& sorter, Report& report) {
  if (config_.scratch) reserveScratch(sorter);
  fill();
  MockVulkan mock;
  for (const uint32_t arena : {0u, 1u, kScratch}) {
    if (!placement_.widen) continue;
    const gpu::Buffer& buffer = rig_.arena(arena, 0).device;
    mock.faults.widen.push_back({buffer.handle(), buffer.size()});
  }
  const gpu::Device& device = rig_.device();
  const VkDescriptorSetLayout layout = sorter.descriptorSetLayout();
  gpu::DescriptorPool sets;
  if (layout != VK_NULL_HANDLE) sets = {device, kSortsPerBatch, kSortsPerBatch * vksort::kDescriptorsPerSet};

  gpu::DescriptorPool generator_sets;
  if (config_.generator) generator_sets = {device, kSortsPerBatch, kSortsPerBatch};

  verdicts_ = {device, kVerifiedPerBatch * sizeof(vksort::VerifyResult), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
               gpu::Memory::readback};
  gpu::DescriptorPool verifier_sets(device, kVerifiedPerBatch, kVerifiedPerBatch * vksort::kVerifyDescriptorsPerSet);

  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    copy(cmd, true);
    memoryBarrier(device, cmd, kCopyWrite, vksort::kBefore);
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      if (counted_ && i % Counts::kStates == 0) memoryBarrier(device, cmd, vksort::kAfter, vksort::kBefore);
      Call call = callOf(i);
      vksort::SortInfo& info = call.sort;
      if (layout != VK_NULL_HANDLE) info.descriptor_set = sets.allocate(layout);
      if (config_.generator) {
        const VkBuffer sources = rig_.arena(KeySources::kArena, 0).device.handle();
        info.generator_set = rig_.generatorSet(generator_sets, sources_.range(sources, i));
      }
      mock.log = {};
      const vksort::RecordStatus status = record(sorter, cmd, config_, call);
      if (!status.ok()) throw gpu::Error(vksort::describe(status));
      report.missing_barriers += missingBarriers(mock.log, independentOf(config_, mock.log));
      note(mock.log, report);
      for (const Command& command : mock.log.commands)
        if (command.arguments != VK_NULL_HANDLE) indirect_.push_back(command.arguments_offset);
      // Widened, the ranges meet; and scratch memory is for one at a time.
      if (placement_.widen || config_.scratch) memoryBarrier(device, cmd, vksort::kAfter, vksort::kBefore);
    }
    memoryBarrier(device, cmd, vksort::kAfter, vksort::kBefore);
    verify(cmd, verifier_sets);
    memoryBarrier(device, cmd, vksort::kAfter, kHostRead);
    memoryBarrier(device, cmd, vksort::kAfter, kCopyRead);
    copy(cmd, false);
    memoryBarrier(device, cmd, kCopyWrite, kHostRead);
  });
  for (uint32_t arena = 0; arena < kArenas; ++arena) rig_.arena(arena, 0).host.invalidate();
  verdicts_.invalidate();
  if (counted_) noteIndirect(indirect_, words(Counts::kArena), report);
}

}  // namespace test
