#include "bench/create.h"

#include <cstring>
#include <map>
#include <mutex>

#include "common/on_threads.h"
#include "common/program.h"
#include "gpu/structs.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Module {
  std::size_t bytes;
  double ms;
};

struct Times {
  bool statistics = false;
  VkDevice device = VK_NULL_HANDLE;
  std::mutex mutex;
  std::map<VkShaderModule, Module> modules;
  std::map<VkPipeline, TimedPipeline> pipelines;
  std::vector<std::pair<VkPipeline, TimedPipeline>> named;
  PFN_vkCreateShaderModule create_module = nullptr;
  PFN_vkCreateComputePipelines create_pipelines = nullptr;
};
Times* times = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL createModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkShaderModule* out) {
  const auto start = Clock::now();
  const VkResult result = times->create_module(device, info, allocator, out);
  const double ms = millisecondsSince(start);
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(times->mutex);
  times->modules[*out] = {info->codeSize, ms};
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* out) {
  VkComputePipelineCreateInfo info = *infos;  // vksort creates one pipeline per call
  if (times->statistics) info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  const auto start = Clock::now();
  const VkResult result = times->create_pipelines(device, cache, count, &info, allocator, out);
  const double ms = millisecondsSince(start);
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(times->mutex);
  const Module& module = times->modules[info.stage.module];
  times->pipelines[*out] = {"", module.bytes, module.ms + ms};
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL setName(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
  if (info->objectType != VK_OBJECT_TYPE_PIPELINE) return VK_SUCCESS;
  const std::lock_guard lock(times->mutex);
  const auto handle = (VkPipeline)info->objectHandle;
  TimedPipeline& pipeline = times->pipelines.at(handle);
  constexpr const char kPrefix[] = "vksort ";
  pipeline.kernel = info->pObjectName + sizeof kPrefix - 1;
  times->named.emplace_back(handle, pipeline);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT*) {}
VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer) {}

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name) {
  times->device = device;
  const PFN_vkVoidFunction found = vkGetDeviceProcAddr(device, name);
  if (std::strcmp(name, "vkCreateShaderModule") == 0) {
    times->create_module = reinterpret_cast<PFN_vkCreateShaderModule>(found);
    return asVoid(createModule);
  }
  if (std::strcmp(name, "vkCreateComputePipelines") == 0) {
    times->create_pipelines = reinterpret_cast<PFN_vkCreateComputePipelines>(found);
    return asVoid(createPipelines);
  }
  return found;
}

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

// Returns, for example, registers, spills, shared memory and code size.
std::string statisticsOf(VkDevice device, VkPipeline pipeline) {
  using Statistic = VkPipelineExecutableStatisticKHR;
  const auto count_executables = reinterpret_cast<PFN_vkGetPipelineExecutablePropertiesKHR>(
      vkGetDeviceProcAddr(device, "vkGetPipelineExecutablePropertiesKHR"));
  const auto get = reinterpret_cast<PFN_vkGetPipelineExecutableStatisticsKHR>(
      vkGetDeviceProcAddr(device, "vkGetPipelineExecutableStatisticsKHR"));
  auto of = gpu::vkStruct<VkPipelineInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
  of.pipeline = pipeline;
  std::uint32_t executables = 0;
  gpu::check(count_executables(device, &of, &executables, nullptr), "counting executables of a pipeline");
  auto info = gpu::vkStruct<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
  info.pipeline = pipeline;
  std::string text;
  for (; info.executableIndex < executables; ++info.executableIndex) {
    std::uint32_t count = 0;
    gpu::check(get(device, &info, &count, nullptr), "counting statistics of a pipeline");
    const auto empty = gpu::vkStruct<Statistic>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR);
    std::vector<Statistic> statistics(count, empty);
    gpu::check(get(device, &info, &count, statistics.data()), "reading statistics of a pipeline");
    for (const Statistic& each : statistics)
      text += (text.empty() ? "" : "; ") + std::string(each.name) + ": " + valueOf(each);
  }
  return text;
}

TimedPipeline sumOf(const Creation& creation) {
  TimedPipeline sum{"sum of " + std::to_string(creation.pipelines.size())};
  for (const TimedPipeline& each : creation.pipelines) {
    sum.spirv_bytes += each.spirv_bytes;
    sum.ms += each.ms;
  }
  return sum;
}

void runJobs(const vksort::Sorter& sorter, std::uint32_t threads) {
  const auto run = [](void* of, std::uint32_t job) {
    const VkResult result = vksort::runPipelineJob(*static_cast<const vksort::Sorter*>(of));
    if (result != VK_SUCCESS) std::fprintf(stderr, "vksort-bench: pipeline job %u: VkResult %d\n", job, result);
  };
  samples::onThreads(&threads, vksort::pipelineJobCount(sorter), run, const_cast<vksort::Sorter*>(&sorter));
}

}  // namespace

TimedPipelines::TimedPipelines(bool statistics) {
  times = new Times;
  times->statistics = statistics;
}

TimedPipelines::~TimedPipelines() {
  delete times;
  times = nullptr;
}

PFN_vkVoidFunction VKAPI_CALL TimedPipelines::instanceProcAddr(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return asVoid(deviceProcAddr);
  if (std::strcmp(name, "vkSetDebugUtilsObjectNameEXT") == 0) return asVoid(setName);
  if (std::strcmp(name, "vkCmdBeginDebugUtilsLabelEXT") == 0) return asVoid(beginLabel);
  if (std::strcmp(name, "vkCmdEndDebugUtilsLabelEXT") == 0) return asVoid(endLabel);
  return vkGetInstanceProcAddr(instance, name);
}

std::vector<TimedPipeline> TimedPipelines::made() const {
  const std::lock_guard lock(times->mutex);
  std::vector<TimedPipeline> all;
  for (const auto& [handle, pipeline] : times->named) {
    all.push_back(pipeline);
    if (times->statistics) all.back().statistics = statisticsOf(times->device, handle);
  }
  return all;
}

std::string createText(const Creation& creation) {
  const TimedPipeline sum = sumOf(creation);
  std::vector<TimedPipeline> lines = creation.pipelines;
  const bool has_statistics = std::ranges::any_of(lines, [](const auto& each) { return !each.statistics.empty(); });
  lines.push_back(sum);
  lines.push_back({"Sorter::create()", sum.spirv_bytes, creation.ms});
  char line[128];
  std::snprintf(line, sizeof line, "%zu pipelines, level: %s, first usable sort after %.1f ms\n\n",
                creation.pipelines.size(), creation.level.c_str(), creation.first_sort_ms);
  std::string text = line;
  text += std::string("pipeline                  SPIR-V bytes         ms") + (has_statistics ? "  statistics\n" : "\n");
  for (const TimedPipeline& each : lines) {
    std::snprintf(line, sizeof line, "%-24s %12zu %10.1f", each.kernel.c_str(), each.spirv_bytes, each.ms);
    text += line + (each.statistics.empty() ? "" : "  " + each.statistics) + "\n";
  }
  return text;
}

std::vector<Fields> createRows(const Configuration& configuration, const Creation& creation) {
  std::vector<TimedPipeline> lines = creation.pipelines;
  lines.push_back({"all", sumOf(creation).spirv_bytes, creation.ms});
  std::vector<Fields> rows;
  for (const TimedPipeline& each : lines)
    rows.push_back(joined({elementFields(configuration.input),
                           {{"vksort_algorithm", wordOf(kAlgorithms, configuration.algorithm)},
                            {"max_count", std::uint64_t{configuration.max_count}},
                            {"threads", std::uint64_t{configuration.threads}},
                            {"kernel", each.kernel},
                            {"spirv_bytes", std::uint64_t{each.spirv_bytes}},
                            {"ms", "%.2f", each.ms},
                            {"scratch", wordOf(kScratch, configuration.scratch)},
                            {"level", creation.level},
                            {"pipelines", std::uint64_t{creation.pipelines.size()}},
                            {"first_sort_ms", "%.2f", creation.first_sort_ms},
                            {"statistics", each.statistics}}}));
  return rows;
}

int runCreate(const gpu::Device& device, const Options& options) {
  const Configuration& configuration = options.configuration;
  CsvFile file(options.csv, originFields(device));
  const TimedPipelines timed(options.statistics);
  const auto start = Clock::now();
  const vksort::Sorter sorter =
      makeSorter(device, configuration, VK_NULL_HANDLE, TimedPipelines::instanceProcAddr, VKSORT_DEBUG_UTILS);
  const double first_sort_ms = millisecondsSince(start);
  double ms = first_sort_ms;
  if (configuration.staged) {
    runJobs(sorter, configuration.threads);
    ms = millisecondsSince(start);
  }
  const Creation creation = {ms, first_sort_ms, vksort::getReport(sorter).level, timed.made()};
  std::printf("device: %s\n\n%s", device.properties().core.deviceName, createText(creation).c_str());
  samples::requireWritten(stdout);
  for (const Fields& row : createRows(configuration, creation)) file.write(row);
  file.finish();
  return 0;
}

}  // namespace bench
