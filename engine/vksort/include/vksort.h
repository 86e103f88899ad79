// vksort sorts keys on the GPU, optionally with payloads. You create a Sorter once, and can then record it into command
// buffers as often as you need. Recording does not allocate memory. Requires C++17 and the Vulkan headers.
// Headers for special cases:
//   vksort_indirect.h: reads the number of elements on the GPU  vksort_segments.h: sorts many ranges together
//   vksort_verify.h: checks a sorted range on the CPU           vksort_verifier.h: checks a sorted range on the GPU
//   vksort_expert.h: plans, self-test, threads                  vksort_c.h: for C
//   vksort_toolkit.h: cull or select before a sort; runs, cells and structures in order after it
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

#include "vksort_status.h"

namespace vksort {

// Optional features of a device, as flags.
using Features = std::uint32_t;
inline constexpr Features kPushDescriptor = 1u << 0;  // VK_KHR_push_descriptor, or pushDescriptor of Vulkan 1.4
inline constexpr Features kFullSubgroups = 1u << 1;   // computeFullSubgroups and subgroupSizeControl, of Vulkan 1.3 or
                                                      // of VK_EXT_subgroup_size_control
inline constexpr Features kDebugUtils = 1u << 2;      // VK_EXT_debug_utils, of the instance: names and labels for tools

struct Support {
  bool supported;      // false: no Sorter can be created
  const char* reason;  // why not, a static string; null if supported
  Features features;   // the features that a Sorter would use; enable them at vkCreateDevice
};

// Asks a device, before vkCreateDevice. Threads: any.
//   api_version must be VkApplicationInfo::apiVersion of the instance, 1.1 or later.
[[nodiscard]] VKSORT_API Support querySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                              VkPhysicalDevice physical_device, std::uint32_t api_version);

// The host's device. It must outlive all objects that are created from it.
struct Device {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;  // all functions come through it
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  std::uint32_t api_version = 0;                     // as for querySupport()
  Features enabled_features = 0;                     // the features that vkCreateDevice enabled, and kDebugUtils
  VkPipelineCache pipeline_cache = VK_NULL_HANDLE;   // optional
  const VkAllocationCallbacks* allocator = nullptr;  // optional; for Vulkan objects
  const struct Log* log = nullptr;                   // optional; vksort_expert.h: hears of errors and warnings
};

// The 32-bit word that travels with each key.
enum class Payload : std::uint8_t {
  none,
  index,        // the sort writes where each key was. Index 0 is the element at SortInfo::first
  u32,          // the caller's, in a buffer of its own
  interleaved,  // the caller's, behind each key in the same buffer
};

// The order of elements with equal keys.
enum class Ties : std::uint8_t {
  // As before the sort. Payload::u32 and interleaved need scratch memory above 512 to 4096 elements, by device.
  // create() refuses a max_count that it cannot sort, as with Scratch::never. vksort_expert.h: ask before creation.
  stable,
  by_value,  // payloads ascend; 64-bit keys with own payloads are then always sorted in place
  any,       // unspecified, and not the same in each run; never slower than the others
};

// Whether recordings pass scratch memory. With it most sorts of more than 2^12 keys, or 2^11 pairs, are faster.
enum class Scratch : std::uint8_t {
  never,     // sorts in place
  optional,  // decided at each recording
  required,  // passed where scratchBytes() is not 0. Fewer pipelines; at most 2^28 - 1 elements; no segments
};

struct SorterInfo {
  Device device{};
  std::uint32_t key_bits = 32;  // 32 or 64. A 64-bit key is two words, the low word first
  Payload payload = Payload::index;
  Ties ties = Ties::stable;  // ignored with Payload::none
  Scratch scratch = Scratch::optional;
  std::uint32_t max_count = 0;  // of the largest sort or segment. Fewer need fewer pipelines. 0: see maxCounts()
  const struct Creation* creation = nullptr;  // optional; vksort_expert.h
};

// A range of a buffer, in bytes. The buffer must have usage VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
struct Range {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;  // must be a multiple of 4; of 8 if its elements have 8 bytes
  VkDeviceSize size = 0;    // must not reach past the buffer's end, nor be VK_WHOLE_SIZE
};

// How the bits of a key are ordered.
//   f32: IEEE 754 total order: -NaN < -inf < .. < -0 < +0 < .. < +inf < +NaN.
//   u64: for SorterInfo::key_bits 64, and for nothing else.
enum class KeyType : std::uint8_t { u32, i32, f32, u64 };
enum class Order : std::uint8_t { ascending, descending };

// Where f32 keys that are NaN go.
enum class NanRule : std::uint8_t {
  total_order,  // by sign to both ends
  last,         // behind all other keys: ascending +NaN before -NaN, descending the reverse. Sorts by all bits
};

inline constexpr std::uint32_t kAllBits = ~0u;
// Bits [first, first + count) of a key. The others must be equal in a sort or segment; else the order is unspecified.
struct KeyBits {
  std::uint32_t first = 0;
  std::uint32_t count = kAllBits;  // from `first` to the last bit. 0: all keys are equal; an index is still written
};

struct SortInfo {
  Range keys{};             // keys, or interleaved elements
  Range payload{};          // Payload::index and u32
  std::uint32_t first = 0;  // first element to sort, in both ranges
  std::uint32_t count = 0;  // elements to sort. first + count must fit each range. 0: records timestamps alone
  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;  // descending reverses the order of keys, not of ties
  NanRule nan_rule = NanRule::total_order;
  KeyBits significant_bits{};  // fewer bits take fewer passes of large sorts with scratch memory
  // Sorter::scratchBytes(count) or more, with any contents. Null: sorts in place, as it must be with Scratch::never.
  // Must not overlap the other ranges. Sorts that may run at the same time must not share it.
  Range scratch{};
  // Without kPushDescriptor: a set of Sorter::descriptorSetLayout(), which record() writes.
  // It must not be in use by the GPU or by another recording.
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
  const struct Timestamps* timestamps = nullptr;  // optional; vksort_expert.h
};

struct Access {  // of a barrier. The flags are also valid as VkPipelineStageFlags2 and VkAccessFlags2
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};
// Before a recording, make earlier writes to every buffer of the call available and visible to kBefore. Let earlier
// reads of the buffers that it writes (keys, payload, scratch, state) finish.
// After it, kAfter is the source of the barrier that later uses wait for. Two sorts that share a buffer need a barrier
// kAfter -> kBefore. Inside a recording the barriers are vksort's.
inline constexpr Access kBefore = {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                   VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT |
                                       VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kAfter = kBefore;
inline constexpr std::uint32_t kDescriptorsPerSet = 5;  // storage buffers that a descriptor set takes from its pool

// Movable, not copyable. A Sorter must outlive the execution of every command buffer that it recorded into.
// Threads: create(), destruction and assignment need the Sorter to themselves. Other functions may run on many threads
// at once, on command buffers of different pools and on different descriptor sets.
class VKSORT_API Sorter {
 public:
  Sorter() = default;
  ~Sorter();
  Sorter(Sorter&& other) noexcept;
  Sorter& operator=(Sorter&& other) noexcept;
  Sorter(const Sorter&) = delete;
  Sorter& operator=(const Sorter&) = delete;

  // Creates the pipelines, which takes seconds without a pipeline cache, and a tenth of that with Creation::staged.
  // `info`, and the structs that it points to, are read by create() alone. On failure `out` is empty and *reason is a
  // static string.
  //   VK_ERROR_INITIALIZATION_FAILED: the info is invalid; libraries built without NDEBUG stop here without a log.
  //   VK_ERROR_FEATURE_NOT_PRESENT: the device cannot do what the info asks for.
  //   Others: as Vulkan returned them. See also Creation::self_test.
  [[nodiscard]] static VkResult create(const SorterInfo& info, Sorter& out, const char** reason = nullptr);

  // Records a sort into a primary or secondary command buffer, outside render passes, for a queue with compute. Sorted
  // elements overwrite the ranges. Undefined afterwards: the compute pipeline and its descriptor sets, push constants,
  // and bound descriptor heaps and descriptor buffers, also those of graphics.
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const SortInfo& info) const;

  // Bytes of SortInfo::scratch that are enough for every sort of up to max_count elements. 0: they ignore it.
  [[nodiscard]] VkDeviceSize scratchBytes(std::uint32_t max_count) const;

  // For hosts without push descriptors; else null. Lives as long as the Sorter.
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const;
  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }

 private:
  friend struct SorterAccess;
  struct SorterState* state_ = nullptr;
};

}  // namespace vksort
