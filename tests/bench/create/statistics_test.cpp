// `vksort-bench create --statistics`: what the driver says of each pipeline.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "bench/program.h"
#include "create/create_report.h"
#include "create/pipeline_statistics.h"
#include "gpu/error.h"
#include "support/skip.h"
#include "support/spoil.h"

namespace test {
namespace {

using Statistic = VkPipelineExecutableStatisticKHR;

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

Statistic statistic(const char* name, VkPipelineExecutableStatisticFormatKHR format) {
  Statistic made{};
  std::string(name).copy(made.name, sizeof made.name - 1);
  made.format = format;
  return made;
}

// A driver that has these two executables of every pipeline, whose statistics have all formats that there are.
std::vector<Statistic> statisticsOf(std::uint32_t executable) {
  if (executable != 0) {
    Statistic part = statistic("Part, in \"waves\"", VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR);
    part.value.f64 = 0.25;
    return {part};
  }
  Statistic count = statistic("Register Count", VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR);
  count.value.u64 = 18446744073709551615u;
  Statistic change = statistic("Change", VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR);
  change.value.i64 = -3;
  Statistic full = statistic("Full", VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR);
  full.value.b32 = VK_TRUE;
  return {count, change, full, statistic("Spills", VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR)};
}
constexpr const char* kTold =
    "Register Count: 18446744073709551615; Change: -3; Full: yes; Spills: no; "
    "Part, in \"waves\": 0.25";

const auto kDeviceHandle = VkDevice(24);
const auto kPipelineHandle = VkPipeline(16);
VkResult driver_says = VK_SUCCESS;    // when it is asked for statistics
VkPipelineCreateFlags made_with = 0;  // that the pipeline is made with
int times_asked = 0;                  // for statistics or executables

VKAPI_ATTR VkResult VKAPI_CALL createModule(VkDevice, const VkShaderModuleCreateInfo*, const VkAllocationCallbacks*,
                                            VkShaderModule* out) {
  *out = VkShaderModule(8);
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice, VkPipelineCache, std::uint32_t,
                                               const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks*,
                                               VkPipeline* out) {
  made_with = infos->flags;
  *out = kPipelineHandle;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL getExecutables(VkDevice device, const VkPipelineInfoKHR* info, std::uint32_t* count,
                                              VkPipelineExecutablePropertiesKHR*) {
  ++times_asked;
  CHECK((device == kDeviceHandle));
  CHECK(info->sType == VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
  CHECK((info->pipeline == kPipelineHandle));
  *count = 2;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL getStatistics(VkDevice device, const VkPipelineExecutableInfoKHR* info,
                                             std::uint32_t* count, Statistic* out) {
  ++times_asked;
  CHECK((device == kDeviceHandle));
  CHECK(info->sType == VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
  CHECK((info->pipeline == kPipelineHandle));
  const std::vector<Statistic> all = statisticsOf(info->executableIndex);
  if (out == nullptr) {
    *count = static_cast<std::uint32_t>(all.size());
    return VK_SUCCESS;
  }
  REQUIRE(*count == all.size());
  CHECK(out->sType == VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR);
  std::ranges::copy(all, out);
  return driver_says;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL functionOf(VkDevice, const char* asked_for) {
  const std::string name = asked_for;
  if (name == "vkCreateShaderModule") return asVoid(createModule);
  if (name == "vkCreateComputePipelines") return asVoid(createPipelines);
  if (name == "vkGetPipelineExecutablePropertiesKHR") return asVoid(getExecutables);
  return name == "vkGetPipelineExecutableStatisticsKHR" ? asVoid(getStatistics) : nullptr;
}

// One pipeline of that driver, made as vksort makes it.
std::vector<bench::TimedPipeline> madeOne(bool statistics) {
  const struct Restored {
    PFN_vkGetDeviceProcAddr real = std::exchange(vkGetDeviceProcAddr, functionOf);
    ~Restored() { vkGetDeviceProcAddr = real; }
  } restored;
  times_asked = 0;
  const bench::TimedPipelines timed(statistics);
  const auto of = [](const char* name) { return bench::TimedPipelines::instanceProcAddr(VK_NULL_HANDLE, name); };
  const auto proc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(of("vkGetDeviceProcAddr"));
  const VkShaderModuleCreateInfo code{};
  VkComputePipelineCreateInfo info{};
  info.flags = VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT;  // stays
  reinterpret_cast<PFN_vkCreateShaderModule>(proc(kDeviceHandle, "vkCreateShaderModule"))(kDeviceHandle, &code, nullptr,
                                                                                          &info.stage.module);
  VkPipeline pipeline{};
  reinterpret_cast<PFN_vkCreateComputePipelines>(proc(kDeviceHandle, "vkCreateComputePipelines"))(
      kDeviceHandle, {}, 1, &info, nullptr, &pipeline);
  VkDebugUtilsObjectNameInfoEXT named{};
  named.objectType = VK_OBJECT_TYPE_PIPELINE;
  named.objectHandle = (std::uint64_t)pipeline;
  named.pObjectName = "vksort tile_sort";
  reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(of("vkSetDebugUtilsObjectNameEXT"))(kDeviceHandle, &named);
  CHECK(times_asked == 0);  // in no pipeline's time
  return timed.made();
}

// The program on RADV's device that is there without a GPU.
ChildResult onRadv(const std::string& arguments) {
  std::string command =
      "exec env -u VK_DRIVER_FILES -u VK_ICD_FILENAMES -u RADV_DEBUG -u RADV_PERFTEST "
      "VK_LOADER_DRIVERS_SELECT='*radeon*' RADV_FORCE_FAMILY=navi21 MESA_SHADER_CACHE_DISABLE=true";
  for (const auto& [name, value] : spoiled("VKSORT_SPOIL_WAIT", "1")) command += " " + name + "='" + value + "'";
  return run({"sh", "-c", command + " '" + kProgram + "' create " + arguments});
}

}  // namespace

TEST_CASE("create_reports_end_with_what_the_driver_says") {
  bench::Creation creation = {7.5, {{"tile_sort", 100, 2.25, "Registers: 40; Spills: 0"}, {"merge_full", 40, 4.0}}};
  CHECK(bench::createText(creation) ==
        "pipeline                  SPIR-V bytes         ms  statistics\n"
        "tile_sort                         100        2.2  Registers: 40; Spills: 0\n"
        "merge_full                         40        4.0\n"
        "sum of 2                          140        6.2\n"
        "Sorter::create()                  140        7.5\n");
  const auto ends = [&](std::size_t line) {
    const std::string text = splitLines(bench::createCsv({}, creation)).at(line);
    return text.substr(text.find("automatic,32,0,"));
  };
  CHECK(ends(1) == "automatic,32,0,Registers: 40; Spills: 0");
  CHECK(ends(2) == "automatic,32,0,");
  CHECK(ends(3) == "automatic,32,0,");  // of all
  for (const auto& [said, written] : {std::pair{"a, b: 1", "\"a, b: 1\""}, std::pair{"\"a\": 1", "\"\"\"a\"\": 1\""}}) {
    creation.pipelines[0].statistics = said;
    CHECK(ends(1) == std::string("automatic,32,0,") + written);
  }
}

TEST_CASE("pipelines_have_the_statistics_that_the_driver_tells_in_its_words_and_order") {
  const std::vector<bench::TimedPipeline> made = madeOne(true);
  REQUIRE(made.size() == 1);
  CHECK(made[0].kernel == "tile_sort");
  CHECK(made[0].statistics == kTold);
  CHECK(made_with == (VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT | VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR));
  driver_says = VK_ERROR_OUT_OF_HOST_MEMORY;
  CHECK_THROWS_AS(madeOne(true), gpu::Error);
  driver_says = VK_SUCCESS;
}

TEST_CASE("pipelines_are_made_as_ever_where_nobody_wants_statistics") {
  const std::vector<bench::TimedPipeline> made = madeOne(false);
  REQUIRE(made.size() == 1);
  CHECK(made[0].statistics.empty());
  CHECK(made_with == VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT);
  CHECK(times_asked == 0);
}

TEST_CASE("a_device_that_tells_no_statistics_is_refused_and_nothing_is_written") {
  const ChildResult result = bench("create --statistics --csv '" + kCsv + "'");
  CAPTURE(result.output);
  if (result.exit_code == 0) {
    onDevice(splitLines(result.output).at(0));
    return skip("the device tells statistics");
  }
  CHECK(result.exit_code == 2);
  CHECK(result.output ==
        "vksort-bench: device extension VK_KHR_pipeline_executable_properties is not offered by this device\n");
  CHECK_FALSE(std::filesystem::exists(kCsv));
  CHECK(unfinished(kCsv) == 0);
}

TEST_CASE("each_pipeline_has_the_registers_that_radv_tells") {
  const ChildResult there = onRadv("--device nonesuch");
  if (there.output.find("NAVI21") == std::string::npos) return skip("needs RADV: " + there.output);
  std::filesystem::remove(kCsv);
  const std::string options = "--device NAVI21 --values u32 --use bitonic --max-count 64";
  const ChildResult result = onRadv(options + " --statistics --csv '" + kCsv + "'");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const std::vector<std::string> rows = splitLines(readFile(kCsv));
  REQUIRE(rows.size() > 2);
  CHECK(rows[0].ends_with(",statistics"));
  CHECK(rows.back().ends_with(","));
  const std::vector<std::string> lines = splitLines(result.output);
  for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
    CAPTURE(rows[i]);
    const std::string told = fieldsOf(rows[i]).at(18);
    for (const char* name : {" VGPRs: ", "; Spilled VGPRs: ", "; LDS size: ", "; Code size: "})
      CHECK(told.find(name) != std::string::npos);
    CHECK(std::stoi(told.substr(told.find("; VGPRs: ") + 9)) > 0);
    CHECK(std::ranges::count_if(lines, [&](const auto& line) { return line.ends_with("  " + told); }) == 1);
  }
  CHECK(onRadv(options).output.find("VGPRs") == std::string::npos);
}

}  // namespace test
