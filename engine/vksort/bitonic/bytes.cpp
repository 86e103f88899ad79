// The bytes that a pass moves through memory.
#include <algorithm>

#include "bitonic/sort.h"
#include "vulkan/support.h"

namespace vksort::bitonic {
namespace {

// Of the first `end` elements of rows of 2^window, those in the first (or, mirrored, the last) `columns` of each row.
std::uint64_t inColumns(std::uint64_t end, std::uint32_t window, std::uint64_t columns, bool mirrored) {
  const std::uint64_t row = std::uint64_t{1} << window;
  const std::uint64_t part = end & (row - 1);
  const std::uint64_t skipped = mirrored ? row - columns : 0;
  return (end >> window) * columns + (part > skipped ? std::min(part - skipped, columns) : 0);
}

// Elements below n that the first `groups` workgroups of a pass hold; each of them loads and stores its own once.
std::uint64_t elementsOf(const KernelSizes& shape, const Pass& pass, std::uint64_t groups, std::uint64_t n) {
  const auto kernel = static_cast<Kernel>(pass.kernel);
  const std::uint32_t elements_log2 = shape.elementsLog2(kernel);
  if (!isGlobal(kernel)) return std::min(n, groups << elements_log2);
  // See global.comp: a workgroup holds 2^columns_log2 neighbours of every row of its block.
  const auto& words = pushOf<PassPush>(pass);
  const std::uint32_t strides = shape.strides(kernel);
  const std::uint32_t columns_log2 = elements_log2 - strides;
  const std::uint32_t groups_log2 = words.window - columns_log2;  // per block
  const std::uint64_t block = std::uint64_t{1} << (words.window + strides);
  const std::uint64_t whole = std::min(n, (groups >> groups_log2) * block);
  const std::uint64_t rest = std::min(n - whole, block);
  const std::uint64_t columns = (groups & ((std::uint64_t{1} << groups_log2) - 1)) << columns_log2;
  const std::uint64_t lower = std::min(rest, block / 2);
  return whole + inColumns(lower, words.window, columns, false) +
         inColumns(rest - lower, words.window, columns, words.mirror != 0);
}

}  // namespace

PassBytes bytesOf(const BitonicSetting& setting, std::uint32_t n, const Pass& pass) {
  const Configuration& configuration = setting.configuration;
  const auto kernel = static_cast<Kernel>(pass.kernel);
  if (kernel == Kernel::setup || kernel == Kernel::segment_setup) return {};
  if (pushOf<PassPush>(pass).segments != VKSORT_SEGMENTS_NONE) return {};
  // A folded grid may have a few workgroups too many. They repeat work on complete blocks.
  const Grid grid = foldGrid(pass.groups, setting.max_groups_x);
  const std::uint64_t elements = elementsOf(setting.shape, pass, std::uint64_t{grid.x} * grid.y, n);
  // A word of each element, read by index or not.
  if (kernel == Kernel::gather) return {elements * (pushOf<PassPush>(pass).gathers != 0 ? 8 : 4), elements * 4};
  const std::uint64_t payloads = configuration.layout.split ? elements * 4 : 0;
  const std::uint64_t keys = elements * configuration.layout.key_bytes;
  const bool first = sorts(kernel);
  const bool makes_indices = first && (configuration.writesIndices() || setting.gathers(n));
  return {(first && configuration.generates_keys ? 0 : keys) + (makes_indices ? 0 : payloads), keys + payloads};
}

}  // namespace vksort::bitonic
