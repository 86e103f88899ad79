#include "create/pipeline_statistics.h"

#include <cstdint>
#include <cstdio>
#include <vector>

#include "gpu/error.h"
#include "gpu/structs.h"

namespace bench {
namespace {

std::string valueOf(const VkPipelineExecutableStatisticKHR& statistic) {
  char text[32];
  switch (statistic.format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
      return statistic.value.b32 != VK_FALSE ? "yes" : "no";
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
      return std::to_string(statistic.value.i64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
      return std::to_string(statistic.value.u64);
    default:
      std::snprintf(text, sizeof text, "%.15g", statistic.value.f64);
      return text;
  }
}

template <typename Function>
Function load(VkDevice device, const char* name) {
  return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

std::uint32_t executablesOf(VkDevice device, VkPipeline pipeline) {
  const auto get = load<PFN_vkGetPipelineExecutablePropertiesKHR>(device, "vkGetPipelineExecutablePropertiesKHR");
  auto info = gpu::vkStruct<VkPipelineInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
  info.pipeline = pipeline;
  std::uint32_t count = 0;
  gpu::check(get(device, &info, &count, nullptr), "counting executables of a pipeline");
  return count;
}

}  // namespace

std::string statisticsOf(VkDevice device, VkPipeline pipeline) {
  const auto get = load<PFN_vkGetPipelineExecutableStatisticsKHR>(device, "vkGetPipelineExecutableStatisticsKHR");
  auto info = gpu::vkStruct<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
  info.pipeline = pipeline;
  const std::uint32_t executables = executablesOf(device, pipeline);
  std::string text;
  for (; info.executableIndex < executables; ++info.executableIndex) {
    std::uint32_t count = 0;
    gpu::check(get(device, &info, &count, nullptr), "counting statistics of a pipeline");
    std::vector<VkPipelineExecutableStatisticKHR> statistics(
        count, gpu::vkStruct<VkPipelineExecutableStatisticKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR));
    gpu::check(get(device, &info, &count, statistics.data()), "reading statistics of a pipeline");
    for (const VkPipelineExecutableStatisticKHR& each : statistics)
      text += (text.empty() ? "" : "; ") + std::string(each.name) + ": " + valueOf(each);
  }
  return text;
}

}  // namespace bench
