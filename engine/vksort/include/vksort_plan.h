// Plans: the passes, pipelines and limits of a sort, also without a device. Timestamps measure the passes.
// Experimental: kernels, passes and their names may change in any version.
#ifndef VKSORT_PLAN_H
#define VKSORT_PLAN_H

#include "vksort_creation.h"

#ifdef __cplusplus
extern "C" {
#endif

// Queries that a record function writes: the start of the sort, the end of each pass except the last one, and then the
// end of the sort into all remaining queries. It writes all of them, even if there are no elements or no segments.
//   The queue family of the command buffer must have timestampValidBits. vksort only checks that one of the device's
//   families does.
typedef struct vksortTimestamps {
  VkQueryPool pool;  // must have VK_QUERY_TYPE_TIMESTAMP. If null, nothing is written
  uint32_t first;    // you must reset the queries before the call
  uint32_t count;    // 1 for the end, 2 for start and end. One more than vksortPlan() returns for the time of each pass
} vksortTimestamps;

// One dispatch of a sort.
typedef struct vksortPassPlan {
  const char* name;     // kernel, a static string
  uint32_t stage;       // merge stage of the bitonic sort, which merges to blocks of 2^stage elements
  uint32_t workgroups;  // maximum for an indirect count; 0 for segments if the GPU computes the number
  bool waits;           // starts after a barrier
} vksortPassPlan;

// A sort to plan.
typedef struct vksortPlanInfo {
  uint32_t count;
  // With scratchBytes(count), or scratchBytes(count, segment_count) for segments. More scratch memory can save a pass
  // if the number of digits is odd.
  bool scratch;
  bool indirect;
  vksortKeyType key_type;  // ignored with 64-bit keys
  vksortNanRule nan_rule;
  uint32_t segment_count;  // 0 plans a single range
  uint32_t max_segment;    // see SegmentInfo::max_segment
  vksortKeyBits significant_bits;
} vksortPlanInfo;

// Limits of a device. 0 stands for the minimum that Vulkan 1.1 guarantees. Plans ignore known driver bugs.
typedef struct vksortPlanDevice {
  uint32_t workgroup_invocations;  // minimum of maxComputeWorkGroupInvocations and maxComputeWorkGroupSize[0]
  uint32_t shared_memory_bytes;    // maxComputeSharedMemorySize
  uint32_t subgroup_size;          // 0 without VKSORT_FULL_SUBGROUPS
  uint32_t vendor_id;              // VkPhysicalDeviceProperties::vendorID
  uint32_t max_groups_x;           // maxComputeWorkGroupCount[0]
  uint32_t max_storage_buffers;    // maxPerStageDescriptorStorageBuffers
  VkDeviceSize max_storage_range;  // maxStorageBufferRange
  // If minSubgroupSize and maxSubgroupSize differ, pipelines require a size that vksort chooses.
  uint32_t max_subgroups;  // maxComputeWorkgroupSubgroups, or 0 if requiredSubgroupSizeStages lacks compute shaders
  uint32_t min_subgroup_size, max_subgroup_size;  // 0 means subgroup_size
  VkPhysicalDeviceType type;                      // VkPhysicalDeviceProperties::deviceType
} vksortPlanDevice;

// Returns the number of passes that this sort would record now, and writes up to `capacity` of them to `out`, which can
// be null. Returns 0 if there are none, or if recording would fail. Does not allocate memory. Threads: any.
VKSORT_API uint32_t vksortPlan(vksortSorter sorter, const vksortPlanInfo* info, vksortPassPlan* out, uint32_t capacity);
// Does the same without a device. Handles and features in `sorter` are ignored. With Creation::staged, all pipelines
// are assumed to exist.
VKSORT_API uint32_t vksortPlanForDevice(const vksortSorterInfo* sorter, const vksortPlanDevice* device,
                                        const vksortPlanInfo* info, vksortPassPlan* out, uint32_t capacity);

// A pipeline of a Sorter, for example to compile or hash it in advance. Its entry point is "main".
typedef struct vksortPipelinePlan {
  const char* name;       // kernel, a static string
  const uint32_t* spirv;  // valid until the callback returns, like `constants`
  uint32_t spirv_bytes;
  const uint32_t* constants;  // 32-bit specialization constants with the ids 0, 1, ..
  uint32_t constant_count;
  VkPipelineShaderStageCreateFlags flags;
  uint32_t required_subgroup_size;  // VkPipelineShaderStageRequiredSubgroupSizeCreateInfo, or 0 if there is none
  uint32_t bindings;                // bit i: set 0 contains a storage buffer at binding i (push descriptors if enabled)
  uint32_t push_constant_bytes;     // from offset 0
} vksortPipelinePlan;
// Calls `receive` for each pipeline that creation and its jobs create, the baseline first with Creation::staged. Known
// driver bugs and handles in `sorter` are ignored. Threads: any.
// Errors: the same as vksortCreateSorter() for a device with these limits; VK_ERROR_OUT_OF_HOST_MEMORY.
VKSORT_API VkResult vksortPlanPipelines(const vksortSorterInfo* sorter, const vksortPlanDevice* device,
                                        void (*receive)(void* context, const vksortPipelinePlan* pipeline),
                                        void* context);

// The largest sorts and segments of a Sorter on its device, in elements, for ranges at aligned offsets. Record
// functions reject larger ones. All zero for an empty Sorter.
typedef struct vksortMaxCounts {
  uint32_t with_scratch;  // with scratchBytes()
  uint32_t in_place;      // without scratch memory; with Scratch::required, if scratchBytes() is 0
  uint32_t segment;       // segments without scratch memory, or 0 if the Sorter cannot sort segments
} vksortMaxCounts;
VKSORT_API vksortMaxCounts vksortGetMaxCounts(vksortSorter sorter);

// The SorterInfo that a Sorter was created with, for code that receives a Sorter. All zero for an empty Sorter.
typedef struct vksortSorterConfiguration {
  uint32_t key_bits;  // 32 or 64
  vksortPayload payload;
  vksortTies ties;
  vksortScratch scratch;
  uint32_t max_count;
  bool discard_keys;
} vksortSorterConfiguration;
VKSORT_API vksortSorterConfiguration vksortGetConfiguration(vksortSorter sorter);

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Timestamps = vksortTimestamps;
using PassPlan = vksortPassPlan;
using PlanInfo = vksortPlanInfo;
using PlanDevice = vksortPlanDevice;
using PipelinePlan = vksortPipelinePlan;
using MaxCounts = vksortMaxCounts;
using SorterConfiguration = vksortSorterConfiguration;

inline uint32_t plan(const Sorter& sorter, const PlanInfo& info, PassPlan* out = nullptr, uint32_t capacity = 0) {
  return vksortPlan(sorter.handle(), &info, out, capacity);
}
inline uint32_t plan(const SorterInfo& sorter, const PlanDevice& device, const PlanInfo& info, PassPlan* out = nullptr,
                     uint32_t capacity = 0) {
  return vksortPlanForDevice(&sorter, &device, &info, out, capacity);
}
[[nodiscard]] inline VkResult planPipelines(const SorterInfo& sorter, const PlanDevice& device,
                                            void (*receive)(void* context, const PipelinePlan* pipeline),
                                            void* context) {
  return vksortPlanPipelines(&sorter, &device, receive, context);
}
[[nodiscard]] inline MaxCounts maxCounts(const Sorter& sorter) { return vksortGetMaxCounts(sorter.handle()); }
[[nodiscard]] inline SorterConfiguration getConfiguration(const Sorter& sorter) {
  return vksortGetConfiguration(sorter.handle());
}

}  // namespace vksort
#endif
#endif  // VKSORT_PLAN_H
