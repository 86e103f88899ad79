// Creation of several pipelines, on the threads of the application if there are any.
#pragma once

#include "vksort_plan.h"
#include "device/pipelines.h"

namespace vksort {

inline constexpr std::uint32_t kMaxListed = 64;  // maximum number of kernels

struct ListedPipeline {
  std::uint32_t index;  // in Pipelines::list
  const char* name;     // for Pipelines::create()
  std::uint32_t kernel;
  PipelineSource source;
};

struct PipelineList {
  std::uint32_t count = 0;
  ListedPipeline pipelines[kMaxListed];
};

// Creates the pipelines of the list, whose order it can change. Pipelines created before a failure are kept.
//   The layouts must exist.
// Fails with VK_ERROR_INITIALIZATION_FAILED if parallel_for did not run each job once. Otherwise, returns the failure of
// the first pipeline that failed, with its kernel.
[[nodiscard]] Failure createListed(PipelineList& list, Pipelines& pipelines, const Device& device,
                                   const ParallelFor& parallel_for);

}  // namespace vksort
