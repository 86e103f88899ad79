#include "measure.h"

#include <vksort.h>
#include <vksort_verifier.h>

#include <map>
#include <sstream>

#include "capture.h"
#include "depth_hook.h"

namespace gate {
namespace {

struct Gpu {
  const char* family;
  std::uint32_t wave;
  Gpus least;  // of the sets that it belongs to
};
// GCN and RDNA, each at the subgroup sizes that it has.
constexpr Gpu kGpus[] = {{"polaris10", 64, Gpus::ends}, {"vega10", 64, Gpus::all},   {"navi21", 32, Gpus::all},
                         {"navi21", 64, Gpus::all},     {"gfx1100", 32, Gpus::ends}, {"gfx1100", 64, Gpus::all}};

struct Configuration {
  const char* name;
  vksort::Values values;
  vksort::Ties ties;
  vksort::Path path;
  vksort::Count count = vksort::Count::host;
  vksort::KeyType key_type = vksort::KeyType::u32;
  bool hook = false;
};
constexpr Configuration kConfigurations[] = {
    {"keys", vksort::Values::none, vksort::Ties::value, vksort::Path::automatic},
    {"pairs", vksort::Values::split, vksort::Ties::value, vksort::Path::automatic},
    {"pairs_any", vksort::Values::split, vksort::Ties::any, vksort::Path::automatic},
    {"interleaved", vksort::Values::interleaved, vksort::Ties::value, vksort::Path::automatic},
    {"keys_floor", vksort::Values::none, vksort::Ties::value, vksort::Path::floor},
    {"pairs_floor", vksort::Values::split, vksort::Ties::value, vksort::Path::floor},
    {"keys_counted", vksort::Values::none, vksort::Ties::value, vksort::Path::automatic, vksort::Count::device},
    {"pairs_counted", vksort::Values::split, vksort::Ties::value, vksort::Path::automatic, vksort::Count::device},
    {"triples", vksort::Values::split, vksort::Ties::value, vksort::Path::automatic, vksort::Count::host,
     vksort::KeyType::u64},
    {"triples_floor", vksort::Values::split, vksort::Ties::value, vksort::Path::floor, vksort::Count::host,
     vksort::KeyType::u64},
    {"pairs_lists", vksort::Values::split, vksort::Ties::value, vksort::Path::automatic, vksort::Count::lists},
    {"keys_hook", vksort::Values::none, vksort::Ties::value, vksort::Path::automatic, vksort::Count::host,
     vksort::KeyType::u32, true},
    {"pairs_hook", vksort::Values::iota, vksort::Ties::value, vksort::Path::automatic, vksort::Count::host,
     vksort::KeyType::u32, true},
};

void addRows(const Capture& capture, const Gpu& gpu, const std::string& configuration, Table& table) {
  for (Row row : capture.rows()) {
    row.device = gpu.family;
    row.configuration = configuration;
    if (row.kernel == "setup" || row.kernel == "list_setup") row.wave = gpu.wave;  // left to the driver
    if (row.wave != gpu.wave) throw gpu::Error(row.name() + ": compiled for subgroups of " + std::to_string(row.wave));
    table.rows.push_back(std::move(row));
  }
}

// Of what the hook reads: one storage buffer.
VkDescriptorSetLayout storageLayout(const NullDevice& device) {
  const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
                                                nullptr};
  VkDescriptorSetLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.bindingCount = 1;
  info.pBindings = &binding;
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateDescriptorSetLayout(device.handle(), &info, nullptr, &layout), "a set layout");
  return layout;
}

void measure(const NullDevice& device, const Gpu& gpu, const Configuration& configuration, Table& table) {
  Capture capture(device, gpu.wave);
  vksort::SorterInfo info;
  info.get_instance_proc_addr = Capture::instanceProcAddr;
  info.instance = device.instance();
  info.physical_device = device.physical();
  info.device = device.handle();
  info.enabled_features = vksort::kPushDescriptor | vksort::kFullSubgroups;
  info.values = configuration.values;
  info.ties = configuration.ties;
  info.path = configuration.path;
  info.count = configuration.count;
  info.key_type = configuration.key_type;
  info.algorithm = vksort::Algorithm::bitonic;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  if (configuration.hook) set_layout = storageLayout(device);
  const vksort::Hook hook{depth_hook, set_layout};
  if (configuration.hook) info.hook = &hook;
  vksort::Sorter sorter;
  const char* reason = "";
  const std::string where = std::string(gpu.family) + " " + configuration.name + ": ";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  device.vk.vkDestroyDescriptorSetLayout(device.handle(), set_layout, nullptr);
  gpu::check(result, (where + reason).c_str());
  addRows(capture, gpu, configuration.name, table);
}

void measureVerifier(const NullDevice& device, const Gpu& gpu, Table& table) {
  Capture capture(device, gpu.wave);
  vksort::VerifierInfo info;
  info.get_instance_proc_addr = Capture::instanceProcAddr;
  info.instance = device.instance();
  info.physical_device = device.physical();
  info.device = device.handle();
  info.enabled_features = vksort::kPushDescriptor;
  vksort::Verifier verifier;
  const char* reason = "";
  gpu::check(vksort::Verifier::create(info, verifier, &reason), reason);
  addRows(capture, gpu, "verifier", table);
}

}  // namespace

Table measureShipped(Gpus gpus) {
  Table table;
  for (const Gpu& gpu : kGpus) {
    if (gpus == Gpus::ends && gpu.least == Gpus::all) continue;
    const NullDevice device(gpu.family);
    table.driver = device.driver();
    for (const Configuration& configuration : kConfigurations) {
      // The floor leaves the size to the driver, which takes 64.
      if (configuration.path == vksort::Path::floor && gpu.wave != 64) continue;
      measure(device, gpu, configuration, table);
    }
    if (gpu.wave == 64) measureVerifier(device, gpu, table);
  }
  return table;
}

std::string summary(const Table& table) {
  struct Cost {
    std::uint64_t pipelines = 0, bytes = 0;
  };
  std::map<std::string, Cost> costs;
  for (const Row& row : table.rows) {
    Cost& cost = costs[row.device + " wave" + std::to_string(row.wave) + " " + row.configuration];
    ++cost.pipelines;
    cost.bytes += row.counts[countIndex("code_bytes")];
  }
  std::ostringstream text;
  for (const auto& [name, cost] : costs) {
    text << name << ": " << cost.pipelines << " pipelines, " << cost.bytes << " bytes of code\n";
  }
  return text.str();
}

}  // namespace gate
