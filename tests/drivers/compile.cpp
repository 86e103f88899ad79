// Compiles every kernel of every kind of Sorter on a device, which need not be able to run anything, and compares what
// the driver says of each with a table of the last time.
// usage: vksort-compile TABLE [--name DEVICE] [--may-spill KERNEL] [--rewrite]
//   --name       of the device in the table; default: its own
//   --may-spill  kernels whose names begin like this may keep registers in memory
//   --rewrite    the device's column of TABLE becomes what was seen
// Exit status: 0: all is as it was or better; 1: something is worse; 2: cannot run here.
#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
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
  std::vector<std::string> may_spill;
  bool rewrite = false;
};

// Of a pipeline. The file has "size/registers", and "/spills" if there are any.
struct Cell {
  std::uint64_t size = 0;       // bytes, or instructions where the driver does not count bytes
  std::uint64_t registers = 0;  // of an invocation
  std::uint64_t spills = 0;     // all that the driver counts of them
};
// By what was compiled and by device.
using Table = std::map<std::string, std::map<std::string, Cell>>;
constexpr char kHeader[] = "width\tSorter\tkernel";

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
  for (int kind = 0; kind < 2 * 4 * 3 * 3 * 2; ++kind) {
    const bool wide = kind % 2 != 0;
    const int payload = kind / 2 % 4, ties = kind / 8 % 3, scratch = kind / 24 % 3;
    const bool generates_keys = kind / 72 != 0;
    vksort::SorterInfo info;
    info.device = device;
    info.key_bits = wide ? 64 : 32;
    info.payload = static_cast<Payload>(payload);
    info.ties = static_cast<Ties>(ties);
    info.scratch = static_cast<Scratch>(scratch);
    if (generates_keys) info.keys = &generator;
    if (generates_keys && (wide || info.payload == Payload::interleaved)) continue;
    makeSorters(compiler, info,
                std::string(wide ? "64" : "32") + kPayloads[payload] + kTies[ties] + kScratch[scratch] +
                    (generates_keys ? " generator" : ""));
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

// In the words of Mesa's drivers. The rest are estimates of time, hashes, and what follows from these.
Cell cellOf(const drivers::Compiled& each) {
  const auto sum = [&each](std::initializer_list<const char*> names) {
    std::uint64_t total = 0;
    for (const auto& [name, value] : each.statistics)
      if (std::ranges::find(names, name) != names.end()) total += value;
    return total;
  };
  Cell cell;
  cell.size = sum({"Code size", "Code Size"});
  if (cell.size == 0) cell.size = sum({"Instruction Count", "Instruction count"});
  cell.registers = sum({"VGPRs", "Number of GPRs", "Registers used", "Max live registers", "GPRs"});
  cell.spills = sum({"Spilled SGPRs", "Spilled VGPRs", "Scratch size", "Spills to memory", "Fills from memory",
                     "Spill count", "Fill count", "Scratch Memory Size", "STP Count", "LDP Count", "Spills", "Fills"});
  return cell;
}

// The faults of a pipeline, which is put into the table.
int inspect(const drivers::Compiled& each, const Options& options, Table& table) {
  int faults = 0;
  const auto complain = [&](const std::string& what) {
    ++faults;
    std::printf("%s: %s: %s\n", options.name.c_str(), each.key.c_str(), what.c_str());
  };
  if (each.result != VK_SUCCESS) {
    complain("not compiled, VkResult " + std::to_string(each.result));
    return faults;
  }
  if (each.width != 0 && each.runs_at != 0 && each.runs_at != each.width)
    complain("runs at a width of " + std::to_string(each.runs_at) + ", made for " + std::to_string(each.width));
  const Cell cell = cellOf(each);
  if (cell.size == 0 || cell.registers == 0) complain("the driver does not say its size and registers");
  const std::string kernel = each.key.substr(each.key.find('\t') + 1);
  const bool may_spill =
      std::ranges::any_of(options.may_spill, [&](const std::string& start) { return kernel.starts_with(start); });
  if (cell.spills != 0 && !may_spill) complain("spills " + std::to_string(cell.spills));
  table[std::to_string(each.runs_at) + "\t" + each.key][options.name] = cell;
  return faults;
}

bool isWorse(std::uint64_t now, std::uint64_t before) {
  return now > before + kMarginOfFew && static_cast<double>(now) > static_cast<double>(before) * (1 + kMargin);
}

std::string textOf(const Cell& cell) {
  std::string text = std::to_string(cell.size) + "/" + std::to_string(cell.registers);
  if (cell.spills != 0) text += "/" + std::to_string(cell.spills);
  return text;
}

// Prints what is worse than it was, and returns how much that is.
int compare(const Table& before, const Table& now, const std::string& name) {
  int worse = 0, compared = 0;
  for (const auto& [key, cells] : now) {
    const auto row = before.find(key);
    if (row == before.end() || !row->second.contains(name)) continue;
    ++compared;
    const Cell &is = cells.at(name), &was = row->second.at(name);
    if (!isWorse(is.size, was.size) && !isWorse(is.registers, was.registers) && !isWorse(is.spills, was.spills))
      continue;
    ++worse;
    std::printf("%s: %s: was %s and is %s\n", name.c_str(), key.c_str(), textOf(was).c_str(), textOf(is).c_str());
  }
  if (compared != 0) return worse;
  std::printf("%s: nothing is known from before; --rewrite notes what is seen now\n", name.c_str());
  return 1;
}

Table readTable(const std::string& path) {
  Table table;
  std::ifstream file(path);
  std::vector<std::string> devices;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, '\t');) fields.push_back(field);
    if (devices.empty()) {
      devices = fields;
      continue;
    }
    for (std::size_t i = 3; i < std::min(fields.size(), devices.size()); ++i) {
      Cell cell;
      const char* const format = "%" SCNu64 "/%" SCNu64 "/%" SCNu64;
      if (std::sscanf(fields[i].c_str(), format, &cell.size, &cell.registers, &cell.spills) >= 2)
        table[fields[0] + "\t" + fields[1] + "\t" + fields[2]][devices[i]] = cell;
    }
  }
  return table;
}

// Until the process ends: devices are compiled side by side.
void lock(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT, 0666);
  if (file < 0 || flock(file, LOCK_EX) != 0) throw gpu::Error("cannot write " + path);
}

// Other devices' columns stay.
void writeTable(const Options& options, const Table& before, const Table& now) {
  Table all = now;
  std::set<std::string> devices = {options.name};
  for (const auto& [key, cells] : before)
    for (const auto& [device, cell] : cells)
      if (device != options.name) {
        all[key][device] = cell;
        devices.insert(device);
      }
  std::ofstream file(options.file);
  file << kHeader;
  for (const std::string& device : devices) file << '\t' << device;
  for (const auto& [key, cells] : all) {
    file << '\n' << key;
    for (const std::string& device : devices) file << '\t' << (cells.contains(device) ? textOf(cells.at(device)) : "-");
  }
  file << '\n';
  if (!file.flush()) throw gpu::Error("cannot write " + options.file);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--may-spill" && i + 1 < argc) {
      options.may_spill.emplace_back(argv[++i]);
    } else if (word == "--rewrite") {
      options.rewrite = true;
    } else if (word == "--name" && i + 1 < argc) {
      options.name = argv[++i];
    } else if (options.file.empty() && word[0] != '-') {
      options.file = word;
    } else {
      throw gpu::Error(word +
                       " is no option, or lacks its value; usage: vksort-compile TABLE [--name DEVICE] "
                       "[--may-spill KERNEL] [--rewrite]");
    }
  }
  if (options.file.empty()) throw gpu::Error("the table of statistics is missing");
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
  drivers::Compiler compiler(device.handle());
  for (const std::uint32_t width : widthsOf(device)) {
    compiler.width = width;
    vksort::Device info = nodes::deviceOf(device);
    info.get_instance_proc_addr = drivers::Compiler::instanceProcAddr;
    // A width may be too narrow for the largest workgroups.
    info.enabled_features &=
        vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device, info.api_version)
            .features;
    info.enabled_features |= vksort::kDebugUtils;
    if (width == 0) info.enabled_features &= ~vksort::kFullSubgroups;
    makeAllSorters(compiler, info, generator_set);
  }
  if (compiler.compiled.empty()) throw gpu::Error("no pipeline was made");
  Table now;
  int faults = 0;
  for (const drivers::Compiled& each : compiler.compiled) faults += inspect(each, options, now);
  if (options.rewrite) lock(options.file);
  const Table before = readTable(options.file);
  if (options.rewrite) writeTable(options, before, now);
  const int worse = options.rewrite ? 0 : compare(before, now, options.name);
  std::printf("%s: %zu pipelines compiled, %d faults, %d worse than before\n", options.name.c_str(),
              compiler.compiled.size(), faults, worse);
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
