#include "tunings.h"

namespace test {

using vksort::Tuning;

std::vector<Tuning> everyTuning(bool pairs) {
  const uint32_t r = pairs ? 3 : 4;
  std::vector<Tuning> tunings;
  Tuning t = vksort::rowFor(kAmple, pairs).tuning;
  t.small_log2 = t.medium_log2 = t.large_log2 = t.subgroup_sort = 0;
  const auto keep = [&] {
    if (!vksort::complaintAbout(t, kAmple, pairs)) tunings.push_back(t);
  };
  for (t.tile_log2 = 0; t.tile_log2 <= 20; ++t.tile_log2)
    for (t.double_tiles = 0; t.double_tiles <= 2; ++t.double_tiles)
      for (t.smallest_merge_log2 = t.tile_log2; t.smallest_merge_log2 + 4 > t.tile_log2; --t.smallest_merge_log2)
        for (t.short_tile_log2 = r; t.short_tile_log2 <= t.tile_log2 + 1; ++t.short_tile_log2)
          for (t.short_limit = 0; t.short_limit <= r + 1; ++t.short_limit)
            for (t.long_strides = r; t.long_strides <= 2 * r + 1; ++t.long_strides) keep();
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
      {"short_tile_log2", &Tuning::short_tile_log2},
      {"short_strides", &Tuning::short_strides},
      {"short_limit", &Tuning::short_limit},
      {"long_strides", &Tuning::long_strides},
      {"subgroup_sort", &Tuning::subgroup_sort},
  };
  return fields;
}

}  // namespace test
