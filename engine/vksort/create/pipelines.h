// Creation of several pipelines, on the host's threads if it gives any.
#pragma once

#include "vksort_expert.h"
#include "device/pipelines.h"

namespace vksort {

inline constexpr std::uint32_t kMaxListed = 64;  // as many kernels as there may be

struct ListedPipeline {
  std::uint32_t index;  // of Pipelines::list
  const char* name;     // as Pipelines::create() takes it
  std::uint32_t kernel;
  PipelineSource source;
};

struct PipelineList {
  std::uint32_t count = 0;
  ListedPipeline pipelines[kMaxListed];
};

// Creates the pipelines of the list, which it may sort. Pipelines created before an error stay.
//   The layouts must exist.
// Errors: Vulkan's, of the first one that failed; `rejected` is its place in the list if the driver rejects it, else
// kMaxListed. VK_ERROR_INITIALIZATION_FAILED, with `why`: the host did not run each job once.
[[nodiscard]] VkResult createListed(PipelineList& list, Pipelines& pipelines, const Device& device,
                                    const ParallelFor& host, std::uint32_t& rejected, const char*& why);

}  // namespace vksort
