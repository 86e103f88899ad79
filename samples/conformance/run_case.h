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
  std::string sorts;
  std::uint32_t sorted = 0;
  std::uint32_t largest = 0;
  std::set<std::string> kernels;
  nlohmann::json sorter;  // sorterFacts()
};

struct Run {
  Limits limits;
  std::optional<std::uint32_t> count;  // the only count, instead of the counts of the case
  std::function<void(std::uint32_t count)> progress;
};

// Throws gpu::Error if the device is lost. Then it cannot be used.
Outcome runCase(cases::Gpu& gpu, const Case& of, const Run& run);

}  // namespace conform
