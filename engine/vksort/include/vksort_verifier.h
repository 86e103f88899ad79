// Verifier: counts on the GPU how many neighbours are out of order, and adds up a checksum of the elements, in one
// pass. It is cheap enough for every frame of a debug build, and independent of any Sorter.
#pragma once

#include "vksort.h"

namespace vksort {

// The order that a range must be in.
struct Ordering {
  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;
  NanRule nan_rule = NanRule::total_order;
  Payload payload = Payload::none;  // index is as u32
  bool payloads_ascend = false;     // among equal keys
};

// The order that a recording leaves. A result does not show whether payloads of the caller kept their order.
[[nodiscard]] constexpr Ordering orderingOf(const SorterInfo& sorter, const SortInfo& sort) {
  const bool ascend =
      sorter.payload != Payload::none &&
      (sorter.ties == Ties::by_value || (sorter.ties == Ties::stable && sorter.payload == Payload::index));
  return {sort.key_type, sort.order, sort.nan_rule, sorter.payload, ascend};
}

// The result of a verification. The checksum is the sum of a 64-bit digest of each element. The same elements have the
// same checksum in any order: compare it with the checksum before the sort.
//   It always notices one element of 32 or 64 bits that was altered or replaced by a copy of another.
//   It notices other changes with a probability of 1 - 2^-64, but for the same change of m equal elements: 1 - m^2
//   2^-64. It does not notice a wrong order: see `inversions`. It is not cryptographic.
struct VerifyResult {
  std::uint32_t inversions;   // neighbours of which the first is ordered after the second; 0: sorted
  std::uint32_t elements;     // the count; anything else: the verification did not run to its end
  std::uint32_t checksum[2];  // two sums modulo 2^32
};

struct VerifyInfo {
  Ordering ordering{};
  Range keys{};             // keys, or interleaved elements; only read
  Range payload{};          // Payload::index and u32; only read
  std::uint32_t first = 0;  // first element, in both ranges
  std::uint32_t count = 0;  // elements; first + count must fit each range. 0 leaves four zeros as the result
  Range result{};           // 16 bytes for a VerifyResult; must not overlap the elements
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;  // of Verifier::descriptorSetLayout(), as SortInfo's
};

// Descriptors that one set of Verifier::descriptorSetLayout() takes, all VK_DESCRIPTOR_TYPE_STORAGE_BUFFER.
inline constexpr std::uint32_t kVerifyDescriptorsPerSet = 3;

// One for all orderings. Movable, not copyable. Lifetime and thread rules are a Sorter's.
class VKSORT_API Verifier {
 public:
  Verifier() = default;
  ~Verifier();
  Verifier(Verifier&& other) noexcept;
  Verifier& operator=(Verifier&& other) noexcept;
  Verifier(const Verifier&) = delete;
  Verifier& operator=(const Verifier&) = delete;

  // Creates two pipelines. Errors and *reason as those of Sorter::create().
  [[nodiscard]] static VkResult create(const Device& device, Verifier& out, const char** reason = nullptr);

  // Records a verification, as Sorter::record() records a sort. kBefore and kAfter hold for it, too.
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const VerifyInfo& info) const;

  // For hosts without push descriptors; null with them, and on an empty Verifier. Lives as long as the Verifier.
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const;
  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }

 private:
  friend struct VerifierAccess;
  struct VerifierState* state_ = nullptr;
};

// The same for host memory: `count` keys or interleaved elements, and `count` payloads, or null if they are not in an
// array of their own. Threads: any.
[[nodiscard]] VKSORT_API VerifyResult verify(const Ordering& ordering, const std::uint32_t* keys,
                                             const std::uint32_t* payload, std::uint32_t count);

}  // namespace vksort
