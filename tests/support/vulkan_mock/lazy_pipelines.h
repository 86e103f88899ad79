// Pipelines that the driver compiles when they are first bound. Most cases use few of a Sorter's pipelines, and
// compiling them is the slowest part on a software driver.
#pragma once
#include <volk.h>

namespace test {

void makePipelinesLazily(VkDevice device);
bool makesPipelinesLazily(VkDevice device);

// Stores a module's code for later pipelines, and forgets the handle.
void noteModule(const VkShaderModuleCreateInfo& info, VkShaderModule module);
void forgetModule(VkShaderModule module);

// Returns a placeholder, or null for an unknown module. The pipeline layout must live until madePipeline().
VkPipeline promisedPipeline(VkDevice device, const VkComputePipelineCreateInfo& info);
bool isPromised(VkPipeline pipeline);

// Compiles the pipeline at the first call for a placeholder. Ends the program if the driver fails.
VkPipeline madePipeline(VkPipeline pipeline);

// Removes a placeholder. Returns the driver's pipeline, or null if it was never compiled.
VkPipeline withdrawn(VkPipeline pipeline);

}  // namespace test
