// The part of the command line that is about steps.
#pragma once
#include <cstdint>
#include <optional>

#include "steps/walk.h"

namespace particles {

struct StepsOptions {
  std::optional<steps::Algorithm> algorithm;  // given: draw steps, and no scene
  double step = 0.0;                          // of them are done; need not be whole
  uint32_t elements = 64;                     // steps::kFewestElements to steps::kMostElements
  uint32_t digit_bits = 4;                    // of the radix sort, 1 to steps::kMostDigitBits
};

// Errors: none; the options must be in range.
inline steps::Walk makeWalk(const StepsOptions& options, uint32_t seed) {
  const auto keys = steps::randomKeys(options.elements, seed);
  return options.algorithm == steps::Algorithm::radix ? steps::walkRadix(keys, options.digit_bits)
                                                      : steps::walkBitonic(keys);
}

}  // namespace particles
