// What a SorterInfo or an Ordering asks for, in the terms of the kernels. Knows no algorithm.
#pragma once

#include "device_limits.h"
#include "vksort_verifier.h"

namespace vksort {

// The 32-bit words that the kernels move together, in the order in which they are compared.
enum class Element : std::uint8_t {
  key,
  pair,    // key and value, or the two words of a key
  triple,  // the two words of a key, and a value
};
constexpr std::uint32_t wordsOf(Element element) { return static_cast<std::uint32_t>(element) + 1; }

// How elements lie in the ranges.
struct Layout {
  Element element;
  bool split;                 // its last word is in the range of values
  std::uint32_t interleaved;  // the constant VKSORT_SPEC_INTERLEAVED
  VkDeviceSize key_bytes;     // per element of the range of keys; values take 4
};

// Between the bits of an element and its place in the order, see key.glsl.
struct Conversion {
  std::uint32_t mask;  // of the first word, as the next two
  std::uint32_t flip;
  std::uint32_t rotation;
  std::uint32_t second_flip;
  std::uint32_t third_flip;
};

// What a sort does besides ordering one range of a known count: what schedules and pipelines follow from, and which
// arguments a recording takes. Recording itself sees it in the passes alone.
struct Mode {
  bool writes_values = false;  // the first pass does, so that even one element takes one
  bool writes_keys = false;    // the same of keys: it calls a hook for them
  bool device_count = false;   // the device finds the count, so that a schedule is for all counts up to its own
  bool lists = false;          // each kernel sorts many lists
  bool coherent = false;       // what was in order not long ago is repaired first, and sorted only if need be

  // The fewest elements that take a pass.
  [[nodiscard]] std::uint32_t fewest() const { return writes_values || writes_keys ? 1 : 2; }
  // Whether an argument of the recording says how many workgroups there are, through a state.
  [[nodiscard]] bool takesState() const { return device_count || lists || coherent; }
};

struct Configuration {
  Layout layout;
  Conversion conversion;
  bool compares_last_word;  // it orders elements that are the same but for it
  Mode mode;
};

// How much is sorted.
struct Amount {
  std::uint32_t count;       // of the range; Count::lists: of the largest list
  std::uint32_t list_count;  // Count::lists only
  bool scratch = false;      // memory is lent
};

// The complaint about the first member that is wrong in itself, a static string; null if there is none.
[[nodiscard]] const char* complaintAbout(const SorterInfo& info);

// The same about enumerations.
[[nodiscard]] const char* noValueIn(const SorterInfo& info);

// The same about members that are right in themselves and do not go together; it reads no handles.
[[nodiscard]] const char* conflictIn(const SorterInfo& info);

// Whether each member is a value of its enumeration, and goes with the others.
[[nodiscard]] bool isRight(const Ordering& ordering);

// The ordering must be right for these.
[[nodiscard]] Layout layoutOf(const Ordering& ordering);
[[nodiscard]] bool comparesLastWord(const Ordering& ordering);
[[nodiscard]] Conversion conversionOf(const Ordering& ordering);
[[nodiscard]] Configuration configurationOf(const SorterInfo& info);

// Whether payloads of equal keys come in descending order.
[[nodiscard]] bool payloadsDescend(const SorterInfo& info);

// Whether payloads order elements with equal keys, and not in the order that the elements lie in.
[[nodiscard]] bool ordersByPayload(const SorterInfo& info, const Configuration& configuration);

// Storage buffers of kernels that use scratch memory.
[[nodiscard]] std::uint32_t buffersWithScratch(const Configuration& configuration);

// Of the limits what the path allows.
[[nodiscard]] const DeviceLimits& within(Path path, const DeviceLimits& limits);

}  // namespace vksort
