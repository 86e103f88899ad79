#include "tunings.h"

namespace test {

using vksort::Tuning;

constexpr uint32_t Tuning::*kGlobalSizes[] = {&Tuning::short_tile_log2,  &Tuning::long_1_tile_log2,
                                              &Tuning::long_2_tile_log2, &Tuning::long_3_tile_log2,
                                              &Tuning::long_4_tile_log2, &Tuning::long_5_tile_log2};

namespace {

// Of 2^32 elements. The shipped kernels have as many strides as they need; smaller ones may not.
uint32_t mostPasses(const Tuning& tuning) {
  uint32_t longest = tuning.registers_log2;
  for (uint32_t i = 0; i < 6; ++i)
    if (tuning.*kGlobalSizes[i] != 0) longest = tuning.registers_log2 + i;
  uint32_t passes = 1;
  for (uint32_t stage = tuning.tile_log2 + 1; stage <= 32; ++stage)
    passes += 1 + (stage - tuning.tile_log2 + longest - 1) / longest;
  return passes;
}

}  // namespace

std::vector<Tuning> everyTuning(vksort::Element element) {
  const uint32_t r = vksort::compiled().registers_log2[vksort::wordsOf(element) - 1];
  std::vector<Tuning> tunings;
  Tuning t = vksort::rowFor(kAmple, element).tuning;
  t.small_log2 = t.medium_log2 = t.large_log2 = t.subgroup_sort = 0;
  const auto keep = [&] {
    if (!vksort::complaintAbout(t, kAmple, element) && mostPasses(t) <= vksort::kMaxPasses) tunings.push_back(t);
  };
  for (t.tile_log2 = 0; t.tile_log2 <= 20; ++t.tile_log2)
    for (t.double_tiles = 0; t.double_tiles <= 2; ++t.double_tiles)
      for (t.smallest_merge_log2 = t.tile_log2; t.smallest_merge_log2 + 3 > t.tile_log2; --t.smallest_merge_log2)
        for (t.merge_log2 = t.smallest_merge_log2; t.merge_log2 <= t.tile_log2 + 1; ++t.merge_log2)
          for (uint32_t globals = 0; globals < 1u << 6; ++globals) {
            for (uint32_t i = 0; i < 6; ++i) t.*kGlobalSizes[i] = globals >> i & 1 ? t.tile_log2 : 0;
            keep();
            if (t.short_tile_log2 != 0) t.short_tile_log2 = r + 5;
            if (t.long_1_tile_log2 != 0) t.long_1_tile_log2 = r + 5;
            if (t.long_3_tile_log2 != 0) t.long_3_tile_log2 = r + 6;
            keep();
          }
  return tunings;
}

const std::vector<TuningField>& tuningFields() {
  static const std::vector<TuningField> fields = {
      {"registers_log2", &Tuning::registers_log2},
      {"tile_log2", &Tuning::tile_log2},
      {"small_log2", &Tuning::small_log2},
      {"medium_log2", &Tuning::medium_log2},
      {"large_log2", &Tuning::large_log2},
      {"double_tiles", &Tuning::double_tiles},
      {"smallest_merge_log2", &Tuning::smallest_merge_log2},
      {"merge_log2", &Tuning::merge_log2},
      {"short_tile_log2", &Tuning::short_tile_log2},
      {"long_1_tile_log2", &Tuning::long_1_tile_log2},
      {"long_2_tile_log2", &Tuning::long_2_tile_log2},
      {"long_3_tile_log2", &Tuning::long_3_tile_log2},
      {"long_4_tile_log2", &Tuning::long_4_tile_log2},
      {"long_5_tile_log2", &Tuning::long_5_tile_log2},
      {"subgroup_sort", &Tuning::subgroup_sort},
  };
  return fields;
}

}  // namespace test
