#include "program.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "child.h"
#include "common/devices.h"
#include "common/files.h"
#include "facts.h"
#include "options.h"
#include "platform.h"
#include "report.h"
#include "supervise.h"
#include "tune_report.h"

namespace conform {
namespace {

constexpr int kFailed = 1, kCannotRun = 2;
constexpr double kGpuSeconds = 120, kSoftwareSeconds = 300;  // maximum time without progress

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot read the file");
  std::ostringstream text;
  text << file.rdbuf();
  if (text.str().size() > kMaxReportBytes) throw std::runtime_error(path + ": too large for a report");
  return text.str();
}

std::vector<std::string> commonOptions(const Options& options) {
  std::vector<std::string> words;
  if (options.device) words.insert(words.end(), {"--device", *options.device});
  words.insert(words.end(), {"--seed", std::to_string(options.seed)});
  return words;
}

std::vector<std::string> childCommand(const Options& options, const std::string& what,
                                      const std::vector<std::string>& cases) {
  std::vector<std::string> command;
  if (!options.through.empty()) command.push_back(options.through);
  command.insert(command.end(), {ownPath(), "--child", what});
  for (const std::string& word : commonOptions(options)) command.push_back(word);
  if (!options.identity.empty()) command.insert(command.end(), {"--identity", options.identity});
  if (options.quick) command.push_back("--quick");
  if (options.count) command.insert(command.end(), {"--count", std::to_string(*options.count)});
  if (options.tune) command.insert(command.end(), {"--tune", std::to_string(*options.tune)});
  for (const std::string& name : cases) command.insert(command.end(), {"--case", name});
  return command;
}

void printFailure(const Options& options, const Json& result) {
  const std::string name = result.at("case");
  std::printf("%s: %s: %s\n", result.at("result") == "fail" ? "FAILED" : "NOT PASSED", name.c_str(),
              (result.at("result").get<std::string>() + ": " + result.value("detail", "")).c_str());
  if (result.contains("recorded")) std::printf("%s", result.at("recorded").get<std::string>().c_str());
  if (result.contains("printed")) std::printf("  it printed: %s\n", result.at("printed").get<std::string>().c_str());
  std::string command = "vksort-conform --case " + name;
  for (const std::string& word : commonOptions(options)) command += " " + word;
  std::printf("  seed %llu", static_cast<unsigned long long>(options.seed));
  if (result.contains("smallest_count")) {
    const std::string count = std::to_string(result.at("smallest_count").get<std::uint32_t>());
    std::printf(", smallest count that failed: %s", count.c_str());
    command += " --count " + count;
  }
  std::printf("\n  to repeat: %s\n", command.c_str());
  std::fflush(stdout);
}

using Group = std::pair<std::string, std::vector<std::string>>;

std::vector<Group> groupsOf(const std::vector<Case>& cases) {
  std::vector<Group> groups;
  for (const Case& each : cases) {
    if (groups.empty() || groups.back().first != each.group) groups.push_back({each.group, {}});
    groups.back().second.push_back(each.name);
  }
  return groups;
}

// Runs several groups in parallel, because computing the expected results takes longer than sorting on a GPU.
std::vector<Json> runGroups(const Options& options, const std::vector<Case>& cases, bool software) {
  const std::vector<Group> groups = groupsOf(cases);
  std::vector<std::vector<Json>> results(groups.size());
  std::atomic<std::size_t> next = 0;
  std::size_t finished = 0;
  std::mutex printing;
  const Supervised how{
      [&options](const std::vector<std::string>& names) { return childCommand(options, "cases", names); },
      software ? kSoftwareSeconds : kGpuSeconds,
      [&](const Json& result) {
        const std::lock_guard lock(printing);
        if (!isGood(result)) printFailure(options, result);
      }};
  const auto work = [&] {
    for (std::size_t i = next++; i < groups.size(); i = next++) {
      results[i] = superviseGroup(groups[i].second, how);
      const std::lock_guard lock(printing);
      finished += groups[i].second.size();
      std::printf("%-24s %s (%zu of %zu cases)\n", groups[i].first.c_str(), countsText(results[i]).c_str(), finished,
                  cases.size());
      std::fflush(stdout);
    }
  };
  const unsigned at_once = software ? 1 : std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u);
  std::vector<std::future<void>> workers;
  for (unsigned i = 0; i < (options.jobs != 0 ? options.jobs : at_once); ++i)
    workers.push_back(std::async(std::launch::async, work));
  for (std::future<void>& worker : workers) worker.get();
  std::vector<Json> all;
  for (const std::vector<Json>& of_group : results) all.insert(all.end(), of_group.begin(), of_group.end());
  return all;
}

// If timing fails, the report still contains the results.
Json timingsOf(const Options& options) {
  std::printf("timing sorts for the report, for up to a minute\n");
  std::fflush(stdout);
  try {
    return eventOfChild(childCommand(options, "timings", {}), "timings", kSoftwareSeconds).at("timings");
  } catch (const std::runtime_error& error) {
    std::printf("NOT TIMED: %s\n", error.what());
    return {{"error", "the process that times sorts failed"}, {"copy_bytes_per_second", 0}, {"sorts", Json::array()}};
  }
}

// Leaves time for a run of ten minutes and for timing the result. If the cases were slow, the search gets one minute.
Json tuningOf(Options options, bool software, double elapsed) {
  if (!options.tune) options.tune = software || options.quick ? 0 : std::clamp(570 - elapsed, 60.0, 300.0);
  if (*options.tune == 0) {
    std::printf("not searching for a faster tuning; use --tune SECONDS to search\n");
    return {{"skipped", options.quick ? "--quick" : software ? "software driver" : "--tune 0"}};
  }
  std::printf("searching for a faster tuning, for at most %.0f s\n", *options.tune);
  std::fflush(stdout);
  try {
    const double hang = software ? kSoftwareSeconds : kGpuSeconds;
    const Json tuning = eventOfChild(childCommand(options, "tune", {}), "tuning", hang).at("tuning");
    std::printf("%s", tuningText(tuning).c_str());
    return tuning;
  } catch (const std::runtime_error& error) {
    std::printf("NOT TUNED: %s\n", error.what());
    return {{"error", "the process that searches for a tuning failed"}};
  }
}

void printRow(const std::string& report) {
  const std::string row = rowOf(Json::parse(report));
  if (!row.empty()) std::printf("for engine/vksort/sorts/sizes/rows.cpp:\n%s", row.c_str());
}

int runCases(Options options) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const std::vector<Case> cases = selectCases(options.cases, options.quick);
  Findings findings;
  findings.seed = options.seed;
  findings.quick = options.quick;
  findings.device = eventOfChild(childCommand(options, "facts", {}), "facts", kSoftwareSeconds).at("device");
  options.identity = identityOf(findings.device);
  const bool is_whole = cases.size() == allCases().size() && !options.count;
  const bool reports = is_whole || !options.output.empty();
  const std::string path = options.output.empty() ? reportName(findings) : options.output;
  // Fails early if the file cannot be written, but does not create it, because the run can be interrupted.
  if (reports) samples::WholeFile("--output", path);
  std::printf("vksort-conform " VKSORT_PROGRAM_VERSION ": %zu of %zu cases on %s\n", cases.size(), allCases().size(),
              findings.device.at("name").get<std::string>().c_str());
  std::fflush(stdout);
  const bool software = findings.device.at("software");
  findings.results = runGroups(options, cases, software);
  std::printf("%zu %s in %.0f s: %s\n", cases.size(), cases.size() == 1 ? "case" : "cases", elapsed(),
              countsText(findings.results).c_str());
  if (reports) findings.timings = timingsOf(options);
  if (reports || options.tune) findings.tuning = tuningOf(options, software, elapsed());
  findings.seconds = elapsed();
  const std::string text = reportText(findings);
  printRow(text);
  if (reports) {
    samples::WholeFile file("--output", path);
    file.write(text);
    file.finish();
    std::printf("report (the only file to send): %s\n", path.c_str());
  }
  if (!reports)
    std::printf("no report was written, because this was no complete run; to write one, use --output FILE\n");
  const bool any_passed =
      std::ranges::any_of(findings.results, [](const Json& each) { return each.at("result") == "pass"; });
  if (!any_passed) std::printf("FAILED: no case passed\n");
  const bool all_sorted = !findings.tuning.contains("wrong") || findings.tuning.at("wrong").empty();
  return any_passed && all_sorted && std::ranges::all_of(findings.results, isGood) ? 0 : kFailed;
}

int checkReports(const Options& options) {
  int status = 0;
  for (const std::string& path : options.reports) {
    std::string fault;
    try {
      fault = faultOfReport(readFile(path));
      std::printf("%s: %s\n", path.c_str(), fault.empty() ? "complete and unmodified" : ("invalid: " + fault).c_str());
    } catch (const std::runtime_error& error) {
      std::printf("%s\n", (fault = error.what()).c_str());
    }
    if (!fault.empty()) status = kFailed;
  }
  return status;
}

int printReports(const Options& options) {
  std::vector<Json> reports;
  for (const std::string& path : options.reports) {
    const std::string text = readFile(path);
    if (const std::string fault = faultOfReport(text); !fault.empty()) throw std::runtime_error(path + ": " + fault);
    reports.push_back(Json::parse(text));
    if (options.command == Options::Command::row) printRow(text);
  }
  if (options.command == Options::Command::table) std::printf("%s", tableOf(reports).c_str());
  return 0;
}

int run(const Options& options, PFN_vkGetInstanceProcAddr get_instance_proc_addr) {
  switch (options.command) {
    case Options::Command::list:
      for (const Case& each : selectCases(options.cases, options.quick))
        std::printf("%-36s %-5s %s\n", each.name.c_str(), each.quick ? "quick" : "", describe(each.sorter).c_str());
      return 0;
    case Options::Command::list_devices:
      std::printf("%s", samples::deviceLines().c_str());
      return 0;
    case Options::Command::check:
      return checkReports(options);
    case Options::Command::table:
    case Options::Command::row:
      return printReports(options);
    case Options::Command::child:
      return runChild(options, get_instance_proc_addr);
    case Options::Command::run:
      break;
  }
  return runCases(options);
}

}  // namespace

int runProgram(int argc, char** argv, PFN_vkGetInstanceProcAddr get_instance_proc_addr) {
  Options options;
  if (const std::optional<int> status = parseOptions(argc, argv, options)) return *status;
  try {
    return run(options, get_instance_proc_addr);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "vksort-conform: %s\n", error.what());
    return kCannotRun;
  }
}

}  // namespace conform
