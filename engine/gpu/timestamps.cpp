#include "gpu/timestamps.h"

#include "gpu/structs.h"

namespace gpu {

Timestamps::Timestamps(const Device& device, uint32_t slots)
    : device_(&device), slots_(slots), valid_bits_(device.properties().timestamp_valid_bits) {
  if (slots == 0 || valid_bits_ == 0) return;
  auto info = vkStruct<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2 * slots;
  VkQueryPool pool = VK_NULL_HANDLE;
  check(device.vk.vkCreateQueryPool(device.handle(), &info, nullptr, &pool), "creating a timestamp query pool");
  pool_ = {device.handle(), pool, device.vk.vkDestroyQueryPool};
}

void Timestamps::reset(VkCommandBuffer cmd) const {
  if (pool_) device_->vk.vkCmdResetQueryPool(cmd, pool_.get(), 0, 2 * slots_);
}

void Timestamps::begin(VkCommandBuffer cmd, uint32_t slot) const { write(cmd, 2 * slot); }

void Timestamps::end(VkCommandBuffer cmd, uint32_t slot) const { write(cmd, 2 * slot + 1); }

void Timestamps::write(VkCommandBuffer cmd, uint32_t query) const {
  if (pool_) device_->vk.vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_.get(), query);
}

std::optional<std::array<uint64_t, 2>> Timestamps::ticks(uint32_t slot) const {
  if (!pool_) return std::nullopt;
  std::array<uint64_t, 2> ticks{};
  const VkResult result = device_->vk.vkGetQueryPoolResults(device_->handle(), pool_.get(), 2 * slot, 2, sizeof ticks,
                                                            ticks.data(), sizeof ticks[0], VK_QUERY_RESULT_64_BIT);
  if (result == VK_NOT_READY) return std::nullopt;
  check(result, "reading timestamps");
  return ticks;
}

std::optional<Timestamps::Range> Timestamps::read(uint32_t slot, uint32_t origin) const {
  const auto from = ticks(origin);
  const auto of = origin == slot ? from : ticks(slot);
  if (!from || !of) return std::nullopt;
  const uint64_t mask = valid_bits_ >= 64 ? ~uint64_t{0} : (uint64_t{1} << valid_bits_) - 1;
  // Differences alone are right across a wrap of the counter.
  const auto nanoseconds = [&](uint64_t begin, uint64_t end) {
    return static_cast<double>((end - begin) & mask) * device_->properties().timestamp_period;
  };
  Range range;
  range.begin_ns = nanoseconds((*from)[0], (*of)[0]);
  range.end_ns = range.begin_ns + nanoseconds((*of)[0], (*of)[1]);
  return range;
}

}  // namespace gpu
