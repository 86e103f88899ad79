// What is sorted, and how vksort is asked to sort it.
#pragma once

#include <optional>

#include "input/input.h"
#include "vksort.h"

namespace bench {

struct Configuration {
  Input input;
  vksort::Path path = vksort::Path::automatic;
  std::optional<vksort::Tuning> tuning;  // without it what vksort chooses
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;
  bool scratch = false;                   // memory is lent to vksort
  bool coherent = false;                  // repair before sorting
  std::optional<double> camera;           // degrees per frame: each sort is of a frame, after the one before
  bool count_on_gpu = false;              // the device finds the count in a buffer
  std::optional<std::uint32_t> capacity;  // with it, the most elements that a sort is recorded for; else: the count
  std::uint32_t lists = 0;                // the elements are in so many lists of equal size; 0: not in lists
  std::uint32_t max_count = 0;            // SorterInfo::max_count
  bool always_lends = false;              // SorterInfo::always_lends
  std::uint32_t threads = 0;              // that a Sorter is made on, at most; 0: as many as there are cores
};

}  // namespace bench
