#pragma once

#include "device/pipelines.h"
#include "vksort_plan.h"

namespace vksort {

inline constexpr std::uint32_t kMaxListed = 64;

struct ListedPipeline {
  std::uint32_t index;  // in Pipelines::list
  const char* name;
  std::uint32_t kernel;
  PipelineSource source;
};

struct PipelineList {
  std::uint32_t count = 0;
  ListedPipeline pipelines[kMaxListed];
};

// Creates pipelines, if possible on the threads of the application. Can change the order of the list.
//   The layouts must exist.
// Fails with VK_ERROR_INITIALIZATION_FAILED if parallel_for did not run each job once.
[[nodiscard]] Failure createListed(PipelineList& list, Pipelines& pipelines, const Device& device,
                                   const ParallelFor& parallel_for);

}  // namespace vksort
