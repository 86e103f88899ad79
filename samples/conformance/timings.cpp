#include "timings.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

#include "common/devices.h"
#include "events.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/timestamps.h"

namespace conform {
namespace {

constexpr std::uint32_t kSizesLog2[] = {10, 14, 17, 20, 22}, kSoftwareSizesLog2[] = {8, 12, 15, 18, 20};
constexpr int kWarmUps = 1, kRounds = 5;
constexpr double kSlowMicroseconds = 2e6;  // above this, the warm-up is the only round
constexpr VkBufferUsageFlags kTimedUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

bool isSoftware(const gpu::Device& device) {
  return device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

// In microseconds. `prepare` is recorded before each round.
double medianOf(const gpu::Device& device, const std::function<void(VkCommandBuffer)>& prepare,
                const std::function<void(VkCommandBuffer)>& timed) {
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

double copyRate(const gpu::Device& device) {
  const VkDeviceSize bytes = isSoftware(device) ? 32u << 20 : 128u << 20;
  const gpu::Buffer from(device, bytes, kTimedUsage), to(device, bytes, kTimedUsage);
  samples::raiseClocks(device);
  const double microseconds = medianOf(
      device, [&](VkCommandBuffer cmd) { device.vk.vkCmdFillBuffer(cmd, from.handle(), 0, bytes, 0x2545f491); },
      [&](VkCommandBuffer cmd) {
        const VkBufferCopy all{0, 0, bytes};
        device.vk.vkCmdCopyBuffer(cmd, from.handle(), to.handle(), 1, &all);
      });
  return std::round(2 * static_cast<double>(bytes) / std::max(microseconds, 0.001) * 1e6);
}

}  // namespace

double rounded(double microseconds) { return std::round(microseconds * 100) / 100; }

const char* sorterName(vksort::Payload payload) { return payload == vksort::Payload::none ? "keys" : "index"; }

TimedSort::TimedSort(const gpu::Device& device, vksort::Payload payload, std::uint32_t count)
    : device_(device),
      ordering_{.payload = payload, .payloads_ascend = payload == vksort::Payload::index},
      words_(count),
      unsorted_(device, VkDeviceSize{count} * 4, kTimedUsage),
      keys_(device, unsorted_.size(), kTimedUsage),
      payload_(device, unsorted_.size(), kTimedUsage) {
  cases::Random random{count};
  for (std::uint32_t& word : words_) word = random.word();
  gpu::upload(device, unsorted_, std::as_bytes(std::span(words_)));
}

double TimedSort::time(const vksort::Sorter& sorter) {
  constexpr double kResolution = 0.01;  // microseconds
  const VkDeviceSize bytes = unsorted_.size(), scratch_bytes = sorter.scratchBytes(count());
  if (scratch_.size() < scratch_bytes) scratch_ = {device_, scratch_bytes, kTimedUsage};
  gpu::DescriptorPool pool;
  vksort::SortInfo info{};
  info.keys = {keys_.handle(), 0, bytes};
  if (ordering_.payload != vksort::Payload::none) info.payload = {payload_.handle(), 0, bytes};
  if (scratch_bytes != 0) info.scratch = {scratch_.handle(), 0, scratch_bytes};
  info.count = count();
  if (const VkDescriptorSetLayout layout = sorter.descriptorSetLayout(); layout != VK_NULL_HANDLE) {
    pool = {device_, 1, VKSORT_DESCRIPTORS_PER_SET};
    info.descriptor_set = pool.allocate(layout);
  }
  const double median = medianOf(
      device_,
      [&](VkCommandBuffer cmd) {
        const VkBufferCopy all{0, 0, bytes};
        device_.vk.vkCmdCopyBuffer(cmd, unsorted_.handle(), keys_.handle(), 1, &all);
        gpu::fullBarrier(device_, cmd);
      },
      [&](VkCommandBuffer cmd) {
        if (!sorter.record(cmd, info).ok()) throw gpu::Error("cannot record the sort to time");
      });
  tell("count", {{"count", count()}});
  return std::max(median, kResolution);
}

bool TimedSort::isSorted() const {
  const bool has_payload = ordering_.payload != vksort::Payload::none;
  const auto look = [&](const std::vector<std::uint32_t>& keys, const std::vector<std::uint32_t>& payload) {
    return vksort::verifyRange(ordering_, keys.data(), has_payload ? payload.data() : nullptr, count());
  };
  const auto read = [&](const gpu::Buffer& buffer) {
    const std::vector<std::byte> bytes = gpu::download(device_, buffer.handle(), buffer.size());
    std::vector<std::uint32_t> words(count());
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
  };
  std::vector<std::uint32_t> indices(count());
  std::iota(indices.begin(), indices.end(), 0u);
  const vksort::VerifyResult before = look(words_, indices), now = look(read(keys_), read(payload_));
  return now.inversions == 0 && std::memcmp(now.checksum, before.checksum, sizeof now.checksum) == 0;
}

Json sortTimes(cases::Gpu& gpu, const Tunings& tunings) {
  const gpu::Device& device = gpu.device();
  Json sorts = Json::array();
  for (const vksort::Payload payload : {vksort::Payload::none, vksort::Payload::index}) {
    const auto tuning = tunings.find(sorterName(payload));
    cases::Configuration of;
    of.payload = payload;
    of.algorithm = vksort::Algorithm::automatic;
    const vksort::Sorter sorter = gpu.create(of, {}, tuning != tunings.end() ? &tuning->second : nullptr);
    for (const std::uint32_t log2 : isSoftware(device) ? kSoftwareSizesLog2 : kSizesLog2) {
      TimedSort sort(device, payload, 1u << log2);
      samples::raiseClocks(device);
      sorts.push_back(
          {{"sorter", sorterName(payload)}, {"count", 1u << log2}, {"microseconds", rounded(sort.time(sorter))}});
    }
  }
  return sorts;
}

Json timings(cases::Gpu& gpu) {
  const bool has_clock = gpu.device().properties().timestamp_valid_bits != 0;
  Json sorts = sortTimes(gpu, {});
  return {{"copy_bytes_per_second", copyRate(gpu.device())},
          {"clock", has_clock ? "queue" : "host"},
          {"sorts", std::move(sorts)}};
}

}  // namespace conform
