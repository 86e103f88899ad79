#include "support/oracle/tunings.h"

#include <cstddef>

namespace test {

using vksort::Tuning;

namespace {

// For 2^32 elements. Small kernels cover few strides per pass.
uint32_t mostPasses(const Tuning& tuning) {
  uint32_t longest = tuning.registers_log2;
  for (uint32_t i = 0; i < 6; ++i)
    if (tuning.global_log2[i] != 0) longest = tuning.registers_log2 + i;
  uint32_t passes = 1;
  for (uint32_t stage = tuning.tile_log2 + 1; stage <= 32; ++stage)
    passes += 1 + (stage - tuning.tile_log2 + longest - 1) / longest;
  return passes;
}

}  // namespace

std::vector<Tuning> everyTuning(vksort::Element element) {
  const uint32_t r = vksort::compiled().registers_log2[vksort::wordsOf(element) - 1];
  std::vector<Tuning> tunings;
  Tuning t = vksort::classOf(kAmple).tuning(element);
  t.small_log2 = t.medium_log2 = t.large_log2 = 0;
  const auto keep = [&] {
    if (vksort::bitonic::isPossible(t, kAmple, element) && mostPasses(t) <= vksort::kMaxTunedPasses - 5)
      tunings.push_back(t);
  };
  for (t.tile_log2 = 0; t.tile_log2 <= 20; ++t.tile_log2)
    for (t.double_tiles = 0; t.double_tiles <= 2; ++t.double_tiles)
      for (t.smallest_merge_log2 = t.tile_log2; t.smallest_merge_log2 + 3 > t.tile_log2; --t.smallest_merge_log2)
        for (t.merge_log2 = t.smallest_merge_log2; t.merge_log2 <= t.tile_log2 + 1; ++t.merge_log2)
          for (uint32_t globals = 0; globals < 1u << 6; ++globals) {
            for (uint32_t i = 0; i < 6; ++i) t.global_log2[i] = globals >> i & 1 ? t.tile_log2 : 0;
            keep();
            if (t.global_log2[0] != 0) t.global_log2[0] = r + 5;
            if (t.global_log2[1] != 0) t.global_log2[1] = r + 5;
            if (t.global_log2[3] != 0) t.global_log2[3] = r + 6;
            keep();
          }
  return tunings;
}

const std::vector<TuningField>& tuningFields() {
#define WORD(member) (offsetof(Tuning, member) / sizeof(uint32_t))
#define FIELD(member) \
  { #member, WORD(member) }
  static const std::vector<TuningField> fields = [] {
    std::vector<TuningField> list = {FIELD(registers_log2),      FIELD(tile_log2),  FIELD(small_log2),
                                     FIELD(medium_log2),         FIELD(large_log2), FIELD(double_tiles),
                                     FIELD(smallest_merge_log2), FIELD(merge_log2)};
    const auto add = [&list](const std::string& name, std::size_t word) {
      list.push_back({name, static_cast<uint32_t>(word)});
    };
    for (uint32_t i = 0; i < 6; ++i) add("global_log2[" + std::to_string(i) + "]", WORD(global_log2) + i);
    add("radix_from", WORD(radix_from));
    for (uint32_t i = 0; i < 2; ++i) add("scratch_log2", WORD(scratch_log2) + i);
    for (uint32_t i = 0; i < 3; ++i) {
      add("rank_shapes[].max_count", WORD(rank_shapes) + 2 * i);
      add("rank_shapes[].invocations_log2", WORD(rank_shapes) + 2 * i + 1);
    }
    for (uint32_t i = 0; i < 4; ++i) {
      add("radix_shapes[].max_count", WORD(radix_shapes) + 4 * i);
      add("radix_shapes[].invocations_log2", WORD(radix_shapes) + 4 * i + 1);
      add("radix_shapes[].elements", WORD(radix_shapes) + 4 * i + 2);
      add("radix_shapes[].parts", WORD(radix_shapes) + 4 * i + 3);
    }
    add("radix_additions", WORD(radix_additions));
    add("concurrent_workgroups", WORD(concurrent_workgroups));
    return list;
  }();
  return fields;
}

}  // namespace test
