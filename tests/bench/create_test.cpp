// `vksort-bench create`: the pipelines of a Sorter, each with its time, its SPIR-V and what the driver says of it.
#include <doctest/doctest.h>

#include <set>
#include <thread>
#include <utility>

#include "bench/create.h"
#include "bench/support.h"

namespace test {
namespace {

constexpr std::chrono::milliseconds kModule(30), kPipeline(20);  // that a stub takes to make each

VKAPI_ATTR VkResult VKAPI_CALL createModule(VkDevice, const VkShaderModuleCreateInfo*, const VkAllocationCallbacks*,
                                            VkShaderModule* out) {
  std::this_thread::sleep_for(kModule);
  *out = VkShaderModule(8);
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice, VkPipelineCache, std::uint32_t,
                                               const VkComputePipelineCreateInfo*, const VkAllocationCallbacks*,
                                               VkPipeline* out) {
  std::this_thread::sleep_for(kPipeline);
  *out = VkPipeline(16);
  return VK_SUCCESS;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL functionOf(VkDevice, const char* name) {
  if (name == std::string("vkCreateShaderModule")) return reinterpret_cast<PFN_vkVoidFunction>(createModule);
  return reinterpret_cast<PFN_vkVoidFunction>(createPipelines);
}

}  // namespace

TEST_CASE("a_pipeline_has_the_time_of_its_module_and_itself") {
  const auto real = std::exchange(vkGetDeviceProcAddr, functionOf);
  const bench::TimedPipelines timed;
  const auto of = [](const char* name) { return bench::TimedPipelines::instanceProcAddr(VK_NULL_HANDLE, name); };
  const auto proc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(of("vkGetDeviceProcAddr"));
  const auto start = std::chrono::steady_clock::now();
  VkShaderModuleCreateInfo code{};
  code.codeSize = 400;
  VkComputePipelineCreateInfo info{};
  reinterpret_cast<PFN_vkCreateShaderModule>(proc({}, "vkCreateShaderModule"))({}, &code, nullptr, &info.stage.module);
  VkPipeline pipeline{};
  const auto create = reinterpret_cast<PFN_vkCreateComputePipelines>(proc({}, "vkCreateComputePipelines"));
  create({}, {}, 1, &info, nullptr, &pipeline);
  VkDebugUtilsObjectNameInfoEXT named{};
  named.objectType = VK_OBJECT_TYPE_PIPELINE;
  named.objectHandle = (std::uint64_t)pipeline;
  named.pObjectName = "vksort tile_sort";
  reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(of("vkSetDebugUtilsObjectNameEXT"))({}, &named);
  const double passed = bench::millisecondsSince(start);
  vkGetDeviceProcAddr = real;
  const std::vector<bench::TimedPipeline> made = timed.made();
  REQUIRE(made.size() == 1);
  CHECK(made[0].kernel == "tile_sort");
  CHECK(made[0].spirv_bytes == 400);
  CHECK(made[0].ms >= std::chrono::duration<double, std::milli>(kModule + kPipeline).count());
  CHECK(made[0].ms <= passed);
}

TEST_CASE("create_tells_when_a_staged_sorter_sorts_first") {
  const std::string common = "create --payload index --use bitonic --max-count 2000 --csv '" + kCsv + "'";
  REQUIRE(bench(common).exit_code == 0);
  const std::size_t pipelines = namedRows(readFile(kCsv)).size() - 1;
  const ChildResult result = bench(common + " --staged");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  auto rows = namedRows(readFile(kCsv));
  CHECK(rows.size() - 1 == pipelines + 4);  // those of the baseline
  CHECK(std::stod(rows.back()["first_sort_ms"]) < std::stod(rows.back()["ms"]));
}

TEST_CASE("create_names_the_same_pipelines_on_any_number_of_threads_and_their_sum") {
  std::set<std::string> kernels[2];
  for (const bool threads : {false, true}) {
    const ChildResult result = bench(std::string("create --payload index --use bitonic --max-count 64 --threads ") +
                                     (threads ? "3" : "1") + " --csv '" + kCsv + "'");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    auto rows = namedRows(readFile(kCsv));
    REQUIRE(rows.size() > 2);
    CHECK(rows.back()["kernel"] == "all");
    const std::string sum = rows.back()["spirv_bytes"], all_ms = rows.back()["ms"];
    rows.pop_back();
    std::uint64_t bytes = 0;
    for (auto& row : rows) {
      CHECK(row["threads"] == (threads ? "3" : "1"));
      CHECK(row["pipelines"] == std::to_string(rows.size()));
      CHECK(row["first_sort_ms"] == all_ms);
      CHECK(std::stod(row["ms"]) > 0);
      bytes += std::stoull(row["spirv_bytes"]);
      kernels[threads].insert(row["kernel"]);
    }
    CHECK(std::to_string(bytes) == sum);
    CHECK(result.output.find("\n" + std::to_string(rows.size()) + " pipelines, ") != std::string::npos);
    CHECK(kernels[threads].size() == rows.size());
  }
  CHECK(kernels[0] == kernels[1]);
}

}  // namespace test
