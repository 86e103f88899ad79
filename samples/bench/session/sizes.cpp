#include "session/sizes.h"

#include <algorithm>

namespace bench {

std::vector<std::uint32_t> countsOf(const gpu::Device& device, const Sizes& sizes) {
  if (!sizes.counts.empty()) return sizes.counts;
  const bool software = device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const std::uint32_t lowest = sizes.min_log2.value_or(sizes.defaults.min_log2);
  const std::uint32_t most = software ? sizes.defaults.software_max_log2 : sizes.defaults.max_log2;
  const std::uint32_t highest = sizes.max_log2.value_or(std::max(lowest, most));
  std::vector<std::uint32_t> counts;
  for (std::uint32_t k = lowest; k <= highest; ++k) counts.push_back(1u << k);
  return counts;
}

}  // namespace bench
