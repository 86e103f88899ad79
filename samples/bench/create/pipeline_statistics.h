// What the driver says of a pipeline: registers, spills, shared memory, size of the code.
#pragma once

#include <volk.h>

#include <string>

namespace bench {

// `name: value; name: value` in the driver's words and order, one executable after the other. The pipeline must have
// been made with VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR. Errors: gpu::Error.
std::string statisticsOf(VkDevice device, VkPipeline pipeline);

}  // namespace bench
