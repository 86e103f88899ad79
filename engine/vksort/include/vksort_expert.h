// For experts: the choice of algorithms, threads, self-test, plans, timestamps, and reports.
#pragma once

#include "vksort.h"

namespace vksort {

enum class Severity : std::uint8_t {
  warning,  // a kernel was rejected, see Rejected
  error,    // misuse: a function returns an error, as the caller broke a rule. Libraries built without NDEBUG go on
};
// The host's log, of builds with and without NDEBUG. create() copies it.
struct Log {
  // Both strings are static. `kernel` is empty with errors. It must not throw.
  // Threads: those that call the library, also at once, and of ParallelFor. The library holds no lock meanwhile.
  void (*write)(void* context, Severity severity, const char* kernel, const char* text) = nullptr;
  void* context = nullptr;
};

// Whether create() would accept the info, before vkCreateDevice. If not, `reason` is create()'s. `features` are those
// of the device. A driver may still fail to compile a kernel, and a self-test may fail. Threads: any.
//   SorterInfo::device must have the features that the host is going to enable. Device::device may be null.
[[nodiscard]] VKSORT_API Support querySupport(const SorterInfo& info);

// How a Sorter sorts.
enum class Algorithm : std::uint8_t {
  automatic,       // whatever is fastest for the count
  bitonic,         // in place; larger stable sorts of own payloads with a word of scratch memory for each element
  rank,            // rank merge, in scratch memory, of up to 98,304 elements, or 2 for each byte of shared memory
  radix,           // radix sort, in scratch memory, of up to 2^28 - 1 elements, fewer on some devices
  radix_portable,  // the same without look-back: no workgroup reads what another of its dispatch writes
};

// Threads of the host for create(). The library starts none.
//   Device::allocator must be thread-safe.
//   Device::pipeline_cache must not be VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT.
struct ParallelFor {
  // Must call job(jobs, i) once for each i below `count`, on any threads in any order, and return when all have ended.
  // Must not throw. create() calls it on its caller's thread: once, and again for each level that it rejects. Null:
  // create() makes one pipeline after the other.
  void (*run)(void* context, std::uint32_t count, void (*job)(void* jobs, std::uint32_t i), void* jobs) = nullptr;
  void* context = nullptr;
};

enum class SelfTestMode : std::uint8_t { automatic, always, never };  // automatic: always if built without NDEBUG

// create() sorts small arrays on the device, kernel by kernel, and rejects algorithms that do not sort there. It needs
// up to 26 MB of host-visible device memory while it tests. With staged creation it only tests the baseline. To test
// all kernels without stopping your frames, call create() with a self-test on a loading thread, and use `submit`.
struct SelfTest {
  // A queue with compute support. You must not use it during create(). If null and `submit` is null, nothing is tested.
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t queue_family = 0;  // queue family that `queue` or `submit` uses
  SelfTestMode mode = SelfTestMode::automatic;
  // Time limit for each submission. After a timeout create() returns VK_TIMEOUT and leaks the objects of the Sorter,
  // because the device may still use them.
  std::uint32_t timeout_ms = 60'000;
  // Submits in place of create(), which then ignores `queue`. You can use the queue at any time. Optional.
  //   Must submit `commands` to a queue of queue_family that supports compute, and signal `fence` after them. Both can
  //   happen on another thread after the return; the wait for it is part of timeout_ms.
  //   Must return VK_SUCCESS or, without submitting, the error that create() should return.
  // Threads: create()'s. Each call is made after the fence of the previous one was signaled.
  VkResult (*submit)(void* context, VkCommandBuffer commands, VkFence fence) = nullptr;
  void* context = nullptr;
};

struct Creation {
  Algorithm algorithm = Algorithm::automatic;
  bool baseline = false;  // only the baseline: small kernels that every Vulkan 1.1 device runs. Slow
  bool staged = false;    // create() only creates the baseline, see runPipelineJob()
  SelfTest self_test{};
  ParallelFor parallel_for{};
  struct Report* report = nullptr;  // optional: as getReport(); create() writes it on failure, too
};

// Staged creation: create() only creates the baseline, so that you can use the Sorter early. Your threads create the
// other pipelines in jobs. A recording uses the baseline while a pipeline that it needs is missing. The results are the
// same, except the order of equal keys with Ties::any. Command buffers keep the pipelines that they were recorded with.
// If the driver does not compile a kernel of the baseline, create() fails. If it does not compile another kernel,
// getReport() lists it, and sorts that need it keep using the baseline.
// Each thread can run this, in parallel with recordings:
//   while (pipelineJobCount(sorter) != 0 && runPipelineJob(sorter) == VK_SUCCESS) {}
// A job system can start pipelineJobCount() jobs at the same time.

// Returns the number of jobs that can begin, one for each pipeline. It decreases as jobs begin, and increases if a job
// returns an error. It is 0 after create() if Creation::staged is false, if max_count needs no pipeline, or if the
// baseline cannot sort max_count elements. For example, with Scratch::never the baseline sorts up to 512 elements with
// Payload::u32 or interleaved and Ties::stable. scratchBytes() and maxCounts() include the baseline. Threads: any.
[[nodiscard]] VKSORT_API std::uint32_t pipelineJobCount(const Sorter& sorter);
// Creates a pipeline. Pipelines that recordings missed come first. Does nothing if the count is 0.
//   Device::pipeline_cache and Device::allocator must outlive the jobs.
//   `pipeline_cache` must not be VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT.
//   The Sorter must not be moved, assigned or destroyed while one runs.
// Errors: lack of memory or a lost device, as Vulkan returned it. A later call can succeed. Each job can change the
// number of passes.
// Threads: any, in parallel with other jobs and recordings; the allocator must then be thread-safe.
[[nodiscard]] VKSORT_API VkResult runPipelineJob(const Sorter& sorter);

// Queries of a pool. A recording writes all of them, also if count is 0: the begin of the sort, the end of each pass
// but the last, and then the end of the sort into all that are left. The last query always has the end of the sort.
//   The queue family of the command buffer must have timestampValidBits. record() knows only whether any family has.
struct Timestamps {
  VkQueryPool pool = VK_NULL_HANDLE;  // of VK_QUERY_TYPE_TIMESTAMP
  std::uint32_t first = 0;            // the queries must be reset
  std::uint32_t count = 0;            // 2: begin and end. One more than plan() has passes: each pass
};

// One dispatch of a recording.
struct PassPlan {
  const char* name;          // of the kernel, a static string
  std::uint32_t stage;       // of the bitonic sort: log2 of the blocks that are sorted once its merge stage is complete
  std::uint32_t workgroups;  // of an indirect count, the upper bound; of segments, 0 where the GPU finds them
  bool waits;                // a barrier comes before it
};

// A recording to be planned.
struct PlanInfo {
  std::uint32_t count = 0;
  bool scratch = false;  // scratchBytes(count) are passed. More memory may save passes of an odd number of digits
  bool indirect = false;
  KeyType key_type = KeyType::u32;  // with key_bits 64 always u64
  NanRule nan_rule = NanRule::total_order;
  std::uint32_t segment_count = 0;  // 0: none
  std::uint32_t max_segment = 0;    // as SegmentInfo
  KeyBits significant_bits{};
};

// The device to be planned for. The defaults are what every Vulkan 1.1 device has. Known driver bugs are ignored.
struct PlanDevice {
  std::uint32_t workgroup_invocations = 128;  // lesser of maxComputeWorkGroupInvocations and maxComputeWorkGroupSize[0]
  std::uint32_t shared_memory_bytes = 16384;  // maxComputeSharedMemorySize
  std::uint32_t subgroup_size = 0;            // 0 without kFullSubgroups
  std::uint32_t vendor_id = 0;                // VkPhysicalDeviceProperties::vendorID
  std::uint32_t max_groups_x = 65535;         // maxComputeWorkGroupCount[0], must not be 0
  std::uint32_t max_storage_buffers = 4;      // maxPerStageDescriptorStorageBuffers
  VkDeviceSize max_storage_range = VkDeviceSize{1} << 27;  // maxStorageBufferRange
  // If minSubgroupSize and maxSubgroupSize differ, pipelines require a size: vksort's choice for the device.
  std::uint32_t max_subgroups = 0;                             // maxComputeWorkgroupSubgroups; 0: they do not differ
  std::uint32_t min_subgroup_size = 0, max_subgroup_size = 0;  // 0: as subgroup_size
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;   // VkPhysicalDeviceProperties::deviceType
};

// The passes of a recording that began now: returns their number, and writes up to `capacity` of them to `out`, which
// may be null. 0: it records no pass, or would return an error. Threads: any. Neither allocates.
VKSORT_API std::uint32_t plan(const Sorter& sorter, const PlanInfo& info, PassPlan* out = nullptr,
                              std::uint32_t capacity = 0);
// The same without a device: handles and features of `sorter` are not used. Of a staged Sorter, once all jobs have run.
VKSORT_API std::uint32_t plan(const SorterInfo& sorter, const PlanDevice& device, const PlanInfo& info,
                              PassPlan* out = nullptr, std::uint32_t capacity = 0);

// A pipeline of a Sorter, for hosts that precompile, hash or cache it. The stage is compute, its entry point is "main".
struct PipelinePlan {
  const char* name;            // of the kernel, a static string
  const std::uint32_t* spirv;  // valid until take() returns, like `constants`
  std::uint32_t spirv_bytes;
  const std::uint32_t* constants;  // specialization constants of 32 bits, with the ids 0, 1, ..
  std::uint32_t constant_count;
  VkPipelineShaderStageCreateFlags flags;  // of the stage
  std::uint32_t required_subgroup_size;    // VkPipelineShaderStageRequiredSubgroupSizeCreateInfo; 0: not chained
  // Set 0 has a storage buffer at binding i if bit i is set. With kPushDescriptor it is a set of push descriptors.
  std::uint32_t bindings;
  std::uint32_t push_constant_bytes;  // from offset 0
};
// Calls take() for each pipeline that create() and the jobs of staged creation make; with Creation::staged the baseline
// comes first. Known driver bugs and handles of `sorter` are ignored. Threads: any.
// Errors: create()'s, where it refuses the info on the device; VK_ERROR_OUT_OF_HOST_MEMORY.
[[nodiscard]] VKSORT_API VkResult planPipelines(const SorterInfo& sorter, const PlanDevice& device,
                                                void (*take)(void* context, const PipelinePlan& pipeline),
                                                void* context);

// The largest recordings of a Sorter on its device, in elements of ranges at aligned offsets; zeros on an empty Sorter.
// record() refuses larger ones.
struct MaxCounts {
  std::uint32_t with_scratch;  // of scratchBytes(count)
  std::uint32_t in_place;      // without scratch memory
  std::uint32_t segment;       // SegmentInfo::max_segment; 0: it records no segments
};
[[nodiscard]] VKSORT_API MaxCounts maxCounts(const Sorter& sorter);

// A level that create() rejected, or a kernel that a pipeline job rejected, because a kernel failed its self-test,
// triggers a known driver bug, or was not compiled by the driver. The last reason means that vkCreateShaderModule
// returned VK_ERROR_INVALID_SHADER_NV, or that vkCreateComputePipelines failed although the device was not lost and
// there was enough memory. All other Vulkan errors end create() or the job.
struct Rejected {  // static strings
  // "subgroups", "no subgroups", "baseline"; of sorts with scratch "rank", "radix", "radix-portable"
  const char* level;
  const char* kernel;
  std::uint32_t count;  // elements of the sort that failed; 0: none was tried
  const char* fault;    // that of the kernel, with the VkResult if there is one
};
struct Report {
  const char* level = nullptr;  // null if create() failed, and on an empty Sorter
  bool self_tested = false;     // false for a staged Sorter, because only its baseline can be tested
  std::uint32_t rejected_count = 0;
  Rejected rejected[8] = {};              // in the order in which they were tried
  const char* untested_kernel = nullptr;  // a kernel for sorts that are larger than a self-test's; null: there is none
};
// Threads: any, beside pipeline jobs.
[[nodiscard]] VKSORT_API Report getReport(const Sorter& sorter);

// The SorterInfo that a Sorter was created from, for code that records others' Sorters. Defaults on an empty one.
struct SorterConfiguration {
  std::uint32_t key_bits = 32;
  Payload payload = Payload::index;
  Ties ties = Ties::stable;
  Scratch scratch = Scratch::optional;
  std::uint32_t max_count = 0;
};
[[nodiscard]] VKSORT_API SorterConfiguration getConfiguration(const Sorter& sorter);

}  // namespace vksort
