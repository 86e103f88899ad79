// Pipelines that the driver makes when they are first bound: of those of a Sorter a case takes few, and most of what it
// takes is what a driver of software does to make them.
#pragma once
#include <volk.h>

namespace test {

// From now on those of the device are.
void makePipelinesLazily(VkDevice device);
bool makesPipelinesLazily(VkDevice device);

// That pipelines of a module are to be, and that it is gone.
void noteModule(const VkShaderModuleCreateInfo& info, VkShaderModule module);
void forgetModule(VkShaderModule module);

// What stands for a pipeline of such a module until it is bound; null of another. Its layout must live until then.
VkPipeline promisedPipeline(VkDevice device, const VkComputePipelineCreateInfo& info);
bool isPromised(VkPipeline pipeline);

// The driver's pipeline, made at the first call for one that was promised; any other is the driver's already.
// Errors: ends the program if the driver fails.
VkPipeline madePipeline(VkPipeline pipeline);

// Forgets a promise. What is left to destroy: the driver's pipeline, null if none was made.
VkPipeline withdrawn(VkPipeline pipeline);

}  // namespace test
