#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "cases/gpu.h"
#include "recordings.h"

namespace conform {

struct Outcome {
  enum class Status : std::uint8_t { pass, fail, not_supported } status = Status::pass;
  std::string detail;          // why it failed or is not supported
  std::uint32_t smallest = 0;  // smallest count that failed
  std::string sorts;           // description of the failed sort
  std::uint32_t sorted = 0;    // number of runs
  std::uint32_t largest = 0;   // maximum count
  std::set<std::string> kernels;
  nlohmann::json sorter;  // sorterFacts(), for self-tests
};

struct Run {
  Limits limits;
  std::optional<std::uint32_t> count;                 // the only count, instead of the counts of the case
  std::function<void(std::uint32_t count)> progress;  // called before each run
};

// Throws gpu::Error with VK_ERROR_DEVICE_LOST; afterwards, the device cannot be used.
Outcome runCase(cases::Gpu& gpu, const Case& of, const Run& run);

}  // namespace conform
