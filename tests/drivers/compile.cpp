// Compiles every kernel of every kind of Sorter on a device that need not be able to run them. Prints a line for each
// pipeline, which tests/drivers/limits checks. Tabs separate the fields:
// device, Sorter, kernel, VkResult,
// requested subgroup size (0 for any), subgroup size (0 if unknown),
// registers per invocation, spills in any unit
// usage: vksort-compile >OUTPUT
// Exit status: 0 if each pipeline has a line, or 2 on errors.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "compiled.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "nodes/sort.h"
#include "vksort_plan.h"
#include "vksort_toolkit.h"

namespace {

using vksort::Algorithm, vksort::Payload, vksort::Scratch, vksort::Ties;

void makeSorter(const vksort::SorterInfo& info) {
  vksort::Sorter sorter;
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result == VK_SUCCESS || result == VK_ERROR_FEATURE_NOT_PRESENT) return;
  throw gpu::Error(reason, result);
}

void makeSorters(drivers::Compiler& compiler, vksort::SorterInfo info, const std::string& name) {
  constexpr const char* kAlgorithms[] = {"", " bitonic", " rank", " radix", " portable"};
  for (const Algorithm algorithm :
       {Algorithm::automatic, Algorithm::bitonic, Algorithm::rank, Algorithm::radix, Algorithm::radix_portable}) {
    vksort::Creation creation{};
    creation.algorithm = algorithm;
    info.creation = &creation;
    for (const std::uint32_t max_count : {0u, 4096u}) {
      info.max_count = max_count;
      compiler.configuration = name + kAlgorithms[static_cast<int>(algorithm)] + (max_count != 0 ? " few" : "");
      makeSorter(info);
    }
  }
  vksort::Creation creation{};
  creation.baseline = true;
  info.max_count = 0;
  info.creation = &creation;
  compiler.configuration = name + " baseline";
  makeSorter(info);
}

// Covers each kind of key, payload, ties and memory. Applications without VKSORT_FULL_SUBGROUPS use other kernels.
void makeAllSorters(drivers::Compiler& compiler, const vksort::Device& device) {
  constexpr const char* kPayloads[] = {" index", " none", " u32", " interleaved"};
  constexpr const char* kTies[] = {" stable", " by-value", " any"};
  constexpr const char* kScratch[] = {" optional", " never", " required"};
  for (int kind = 0; kind < 2 * 4 * 3 * 3; ++kind) {
    const bool wide = kind % 2 != 0;
    const int payload = kind / 2 % 4, ties = kind / 8 % 3, scratch = kind / 24 % 3;
    vksort::SorterInfo info{};
    info.device = device;
    info.key_bits = wide ? 64 : 32;
    info.payload = static_cast<Payload>(payload);
    info.ties = static_cast<Ties>(ties);
    info.scratch = static_cast<Scratch>(scratch);
    makeSorters(compiler, info, std::string(wide ? "64" : "32") + kPayloads[payload] + kTies[ties] + kScratch[scratch]);
  }
  compiler.configuration = "verifier";
  vksort::Verifier verifier;
  gpu::check(vksort::Verifier::create(device, verifier), "a verifier");
}

// Names of statistics in Mesa.
void print(const char* device, const drivers::Compiled& each) {
  const auto sum = [&each](std::initializer_list<const char*> names) {
    unsigned long long total = 0;
    for (const auto& [name, value] : each.statistics)
      if (std::ranges::find(names, name) != names.end()) total += value;
    return total;
  };
  const auto registers = sum({"VGPRs", "Number of GPRs", "Registers used", "Max live registers", "GPRs"});
  const auto spills =
      sum({"Spilled SGPRs", "Spilled VGPRs", "Scratch size", "Spills to memory", "Fills from memory", "Spill count",
           "Fill count", "Scratch Memory Size", "STP Count", "LDP Count", "Spills", "Fills"});
  std::printf("%s\t%s\t%s\t%d\t%u\t%u\t%llu\t%llu\n", device, each.sorter.c_str(), each.kernel.c_str(),
              static_cast<int>(each.result), each.width, each.runs_at, registers, spills);
}

// Returns all subgroup sizes that the device supports, starting with its own, and 0 for kernels without subgroups.
std::vector<std::uint32_t> widthsOf(const gpu::Device& device) {
  const VkPhysicalDeviceSubgroupSizeControlProperties& sizes = device.properties().subgroup_size;
  const std::uint32_t own = device.properties().subgroup.subgroupSize;
  std::vector<std::uint32_t> widths = {own, 0};
  if ((sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return widths;
  for (std::uint32_t width = std::max(sizes.minSubgroupSize, 4u); width <= sizes.maxSubgroupSize; width *= 2)
    if (width != own) widths.push_back(width);
  return widths;
}

[[noreturn]] void run() {
  const gpu::Instance instance({"vksort-compile"});
  const gpu::PhysicalDevice physical = gpu::selectDevice(instance, {});
  const gpu::Device device(instance, {.physical = physical.handle, .want_pipeline_statistics = true});
  drivers::Compiler compiler(device.handle());
  for (const std::uint32_t width : widthsOf(device)) {
    compiler.width = width;
    vksort::Device info = nodes::deviceOf(device);
    info.get_instance_proc_addr = drivers::Compiler::instanceProcAddr;
    // Small subgroups may not allow the largest workgroups.
    info.enabled_features &=
        vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device, info.api_version)
            .features;
    info.enabled_features |= VKSORT_DEBUG_UTILS;
    if (width == 0) info.enabled_features &= ~VKSORT_FULL_SUBGROUPS;
    makeAllSorters(compiler, info);
  }
  if (compiler.compiled.empty()) throw gpu::Error("no pipeline was created");
  for (const drivers::Compiled& each : compiler.compiled) print(physical.properties.deviceName, each);
  if (std::fflush(stdout) != 0) throw gpu::Error("cannot write the output");
  std::_Exit(0);  // drivers without hardware crash when the device is destroyed
}

}  // namespace

int main(int argc, char**) {
  try {
    if (argc != 1) throw gpu::Error("unexpected arguments; usage: vksort-compile >OUTPUT");
    run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vksort-compile: %s\n", error.what());
    return 2;
  }
}
