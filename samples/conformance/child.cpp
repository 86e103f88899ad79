#include "child.h"

#include "events.h"
#include "facts.h"
#include "gpu/instance.h"
#include "run_case.h"
#include "timings.h"
#include "tune.h"

namespace conform {
namespace {

Json resultOf(const Case& of, const Outcome& outcome) {
  constexpr const char* kNames[] = {"pass", "fail", "not supported"};
  Json result = {{"case", of.name},
                 {"result", kNames[static_cast<int>(outcome.status)]},
                 {"sorts", outcome.sorted},
                 {"largest", outcome.largest},
                 {"kernels", outcome.kernels}};
  if (!outcome.detail.empty()) result["detail"] = outcome.detail;
  if (!outcome.sorter.is_null()) result["sorter"] = outcome.sorter;
  if (outcome.status != Outcome::Status::fail) return result;
  result["smallest_count"] = outcome.smallest;
  result["recorded"] = outcome.sorts;
  return result;
}

void runCases(cases::Gpu& gpu, const Options& options, bool software) {
  for (const Case& each : selectCases(options.cases, false)) {
    tell("begin", {{"case", each.name}});
    Run run{{software, options.quick, options.seed}, options.count, [](std::uint32_t count) {
              tell("count", {{"count", count}});
            }};
    tell("result", resultOf(each, runCase(gpu, each, run)));
  }
}

}  // namespace

int runChild(const Options& options, PFN_vkGetInstanceProcAddr get_instance_proc_addr) {
  const gpu::Instance instance({"vksort-conform"});
  const gpu::PhysicalDevice physical = gpu::selectDevice(instance, options.device);
  const gpu::Device device(instance, {physical.handle});
  const Json facts = deviceFacts(instance, device);
  if (!options.identity.empty() && identityOf(facts) != options.identity)
    throw gpu::Error("the device of this run has disappeared; found instead: " + facts.at("name").get<std::string>());
  cases::Gpu gpu(device, get_instance_proc_addr);
  try {
    if (options.child == "facts") tell("facts", {{"device", facts}});
    if (options.child == "timings") tell("timings", {{"timings", timings(gpu)}});
    if (options.child == "tune") searchTunings(gpu, options.tune.value_or(0));
    if (options.child == "cases") runCases(gpu, options, physical.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU);
  } catch (const gpu::Error& error) {
    if (error.result() != VK_ERROR_DEVICE_LOST) throw;
    tell("lost", {{"detail", error.what()}});
    std::_Exit(kDeviceLost);  // exit without destructors, because they would wait for the device
  }
  return 0;
}

}  // namespace conform
