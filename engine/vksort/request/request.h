#pragma once

#include "device/limits.h"
#include "vksort_plan.h"
#include "vksort_verify.h"

namespace vksort {

// The 32-bit words that the kernels move together.
enum class Element : std::uint8_t {
  key,
  pair,    // key and payload, or the two words of a key
  triple,  // the two words of a key, and a payload
};
constexpr std::uint32_t wordsOf(Element element) { return static_cast<std::uint32_t>(element) + 1; }

struct Layout {
  Element element;
  bool split;                 // the last word of an element is in the range of payloads
  std::uint32_t interleaved;  // VKSORT_SPLIT, ..
  VkDeviceSize key_bytes;     // bytes per element in the range of keys
  VkDeviceSize alignment;     // alignment of the range of keys; Push::first_key counts elements, or words if it is 4
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
// The conversion does not flip bits below `bits`, so if they are equal in all keys, they stay equal.
[[nodiscard]] Conversion conversionOf(KeyType key_type, Order order, NanRule nan_rule, KeyBits bits = {});

// A SorterInfo with its defaults.
struct Configuration : SorterConfiguration {
  Layout layout;
  Algorithm algorithm;
  bool baseline;  // only use kernels that every device supports

  [[nodiscard]] bool wide() const { return key_bits == 64; }
  [[nodiscard]] bool writesIndices() const { return payload == Payload::index; }
  // Returns the smallest count that needs a pass.
  [[nodiscard]] std::uint32_t minCount() const { return writesIndices() ? 1 : 2; }
  [[nodiscard]] bool hasCallersPayload() const { return payload == Payload::u32 || payload == Payload::interleaved; }
  // Bitonic kernels sort {key, index} and load payloads by the index.
  [[nodiscard]] bool gathersPayloads() const { return hasCallersPayload() && ties == Ties::stable; }
  // True if only payloads are needed in the end. Interleaved keys are stored together with them.
  [[nodiscard]] bool discardsKeys() const { return discard_keys && layout.split; }
  // True if the last word breaks ties.
  [[nodiscard]] bool comparesLastWord() const { return payload == Payload::none || ties != Ties::any; }
  // True if the value of the payload breaks ties, instead of the input order.
  [[nodiscard]] bool ordersByPayload() const { return hasCallersPayload() && ties == Ties::by_value; }
};
[[nodiscard]] Configuration configurationOf(const SorterInfo& info);

// Maximum count with Scratch::required.
inline constexpr std::uint32_t kMaxRequired = (1u << 28) - 1;

// For indirect counts and segments, the GPU writes workgroups to a work buffer.
enum class Mode : std::uint8_t { whole, indirect, segments };

inline constexpr std::uint64_t kEnoughScratch = ~std::uint64_t{0};

struct Request {
  std::uint32_t count = 0;  // elements, the maximum for an indirect count, or the size of the largest segment
  Mode mode = Mode::whole;
  std::uint32_t segment_count = 1;
  std::uint64_t scratch_words = 0;  // available scratch memory; kEnoughScratch stands for scratchBytes(count)
  Conversion conversion{};
  KeyBits bits{};
  std::uint32_t segments_in = 0;  // elements that contain the segments if max_segment is set, otherwise 0

  [[nodiscard]] std::uint32_t elements() const { return segments_in != 0 ? segments_in : count; }
};

// The application can pass any integer. Enumerations begin at 0.
template <typename Enum>
[[nodiscard]] bool exists(Enum value, Enum last) {
  return static_cast<std::uint32_t>(value) <= static_cast<std::uint32_t>(last);
}

// The following functions return the rule that is broken, a static string, or null.

[[nodiscard]] const char* invalidArguments(std::uint32_t version, const void* info, const void* out);
// `is_made` is true if Device::device exists.
[[nodiscard]] const char* validate(const Device& device, bool is_made = true);
// Checks everything except handles.
[[nodiscard]] const char* validateChoices(const SorterInfo& info);

}  // namespace vksort
