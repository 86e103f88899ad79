#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "gpu/timestamps.h"

namespace bench {
namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void fill(Measurement& out, const std::vector<double>& microseconds) {
  out.median_us = median(microseconds);
  out.min_us = *std::min_element(microseconds.begin(), microseconds.end());
  out.max_us = *std::max_element(microseconds.begin(), microseconds.end());
}

double microsecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

// The elements as the layout wants them: one array of words per buffer.
std::vector<std::vector<std::uint32_t>> pack(const Elements& elements, vksort::Values values) {
  if (values == vksort::Values::none) return {elements.keys};
  if (values == vksort::Values::split) return {elements.keys, elements.values};
  std::vector<std::uint32_t> words(elements.keys.size() * 2);
  for (std::size_t i = 0; i < elements.keys.size(); ++i) {
    words[2 * i] = elements.keys[i];
    words[2 * i + 1] = elements.values[i];
  }
  return {words};
}

Elements unpack(const std::vector<std::vector<std::uint32_t>>& words, vksort::Values values) {
  if (values == vksort::Values::none) return {words[0], {}};
  if (values == vksort::Values::split) return {words[0], words[1]};
  Elements elements;
  for (std::size_t i = 0; i < words[0].size(); i += 2) {
    elements.keys.push_back(words[0][i]);
    elements.values.push_back(words[0][i + 1]);
  }
  return elements;
}

// Copies `from` to `to`, turned round by `shift` words, so that every repetition sorts another arrangement.
void copyRotated(const gpu::Device& device, VkCommandBuffer cmd, const gpu::Buffer& from, const gpu::Buffer& to,
                 VkDeviceSize shift) {
  std::vector<VkBufferCopy> regions = {{shift, 0, from.size() - shift}};
  if (shift > 0) regions.push_back({0, from.size() - shift, shift});
  device.vk.vkCmdCopyBuffer(cmd, from.handle(), to.handle(), static_cast<std::uint32_t>(regions.size()),
                            regions.data());
}

}  // namespace

Measurement measureDevice(const gpu::Device& device, const vksort::Sorter& sorter, const Options& options,
                          const Elements& input) {
  const auto count = static_cast<std::uint32_t>(input.keys.size());
  const auto words = pack(input, options.values);
  std::vector<gpu::Buffer> pristine, work;
  for (const auto& w : words) {
    pristine.emplace_back(device, w.size() * 4, kUsage);
    work.emplace_back(device, w.size() * 4, kUsage);
    gpu::upload(device, pristine.back(), std::as_bytes(std::span(w)));
  }
  vksort::SortInfo info;
  info.keys = {work[0].handle(), 0, work[0].size()};
  if (work.size() > 1) info.values = {work[1].handle(), 0, work[1].size()};
  info.count = count;

  constexpr std::uint32_t kWarmUps = 3;
  const std::uint32_t rounds = options.repeat + kWarmUps;
  const gpu::Timestamps times(device, rounds);
  Measurement out;
  out.dispatches = sorter.dispatchCount(count);
  std::vector<double> gpu_us, record_us;
  // A few sorts per submission keep the clocks up; many would let a software driver run into a time-out.
  constexpr std::uint32_t kBatch = 8;
  for (std::uint32_t first = 0; first < rounds; first += kBatch) {
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      if (first == 0) times.reset(cmd);
      for (std::uint32_t i = first; i < std::min(rounds, first + kBatch); ++i) {
        const VkDeviceSize element = options.values == vksort::Values::interleaved ? 8 : 4;
        const VkDeviceSize shift = std::uint64_t{i} * 7919 % count * element;
        for (std::size_t b = 0; b < work.size(); ++b) copyRotated(device, cmd, pristine[b], work[b], shift);
        gpu::fullBarrier(device, cmd);
        times.begin(cmd, i);
        const auto start = std::chrono::steady_clock::now();
        sorter.record(cmd, info);
        record_us.push_back(microsecondsSince(start));
        times.end(cmd, i);
        gpu::fullBarrier(device, cmd);
      }
    });
  }
  for (std::uint32_t i = kWarmUps; i < rounds; ++i) {
    if (const auto range = times.read(i)) gpu_us.push_back(range->duration() / 1000.0);
  }
  if (gpu_us.empty()) throw gpu::Error("the device's queue has no timestamps");
  fill(out, gpu_us);
  out.record_us = median(record_us);

  std::vector<std::vector<std::uint32_t>> result;
  for (const gpu::Buffer& buffer : work) {
    const std::vector<std::byte> bytes = gpu::download(device, buffer.handle(), buffer.size());
    result.emplace_back(bytes.size() / 4);
    std::memcpy(result.back().data(), bytes.data(), bytes.size());
  }
  out.verified = verify(options, input, unpack(result, options.values));
  return out;
}

Measurement measureCpu(const Options& options, const Elements& input) {
  std::vector<double> cpu_us;
  Measurement out;
  std::vector<std::uint64_t> elements(input.keys.size());
  for (std::uint32_t i = 0; i < options.repeat; ++i) {
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const std::uint64_t order = orderOf(input.keys[e], options.key_type, options.order);
      elements[e] = order << 32 | (input.values.empty() ? 0 : input.values[e]);
    }
    const auto start = std::chrono::steady_clock::now();
    std::sort(elements.begin(), elements.end());
    cpu_us.push_back(microsecondsSince(start));
  }
  fill(out, cpu_us);
  out.verified = std::is_sorted(elements.begin(), elements.end());
  return out;
}

double copyBandwidth(const gpu::Device& device, VkDeviceSize bytes) {
  const gpu::Buffer from(device, bytes, kUsage), to(device, bytes, kUsage);
  constexpr std::uint32_t kRounds = 7;
  const gpu::Timestamps times(device, kRounds);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    times.reset(cmd);
    for (std::uint32_t i = 0; i < kRounds; ++i) {
      times.begin(cmd, i);
      copyRotated(device, cmd, from, to, 0);
      times.end(cmd, i);
      gpu::fullBarrier(device, cmd);
    }
  });
  std::vector<double> seconds;
  for (std::uint32_t i = 0; i < kRounds; ++i) {
    if (const auto range = times.read(i)) seconds.push_back(range->duration() * 1e-9);
  }
  return seconds.empty() ? 0.0 : 2.0 * static_cast<double>(bytes) / median(seconds);
}

}  // namespace bench
