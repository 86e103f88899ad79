#include "timings.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <vector>

#include "events.h"
#include "gpu/commands.h"
#include "gpu/timestamps.h"

namespace conform {
namespace {

constexpr std::uint32_t kSizesLog2[] = {10, 14, 17, 20, 22}, kSoftwareSizesLog2[] = {8, 12, 15, 18, 20};
constexpr int kWarmUps = 1, kRounds = 5;
constexpr double kSlowMicroseconds = 2e6;  // one round is enough then, the warm-up
constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

bool isSoftware(const gpu::Device& device) {
  return device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

// The median time of what `timed` records, in microseconds. Before each round `prepare` is recorded.
double medianOf(const gpu::Device& device, const std::function<void(VkCommandBuffer)>& prepare,
                const std::function<void(VkCommandBuffer)>& timed) {
  gpu::raiseClocks(device);
  const gpu::Timestamps times(device, 1);
  std::vector<double> microseconds;
  for (int round = 0; round < kWarmUps + kRounds; ++round) {
    gpu::submitAndWait(device, prepare);
    const auto start = std::chrono::steady_clock::now();
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      times.reset(cmd);
      times.begin(cmd, 0);
      timed(cmd);
      times.end(cmd, 0);
    });
    const std::chrono::duration<double, std::micro> on_host = std::chrono::steady_clock::now() - start;
    const auto range = times.read(0);
    const double time = range ? range->duration() / 1000 : on_host.count();
    if (time > kSlowMicroseconds) return time;
    if (round >= kWarmUps) microseconds.push_back(time);
  }
  std::ranges::nth_element(microseconds, microseconds.begin() + kRounds / 2);
  return microseconds[kRounds / 2];
}

double rounded(double value) { return std::round(value * 100) / 100; }

double copyRate(const gpu::Device& device) {
  const VkDeviceSize bytes = isSoftware(device) ? 32u << 20 : 128u << 20;
  const gpu::Buffer from(device, bytes, kUsage), to(device, bytes, kUsage);
  const double microseconds = medianOf(
      device, [&](VkCommandBuffer cmd) { device.vk.vkCmdFillBuffer(cmd, from.handle(), 0, bytes, 0x2545f491); },
      [&](VkCommandBuffer cmd) {
        const VkBufferCopy all{0, 0, bytes};
        device.vk.vkCmdCopyBuffer(cmd, from.handle(), to.handle(), 1, &all);
      });
  return std::round(2 * static_cast<double>(bytes) / std::max(microseconds, 0.001) * 1e6);
}

double sortTime(const gpu::Device& device, const vksort::Sorter& sorter, const fuzz::Configuration& of,
                std::uint32_t count) {
  std::vector<std::uint32_t> words(count);
  fuzz::Random random{count};
  for (std::uint32_t& word : words) word = random.word();
  const VkDeviceSize bytes = VkDeviceSize{count} * 4, scratch_bytes = sorter.scratchBytes(count);
  const gpu::Buffer unsorted(device, bytes, kUsage), keys(device, bytes, kUsage), payload(device, bytes, kUsage);
  const gpu::Buffer scratch(device, std::max(scratch_bytes, VkDeviceSize{4}), kUsage);
  gpu::upload(device, unsorted, std::as_bytes(std::span(words)));
  gpu::DescriptorPool pool;
  vksort::SortInfo info;
  info.keys = {keys.handle(), 0, bytes};
  if (of.hasPayload()) info.payload = {payload.handle(), 0, bytes};
  if (scratch_bytes != 0) info.scratch = {scratch.handle(), 0, scratch_bytes};
  info.count = count;
  if (const VkDescriptorSetLayout layout = sorter.descriptorSetLayout(); layout != VK_NULL_HANDLE) {
    pool = {device, 1, vksort::kDescriptorsPerSet};
    info.descriptor_set = pool.allocate(layout);
  }
  return medianOf(
      device,
      [&](VkCommandBuffer cmd) {
        const VkBufferCopy all{0, 0, bytes};
        device.vk.vkCmdCopyBuffer(cmd, unsorted.handle(), keys.handle(), 1, &all);
        gpu::fullBarrier(device, cmd);
      },
      [&](VkCommandBuffer cmd) {
        if (!sorter.record(cmd, info).ok()) throw gpu::Error("a sort to be timed is refused");
      });
}

}  // namespace

Json timings(fuzz::Gpu& gpu) {
  const gpu::Device& device = gpu.device();
  Json sorts = Json::array();
  for (const vksort::Payload payload : {vksort::Payload::none, vksort::Payload::index}) {
    fuzz::Configuration of;
    of.payload = payload;
    of.algorithm = vksort::Algorithm::automatic;
    const vksort::Sorter& sorter = gpu.sorter(of);
    for (const std::uint32_t log2 : isSoftware(device) ? kSoftwareSizesLog2 : kSizesLog2) {
      const double time = sortTime(device, sorter, of, 1u << log2);
      tell("count", {{"count", 1u << log2}});
      sorts.push_back({{"sorter", payload == vksort::Payload::none ? "keys" : "index"},
                       {"count", 1u << log2},
                       {"microseconds", rounded(time)}});
    }
  }
  const bool has_clock = device.properties().timestamp_valid_bits != 0;
  return {{"copy_bytes_per_second", copyRate(device)},
          {"clock", has_clock ? "queue" : "host"},
          {"sorts", std::move(sorts)}};
}

}  // namespace conform
