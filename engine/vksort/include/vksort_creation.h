// Creation of a Sorter in more detail: log, algorithm, threads, self-test, staged creation, and a report about it.
#ifndef VKSORT_CREATION_H
#define VKSORT_CREATION_H

#include "vksort.h"

#ifdef __cplusplus
extern "C" {
#endif

VKSORT_ENUM(vksortSeverity) {
  VKSORT_VALUE(SEVERITY_WARNING, warning),  // a kernel was rejected, see Rejected
  VKSORT_VALUE(SEVERITY_ERROR, error),      // a call was invalid and returned an error
};

// Your log, which is copied at creation. It is used by release and debug builds.
typedef struct vksortLog {
  // Receives strings that are valid until it returns. `kernel` is empty for errors. Must not throw.
  // Threads: called on any thread that calls vksort or runs a job, possibly on several at the same time.
  void (*write)(void* context, vksortSeverity severity, const char* kernel, const char* text);
  void* context;
} vksortLog;

// Checks whether vksortCreateSorter() would accept `info`, and returns its reason otherwise. You can call this before
// vkCreateDevice. Creation can still fail if the driver fails to compile kernels, or in the self-test. Threads: any.
//   info.device must contain the features that you are going to enable. Its `device` can be null.
VKSORT_API vksortSupport vksortQuerySorterSupport(const vksortSorterInfo* info);

VKSORT_ENUM(vksortAlgorithm) {
  VKSORT_VALUE(ALGORITHM_AUTOMATIC, automatic),  // the fastest one for each count
  VKSORT_VALUE(ALGORITHM_BITONIC, bitonic),      // in place. Stable sorts of own payloads still use scratch memory
  VKSORT_VALUE(ALGORITHM_RANK, rank),            // rank merge, with scratch memory, for up to 98,304 elements
  VKSORT_VALUE(ALGORITHM_RADIX, radix),          // radix sort, with scratch memory, for up to 2^28 - 1 elements
  // Radix sort without look-back: no workgroup reads data that another one writes in the same dispatch.
  VKSORT_VALUE(ALGORITHM_RADIX_PORTABLE, radix_portable),
};

// Your threads, on which pipelines are created. vksort does not start any.
//   Device::allocator must be thread-safe.
//   Device::pipeline_cache must not be VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT.
typedef struct vksortParallelFor {
  // Must call job(jobs, i) once for each i < count, in any order, and return when all calls have returned. Must not
  // throw. Creation calls it once, and again after each rejected kernel. If null, creates pipelines one by one.
  void (*run)(void* context, uint32_t count, void (*job)(void* jobs, uint32_t i), void* jobs);
  void* context;
} vksortParallelFor;

VKSORT_ENUM(vksortSelfTestMode) {
  VKSORT_VALUE(SELF_TEST_MODE_AUTOMATIC, automatic),  // like always in debug builds of vksort, otherwise like never
  VKSORT_VALUE(SELF_TEST_MODE_ALWAYS, always),
  VKSORT_VALUE(SELF_TEST_MODE_NEVER, never),
};

// Sorts small arrays with each kernel during creation, and rejects algorithms that fail on the device. Needs up to
// 27 MB of host-visible device memory. With staged creation, only the baseline is tested. To test all kernels while
// frames are rendered, create the Sorter on a loading thread, and use `submit`.
typedef struct vksortSelfTest {
  // Queue that supports compute, which you must not use during creation. Without queue and `submit`, nothing is tested.
  VkQueue queue;
  uint32_t queue_family;  // queue family that `queue` or `submit` uses
  vksortSelfTestMode mode;
  // Time limit for each submission; 0 means 60,000. After a timeout, creation returns VK_TIMEOUT and leaks the objects
  // of the Sorter, because the device may still use them.
  uint32_t timeout_ms;
  // Optional: submits the command buffers instead of vksort, which then ignores `queue`.
  //   Must submit `commands` to a queue of queue_family that supports compute, and signal `fence` after them. Both can
  //   happen on another thread after the return. The wait for it is part of timeout_ms.
  //   Must return VK_SUCCESS. If it returns an error, it must not submit, and creation returns the error.
  // Threads: called on the thread that creates the Sorter, each time after the previous fence was signaled.
  VkResult (*submit)(void* context, VkCommandBuffer commands, VkFence fence);
  void* context;
} vksortSelfTest;

typedef struct vksortCreation {
  vksortAlgorithm algorithm;
  bool baseline;  // only uses the baseline: small kernels for every Vulkan 1.1 device. Slow
  bool staged;    // only creates the baseline, so that jobs can create the other pipelines
  vksortSelfTest self_test;
  vksortParallelFor parallel_for;
  struct vksortReport* report;  // optional: receives the result of vksortGetReport(), even if creation fails
} vksortCreation;

// Staged creation: vksortCreateSorter() only creates the baseline, so that you can use the Sorter early. Your threads
// create the other pipelines in jobs. A recorded sort uses the baseline while a pipeline that it needs is missing. The
// results are the same, except for the order of equal keys with Ties::any. Command buffers keep their pipelines.
// If the driver fails to compile a kernel of the baseline, creation fails. If it fails to compile another kernel, the
// report lists it, and sorts that need it keep using the baseline. Each thread can run this, even while others record:
//   while (vksortPipelineJobCount(sorter) != 0 && vksortRunPipelineJob(sorter) == VK_SUCCESS) {}
// A job system can start vksortPipelineJobCount() jobs at the same time.

// Returns the number of jobs that can start, one per pipeline. It decreases when a job starts, and increases if a job
// returns an error. It is 0 if creation was not staged, or if the baseline cannot sort max_count elements. For example,
// it only sorts 512 elements with Scratch::never, Ties::stable and Payload::u32. Threads: any.
VKSORT_API uint32_t vksortPipelineJobCount(vksortSorter sorter);
// Creates a pipeline, first the ones that recorded sorts have missed. Does nothing if the count is 0.
//   Device::pipeline_cache and Device::allocator must outlive the jobs.
//   `pipeline_cache` must not be VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT.
// Errors: out of memory or device lost, as returned by Vulkan. You can call it again.
// Threads: any, in parallel with other jobs and record functions if the allocator is thread-safe.
VKSORT_API VkResult vksortRunPipelineJob(vksortSorter sorter);

// An algorithm that creation rejected, or a kernel that a job rejected, because the kernel failed its self-test, is
// known to fail on the driver, or was not compiled: vkCreateShaderModule returned VK_ERROR_INVALID_SHADER_NV, or
// vkCreateComputePipelines failed although there was enough memory and the device was not lost.
typedef struct vksortRejected {  // all strings are static
  // "subgroups", "no subgroups" or "baseline"; for sorts with scratch memory "rank", "radix" or "radix-portable"
  const char* level;
  const char* kernel;
  uint32_t count;     // elements of the sort that failed, or 0
  const char* fault;  // reason, with the VkResult if there is one
} vksortRejected;

// Describes the result of creation, for example for your log.
typedef struct vksortReport {
  const char* level;  // null if creation failed, or if the Sorter is empty
  bool self_tested;   // false for a staged Sorter, because only its baseline can be tested
  uint32_t rejected_count;
  vksortRejected rejected[8];   // in order; the kernels that jobs rejected come last
  const char* untested_kernel;  // a kernel that the self-test cannot reach, because only larger sorts use it, or null
} vksortReport;
// Threads: any, in parallel with pipeline jobs.
VKSORT_API vksortReport vksortGetReport(vksortSorter sorter);

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Severity = vksortSeverity;
using Log = vksortLog;
using Algorithm = vksortAlgorithm;
using ParallelFor = vksortParallelFor;
using SelfTestMode = vksortSelfTestMode;
using SelfTest = vksortSelfTest;
using Creation = vksortCreation;
using Rejected = vksortRejected;
using Report = vksortReport;

[[nodiscard]] inline Support querySupport(const SorterInfo& info) { return vksortQuerySorterSupport(&info); }
[[nodiscard]] inline uint32_t pipelineJobCount(const Sorter& sorter) { return vksortPipelineJobCount(sorter.handle()); }
[[nodiscard]] inline VkResult runPipelineJob(const Sorter& sorter) { return vksortRunPipelineJob(sorter.handle()); }
[[nodiscard]] inline Report getReport(const Sorter& sorter) { return vksortGetReport(sorter.handle()); }

}  // namespace vksort
#endif
#endif  // VKSORT_CREATION_H
