#pragma once
#include <string>
#include <vector>

#include "sorts/bitonic/sizes.h"
#include "support/oracle/steps.h"

namespace test {

// More than any kernel needs.
inline constexpr vksort::DeviceLimits kAmple = {1024, 1u << 20, 0};

inline constexpr vksort::Element kElements[] = {vksort::Element::key, vksort::Element::pair, vksort::Element::triple};

// Sorts of one workgroup do not vary.
std::vector<vksort::Tuning> everyTuning(vksort::Element element);

struct TuningField {
  std::string name;
  uint32_t word;
  uint32_t& of(vksort::Tuning& tuning) const { return reinterpret_cast<uint32_t*>(&tuning)[word]; }
  uint32_t of(const vksort::Tuning& tuning) const { return reinterpret_cast<const uint32_t*>(&tuning)[word]; }
};

const std::vector<TuningField>& tuningFields();

}  // namespace test
