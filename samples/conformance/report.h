// The report: a file that can be sent. Its checksum guards against accidents and careless edits, not against forgers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "events.h"

namespace conform {

inline constexpr int kReportSchema = 3, kMinReportSchema = 2;  // 2: without "tuning"
inline constexpr std::size_t kMaxReportBytes = 4u << 20;

// What a run has found.
struct Findings {
  Json device, timings, tuning = Json::object();
  std::vector<Json> results;  // of superviseGroup()
  std::uint64_t seed = 0;
  bool quick = false;
  double seconds = 0;  // of the whole run
};

// The text of a report, with its checksum.
std::string reportText(const Findings& findings);

// vksort-VERSION-VENDOR-DEVICE-DRIVER.json
std::string reportName(const Findings& findings);

// What is wrong with the text of a report: altered, incomplete, or not a report. Empty: nothing.
std::string faultOfReport(const std::string& text);

// Markdown: device, driver, result, times of each report.
std::string tableOf(std::span<const Json> reports);

// "212 passed, 3 failed, 1 crash"
std::string countsText(const std::vector<Json>& results);

}  // namespace conform
