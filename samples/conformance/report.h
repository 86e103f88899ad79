// The checksum protects against accidents and careless edits, not forgery.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "events.h"

namespace conform {

inline constexpr int kReportSchema = 3, kMinReportSchema = 2;  // 2 has no "tuning"
inline constexpr std::size_t kMaxReportBytes = 4u << 20;

struct Findings {
  Json device, timings, tuning = Json::object();
  std::vector<Json> results;
  std::uint64_t seed = 0;
  bool quick = false;
  double seconds = 0;
};

std::string reportText(const Findings& findings);

std::string reportName(const Findings& findings);

// Returns an empty string for a complete, unmodified report.
std::string faultOfReport(const std::string& text);

std::string tableOf(std::span<const Json> reports);

// Returns, for example, "212 passed, 3 failed, 1 crash".
std::string countsText(const std::vector<Json>& results);

}  // namespace conform
