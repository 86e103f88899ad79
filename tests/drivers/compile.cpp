// Compiles every kernel of every kind of Sorter on a device, which need not be able to run anything, and compares what
// the driver says of each with a file of the last time. usage: vksort-compile FILE [--name DEVICE] [--may-spill]
// [--rewrite]
//   --name       of the device in the file; default: its own
//   --may-spill  registers may be kept in memory
//   --rewrite    the device's rows of FILE become what was seen
// Exit status: 0: all is as it was or better; 1: something is worse; 2: cannot run here.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "compiled.h"
#include "gpu/device.h"
#include "gpu/select.h"
#include "nodes/device.h"
#include "source_keys.h"
#include "vksort_expert.h"
#include "vksort_keys.h"
#include "vksort_verifier.h"

namespace {

using vksort::Algorithm, vksort::Payload, vksort::Scratch, vksort::Ties;

// An increase by more is worse.
constexpr double kMargin = 0.05;
constexpr std::uint64_t kMarginOfFew = 2;

struct Options {
  std::string file, name;
  bool may_spill = false, rewrite = false;
};

// Rows of the file: the key of each, and what follows it.
using Rows = std::map<std::string, std::string>;

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
    vksort::Creation creation;
    creation.algorithm = algorithm;
    info.creation = &creation;
    for (const std::uint32_t max_count : {0u, 4096u}) {
      info.max_count = max_count;
      compiler.configuration = name + kAlgorithms[static_cast<int>(algorithm)] + (max_count != 0 ? " few" : "");
      makeSorter(info);
    }
  }
  vksort::Creation creation;
  creation.baseline = true;
  info.max_count = 0;
  info.creation = &creation;
  compiler.configuration = name + " baseline";
  makeSorter(info);
}

// Each kind of key, payload, ties and memory. A host without kFullSubgroups has Sorters of its own.
void makeAllSorters(drivers::Compiler& compiler, const vksort::Device& device, VkDescriptorSetLayout generator_set) {
  constexpr const char* kPayloads[] = {" none", " index", " u32", " interleaved"};
  constexpr const char* kTies[] = {" stable", " by-value", " any"};
  constexpr const char* kScratch[] = {" never", " optional", " required"};
  const vksort::KeyGenerator generator{source_keys, generator_set};
  for (int kind = 0; kind < 2 * 4 * 3 * 3 * 3; ++kind) {
    const bool wide = kind % 2 != 0;
    const int payload = kind / 2 % 4, ties = kind / 8 % 3, scratch = kind / 24 % 3, source = kind / 72;
    vksort::SorterInfo info;
    info.device = device;
    info.key_bits = wide ? 64 : 32;
    info.payload = static_cast<Payload>(payload);
    info.ties = static_cast<Ties>(ties);
    info.scratch = static_cast<Scratch>(scratch);
    info.incremental = source == 1;
    if (source == 2) info.keys = &generator;
    if (info.incremental && info.payload == Payload::index) continue;
    if (info.keys != nullptr && (wide || info.payload == Payload::interleaved)) continue;
    constexpr const char* kSources[] = {"", " incremental", " generator"};
    makeSorters(
        compiler, info,
        std::string(wide ? "64" : "32") + kPayloads[payload] + kTies[ties] + kScratch[scratch] + kSources[source]);
  }
  compiler.configuration = "verifier";
  vksort::Verifier verifier;
  gpu::check(vksort::Verifier::create(device, verifier), "a verifier");
}

VkDescriptorSetLayout makeGeneratorSet(const gpu::Device& device) {
  const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
                                                nullptr};
  VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, nullptr, 0, 1, &binding};
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateDescriptorSetLayout(device.handle(), &info, nullptr, &layout), "a set layout");
  return layout;
}

// Statistics whose increase is a loss. The rest are estimates of time, hashes, and what follows from these.
bool isCost(const std::string& name) {
  constexpr const char* kCosts[] = {"VGPR",      "SGPR",        "Spill",       "spill",     "Scratch", "scratch",
                                    "Code Size", "Code size",   "GPR",         "SLM",       "Fill",    "LDS",
                                    "Register",  "Instruction", "instruction", "registers", "Full",    "Half",
                                    "Constlen",  "STP",         "LDP",         "Loops",     "Bytes",   "Size"};
  return std::ranges::any_of(kCosts, [&](const char* word) { return name.find(word) != std::string::npos; });
}
bool isSpill(const std::string& name) {
  constexpr const char* kSpills[] = {"pill", "cratch", "Fill", "SLM", "STP", "LDP"};
  return std::ranges::any_of(kSpills, [&](const char* word) { return name.find(word) != std::string::npos; });
}

// The faults of a pipeline, and its row.
int inspect(const drivers::Compiled& each, const Options& options, Rows& rows) {
  int faults = 0;
  const auto complain = [&](const std::string& what) {
    ++faults;
    std::printf("%s: %s: %s\n", options.name.c_str(), each.key.c_str(), what.c_str());
  };
  if (each.result != VK_SUCCESS) complain("not compiled, VkResult " + std::to_string(each.result));
  if (each.width != 0 && each.runs_at != 0 && each.runs_at != each.width)
    complain("runs at a width of " + std::to_string(each.runs_at) + ", not " + std::to_string(each.width));
  std::string row;
  for (const auto& [name, value] : each.statistics) {
    if (isSpill(name) && value != 0 && !options.may_spill) complain(name + " is " + std::to_string(value));
    if (isCost(name)) row += (row.empty() ? "" : "; ") + name + ": " + std::to_string(value);
  }
  rows[options.name + "\t" + std::to_string(each.runs_at) + "\t" + each.key] = row;
  return faults;
}

std::map<std::string, std::uint64_t> valuesOf(const std::string& row) {
  std::map<std::string, std::uint64_t> values;
  std::istringstream text(row);
  for (std::string field; std::getline(text, field, ';');) {
    const std::size_t colon = field.rfind(": "), start = field.find_first_not_of(' ');
    if (colon != std::string::npos) values[field.substr(start, colon - start)] += std::stoull(field.substr(colon + 2));
  }
  return values;
}

// Prints what is worse than it was, and returns the number of rows that have become so.
int compare(const Rows& before, const Rows& now) {
  int worse = 0;
  for (const auto& [key, row] : now) {
    const auto found = before.find(key);
    if (found == before.end()) continue;
    std::string complaint;
    const auto old = valuesOf(found->second);
    for (const auto& [name, value] : valuesOf(row)) {
      const auto was = old.find(name);
      if (was == old.end() || value <= was->second + kMarginOfFew) continue;
      if (static_cast<double>(value) > static_cast<double>(was->second) * (1 + kMargin))
        complaint += "; " + name + " was " + std::to_string(was->second) + " and is " + std::to_string(value);
    }
    if (!complaint.empty()) std::printf("%s%s\n", key.c_str(), complaint.c_str());
    worse += complaint.empty() ? 0 : 1;
  }
  return worse;
}

Rows readRows(const std::string& path) {
  Rows rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (const std::size_t tab = line.rfind('\t'); tab != std::string::npos)
      rows[line.substr(0, tab)] = line.substr(tab + 1);
  return rows;
}

// Other devices' rows stay.
void writeRows(const Options& options, const Rows& before, const Rows& now) {
  Rows all = now;
  for (const auto& [key, row] : before)
    if (key.rfind(options.name + "\t", 0) != 0) all[key] = row;
  std::ofstream file(options.file);
  for (const auto& [key, row] : all) file << key << '\t' << row << '\n';
  if (!file.flush()) throw gpu::Error("cannot write " + options.file);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--may-spill") {
      options.may_spill = true;
    } else if (word == "--rewrite") {
      options.rewrite = true;
    } else if (word == "--name" && i + 1 < argc) {
      options.name = argv[++i];
    } else if (options.file.empty() && word[0] != '-') {
      options.file = word;
    } else {
      throw gpu::Error(word + " is no option; usage: vksort-compile FILE [--name DEVICE] [--may-spill] [--rewrite]");
    }
  }
  if (options.file.empty()) throw gpu::Error("the file of statistics is missing");
  return options;
}

// Widths that Sorters can be made for: the device's own, others that it can be asked for, and 0: no subgroups.
std::vector<std::uint32_t> widthsOf(const gpu::Device& device) {
  const VkPhysicalDeviceSubgroupSizeControlProperties& sizes = device.properties().subgroup_size;
  const std::uint32_t own = device.properties().subgroup.subgroupSize;
  std::vector<std::uint32_t> widths = {own, 0};
  if ((sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return widths;
  for (std::uint32_t width = std::max(sizes.minSubgroupSize, 4u); width <= sizes.maxSubgroupSize; width *= 2)
    if (width != own) widths.push_back(width);
  return widths;
}

[[noreturn]] void run(Options options) {
  const gpu::Instance instance({"vksort-compile"});
  const gpu::PhysicalDevice physical = gpu::selectDevice(instance, {});
  if (options.name.empty()) options.name = physical.properties.deviceName;
  const gpu::Device device(instance, {.physical = physical.handle, .want_pipeline_statistics = true});
  const VkDescriptorSetLayout generator_set = makeGeneratorSet(device);
  Rows rows;
  int faults = 0, compiled = 0;
  for (const std::uint32_t width : widthsOf(device)) {
    drivers::Compiler compiler(device.handle(), width);
    vksort::Device info = nodes::deviceOf(device);
    info.get_instance_proc_addr = drivers::Compiler::instanceProcAddr;
    info.enabled_features |= vksort::kDebugUtils;
    if (width == 0) info.enabled_features &= ~vksort::kFullSubgroups;
    makeAllSorters(compiler, info, generator_set);
    compiled += static_cast<int>(compiler.compiled.size());
    for (const drivers::Compiled& each : compiler.compiled) faults += inspect(each, options, rows);
  }
  const Rows before = readRows(options.file);
  const int worse = options.rewrite ? 0 : compare(before, rows);
  if (options.rewrite) writeRows(options, before, rows);
  if (rows.empty()) throw gpu::Error("no pipeline was made");
  std::printf("%s: %d pipelines compiled, %d faults, %d worse than before\n", options.name.c_str(), compiled, faults,
              worse);
  std::fflush(nullptr);
  std::_Exit(faults + worse != 0 ? 1 : 0);  // drivers without hardware crash when the device is destroyed
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vksort-compile: %s\n", error.what());
    return 2;
  }
}
