// Runs a case on a device, in this process.
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
  std::string detail;          // what is wrong, or not supported
  std::uint32_t smallest = 0;  // of a failure: the smallest count that was seen to fail
  std::string sorts;           // the same in words: what was recorded
  std::uint32_t sorted = 0;    // runs
  std::uint32_t largest = 0;   // count of them
  std::set<std::string> kernels;
  nlohmann::json sorter;  // of a self-test: sorterFacts()
};

struct Run {
  Limits limits;
  std::optional<std::uint32_t> count;                 // the only one; none: those of the case
  std::function<void(std::uint32_t count)> progress;  // before each run
};

// Errors: gpu::Error with VK_ERROR_DEVICE_LOST; the device is of no more use then.
Outcome runCase(cases::Gpu& gpu, const Case& of, const Run& run);

}  // namespace conform
