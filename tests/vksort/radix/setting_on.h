// What radix makes of a configuration on a device of some limits, without any device.
#pragma once
#include "radix/sort.h"
#include "vksort.h"

namespace test {

inline vksort::radix::Setting settingOn(const vksort::DeviceLimits& limits, vksort::Values values,
                                        bool looks_back = true, vksort::Ties ties = vksort::Ties::any,
                                        vksort::KeyType key_type = vksort::KeyType::u32, uint32_t coherent_log2 = 0) {
  vksort::SorterInfo info;
  info.coherent = coherent_log2 != 0;  // repaired by tiles of that size
  info.key_type = key_type;
  info.values = values;
  info.ties = ties;
  if (limits.subgroup_size < 32) info.algorithm = vksort::Algorithm::radix;
  constexpr vksort::RecordLimits kRecord{64, 1ull << 32, 8, 65535};
  vksort::Tuning tuning{};
  tuning.tile_log2 = coherent_log2 != 0 ? coherent_log2 : 8;
  return vksort::radix::settingOf(info, limits, kRecord, tuning, looks_back);
}

}  // namespace test
