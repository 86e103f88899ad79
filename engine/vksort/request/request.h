// A Sorter's configuration and a recording's request, in the terms of the kernels. Knows no algorithm.
#pragma once

#include "vksort_expert.h"
#include "vksort_indirect.h"
#include "vksort_segments.h"
#include "vksort_verify.h"

namespace vksort {

// The limits of a device that decide which kernels are used.
struct DeviceLimits {
  std::uint32_t workgroup_invocations;
  std::uint32_t shared_memory_bytes;
  std::uint32_t subgroup_size;  // 0: subgroup operations cannot be used
  std::uint32_t vendor_id = 0;  // VkPhysicalDeviceProperties::vendorID
  // Invocations of a workgroup of such subgroups, at most; 0: subgroups have no ballots and arithmetic.
  std::uint32_t counting_invocations = 0;
  bool is_software = false;  // VK_PHYSICAL_DEVICE_TYPE_CPU
};

// Guaranteed by Vulkan 1.1.
inline constexpr std::uint32_t kMinInvocations = 128, kMinSharedBytes = 16384;

// Subgroup sizes that the kernels support. Vulkan allows 1 to 128; no kernel was tried with 1 or 2.
[[nodiscard]] constexpr bool isUsableSubgroup(std::uint32_t size) { return size >= 4 && size <= 128; }

// The 32-bit words that the kernels move together, in the order in which they are compared.
enum class Element : std::uint8_t {
  key,
  pair,    // key and payload, or the two words of a key
  triple,  // the two words of a key, and a payload
};
constexpr std::uint32_t wordsOf(Element element) { return static_cast<std::uint32_t>(element) + 1; }

// How elements lie in the ranges.
struct Layout {
  Element element;
  bool split;                 // its last word is in the range of payloads
  std::uint32_t interleaved;  // VKSORT_SPLIT, or ..
  VkDeviceSize key_bytes;     // of an element in the range of keys; payloads take 4
  VkDeviceSize alignment;     // of the range of keys, in bytes; Push::first_key counts elements, or words if it is 4
};
[[nodiscard]] Layout layoutOf(bool wide, Payload payload);

// Converts the bits of a key to its order and back, see orderFromBits().
struct Conversion {
  std::uint32_t mask;
  std::uint32_t flip;
  std::uint32_t rotation;
  std::uint32_t low_flip;

  [[nodiscard]] bool isNeeded() const { return (mask | flip | low_flip) != 0; }
};
// It does not turn the bits below `bits`, so that they are equal in all keys after it, too.
[[nodiscard]] Conversion conversionOf(KeyType key_type, Order order, NanRule nan_rule, KeyBits bits = {});

// The choices of a SorterInfo.
struct Configuration : SorterConfiguration {
  Layout layout;

  [[nodiscard]] bool wide() const { return key_bits == 64; }
  [[nodiscard]] bool writesIndices() const { return payload == Payload::index; }
  // The smallest count that needs a pass.
  [[nodiscard]] std::uint32_t minCount() const { return writesIndices() ? 1 : 2; }
  // The same if only the bits may differ. Of equal keys only payloads can be out of order.
  [[nodiscard]] std::uint32_t minCount(KeyBits differing) const {
    const bool none = differing.count == 0 || differing.first == key_bits;
    return none && !writesIndices() && !ordersByPayload() ? ~0u : minCount();
  }
  [[nodiscard]] bool hasCallersPayload() const { return payload == Payload::u32 || payload == Payload::interleaved; }
  // Bitonic kernels sort {key, index} and load payloads by the index.
  [[nodiscard]] bool gathersPayloads() const { return hasCallersPayload() && ties == Ties::stable; }
  // Ties are broken by the last word.
  [[nodiscard]] bool comparesLastWord() const { return payload == Payload::none || ties != Ties::any; }
  // Ties are broken by the payload's value, not by input order.
  [[nodiscard]] bool ordersByPayload() const { return hasCallersPayload() && ties == Ties::by_value; }
};
[[nodiscard]] Configuration configurationOf(const SorterInfo& info);

// The largest count with Scratch::required.
inline constexpr std::uint32_t kMaxRequired = (1u << 28) - 1;

// A kind of recording. Of all but whole the GPU computes workgroups, and stores them in a state.
enum class Mode : std::uint8_t { whole, indirect, segments };

inline constexpr std::uint64_t kEnoughScratch = ~std::uint64_t{0};

// A recording.
struct Request {
  std::uint32_t count = 0;  // elements; the largest indirect count; of segments, the largest segment
  Mode mode = Mode::whole;
  std::uint32_t segment_count = 1;
  std::uint64_t scratch_words = 0;  // available; kEnoughScratch: those of Sorter::scratchBytes(count)
  Conversion conversion{};
  KeyBits bits{};
  std::uint32_t segments_in = 0;  // elements that segments of a stated size lie in; 0: none is stated
};

// Checks a value that a host may have cast from an integer. The enumeration begins at 0.
template <typename Enum>
[[nodiscard]] bool exists(Enum value, Enum last) {
  return static_cast<std::uint8_t>(value) <= static_cast<std::uint8_t>(last);
}

// The first rule that the info breaks, a static string; null if it breaks none.
// `is_made`: Device::device exists.
[[nodiscard]] const char* validate(const Device& device, bool is_made = true);
// Checks everything but handles.
[[nodiscard]] const char* validateChoices(const SorterInfo& info);

// SorterInfo::creation, or the defaults if it is null.
[[nodiscard]] Creation creationOf(const SorterInfo& info);

}  // namespace vksort
