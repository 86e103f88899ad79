// Verifier: counts on the GPU how many neighbours are out of order, and adds up a checksum of the elements, in one
// pass. It is cheap enough for every frame of a debug build, and independent of any Sorter.
#pragma once

#include "vksort_verify.h"

namespace vksort {

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

}  // namespace vksort
