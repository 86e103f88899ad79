#pragma once
#include <optional>

#include "sorts/sizes/tuning.h"
#include "support/oracle/oracle.h"
#include "vksort.h"
#include "vksort_plan.h"

namespace test {

struct Call {
  vksort::SortInfo sort{};
  vksort::CountSource count{};     // Mode::indirect
  vksort::SegmentInfo segments{};  // Mode::segments, except for its work buffer
  vksort::Range work{};
};

inline VkDeviceSize scratchBytes(const vksort::Sorter& sorter, const Call& call) {
  const uint32_t count = call.sort.count, segments = call.segments.segment_count;
  return segments != 0 ? sorter.scratchBytes(count, segments) : sorter.scratchBytes(count);
}

inline void setOrder(const Config& config, vksort::SortInfo& sort) {
  sort.key_type = config.key_type;
  sort.order = config.order;
  sort.nan_rule = config.nan_rule;
  sort.significant_bits = bitsOf(config);
}

// The order comes from `call`, not from `config`.
inline vksort::RecordStatus record(const vksort::Sorter& sorter, VkCommandBuffer cmd, const Config& config,
                                   const Call& call) {
  switch (config.mode) {
    case Mode::whole:
      return sorter.record(cmd, call.sort);
    case Mode::indirect:
      return sorter.record(cmd, call.sort, {call.count, call.work});
    case Mode::segments: {
      vksort::SegmentInfo segments = call.segments;
      segments.work = call.work;
      return sorter.record(cmd, call.sort, segments);
    }
  }
  return {};
}

struct SorterSetup {
  vksort::SorterInfo info{};
  vksort::Creation creation{};
  std::optional<vksort::Tuning> tuning{};  // replaces the device's tuning
  VkResult create(vksort::Sorter& out, const char** reason = nullptr) const {
    return tuning ? createTuned(get(), *tuning, out, reason) : vksort::Sorter::create(get(), out, reason);
  }
  // The result points into this object.
  vksort::SorterInfo get() const {
    vksort::SorterInfo pointed = info;
    pointed.creation = &creation;
    return pointed;
  }
};

}  // namespace test
