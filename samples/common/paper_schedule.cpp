#include "common/paper_schedule.h"

#include <algorithm>
#include <array>
#include <bit>

namespace bench {
namespace {

constexpr std::array<const char*, 9> kNames = {"v0", "v1", "v2", "v3", "v4", "v5", "step", "padded", "block"};

std::uint32_t divideUp(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// The kernels for the strides within a block, and for each larger stride.
struct Kernels {
  PaperKernel sort;
  PaperKernel refine;
  PaperKernel step;
  std::uint32_t elements_per_thread;
};

Kernels kernelsOf(Variant variant) {
  using K = PaperKernel;
  switch (variant) {
    case Variant::v1:
      return {K::v1_sort, K::v1_refine, K::v0_step, 1};
    case Variant::v2:
      return {K::v2_sort, K::v2_refine, K::v0_step, 1};
    case Variant::v3:
      return {K::v3_sort, K::v3_refine, K::v0_step, 1};
    case Variant::v4:
      return {K::v4_sort, K::v4_refine, K::v4_step, 2};
    case Variant::v5:
      return {K::v5_sort, K::v5_refine, K::v4_step, 2};
    case Variant::step:
      return {K::step, K::step, K::step, 2};
    case Variant::padded:
      return {K::padded_sort, K::v0_step, K::v0_step, 1};
    case Variant::block:
      return {K::block_sort, K::block_sort, K::block_sort, 1};
    case Variant::v0:
      break;
  }
  return {K::v0_step, K::v0_step, K::v0_step, 1};
}

}  // namespace

std::optional<Variant> variantOf(const std::string& name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Variant>(found - kNames.begin());
}

bool needsPowerOfTwo(Variant variant) { return variant != Variant::padded && variant != Variant::block; }

std::uint32_t paperThreads(Variant variant, std::uint32_t max_invocations) {
  const std::uint32_t wanted = variant <= Variant::v5 ? 1024 : 256;
  return std::bit_floor(std::min(wanted, max_invocations));
}

std::uint32_t paperCapacity(Variant variant, std::uint32_t count) {
  return variant == Variant::padded ? std::bit_ceil(count) : count;
}

std::uint32_t paperRun(Variant variant, std::uint32_t threads, std::uint32_t count) {
  return variant == Variant::block ? std::min(threads, count) : count;
}

std::vector<PaperDispatch> paperDispatches(Variant variant, std::uint32_t threads, std::uint32_t count,
                                           bool descending) {
  std::vector<PaperDispatch> made;
  if (count < 2) return made;
  const Kernels kernels = kernelsOf(variant);
  const std::uint32_t n = paperCapacity(variant, count);
  const std::uint32_t per_group = threads * kernels.elements_per_thread;
  const std::uint32_t groups = divideUp(n, per_group);
  const auto addStrides = [&](std::uint32_t size, std::uint32_t down_to) {
    for (std::uint32_t stride = size / 2; stride >= down_to; stride /= 2) {
      made.push_back({kernels.step, groups, {n, size, stride, 0}});
      if (stride == 1) break;
    }
  };

  const bool one_stride_each = variant == Variant::v0 || variant == Variant::step;
  const std::uint32_t chunk = one_stride_each ? 1 : std::min(n, per_group);
  if (!one_stride_each) made.push_back({kernels.sort, groups, {count, n, 0, chunk}});
  // 64-bit, because the last size can be 2^31.
  for (std::uint64_t size = std::uint64_t{2} * chunk; size <= n && variant != Variant::block; size *= 2) {
    const auto size32 = static_cast<std::uint32_t>(size);
    if (one_stride_each || variant == Variant::padded) {
      addStrides(size32, 1);
    } else {
      addStrides(size32, chunk);
      made.push_back({kernels.refine, groups, {n, size32, 0, chunk}});
    }
  }
  if (descending) {
    const std::uint32_t run = paperRun(variant, threads, count);
    const std::uint32_t pairs = divideUp(count, run) * ((run + 1) / 2);
    made.push_back({PaperKernel::reverse, divideUp(pairs, threads), {count, run, 0, 0}});
  }
  return made;
}

}  // namespace bench
