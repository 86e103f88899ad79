#include "algorithms/make_sorter.h"

#include "nodes/device.h"
#include "threads/on_threads.h"

namespace bench {

std::optional<Depths> makeDepths(const gpu::Device& device, const Input& input) {
  if (input.source == KeySource::buffer) return {};
  return std::optional<Depths>(std::in_place, device, input);
}

vksort::Sorter makeSorter(const gpu::Device& device, const Configuration& configuration, const Depths* depths,
                          VkPipelineCache cache, PFN_vkGetInstanceProcAddr get, vksort::Features more) {
  vksort::SorterInfo info = nodes::sorterInfo(device);
  info.enabled_features |= more;
  if (get != nullptr) info.get_instance_proc_addr = get;
  info.pipeline_cache = cache;
  info.key_type = configuration.input.ordering.key_type;
  info.order = configuration.input.ordering.order;
  info.values = configuration.input.ordering.values;
  info.ties = configuration.input.ordering.ties;
  info.path = configuration.path;
  info.count = configuration.lists != 0     ? vksort::Count::lists
               : configuration.count_on_gpu ? vksort::Count::device
                                            : vksort::Count::host;
  info.coherent = configuration.coherent;
  info.algorithm = configuration.algorithm;
  info.key_bits.count = configuration.input.key_bits;
  info.value_bits = configuration.input.value_bits;
  info.max_count = configuration.max_count;
  info.always_lends = configuration.always_lends;
  std::uint32_t threads = configuration.threads;
  if (threads != 1) info.parallel_for = {samples::onThreads, threads != 0 ? &threads : nullptr};
  vksort::Hook hook;
  if (configuration.input.source == KeySource::hook) {
    hook = depths->hook();
    info.hook = &hook;
    if (info.values == vksort::Values::split) info.values = vksort::Values::iota;
  }
  if (configuration.tuning) info.tuning = &*configuration.tuning;
  vksort::Sorter sorter;
  const char* reason = "vksort";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return sorter;
}

}  // namespace bench
