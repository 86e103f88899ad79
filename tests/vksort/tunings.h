// Tunings to test with.
#pragma once
#include <string>
#include <vector>

#include "bitonic/tuning.h"

namespace test {

// Larger than any kernel needs.
inline constexpr vksort::DeviceLimits kAmple = {1024, 1u << 20, 0};

inline constexpr vksort::Element kElements[] = {vksort::Element::key, vksort::Element::pair, vksort::Element::triple};

// Every tuning that a device with ample limits takes, but those that differ in the sorts of one workgroup alone.
std::vector<vksort::Tuning> everyTuning(vksort::Element element);

struct TuningField {
  std::string name;
  uint32_t vksort::Tuning::*member;
};

// Every member, with its name in the text.
const std::vector<TuningField>& tuningFields();

}  // namespace test
