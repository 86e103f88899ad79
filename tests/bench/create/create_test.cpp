// `vksort-bench create`: the pipelines of a Sorter, each with its time and SPIR-V.
#include <doctest/doctest.h>

#include <mutex>
#include <set>
#include <thread>

#include "bench/program.h"
#include "create/create_report.h"
#include "threads/on_threads.h"

namespace test {
namespace {

// The rows of the file that it writes, without the header.
std::vector<std::vector<std::string>> created(const std::string& options) {
  const ChildResult result = bench("create " + options + " --csv '" + kCsv + "'");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : splitLines(readFile(kCsv))) rows.push_back(fieldsOf(line));
  REQUIRE(rows.size() > 1);
  CHECK(rows[0].size() == 19);
  rows.erase(rows.begin());
  return rows;
}

constexpr std::chrono::milliseconds kModule(30), kPipeline(20);  // that a stub takes to make each

}  // namespace

TEST_CASE("create_reports_hold_each_pipeline_and_the_sum") {
  const bench::Creation creation = {7.5, {{"tile_sort", 100, 2.25}, {"merge_full", 40, 4.0}}};
  CHECK(bench::createText(creation) ==
        "pipeline                  SPIR-V bytes         ms\n"
        "tile_sort                         100        2.2\n"
        "merge_full                         40        4.0\n"
        "sum of 2                          140        6.2\n"
        "Sorter::create()                  140        7.5\n");
  bench::Configuration configuration;
  configuration.max_count = 4096;
  configuration.threads = 3;
  configuration.lists = 2;
  const std::string begin = "u32,none,split,value,automatic,lists,no,no,4096,3,";
  CHECK(bench::createCsv(configuration, creation) ==
        "keys,values,layout,ties,use,count,coherent,hook,max_count,threads,kernel,spirv_bytes,ms,always_lends,order,"
        "path,key_bits,value_bits,statistics\n" +
            begin + "tile_sort,100,2.25,no,ascending,automatic,32,0,\n" + begin +
            "merge_full,40,4.00,no,ascending,automatic,32,0,\n" + begin +
            "all,140,7.50,no,ascending,automatic,32,0,\n");
  configuration.always_lends = true;
  configuration.input.ordering = {.order = vksort::Order::descending, .values = vksort::Values::split};
  configuration.path = vksort::Path::floor;
  configuration.input.key_bits = 9;
  configuration.input.value_bits = 20;
  CHECK(bench::createCsv(configuration, creation).ends_with(",all,140,7.50,yes,descending,floor,9,20,\n"));
}

TEST_CASE("create_names_the_same_pipelines_on_any_number_of_threads") {
  const std::string options = "--values u32 --use bitonic --max-count 64";
  std::vector<std::string> kernels[2];
  for (const bool threads : {false, true}) {
    const auto rows = created(options + (threads ? " --threads 3" : ""));
    std::uint64_t bytes = 0;
    for (const std::vector<std::string>& row : rows) {
      CHECK(row[1] == "u32");
      CHECK(row[4] == "bitonic");
      CHECK(row[8] == "64");
      CHECK(row[9] == (threads ? "3" : "1"));
      CHECK(std::stoull(row[11]) > 1000);
      CHECK(std::stod(row[12]) > 0);
      kernels[threads].push_back(row[10] + " " + row[11]);
      if (row[10] != "all") bytes += std::stoull(row[11]);
    }
    CHECK(rows.back()[10] == "all");
    CHECK(std::stoull(rows.back()[11]) == bytes);
  }
  CHECK(kernels[0] == kernels[1]);
  CHECK(kernels[0].size() >= 2);
}

TEST_CASE("create_makes_fewer_pipelines_where_memory_is_always_lent") {
  const auto never = created("--use rank --max-count 300"),
             always = created("--use rank --max-count 300 --always-lends");
  CHECK(always.size() < never.size());
  CHECK(always.back()[13] == "yes");
  CHECK(never.back()[13] == "no");
}

TEST_CASE("a_pipeline_takes_as_long_as_its_module_and_itself") {
  const auto get = std::exchange(vkGetDeviceProcAddr, [](VkDevice, const char* name) -> PFN_vkVoidFunction {
    const PFN_vkCreateShaderModule module = [](VkDevice, const VkShaderModuleCreateInfo*, const VkAllocationCallbacks*,
                                               VkShaderModule* out) {
      std::this_thread::sleep_for(kModule);
      *out = VkShaderModule(8);
      return VK_SUCCESS;
    };
    const PFN_vkCreateComputePipelines pipelines = [](VkDevice, VkPipelineCache, std::uint32_t,
                                                      const VkComputePipelineCreateInfo*, const VkAllocationCallbacks*,
                                                      VkPipeline* out) {
      std::this_thread::sleep_for(kPipeline);
      *out = VkPipeline(16);
      return VK_SUCCESS;
    };
    if (name == std::string("vkCreateShaderModule")) return reinterpret_cast<PFN_vkVoidFunction>(module);
    return reinterpret_cast<PFN_vkVoidFunction>(pipelines);
  });
  const bench::TimedPipelines timed;
  const auto of = [](const char* name) { return bench::TimedPipelines::instanceProcAddr(VK_NULL_HANDLE, name); };
  const auto proc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(of("vkGetDeviceProcAddr"));
  const auto start = bench::Clock::now();
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
  const double passed = bench::milliseconds(start, bench::Clock::now());
  vkGetDeviceProcAddr = get;
  const std::vector<bench::TimedPipeline> made = timed.made();
  REQUIRE(made.size() == 1);
  CHECK(made[0].kernel == "tile_sort");
  CHECK(made[0].spirv_bytes == 400);
  CHECK(made[0].ms >= std::chrono::duration<double, std::milli>(kModule + kPipeline).count());
  CHECK(made[0].ms <= passed);
}

TEST_CASE("jobs_are_done_once_each_on_no_more_threads_than_are_asked_for") {
  struct Jobs {
    std::mutex mutex;
    std::multiset<std::uint32_t> done;
    std::set<std::thread::id> threads;
  };
  constexpr std::uint32_t kCount = 20;
  for (std::uint32_t most : {1u, 2u}) {
    Jobs jobs;
    const auto job = [](void* of, std::uint32_t i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));  // for the others to begin
      Jobs& all = *static_cast<Jobs*>(of);
      const std::lock_guard lock(all.mutex);
      all.done.insert(i);
      all.threads.insert(std::this_thread::get_id());
    };
    samples::onThreads(&most, kCount, job, &jobs);
    CHECK(jobs.threads.size() <= most);
    REQUIRE(jobs.done.size() == kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) CHECK(jobs.done.count(i) == 1);
  }
}

TEST_CASE("create_refuses_what_it_cannot_make") {
  for (const std::string option : {"--threads", "--max-count"}) {
    for (const std::string value : {"0", "-1", "x", "4294967296"}) {
      const ChildResult result = bench("create " + option + " " + value);
      CAPTURE(result.output);
      CHECK(result.exit_code == 2);
      CHECK(result.output.starts_with("vksort-bench: " + option));
      CHECK(splitLines(result.output).size() == 1);
    }
  }
  for (const std::string options : {"--lists 3 --coherent", "--lists 3 --count-on gpu", "--hook", "--count 3"}) {
    CHECK(bench("create " + options).exit_code == 2);
  }
}

}  // namespace test
