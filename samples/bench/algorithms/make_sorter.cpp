#include "algorithms/make_sorter.h"

#include "nodes/device.h"
#include "threads/on_threads.h"

namespace bench {

std::optional<Depths> makeDepths(const gpu::Device& device, const Input& input) {
  if (input.source == KeySource::buffer) return {};
  return std::optional<Depths>(std::in_place, device, input);
}

vksort::SorterInfo sorterInfo(const Configuration& configuration) {
  vksort::SorterInfo info;
  info.key_bits = configuration.input.isWide() ? 64 : 32;
  info.payload = configuration.input.ordering.payload;
  info.ties = configuration.input.ties;
  info.scratch = configuration.scratch;
  info.max_count = configuration.max_count;
  return info;
}

vksort::Creation creationOf(const Configuration& configuration) {
  vksort::Creation creation;
  if (configuration.tuning) creation.tuning = &*configuration.tuning;
  creation.algorithm = configuration.algorithm;
  creation.baseline = configuration.baseline;
  creation.staged = configuration.staged;
  return creation;
}

vksort::Sorter makeSorter(const gpu::Device& device, const Configuration& configuration, const Depths* depths,
                          VkPipelineCache cache, PFN_vkGetInstanceProcAddr get, vksort::Features more) {
  vksort::SorterInfo info = sorterInfo(configuration);
  info.device = nodes::deviceOf(device);
  info.device.enabled_features |= more;
  if (get != nullptr) info.device.get_instance_proc_addr = get;
  info.device.pipeline_cache = cache;
  vksort::Creation creation = creationOf(configuration);
  std::uint32_t threads = configuration.threads;
  if (threads != 1) creation.parallel_for = {samples::onThreads, threads != 0 ? &threads : nullptr};
  info.creation = &creation;
  vksort::KeyGenerator generator;
  if (configuration.input.source == KeySource::generator) {
    generator = depths->generator();
    info.keys = &generator;
  }
  vksort::Sorter sorter;
  const char* reason = "vksort";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return sorter;
}

}  // namespace bench
