// The report is a file that users can send. Its checksum protects against accidents and careless edits, not forgery.
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
  std::vector<Json> results;  // of superviseGroup()
  std::uint64_t seed = 0;
  bool quick = false;
  double seconds = 0;  // duration of the run
};

std::string reportText(const Findings& findings);

// Returns vksort-VERSION-VENDOR-DEVICE-DRIVER.json.
std::string reportName(const Findings& findings);

// Returns why the text is not a complete, unmodified report, or an empty string.
std::string faultOfReport(const std::string& text);

// Returns a Markdown table with one row per report.
std::string tableOf(std::span<const Json> reports);

// Returns, for example, "212 passed, 3 failed, 1 crash".
std::string countsText(const std::vector<Json>& results);

}  // namespace conform
