#include "rank/kernels.h"

#include "rank_merge_keys.spv.h"
#include "rank_merge_pairs.spv.h"

namespace vksort::rank {

Module moduleOf(const Configuration& configuration) {
  if (configuration.layout.element == Element::key) return VKSORT_PACKED(rank_merge_keys);
  return VKSORT_PACKED(rank_merge_pairs);
}

PipelineSource sourceOf(const Setting& setting, std::uint32_t shape) {
  const Configuration& configuration = setting.configuration;
  const Shape& of = setting.shapes[shape];
  PipelineSource source{};
  source.module = moduleOf(configuration);
  source.constant_count = VKSORT_RANK_COUNT;
  std::uint32_t(&out)[kMaxConstants] = source.constants;
  out[VKSORT_RANK_WORKGROUP] = 1u << of.invocations_log2;
  out[VKSORT_RANK_TILE_LOG2] = of.tile_log2;
  out[VKSORT_RANK_INTERLEAVED] = configuration.layout.interleaved;
  out[VKSORT_RANK_TIES] = setting.compares_second_word;
  out[VKSORT_RANK_SAMPLES] = of.max_count >> VKSORT_RANK_SAMPLE_LOG2;
  source.compile_cost = source.module.bytes * 4;  // the driver unrolls the searches of several tiles
  return source;
}

const char* nameOf(std::uint32_t shape) {
  constexpr const char* kNames[kMaxShapes] = {"rank_merge_0", "rank_merge_1", "rank_merge_2"};
  return kNames[shape];
}

}  // namespace vksort::rank
