// vksort sorts keys on the GPU, optionally with payloads. You create a Sorter once, and can then record it into command
// buffers as often as you need. Recording does not allocate memory. For C99 and C++17; needs the Vulkan headers.
//   vksort_creation.h: threads, staged creation, self-test, log   vksort_plan.h: passes and pipelines of a sort, limits
//   vksort_verify.h: checks a sorted range on the CPU             vksort_toolkit.h: tools before and after a sort
// All languages use the same structs and functions. C++ adds the namespace vksort, in which vksortSortInfo is SortInfo
// and vksortRecord() is Sorter::record(). Comments use these short names.
//   Zeros are the defaults: start with `vksortSortInfo info = {0};` in C, and with `SortInfo info{};` in C++.
//   A pointer must not be null, unless it is described as optional. A null handle is an empty Sorter.
//   vksort_plan.h is experimental: it may change in any version.
#ifndef VKSORT_H
#define VKSORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>
#ifdef __cplusplus
#include <cstdint>
#endif

// Version of this header: major * 10000 + minor * 100 + patch. Library and header must have the same version.
#define VKSORT_VERSION 100u

#ifndef VKSORT_API  // set when vksort is built as a shared library
#define VKSORT_API
#endif

// Declares an enumeration of 32 bits: an enum class in C++ (Payload::none), constants in C (VKSORT_PAYLOAD_NONE).
#ifdef __cplusplus
#define VKSORT_ENUM(name) enum class name : int32_t
#define VKSORT_VALUE(c_name, name) name
extern "C" {
#else
#define VKSORT_ENUM(name) typedef int32_t name; enum
#define VKSORT_VALUE(c_name, name) VKSORT_##c_name
#endif

// ---- Device

// Optional features of a device. Enable the ones that vksortQuerySupport() returns when you create the device.
typedef uint32_t vksortFeatures;
#define VKSORT_PUSH_DESCRIPTOR (1u << 0)  // VK_KHR_push_descriptor, or pushDescriptor of Vulkan 1.4
#define VKSORT_FULL_SUBGROUPS (1u << 1)   // computeFullSubgroups and subgroupSizeControl, from Vulkan 1.3 or from
                                          // VK_EXT_subgroup_size_control
#define VKSORT_DEBUG_UTILS (1u << 2)      // VK_EXT_debug_utils, an instance extension: names and labels for tools

typedef struct vksortSupport {
  bool supported;           // false if no Sorter can be created
  const char* reason;       // the reason for that, a static string, or null
  vksortFeatures features;  // features that a Sorter would use
} vksortSupport;

// Checks a device before vkCreateDevice. Threads: any.
//   api_version must be the VkApplicationInfo::apiVersion of the instance, 1.1 or later.
VKSORT_API vksortSupport vksortQuerySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                            VkPhysicalDevice physical_device, uint32_t api_version);

#define VKSORT_MAX_EXTENSIONS 2u
// Writes the names of the device extensions that you need for these features to `out`, which has room for
// VKSORT_MAX_EXTENSIONS, and returns their number. Newer versions of Vulkan need fewer.
//   api_version must be the lower one of VkApplicationInfo::apiVersion and VkPhysicalDeviceProperties::apiVersion.
VKSORT_API uint32_t vksortGetExtensions(vksortFeatures features, uint32_t api_version, const char** out);

// Your device. The Vulkan objects must outlive all objects that are created from it.
typedef struct vksortDevice {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;  // used to load all Vulkan functions
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  uint32_t api_version;                    // api_version of vksortQuerySupport()
  vksortFeatures enabled_features;         // features that you enabled; VKSORT_DEBUG_UTILS if the instance has it
  VkPipelineCache pipeline_cache;          // optional
  const VkAllocationCallbacks* allocator;  // optional, for Vulkan objects. The struct is copied
  const struct vksortLog* log;             // optional, see vksort_creation.h: receives errors and warnings
} vksortDevice;

// ---- Creation

// The 32-bit word that moves with each key.
VKSORT_ENUM(vksortPayload) {
  // The sort writes the index of each key, counted from SortInfo::first, or from the first element of its segment.
  VKSORT_VALUE(PAYLOAD_INDEX, index),
  VKSORT_VALUE(PAYLOAD_NONE, none),
  VKSORT_VALUE(PAYLOAD_U32, u32),                  // your own, in a separate range
  VKSORT_VALUE(PAYLOAD_INTERLEAVED, interleaved),  // your own, after each key in the same range
};

// The order of elements with equal keys.
VKSORT_ENUM(vksortTies) {
  // As before the sort. Payload::u32 and interleaved need scratch memory for more than 512 to 4096 elements, depending
  // on the device, so Scratch::never limits max_count. vksortQuerySorterSupport() checks this in advance.
  VKSORT_VALUE(TIES_STABLE, stable),
  VKSORT_VALUE(TIES_BY_VALUE, by_value),  // ascending payloads. 64-bit keys with own payloads are then sorted in place
  VKSORT_VALUE(TIES_ANY, any),            // unspecified, and can differ between runs. Never slower than the others
};

// Scratch memory makes most sorts of more than 2^12 keys, or 2^11 pairs, faster.
VKSORT_ENUM(vksortScratch) {
  VKSORT_VALUE(SCRATCH_OPTIONAL, optional),  // each call decides whether it passes scratch memory
  VKSORT_VALUE(SCRATCH_NEVER, never),        // sorts in place
  VKSORT_VALUE(SCRATCH_REQUIRED, required),  // each call passes scratchBytes(), if not 0. Needs fewer pipelines, but
                                             // cannot sort segments, or more than 2^28 - 1 elements
};

typedef struct vksortSorterInfo {
  vksortDevice device;
  uint32_t key_bits;  // 32 (also if 0) or 64. A 64-bit key consists of two words, the low word first
  vksortPayload payload;
  vksortTies ties;  // ignored with Payload::none
  vksortScratch scratch;
  uint32_t max_count;  // elements of the largest sort or segment; smaller sorts need fewer pipelines. 0: no limit
  const struct vksortCreation* creation;  // optional, see vksort_creation.h
} vksortSorterInfo;

typedef struct vksortSorter_T* vksortSorter;

// Creates a Sorter. Compiling its pipelines takes seconds without a pipeline cache; see Creation::staged. If it fails,
// *out is null, and *reason (optional) is a static string. The structs can be freed after the call.
//   version must be VKSORT_VERSION.
// Errors: VK_ERROR_INITIALIZATION_FAILED if the info is invalid; without a log, debug builds of vksort abort.
//   VK_ERROR_FEATURE_NOT_PRESENT if the device does not support it. Other errors come from Vulkan and the self-test.
// Threads: any. While a Sorter is destroyed, no other function may use it. Record functions can run on several threads
// at the same time, with command buffers from different pools and different descriptor sets.
VKSORT_API VkResult vksortCreateSorter(uint32_t version, const vksortSorterInfo* info, vksortSorter* out,
                                       const char** reason);
// Can be null. The GPU must have finished all command buffers that the Sorter was recorded into.
VKSORT_API void vksortDestroySorter(vksortSorter sorter);

// Returns the bytes of SortInfo::scratch that are enough for any sort of up to max_count elements. If it returns 0,
// these sorts do not use scratch memory: you can leave SortInfo::scratch null.
VKSORT_API VkDeviceSize vksortScratchBytes(vksortSorter sorter, uint32_t max_count);

// Returns the layout for SortInfo::descriptor_set, which lives as long as the Sorter. Null with push descriptors.
VKSORT_API VkDescriptorSetLayout vksortDescriptorSetLayout(vksortSorter sorter);
#define VKSORT_DESCRIPTORS_PER_SET 5u  // storage buffers that a descriptor set uses from its pool

// ---- Sort

// Part of a buffer, in bytes. The buffer must have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
typedef struct vksortRange {
  VkBuffer buffer;
  VkDeviceSize offset;  // must be a multiple of 4. To sort or verify 8-byte elements, it must be a multiple of 8
  VkDeviceSize size;    // must not exceed the buffer, and must not be VK_WHOLE_SIZE
} vksortRange;

// Type of a key, which determines its order. u64 requires SorterInfo::key_bits 64, the other types require 32.
VKSORT_ENUM(vksortKeyType) {
  VKSORT_VALUE(KEY_TYPE_U32, u32),
  VKSORT_VALUE(KEY_TYPE_I32, i32),
  VKSORT_VALUE(KEY_TYPE_F32, f32),  // IEEE 754 total order: -NaN < -inf < .. < -0 < +0 < .. < +inf < +NaN
  VKSORT_VALUE(KEY_TYPE_U64, u64),
};
VKSORT_ENUM(vksortOrder) { VKSORT_VALUE(ORDER_ASCENDING, ascending), VKSORT_VALUE(ORDER_DESCENDING, descending) };

// Position of f32 keys that are NaN.
VKSORT_ENUM(vksortNanRule) {
  VKSORT_VALUE(NAN_RULE_TOTAL_ORDER, total_order),  // at both ends, by sign
  // After all other keys: +NaN before -NaN if ascending, -NaN first if descending. Ignores significant_bits.
  VKSORT_VALUE(NAN_RULE_LAST, last),
};

// Bits [first, first + count) of a key. If other bits differ within a sort or segment, the order is unspecified.
typedef struct vksortKeyBits {
  uint32_t first;  // must be less than SorterInfo::key_bits
  uint32_t count;  // 0 means all bits from `first` on
} vksortKeyBits;

typedef struct vksortSortInfo {
  vksortRange keys;     // keys, or interleaved elements
  vksortRange payload;  // used by Payload::index and u32, otherwise null
  uint32_t first;       // first element to sort, in both ranges
  uint32_t count;       // elements to sort; first + count must fit both ranges. 0 only writes timestamps
  vksortKeyType key_type;
  vksortOrder order;  // the order of keys; ties do not depend on it
  vksortNanRule nan_rule;
  vksortKeyBits significant_bits;  // large sorts with scratch memory need fewer passes for fewer bits
  // scratchBytes(count) or more, with any contents. If null, sorts in place. Must be null with Scratch::never. If it is
  // used, it must not overlap the other ranges, or the scratch memory of a sort that may run at the same time.
  vksortRange scratch;
  // Null with VKSORT_PUSH_DESCRIPTOR. Otherwise, a set with the layout vksortDescriptorSetLayout(), which is updated.
  // Each call needs a set of its own, until the GPU has run the command buffer.
  VkDescriptorSet descriptor_set;
  const struct vksortTimestamps* timestamps;  // optional, see vksort_plan.h
} vksortSortInfo;

// Barriers. Before the call, earlier writes to all its ranges must be available and visible to these stages and
// accesses, and earlier reads of the ranges that it writes must have finished. After the call, the same stages and
// accesses are the source of the barrier for later uses. They are also valid as VkPipelineStageFlags2 and
// VkAccessFlags2. The functions record all barriers between their own passes. Calls whose ranges are disjoint need no
// barrier, even if they use the same VkBuffer.
#define VKSORT_STAGES (VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT)
#define VKSORT_ACCESS \
  (VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT)

// ---- Status

VKSORT_ENUM(vksortArgument) {
  VKSORT_VALUE(ARGUMENT_NONE, none),
  VKSORT_VALUE(ARGUMENT_SORTER, sorter),  // the Sorter, Toolkit or Verifier
  VKSORT_VALUE(ARGUMENT_INFO, info),
  VKSORT_VALUE(ARGUMENT_COMMAND_BUFFER, command_buffer),
  VKSORT_VALUE(ARGUMENT_KEYS, keys),
  VKSORT_VALUE(ARGUMENT_PAYLOAD, payload),
  VKSORT_VALUE(ARGUMENT_COUNT, count),
  VKSORT_VALUE(ARGUMENT_KEY_TYPE, key_type),
  VKSORT_VALUE(ARGUMENT_ORDER, order),
  VKSORT_VALUE(ARGUMENT_NAN_RULE, nan_rule),
  VKSORT_VALUE(ARGUMENT_SIGNIFICANT_BITS, significant_bits),
  VKSORT_VALUE(ARGUMENT_SCRATCH, scratch),
  VKSORT_VALUE(ARGUMENT_DESCRIPTOR_SET, descriptor_set),
  VKSORT_VALUE(ARGUMENT_TIMESTAMPS, timestamps),
  VKSORT_VALUE(ARGUMENT_COUNT_BUFFER, count_buffer),
  VKSORT_VALUE(ARGUMENT_SEGMENTS, segments),
  VKSORT_VALUE(ARGUMENT_WORK, work),
  VKSORT_VALUE(ARGUMENT_ORDERING, ordering),  // this and the following: only used by vksort_toolkit.h
  VKSORT_VALUE(ARGUMENT_RESULT, result),
  VKSORT_VALUE(ARGUMENT_SOURCE, source),
  VKSORT_VALUE(ARGUMENT_TARGET, target),  // GatherInfo::target, RunInfo::starts or CellInfo::cells
  VKSORT_VALUE(ARGUMENT_INDICES, indices),
  VKSORT_VALUE(ARGUMENT_COUNT_TARGET, count_target),
  VKSORT_VALUE(ARGUMENT_ELEMENT_WORDS, element_words),
};

VKSORT_ENUM(vksortFault) {
  VKSORT_VALUE(FAULT_NONE, none),
  VKSORT_VALUE(FAULT_MISSING, missing),          // must not be null
  VKSORT_VALUE(FAULT_UNEXPECTED, unexpected),    // must be null
  VKSORT_VALUE(FAULT_WHOLE_SIZE, whole_size),    // the size must be in bytes, because Vulkan cannot query buffer sizes
  VKSORT_VALUE(FAULT_MISALIGNED, misaligned),    // the offset must be a multiple of RecordStatus::limit
  VKSORT_VALUE(FAULT_TOO_SMALL, too_small),      // must be at least RecordStatus::limit
  VKSORT_VALUE(FAULT_TOO_LARGE, too_large),      // must be at most RecordStatus::limit
  VKSORT_VALUE(FAULT_OVERLAPPING, overlapping),  // overlaps another argument
  VKSORT_VALUE(FAULT_PAST_BUFFER, past_buffer),  // exceeds the memory of its buffer. Only debug builds check this
  VKSORT_VALUE(FAULT_INVALID, invalid),          // not a valid value, or not valid for this object
};

// The result of a record function. If there is a fault, nothing was recorded, and the log receives a message. Without
// a log, debug builds of vksort abort with it. To change that, build vksort with your own VKSORT_ASSERT(message).
typedef struct vksortRecordStatus {
  vksortArgument argument;
  vksortFault fault;
  uint64_t limit;        // see vksortFault; for missing scratch memory, the bytes that the sort needs
  uint64_t given;        // the value that breaks the rule
  const char* member;    // the argument as the function names it. All strings are static
  const char* rule;      // a template for the message
  const char* other;     // the argument that `member` overlaps
  const char* function;  // the record function
#ifdef __cplusplus
  [[nodiscard]] constexpr bool ok() const { return fault == vksortFault::none; }
#endif
} vksortRecordStatus;

#define VKSORT_MESSAGE_BYTES 256u  // enough for each message
// Writes a message with the function, the argument, the rule and both numbers to `text`, and returns `text`. The
// message is cut off after size - 1 characters.
VKSORT_API const char* vksortDescribe(const vksortRecordStatus* status, char* text, size_t size);

// Records a sort into a primary or secondary command buffer, outside a render pass, for a queue that supports compute.
// The sorted elements overwrite the ranges. These states of the command buffer are undefined afterwards: the compute
// pipeline and its descriptor sets, push constants, and bound descriptor heaps and buffers, even for graphics.
VKSORT_API vksortRecordStatus vksortRecord(vksortSorter sorter, VkCommandBuffer command_buffer,
                                           const vksortSortInfo* info);

// ---- Sort with an indirect count, which the GPU reads from a buffer

// A u32 in a buffer, which can be part of an indirect draw command. The buffer must have
// VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
typedef struct vksortCountSource {
  VkBuffer buffer;
  VkDeviceSize offset;  // in bytes; must be a multiple of 4
} vksortCountSource;

#define VKSORT_WORK_BYTES 2048u  // size of IndirectInfo::work

typedef struct vksortIndirectInfo {
  vksortCountSource count;  // only read; must not overlap the other ranges
  // Work buffer of VKSORT_WORK_BYTES, with any contents. Sorts that may run at the same time must not share it.
  // Its buffer must have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT and VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT.
  vksortRange work;
} vksortIndirectInfo;

// Like vksortRecord(), but info.count is the maximum count, to which a larger count in the buffer is clamped. Elements
// after the count are not changed. Each pass for the maximum count takes one to two microseconds even if it has nothing
// to sort, so use a maximum close to the usual counts.
VKSORT_API vksortRecordStatus vksortRecordIndirect(vksortSorter sorter, VkCommandBuffer command_buffer,
                                                   const vksortSortInfo* info, const vksortIndirectInfo* indirect);

// ---- Segmented sort, which sorts many parts of a range, each on its own

// Size of SegmentInfo::work in bytes.
#define VKSORT_SEGMENT_WORK_BYTES(segment_count) (VKSORT_WORK_BYTES + 32ull * (segment_count))

typedef struct vksortSegmentInfo {
  // The table contains two u32 {first, count} for each segment, counted from SortInfo::first. The GPU reads it when the
  // sort runs. Segments can be in any order, with gaps, and can have any count, but must not overlap. Elements in gaps
  // are not changed. A segment that exceeds SortInfo::count is cut off there.
  VkBuffer table;             // must have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
  VkDeviceSize table_offset;  // in bytes; must be a multiple of 4
  uint32_t segment_count;     // 0 only writes timestamps. The work buffer must fit the limits of the device
  // Maximum number of elements per segment. In a larger segment, only the first elements are sorted. 0 means
  // SortInfo::count. A smaller maximum needs fewer passes, and only one if segments fit a workgroup and have similar
  // sizes. Either it or SortInfo::count must be at most MaxCounts::segment. With 1, only indices are written, if any.
  uint32_t max_segment;
  vksortRange work;  // VKSORT_SEGMENT_WORK_BYTES(segment_count), otherwise like IndirectInfo::work
} vksortSegmentInfo;

// Like vksortRecord(), but info.count is the number of elements that contain the segments. It may exceed
// SorterInfo::max_count. Indices count from 0 in each segment: add the segment's `first` to find an element.
//   The Sorter must not have Scratch::required. info.scratch is not used.
VKSORT_API vksortRecordStatus vksortRecordSegments(vksortSorter sorter, VkCommandBuffer command_buffer,
                                                   const vksortSortInfo* info, const vksortSegmentInfo* segments);

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Features = vksortFeatures;
using Support = vksortSupport;
using Device = vksortDevice;
using Payload = vksortPayload;
using Ties = vksortTies;
using Scratch = vksortScratch;
using SorterInfo = vksortSorterInfo;
using Range = vksortRange;
using KeyType = vksortKeyType;
using Order = vksortOrder;
using NanRule = vksortNanRule;
using KeyBits = vksortKeyBits;
using SortInfo = vksortSortInfo;
using Argument = vksortArgument;
using Fault = vksortFault;
using RecordStatus = vksortRecordStatus;
using CountSource = vksortCountSource;
using IndirectInfo = vksortIndirectInfo;
using SegmentInfo = vksortSegmentInfo;

struct Access {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};
inline constexpr Access kBefore = {VKSORT_STAGES, VKSORT_ACCESS};  // destination of the barrier before a call
inline constexpr Access kAfter = kBefore;                          // source of the barrier after a call

[[nodiscard]] inline Support querySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                          VkPhysicalDevice physical_device, uint32_t api_version) {
  return vksortQuerySupport(get_instance_proc_addr, instance, physical_device, api_version);
}
struct Message {
  char text[VKSORT_MESSAGE_BYTES];
};
[[nodiscard]] inline Message describe(const RecordStatus& status) {
  Message message;
  vksortDescribe(&status, message.text, sizeof message.text);
  return message;
}

inline uint32_t getExtensions(Features features, uint32_t api_version, const char** out) {
  return vksortGetExtensions(features, api_version, out);
}

// Owns a handle, and destroys it. Movable, not copyable.
template <typename Handle, void (*destroy)(Handle)>
class Owner {
 public:
  Owner() = default;
  explicit Owner(Handle handle) : handle_(handle) {}
  ~Owner() { destroy(handle_); }
  Owner(Owner&& other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
  Owner& operator=(Owner&& other) noexcept {
    Owner moved(static_cast<Owner&&>(other));
    Handle const handle = handle_;
    handle_ = moved.handle_;
    moved.handle_ = handle;
    return *this;
  }
  [[nodiscard]] explicit operator bool() const { return handle_ != nullptr; }
  [[nodiscard]] Handle handle() const { return handle_; }

 protected:
  Handle handle_ = nullptr;
};

class Sorter : public Owner<vksortSorter, vksortDestroySorter> {
 public:
  using Owner::Owner;
  [[nodiscard]] static VkResult create(const SorterInfo& info, Sorter& out, const char** reason = nullptr) {
    out = Sorter();
    return vksortCreateSorter(VKSORT_VERSION, &info, &out.handle_, reason);
  }
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const SortInfo& info) const {
    return vksortRecord(handle_, command_buffer, &info);
  }
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const SortInfo& info,
                                    const IndirectInfo& indirect) const {
    return vksortRecordIndirect(handle_, command_buffer, &info, &indirect);
  }
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const SortInfo& info,
                                    const SegmentInfo& segments) const {
    return vksortRecordSegments(handle_, command_buffer, &info, &segments);
  }
  [[nodiscard]] VkDeviceSize scratchBytes(uint32_t max_count) const { return vksortScratchBytes(handle_, max_count); }
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const { return vksortDescriptorSetLayout(handle_); }
};

}  // namespace vksort
#endif
#endif  // VKSORT_H
