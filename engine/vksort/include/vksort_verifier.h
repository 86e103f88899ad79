// vksort's verifier: says on the GPU, in one pass over a range and 16 bytes, whether it is sorted and whether it still
// holds the same elements. Cheap enough for every frame of a debug build. Independent of any Sorter.
#pragma once

#include "vksort.h"

namespace vksort {

// What order a range must be in: as the members of SorterInfo.
struct Ordering {
  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;
  Values values = Values::none;             // iota means the same as split
  Ties ties = Ties::value;                  // without values it means nothing
  NanRule nan_rule = NanRule::total_order;  // without f32 keys it means nothing
};

// The order that a Sorter made from `info` leaves.
[[nodiscard]] constexpr Ordering orderingOf(const SorterInfo& info) {
  return {info.key_type, info.order, info.values, info.ties, info.nan_rule};
}

// What a verification says of a range.
// The checksum is the sum of a 64-bit digest of each {key, value}, or u64 key, so the same elements have the same one
// in any order: compare it with that of the range before it was sorted. It notices
//   - any one element that was altered, lost, or replaced by a copy of another: always, as the digest is one to one; of
//     u64 keys with values it is so for the key and for the value, and a change of both is one of the others;
//   - any other change of the elements, such as values swapped between different keys, but for 1 in 2^64 of them; but
//     for m^2 in 2^64 where the same element is changed in the same way m times.
// It does not notice what is no change of the elements: a wrong order, which shows in `inversions`, or with Ties::any
// values swapped between equal keys, which is no fault. The digest is no cryptographic one.
struct VerifyResult {
  std::uint32_t inversions;   // neighbours of which the first is ordered after the second; 0: sorted
  std::uint32_t elements;     // looked at: the count; anything else: the verification has not run, or not to its end
  std::uint32_t checksum[2];  // two sums modulo 2^32
};

struct VerifierInfo {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;  // must not be null; all functions come through it
  VkInstance instance = VK_NULL_HANDLE;                        // must not be null
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;           // must not be null; Vulkan 1.1 or later
  VkDevice device = VK_NULL_HANDLE;                            // must not be null, must outlive the Verifier
  VkPipelineCache pipeline_cache = VK_NULL_HANDLE;             // optional
  const VkAllocationCallbacks* allocator = nullptr;            // optional, must outlive the Verifier; as for a Sorter
  Features enabled_features = 0;                               // as for a Sorter; kFullSubgroups makes no difference
};

// What has no use is refused, as in SortInfo; with a count of 0, keys and values that the ordering has are not looked
// at.
struct VerifyInfo {
  Ordering ordering;
  Range keys;               // keys, or interleaved {key, value}; only read
  Range values;             // Values::split and iota only: the part looked at must not overlap that of keys; only read
  std::uint32_t first = 0;  // first element to look at, in both ranges
  std::uint32_t count = 0;  // elements to look at; first + count must fit each range. 0 leaves four zeros as the result
  Range result;             // 16 bytes for a VerifyResult, at a multiple of 4; they must not overlap what is looked at
  // Without kPushDescriptor: a set of Verifier::descriptorSetLayout(), under the same rules as SortInfo's.
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

// What record() says. Everything but ok is misuse and treated as SortStatus is.
enum class VerifyStatus : std::uint32_t {
  ok,
  no_verifier,  // the Verifier was never created
  null_command_buffer,
  wrong_ordering,  // a member of the ordering is no value of its enumeration, or u64 keys come with interleaved values
  null_keys_buffer,
  null_values_buffer,
  null_result_buffer,
  null_descriptor_set,
  needless_descriptor_set,
  misaligned_keys_offset,
  misaligned_values_offset,
  misaligned_result_offset,
  keys_range_too_small,  // first + count elements do not fit
  values_range_too_small,
  result_range_too_small,
  keys_range_too_large,  // the part looked at spans more than maxStorageBufferRange, counted as for SortStatus
  values_range_too_large,
  overlapping_ranges,  // the parts looked at do
  overlapping_result,  // with keys or values
  keys_range_past_buffer,
  values_range_past_buffer,
  result_range_past_buffer,
  needless_values,  // the ordering has no values in a buffer of their own
};

// One line that names the argument and says what is allowed; a static string.
[[nodiscard]] const char* describe(VerifyStatus status);

// Synchronization, as data. Earlier writes to keys and values must be available to kVerifyElements ahead of record(),
// and later writes wait for it. Earlier uses of the result are waited for with kVerifyResult as the target, and readers
// of the result wait for it as the source.
inline constexpr Access kVerifyElements = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kVerifyResult = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                         VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

// Descriptors that one set of Verifier::descriptorSetLayout() takes, all VK_DESCRIPTOR_TYPE_STORAGE_BUFFER.
inline constexpr std::uint32_t kVerifyDescriptorsPerSet = 3;

struct VerifierState;
struct SelfTestRun;

// One for all configurations. Movable, not copyable. Lifetime and thread rules are a Sorter's.
class Verifier {
 public:
  Verifier() = default;
  ~Verifier();
  Verifier(Verifier&& other) noexcept;
  Verifier& operator=(Verifier&& other) noexcept;
  Verifier(const Verifier&) = delete;
  Verifier& operator=(const Verifier&) = delete;

  // Creates two pipelines. Errors and *reason as those of Sorter::create().
  [[nodiscard]] static VkResult create(const VerifierInfo& info, Verifier& out, const char** reason = nullptr);

  // Records a verification: two dispatches with a barrier between them. Where, on which queues, what it clobbers and
  // that it allocates nothing is as with Sorter::record(). Nothing outside the ranges is read, nothing but the
  // result's 16 bytes is written.
  [[nodiscard]] VerifyStatus record(VkCommandBuffer command_buffer, const VerifyInfo& info) const;

  // For hosts without push descriptors; null with them, and on an empty Verifier. Lives as long as the Verifier.
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const;

  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }

 private:
  friend struct SelfTestRun;
  void destroy();
  // Forgets what the device may still use.
  void abandon();

  VerifierState* state_ = nullptr;
};

// The same for elements in host memory.
//   keys: `count` keys, or with Values::interleaved as many {key, value}; of u64 keys the low word first.
//   values: Values::split and iota only: `count` values; else it is not looked at.
// Thread rule: any thread.
[[nodiscard]] VerifyResult verify(const Ordering& ordering, const std::uint32_t* keys, const std::uint32_t* values,
                                  std::uint32_t count);

}  // namespace vksort
