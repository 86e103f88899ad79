#include "bench/measure.h"

#include <array>
#include <bit>
#include <random>

#include "copy.spv.h"
#include "devices/devices.h"
#include "empty.spv.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "gpu/timestamps.h"
#include "vksort.h"

namespace bench {
namespace {

constexpr VkPipelineBindPoint kCompute = VK_PIPELINE_BIND_POINT_COMPUTE;

// A pipeline of one shader for each of the constants, and the buffers that all of them take.
struct Kernels {
  Kernels(const gpu::Device& device, const char* name, std::span<const std::uint32_t> code,
          std::span<const std::uint32_t> constants, std::span<const VkDescriptorBufferInfo> buffers,
          std::uint32_t push_bytes)
      : set_layout(gpu::storageLayout(device, static_cast<std::uint32_t>(buffers.size()))),
        pool(device, 1, static_cast<std::uint32_t>(buffers.size())),
        set(pool.allocate(set_layout.get())) {
    const VkDescriptorSetLayout sets[] = {set_layout.get()};
    layout = gpu::pipelineLayout(device, sets, {.bytes = push_bytes});
    for (const std::uint32_t& constant : constants)
      pipelines.push_back(gpu::computePipeline(
          device, {.code = code, .layout = layout.get(), .constants = {&constant, 1}, .name = name}));
    gpu::writeStorageBuffers(device, set, buffers);
  }

  gpu::Owned<VkDescriptorSetLayout> set_layout;
  gpu::DescriptorPool pool;
  VkDescriptorSet set;
  gpu::Owned<VkPipelineLayout> layout;
  std::vector<gpu::Owned<VkPipeline>> pipelines;
};

// Median nanoseconds of what `record` records with the buffers bound, in one submission of `rounds`; 0 if the queue has
// no timestamps.
double medianTime(const gpu::Device& device, const Kernels& kernels, std::uint32_t rounds,
                  const std::function<void(VkCommandBuffer)>& record) {
  const gpu::Timestamps times(device, rounds);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    times.reset(cmd);
    device.vk.vkCmdBindDescriptorSets(cmd, kCompute, kernels.layout.get(), 0, 1, &kernels.set, 0, nullptr);
    for (std::uint32_t i = 0; i < rounds; ++i) {
      times.begin(cmd, i);
      record(cmd);
      times.end(cmd, i);
      gpu::fullBarrier(device, cmd);
    }
  });
  std::vector<double> nanoseconds;
  for (std::uint32_t i = 0; i < rounds; ++i) {
    if (const auto range = times.read(i)) nanoseconds.push_back(range->duration());
  }
  return nanoseconds.empty() ? 0 : median(nanoseconds);
}

VkDeviceSize copiedBytes(const gpu::Device& device) {
  const VkPhysicalDeviceProperties& properties = device.properties().core;
  const VkDeviceSize bytes = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? 32u << 20 : 256u << 20;
  return std::min<VkDeviceSize>(bytes, std::bit_floor(properties.limits.maxStorageBufferRange));
}

// Random words: some GPUs compress equal ones. `buffer` is a power of two in bytes.
void fillRandomly(const gpu::Device& device, const gpu::Buffer& buffer) {
  std::vector<std::uint32_t> words(std::min<VkDeviceSize>(buffer.size(), 4u << 20) / 4);
  std::minstd_rand random;
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random() * 2654435769u);
  for (VkDeviceSize filled = 0; filled < buffer.size(); filled += words.size() * 4)
    gpu::upload(device, buffer, std::as_bytes(std::span(words)), filled);
}

// Copies copiedBytes() from one buffer of `bytes`, a power of two, to another, over and over if they are smaller.
double bandwidth(const gpu::Device& device, VkDeviceSize bytes) {
  constexpr VkDeviceSize kBytesPerGroup = 128 * 4 * 16;  // as in copy.comp
  const VkDeviceSize copied = copiedBytes(device);
  const gpu::Buffer from(device, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const gpu::Buffer to(device, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  fillRandomly(device, from);
  const std::array<VkDescriptorBufferInfo, 2> buffers = {{{from.handle(), 0, bytes}, {to.handle(), 0, bytes}}};
  const std::array last = {static_cast<std::uint32_t>(bytes / 16 - 1)};
  const Kernels kernels(device, "copy", copy, last, buffers, 0);
  const double nanoseconds = medianTime(device, kernels, 9, [&](VkCommandBuffer cmd) {
    device.vk.vkCmdBindPipeline(cmd, kCompute, kernels.pipelines[0].get());
    device.vk.vkCmdDispatch(cmd, static_cast<std::uint32_t>(copied / kBytesPerGroup), 1, 1);
  });
  return nanoseconds > 0 ? 2.0 * static_cast<double>(copied) / (nanoseconds * 1e-9) : 0;
}

}  // namespace

void fill(Measurement& out, const std::vector<double>& microseconds) {
  out.median_us = median(microseconds);
  out.min_us = *std::ranges::min_element(microseconds);
  out.max_us = *std::ranges::max_element(microseconds);
}

Rounds roundsFor(std::optional<std::uint32_t> repeat, std::uint32_t count) {
  const bool large = count >= 1u << 26;
  const std::uint32_t timed = repeat.value_or(large ? 5 : 15);
  return {large ? 1u : std::min(timed, 3u), timed};
}

std::uint32_t sortsPerSubmission(std::uint32_t count) { return count < 1u << 22 ? Algorithm::kSlots : 1; }

Measurement measureDevice(const gpu::Device& device, Algorithm& algorithm, const Workload& workload, Rounds rounds,
                          std::uint32_t first_round) {
  using Clock = std::chrono::steady_clock;
  algorithm.prepare(workload.buffers(), workload.count());
  const std::uint32_t total = rounds.warm_ups + rounds.timed;
  const gpu::Timestamps times(device, total);
  Measurement out;
  out.dispatches = algorithm.dispatchCount();
  std::vector<double> gpu_us, record_us;
  const std::uint32_t batch = sortsPerSubmission(workload.count());
  for (std::uint32_t first = 0; first < total; first += batch) {
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      if (first == 0) times.reset(cmd);
      for (std::uint32_t i = first; i < std::min(total, first + batch); ++i) {
        workload.restore(cmd, first_round + i);
        gpu::fullBarrier(device, cmd);
        times.begin(cmd, i);
        const auto start = Clock::now();
        algorithm.record(cmd, i - first);
        record_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
        times.end(cmd, i);
        gpu::fullBarrier(device, cmd);
      }
    });
  }
  for (std::uint32_t i = rounds.warm_ups; i < total; ++i) {
    if (const auto range = times.read(i)) gpu_us.push_back(range->duration() / 1000.0);
  }
  if (gpu_us.empty()) throw gpu::Error("the device's queue has no timestamps");
  fill(out, gpu_us);
  out.record_us = median(record_us);
  out.verified = workload.verify(algorithm.run(), first_round + total - 1);
  return out;
}

double copyBandwidth(const gpu::Device& device) {
  samples::raiseClocks(device);
  return bandwidth(device, copiedBytes(device));
}

double cachedBandwidth(const gpu::Device& device, VkDeviceSize working_set, double large) {
  constexpr VkDeviceSize kLargestCache = 64u << 20;  // Vulkan does not say; larger sets count as in memory
  if (working_set >= kLargestCache) return large;
  const VkDeviceSize half = std::bit_ceil(std::max<VkDeviceSize>(working_set, 4096)) / 2;
  return half >= copiedBytes(device) ? large : std::max(large, bandwidth(device, half));
}

double emptyPassTime(const gpu::Device& device) {
  constexpr std::uint32_t kPasses = 64, kPushBytes = 36;
  const gpu::Buffer words(device, 4096, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const std::array<std::byte, 4096> zeros{};
  gpu::upload(device, words, zeros);
  const std::array<VkDescriptorBufferInfo, 1> buffers = {{{words.handle(), 0, words.size()}}};
  const std::array<std::uint32_t, 2> steps = {1, 2};
  const Kernels kernels(device, "empty pass", empty, steps, buffers, kPushBytes);
  const std::array<std::uint32_t, kPushBytes / 4> push{};
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, vksort::kAfter.access,
                                   vksort::kBefore.access};
  const double nanoseconds = medianTime(device, kernels, 15, [&](VkCommandBuffer cmd) {
    for (std::uint32_t i = 0; i < kPasses; ++i) {
      device.vk.vkCmdPipelineBarrier(cmd, vksort::kAfter.stages, vksort::kBefore.stages, 0, 1, &barrier, 0, nullptr, 0,
                                     nullptr);
      device.vk.vkCmdBindPipeline(cmd, kCompute, kernels.pipelines[i % 2].get());
      device.vk.vkCmdPushConstants(cmd, kernels.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushBytes, push.data());
      device.vk.vkCmdDispatch(cmd, 1, 1, 1);
    }
  });
  return nanoseconds * 1e-3 / kPasses;
}

Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat,
                       const Elements& elements) {
  struct WidePair {
    std::uint64_t key;
    std::uint32_t payload;
    auto operator<=>(const WidePair&) const = default;
  };
  const Keys keys(elements.keys, ordering.key_type);
  const std::size_t count = keys.size();
  const std::uint32_t rounds = count >= 1u << 20 ? 1 : std::min(repeat.value_or(5), 5u);
  const auto order = [&](std::size_t i) { return orderOf(keys[i], ordering.key_type, ordering.order); };
  const std::vector<std::uint32_t>& payloads = elements.payloads;
  if (ordering.key_type == vksort::KeyType::u64) {
    if (payloads.empty()) return timeStdSort<std::uint64_t>(count, rounds, order);
    return timeStdSort<WidePair>(count, rounds, [&](std::size_t i) { return WidePair{order(i), payloads[i]}; });
  }
  if (payloads.empty())
    return timeStdSort<std::uint32_t>(count, rounds,
                                      [&](std::size_t i) { return static_cast<std::uint32_t>(order(i)); });
  return timeStdSort<std::uint64_t>(count, rounds, [&](std::size_t i) { return order(i) << 32 | payloads[i]; });
}

}  // namespace bench
