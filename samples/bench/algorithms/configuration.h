// What is sorted, and how vksort is asked to sort it.
#pragma once

#include <optional>

#include "input/input.h"
#include "vksort_expert.h"

namespace bench {

struct Configuration {
  Input input;
  bool baseline = false;                 // Creation::baseline
  std::optional<vksort::Tuning> tuning;  // without it what vksort chooses
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;
  vksort::Scratch scratch = vksort::Scratch::never;
  bool count_on_gpu = false;              // an indirect count
  std::optional<std::uint32_t> capacity;  // with it, SortInfo::count of an indirect count; else: the count
  std::uint32_t segments = 0;             // of equal size, that the elements are in; 0: no segmented sort
  std::uint32_t max_count = 0;            // SorterInfo::max_count
  bool staged = false;                    // Creation::staged
  std::uint32_t threads = 0;              // that pipelines are created on, at most; 0: one for each core

  bool usesScratch() const { return scratch != vksort::Scratch::never; }
};

}  // namespace bench
