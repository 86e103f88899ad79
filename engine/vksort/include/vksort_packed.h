// A depth and an index in one 32-bit key. A sort of such keys has half of the memory traffic of a sort with indices.
// Stands alone, and needs C++20. shaders/host/vksort_packed.glsl makes the same keys in shaders.
//   vksort::Packing packing;
//   if (!vksort::makePacking(vksort::DepthSteps::relative, 0.1f, 1000.0f, 16, packing)) return;
//   uint32_t key = vksort::packKey(packing, depth, index);  // vksortPackKey() in a shader; sort as u32, Payload::none
// The error of a depth is 2^-13 of it here, and 2^-9 with 20 bits of index: packedDepthError(). From 2^20 elements on,
// such keys take half the time of keys with indices in place, and 0.6 to 0.8 with scratch memory (NVIDIA H100).
//
// A key has the depth's step in its upper 32 - index_bits bits, and the index in the lower ones. Ascending as u32, the
// nearest comes first, and equal steps by index; descending is the reverse of both.
// Host and shader agree bit for bit with relative steps, and with equal ones if the device rounds floats to nearest.
#pragma once

#if __cplusplus < 202002L && _MSVC_LANG < 202002L
#error "vksort_packed.h needs C++20: compile with -std=c++20 (CMAKE_CXX_STANDARD 20); the other headers need C++17"
#else

#include <bit>
#include <cfloat>
#include <cstdint>
#include <type_traits>

namespace vksort {

// How the steps lie between the nearest and the farthest depth.
//   equal: all as wide. Error, half a step: (farthest - nearest) / 2^(33 - index_bits).
//   relative: as wide as a float's last bits, so wider with the depth. Error relative to the depth: none if there are
//     as many steps as floats, else 2^(shift - 24), at most log2(1.1 farthest / nearest) / 2^(32 - index_bits).
enum class DepthSteps : std::uint8_t { equal, relative };

// What packs and unpacks a key; 20 bytes that a shader can have as they are, as its VksortPacking. Of makePacking().
struct Packing {
  std::uint32_t index_bits;
  std::uint32_t nearest;  // the float's bits
  std::uint32_t farthest;
  std::uint32_t shift;   // relative: how many of a float's last bits are left out
  float steps_per_unit;  // equal: of depth; relative: 0
};

inline constexpr std::uint32_t kMinIndexBits = 8;  // so that steps are no finer than a float's
inline constexpr std::uint32_t kMaxIndexBits = 24;

// The float nearest to a sum, product or quotient of two floats. Where the FPU has more digits (FLT_EVAL_METHOD) the
// result is taken through memory: with 53 or more, rounding twice gives what rounding once does.
[[nodiscard]] constexpr float asFloat(float result) {
  if constexpr (FLT_EVAL_METHOD != 0) {
    if (!std::is_constant_evaluated()) {
      volatile float stored = result;
      return stored;
    }
  }
  return result;
}

// False, and `out` as it was, unless kMinIndexBits <= index_bits <= kMaxIndexBits, and 0 <= nearest < farthest,
// both finite, with farthest - nearest at least 2^-60; relative steps need a nearest of at least 2^-126.
[[nodiscard]] constexpr bool makePacking(DepthSteps steps, float nearest, float farthest, std::uint32_t index_bits,
                                         Packing& out) {
  constexpr float kMinSpan = 0x1p-60f, kMinNormal = 0x1p-126f, kMaxDepth = 0x1.fffffep127f;
  if (index_bits < kMinIndexBits || index_bits > kMaxIndexBits) return false;
  // Written so that NaN fail.
  const float span = asFloat(farthest - nearest);
  if (!(nearest >= 0.0f && farthest <= kMaxDepth && span >= kMinSpan)) return false;
  const bool relative = steps == DepthSteps::relative;
  if (relative && nearest < kMinNormal) return false;
  nearest += 0.0f;  // no -0
  const std::uint32_t depth_bits = 32 - index_bits;
  out = {index_bits, std::bit_cast<std::uint32_t>(nearest), std::bit_cast<std::uint32_t>(farthest), 0, 0.0f};
  if (relative) {
    while ((out.farthest - out.nearest) >> out.shift >> depth_bits != 0) ++out.shift;
  } else {
    out.steps_per_unit = asFloat(static_cast<float>(1u << depth_bits) / span);
  }
  return true;
}

// Depths outside nearest .. farthest are taken for the closer of the two, -NaN for the nearest, +NaN for the farthest.
// Of `index` the lower index_bits are taken.
[[nodiscard]] constexpr std::uint32_t packKey(const Packing& packing, float depth, std::uint32_t index) {
  // Floats that are not negative are ordered like their bits.
  std::uint32_t bits = std::bit_cast<std::uint32_t>(depth);
  if (bits >> 31 != 0 || bits < packing.nearest) bits = packing.nearest;
  if (bits > packing.farthest) bits = packing.farthest;
  const std::uint32_t last = 0xffffffffu >> packing.index_bits;
  std::uint32_t step = (bits - packing.nearest) >> packing.shift;
  if (packing.steps_per_unit != 0.0f) {
    const float offset = asFloat(std::bit_cast<float>(bits) - std::bit_cast<float>(packing.nearest));
    step = static_cast<std::uint32_t>(asFloat(offset * packing.steps_per_unit));
  }
  return (step < last ? step : last) << packing.index_bits | (index & ((1u << packing.index_bits) - 1));
}

[[nodiscard]] constexpr std::uint32_t packedIndex(const Packing& packing, std::uint32_t key) {
  return key & ((1u << packing.index_bits) - 1);
}

// The middle of the depth's step.
[[nodiscard]] constexpr float packedDepth(const Packing& packing, std::uint32_t key) {
  const std::uint32_t step = key >> packing.index_bits;
  if (packing.steps_per_unit != 0.0f) {
    const float offset = asFloat(asFloat(static_cast<float>(step) + 0.5f) / packing.steps_per_unit);
    return asFloat(std::bit_cast<float>(packing.nearest) + offset);
  }
  const std::uint32_t bits = packing.nearest + (step << packing.shift) + (1u << packing.shift >> 1);
  return std::bit_cast<float>(bits < packing.farthest ? bits : packing.farthest);
}

// How far packedDepth() is from a depth between nearest and farthest, at most: in units of depth, or relative to it
// where the steps are. Above half a step by the rounding of floats, which counts where steps are as fine as theirs.
[[nodiscard]] constexpr float packedDepthError(const Packing& packing) {
  if (packing.steps_per_unit == 0.0f)
    return packing.shift == 0 ? 0.0f : static_cast<float>(1u << packing.shift) * 0x1p-24f;
  const float rounding = static_cast<float>(0xffffffffu >> packing.index_bits) * 0x1p-22f;
  const float offset = asFloat(asFloat(0.5f + rounding) / packing.steps_per_unit);
  return asFloat(offset + std::bit_cast<float>(packing.farthest) * 0x1p-23f);
}

}  // namespace vksort

#endif
