// vksort in C99, for C and for languages that call C. It has all that the C++ headers have. Each declaration has a twin
// there, whose comment holds for both: what it does, units, rules, defaults, errors, threads.
//   Sorter::record() is vksortSorterRecord(), and recordIndirect() is vksortRecordIndirect().
//   A member of a struct has the name of its twin. Ties::by_value is VKSORT_TIES_BY_VALUE, kAllBits VKSORT_ALL_BITS.
//   kBefore and kAfter are functions, as languages that load a library see no constants.
// Structs have the members of their twins, of the same sizes and in the same order, and enumerations have 8 bits. So
// the library copies each struct as a whole. It compiles only if sizes agree. A test compares names, offsets, values.
//
// A struct that begins with struct_size must be initialized: vksortInitSortInfo(&info, sizeof info) sets the size, and
// the defaults of C++. New members come last. A library takes its defaults for members that a smaller struct lacks.
// With 64-bit pointers no such struct has padding at its end, so each new member makes it larger. The other structs are
// parts and results. They stay the same for each SOVERSION of the shared library.
// Errors: the library refuses a larger struct, and one that was not initialized: {struct_size, invalid},
// VK_ERROR_INITIALIZATION_FAILED, or 0. The log of the object or of the struct's `device` hears of it. A struct that
// was not initialized has no log.
//
// A null handle is as an object that was never created. Other pointers must not be null, unless the twin is optional.
// No function throws.
#pragma once
// clang-format off: small structs take a line each
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

#ifndef VKSORT_API  // of a shared library, the build of vksort sets it
#define VKSORT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vksortSorter_T* vksortSorter;
typedef uint8_t vksortArgument, vksortFault, vksortPayload, vksortTies, vksortScratch, vksortKeyType, vksortOrder;
typedef uint8_t vksortNanRule, vksortAlgorithm, vksortSeverity, vksortSelfTestMode;

// vksort_status.h
enum {
  VKSORT_ARGUMENT_NONE, VKSORT_ARGUMENT_SORTER, VKSORT_ARGUMENT_COMMAND_BUFFER, VKSORT_ARGUMENT_KEYS,
  VKSORT_ARGUMENT_PAYLOAD, VKSORT_ARGUMENT_COUNT, VKSORT_ARGUMENT_KEY_TYPE, VKSORT_ARGUMENT_ORDER,
  VKSORT_ARGUMENT_NAN_RULE, VKSORT_ARGUMENT_SIGNIFICANT_BITS, VKSORT_ARGUMENT_SCRATCH, VKSORT_ARGUMENT_DESCRIPTOR_SET,
  VKSORT_ARGUMENT_TIMESTAMPS, VKSORT_ARGUMENT_COUNT_BUFFER, VKSORT_ARGUMENT_SEGMENTS,
  VKSORT_ARGUMENT_STATE, VKSORT_ARGUMENT_ORDERING, VKSORT_ARGUMENT_RESULT, VKSORT_ARGUMENT_SOURCE,
  VKSORT_ARGUMENT_TARGET, VKSORT_ARGUMENT_INDICES, VKSORT_ARGUMENT_COUNT_TARGET, VKSORT_ARGUMENT_ELEMENT_WORDS,
  VKSORT_ARGUMENT_STRUCT_SIZE
};
enum {
  VKSORT_FAULT_NONE, VKSORT_FAULT_MISSING, VKSORT_FAULT_UNEXPECTED, VKSORT_FAULT_WHOLE_SIZE, VKSORT_FAULT_MISALIGNED,
  VKSORT_FAULT_TOO_SMALL, VKSORT_FAULT_TOO_LARGE, VKSORT_FAULT_OVERLAPPING, VKSORT_FAULT_PAST_BUFFER,
  VKSORT_FAULT_INVALID
};
typedef struct vksortRecordStatus {
  vksortArgument argument;
  vksortFault fault;  // VKSORT_FAULT_NONE: it was recorded
  VkDeviceSize needed;
  uint32_t allowed;
} vksortRecordStatus;
VKSORT_API const char* vksortDescribe(vksortRecordStatus status);

// vksort.h
typedef uint32_t vksortFeatures;
#define VKSORT_PUSH_DESCRIPTOR (1u << 0)
#define VKSORT_FULL_SUBGROUPS (1u << 1)
#define VKSORT_DEBUG_UTILS (1u << 2)
#define VKSORT_ALL_BITS (~0u)
#define VKSORT_DESCRIPTORS_PER_SET 5u
typedef struct vksortSupport { bool supported; const char* reason; vksortFeatures features; } vksortSupport;
VKSORT_API vksortSupport vksortQuerySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                            VkPhysicalDevice physical_device, uint32_t api_version);
typedef struct vksortDevice {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  uint32_t api_version;
  vksortFeatures enabled_features;
  VkPipelineCache pipeline_cache;
  const VkAllocationCallbacks* allocator;
  const struct vksortLog* log;
} vksortDevice;
enum { VKSORT_PAYLOAD_NONE, VKSORT_PAYLOAD_INDEX, VKSORT_PAYLOAD_U32, VKSORT_PAYLOAD_INTERLEAVED };
enum { VKSORT_TIES_STABLE, VKSORT_TIES_BY_VALUE, VKSORT_TIES_ANY };
enum { VKSORT_SCRATCH_NEVER, VKSORT_SCRATCH_OPTIONAL, VKSORT_SCRATCH_REQUIRED };
enum { VKSORT_KEY_TYPE_U32, VKSORT_KEY_TYPE_I32, VKSORT_KEY_TYPE_F32, VKSORT_KEY_TYPE_U64 };
enum { VKSORT_ORDER_ASCENDING, VKSORT_ORDER_DESCENDING };
enum { VKSORT_NAN_RULE_TOTAL_ORDER, VKSORT_NAN_RULE_LAST };
typedef struct vksortSorterInfo {
  uint64_t struct_size;
  vksortDevice device;
  uint32_t key_bits;
  vksortPayload payload;
  vksortTies ties;
  vksortScratch scratch;
  uint32_t max_count;
  const struct vksortCreation* creation;
} vksortSorterInfo;
VKSORT_API void vksortInitSorterInfo(vksortSorterInfo* out, size_t struct_size);
typedef struct vksortRange { VkBuffer buffer; VkDeviceSize offset, size; } vksortRange;
typedef struct vksortKeyBits { uint32_t first, count; } vksortKeyBits;
typedef struct vksortSortInfo {
  uint64_t struct_size;
  vksortRange keys, payload;
  uint32_t first, count;
  vksortKeyType key_type;
  vksortOrder order;
  vksortNanRule nan_rule;
  vksortKeyBits significant_bits;
  vksortRange scratch;
  VkDescriptorSet descriptor_set;
  const struct vksortTimestamps* timestamps;
} vksortSortInfo;
VKSORT_API void vksortInitSortInfo(vksortSortInfo* out, size_t struct_size);
typedef struct vksortAccess { VkPipelineStageFlags stages; VkAccessFlags access; } vksortAccess;
VKSORT_API vksortAccess vksortBefore(void);
VKSORT_API vksortAccess vksortAfter(void);
VKSORT_API VkResult vksortSorterCreate(const vksortSorterInfo* info, vksortSorter* out, const char** reason);
VKSORT_API void vksortSorterDestroy(vksortSorter sorter);
VKSORT_API vksortRecordStatus vksortSorterRecord(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info);
VKSORT_API VkDeviceSize vksortSorterScratchBytes(vksortSorter sorter, uint32_t max_count);
VKSORT_API VkDescriptorSetLayout vksortSorterDescriptorSetLayout(vksortSorter sorter);

// vksort_indirect.h
#define VKSORT_STATE_BYTES ((VkDeviceSize)2048)
typedef struct vksortCountSource { VkBuffer buffer; VkDeviceSize offset; } vksortCountSource;
typedef struct vksortIndirectInfo {
  uint64_t struct_size;
  vksortCountSource count;
  vksortRange state;
} vksortIndirectInfo;
VKSORT_API void vksortInitIndirectInfo(vksortIndirectInfo* out, size_t struct_size);
VKSORT_API vksortRecordStatus vksortRecordIndirect(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info,
                                                   const vksortIndirectInfo* indirect);

// vksort_segments.h
typedef struct vksortSegmentInfo {
  uint64_t struct_size;
  VkBuffer table;
  VkDeviceSize table_offset;
  uint32_t segment_count, max_segment;
  vksortRange state;
} vksortSegmentInfo;
VKSORT_API void vksortInitSegmentInfo(vksortSegmentInfo* out, size_t struct_size);
VKSORT_API VkDeviceSize vksortSegmentStateBytes(uint32_t segment_count);
VKSORT_API vksortRecordStatus vksortRecordSegments(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info,
                                                   const vksortSegmentInfo* segments);


// vksort_expert.h
enum { VKSORT_SEVERITY_WARNING, VKSORT_SEVERITY_ERROR };
typedef struct vksortLog {
  void (*write)(void* context, vksortSeverity severity, const char* kernel, const char* text);
  void* context;
} vksortLog;
enum {
  VKSORT_ALGORITHM_AUTOMATIC, VKSORT_ALGORITHM_BITONIC, VKSORT_ALGORITHM_RANK, VKSORT_ALGORITHM_RADIX,
  VKSORT_ALGORITHM_RADIX_PORTABLE
};
typedef struct vksortParallelFor {
  void (*run)(void* context, uint32_t count, void (*job)(void* jobs, uint32_t i), void* jobs);
  void* context;
} vksortParallelFor;
enum { VKSORT_SELF_TEST_MODE_AUTOMATIC, VKSORT_SELF_TEST_MODE_ALWAYS, VKSORT_SELF_TEST_MODE_NEVER };
typedef struct vksortSelfTest {
  VkQueue queue;
  uint32_t queue_family;
  vksortSelfTestMode mode;
  uint32_t timeout_ms;
  VkResult (*submit)(void* context, VkCommandBuffer commands, VkFence fence);
  void* context;
} vksortSelfTest;
typedef struct vksortCreation {
  uint64_t struct_size;
  vksortAlgorithm algorithm;
  bool baseline, staged;
  vksortSelfTest self_test;
  vksortParallelFor parallel_for;
  struct vksortReport* report;
} vksortCreation;
VKSORT_API void vksortInitCreation(vksortCreation* out, size_t struct_size);
typedef struct vksortTimestamps { VkQueryPool pool; uint32_t first, count; } vksortTimestamps;
typedef struct vksortPassPlan {
  const char* name;
  uint32_t stage, workgroups;
  bool waits;
} vksortPassPlan;
typedef struct vksortPlanInfo {
  uint64_t struct_size;
  uint32_t count;
  bool scratch, indirect;
  vksortKeyType key_type;
  vksortNanRule nan_rule;
  uint32_t segment_count, max_segment;
  vksortKeyBits significant_bits;
} vksortPlanInfo;
VKSORT_API void vksortInitPlanInfo(vksortPlanInfo* out, size_t struct_size);
typedef struct vksortPlanDevice {
  uint64_t struct_size;
  uint32_t workgroup_invocations, shared_memory_bytes, subgroup_size, vendor_id, max_groups_x;
  uint32_t max_storage_buffers;
  VkDeviceSize max_storage_range;
  uint32_t max_subgroups, min_subgroup_size, max_subgroup_size;
  VkPhysicalDeviceType type;
} vksortPlanDevice;
VKSORT_API void vksortInitPlanDevice(vksortPlanDevice* out, size_t struct_size);
typedef struct vksortPipelinePlan {
  const char* name;
  const uint32_t* spirv;
  uint32_t spirv_bytes;
  const uint32_t* constants;
  uint32_t constant_count;
  VkPipelineShaderStageCreateFlags flags;
  uint32_t required_subgroup_size, bindings, push_constant_bytes;
} vksortPipelinePlan;
typedef struct vksortMaxCounts { uint32_t with_scratch, in_place, segment; } vksortMaxCounts;
typedef struct vksortRejected { const char *level, *kernel; uint32_t count; const char* fault; } vksortRejected;
typedef struct vksortReport {
  const char* level;
  bool self_tested;
  uint32_t rejected_count;
  vksortRejected rejected[8];
  const char* untested_kernel;
} vksortReport;
typedef struct vksortSorterConfiguration {
  uint32_t key_bits;
  vksortPayload payload;
  vksortTies ties;
  vksortScratch scratch;
  uint32_t max_count;
} vksortSorterConfiguration;
VKSORT_API vksortSupport vksortQuerySorterSupport(const vksortSorterInfo* info);
VKSORT_API uint32_t vksortPipelineJobCount(vksortSorter sorter);
VKSORT_API VkResult vksortRunPipelineJob(vksortSorter sorter);
VKSORT_API uint32_t vksortPlan(vksortSorter sorter, const vksortPlanInfo* info, vksortPassPlan* out, uint32_t capacity);
VKSORT_API uint32_t vksortPlanForDevice(const vksortSorterInfo* sorter, const vksortPlanDevice* device,
                                        const vksortPlanInfo* info, vksortPassPlan* out, uint32_t capacity);
VKSORT_API VkResult vksortPlanPipelines(const vksortSorterInfo* sorter, const vksortPlanDevice* device,
                                        void (*take)(void* context, const vksortPipelinePlan* pipeline),
                                        void* context);
VKSORT_API vksortMaxCounts vksortGetMaxCounts(vksortSorter sorter);
VKSORT_API vksortReport vksortGetReport(vksortSorter sorter);
VKSORT_API vksortSorterConfiguration vksortGetConfiguration(vksortSorter sorter);

// vksort_verify.h
typedef struct vksortOrdering {
  vksortKeyType key_type;
  vksortOrder order;
  vksortNanRule nan_rule;
  vksortPayload payload;
  bool payloads_ascend;
} vksortOrdering;
typedef struct vksortVerifyResult { uint32_t inversions, elements, checksum[2]; } vksortVerifyResult;
VKSORT_API vksortOrdering vksortOrderingOf(const vksortSorterInfo* sorter, const vksortSortInfo* sort);
VKSORT_API vksortVerifyResult vksortVerify(const vksortOrdering* ordering, const uint32_t* keys,
                                           const uint32_t* payload, uint32_t count);

#ifdef __cplusplus
}
#endif
