// What a SorterInfo or an Ordering asks for, in the terms of the kernels.
#pragma once

#include "bitonic/tuning.h"
#include "vksort_verifier.h"

namespace vksort {

// Between the bits of a key and its place in the order, see key.glsl.
struct Conversion {
  std::uint32_t mask;
  std::uint32_t flip;
  std::uint32_t rotation;
  std::uint32_t value_flip;  // of the second word
  std::uint32_t extra_flip;  // of the third
};

// How elements lie in the ranges.
struct Layout {
  Element element;
  bool split;                 // its last word is in the range of values
  std::uint32_t interleaved;  // the constant VKSORT_SPEC_INTERLEAVED
  VkDeviceSize key_bytes;     // per element of the range of keys; values take 4
};

// The complaint about the first member that is wrong in itself, a static string; null if there is none.
[[nodiscard]] const char* complaintAbout(const SorterInfo& info);

// The same about members that are right in themselves and do not go together; it reads no handles.
[[nodiscard]] const char* conflictIn(const SorterInfo& info);

// Whether each member is a value of its enumeration, and goes with the others.
[[nodiscard]] bool isRight(const Ordering& ordering);

// The ordering must be right for these.
[[nodiscard]] Layout layoutOf(const Ordering& ordering);
// Whether the last word orders elements that are the same but for it.
[[nodiscard]] bool comparesLastWord(const Ordering& ordering);
[[nodiscard]] Conversion conversionOf(const Ordering& ordering);

// Of the limits what the path allows.
// The complaint about SorterInfo::tuning on a device with the limits, a static string; null if there is none.
[[nodiscard]] const char* misfitOf(const SorterInfo& info, const DeviceLimits& limits);
// There must be no such complaint.
[[nodiscard]] Shape shapeOf(const SorterInfo& info, const DeviceLimits& limits);

}  // namespace vksort
