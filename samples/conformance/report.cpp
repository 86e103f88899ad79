#include "report.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <map>
#include <set>

#include "build_facts.h"
#include "list.h"
#include "tune_report.h"

namespace conform {
namespace {

constexpr const char* kFormat = "vksort-conform report";
constexpr const char* kResults[] = {"pass", "not supported", "fail", "flaky", "crash", "timeout"};
constexpr const char* kInWords[] = {"passed", "not supported", "failed", "flaky", "crashed", "timed out"};

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

// XXH3 with 128 bits.
std::string checksumOf(Json report) {
  report.erase("checksum");
  const std::string text = report.dump();
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return printed("%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                 static_cast<unsigned long long>(hash.low64));
}

std::string serialize(const Json& report) {
  std::string text = "{";
  for (auto member = report.begin(); member != report.end(); ++member) {
    text += (member == report.begin() ? "\n" : ",\n") + Json(member.key()).dump() + ": ";
    if (member.key() != "cases" || !member->is_object()) {
      text += member->dump();
      continue;
    }
    text += "{";
    for (auto each = member->begin(); each != member->end(); ++each)
      text += (each == member->begin() ? "\n  " : ",\n  ") + Json(each.key()).dump() + ": " + each->dump();
    text += "\n}";
  }
  return text + "\n}\n";
}

std::string inWords(const std::vector<std::string>& results) {
  std::string text;
  for (std::size_t i = 0; i < std::size(kResults); ++i) {
    const auto count = std::ranges::count(results, kResults[i]);
    if (count != 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kInWords[i];
  }
  return text.empty() ? "no cases" : text;
}

std::vector<std::string> resultsOf(const Json& cases) {
  std::vector<std::string> results;
  for (const Json& each : cases) results.push_back(each.at("result"));
  return results;
}

// Returns an empty string if the cases are complete.
std::string faultOfCases(const Json& report) {
  const Json& cases = report.at("cases");
  const bool quick = report.at("quick");
  const bool is_own_list = report.at("list") == kListVersion;
  if (!is_own_list && cases.size() != report.at("cases_in_list")) return "cases are missing";
  const std::vector<Case> list = selectCases({}, quick);
  std::size_t missing = 0;
  std::string first;
  for (const Case& each : list) {
    if (!is_own_list || cases.contains(each.name)) continue;
    if (missing++ == 0) first = each.name;
  }
  if (missing != 0)
    return std::to_string(missing) + " of " + std::to_string(list.size()) + " cases are missing, for example " + first +
           "; run vksort-conform without --case and --count";
  if (is_own_list && cases.size() != list.size()) return "it contains cases that are not in the list";
  for (const Json& each : cases) {
    if (std::ranges::find(kResults, each.at("result")) == std::end(kResults))
      return "a case has the invalid result " + each.at("result").dump();
  }
  return "";
}

std::string faultOfParsed(const Json& report, const std::string& text) {
  if (!report.is_object() || report.value("format", Json()) != kFormat) return "not a report of vksort-conform";
  const Json& schema = report.at("schema");
  if (!schema.is_number() || schema < kMinReportSchema || schema > kReportSchema)
    return "schema " + schema.dump() + " is not supported (expected " + std::to_string(kMinReportSchema) + " to " +
           std::to_string(kReportSchema) + "); use the vksort-conform that wrote the report";
  if (report.at("checksum") != checksumOf(report)) return "it was modified: its checksum does not match";
  if (serialize(report) != text) return "it was modified: its text is formatted differently";
  for (const char* member :
       {"device", "quick", "timings", "sorters", "kernels", "vksort", "system", "date", "seed", "seconds"})
    if (!report.contains(member)) return std::string("\"") + member + "\" is missing";
  const Json& timings = report.at("timings");
  if (timings.at("sorts").size() != 10 && !timings.contains("error")) return "it must contain ten timings";
  if (!timings.at("copy_bytes_per_second").is_number()) return "the copy rate is not a number";
  for (const Json& sort : timings.at("sorts"))
    if (!sort.at("microseconds").is_number()) return "a timing is not a number";
  if (schema > kMinReportSchema)
    if (std::string fault = faultOfTuning(report.at("tuning")); !fault.empty()) return fault;
  if (report.at("result") != inWords(resultsOf(report.at("cases")))) return "the result does not match the cases";
  if (report.at("list") > kListVersion)
    return "list " + report.at("list").dump() + " of cases is not supported (expected at most " +
           std::to_string(kListVersion) + "); use a newer vksort-conform";
  return faultOfCases(report);
}

std::string forFileName(std::string text) {
  std::string name;
  for (const char letter : text) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.';
    if (is_plain)
      name += letter;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && (name.back() == '_' || name.back() == '.')) name.pop_back();
  return name.substr(0, 60);
}

std::string vendorName(const std::string& id) {
  const std::map<std::string, std::string> names = {
      {"0x1002", "AMD"},   {"0x1010", "Imagination"}, {"0x106b", "Apple"},  {"0x10de", "NVIDIA"},
      {"0x13b5", "Arm"},   {"0x14e4", "Broadcom"},    {"0x1ae0", "Google"}, {"0x5143", "Qualcomm"},
      {"0x8086", "Intel"}, {"0x10005", "Mesa"}};
  const auto found = names.find(id);
  return found != names.end() ? found->second : id;
}

// Name and version, otherwise the version number of Vulkan 1.1.
std::string driverText(const Json& driver) {
  const std::string name = driver.at("name"), info = driver.at("info");
  if (name.empty()) return std::to_string(driver.at("version").get<std::uint32_t>());
  return info.empty() ? name : name + " " + info;
}

std::string cellOf(const std::string& text) {
  std::string cell;
  for (const char letter : text) {
    if (std::string_view("|<>`\\").find(letter) != std::string_view::npos) cell += '\\';
    cell += std::iscntrl(static_cast<unsigned char>(letter)) != 0 ? ' ' : letter;
  }
  return cell;
}

std::string shortCommit(const std::string& commit) {
  return commit.substr(0, 8) + (commit.ends_with("-dirty") ? "-dirty" : "");
}

}  // namespace

std::string countsText(const std::vector<Json>& results) { return inWords(resultsOf(Json(results))); }

std::string reportText(const Findings& findings) {
  Json report = {{"format", kFormat},
                 {"schema", kReportSchema},
                 {"list", kListVersion},
                 {"quick", findings.quick},
                 {"cases_in_list", selectCases({}, findings.quick).size()},
                 {"vksort", {{"version", VKSORT_PROGRAM_VERSION}, {"commit", kCommit}, {"spirv_sha256", kSpirvHash}}},
                 {"system", VKSORT_SYSTEM},
                 {"date", today()},
                 {"seed", findings.seed},
                 {"seconds", static_cast<int>(findings.seconds + 0.5)},
                 {"device", findings.device},
                 {"timings", findings.timings},
                 {"tuning", findings.tuning},
                 {"result", countsText(findings.results)}};
  std::set<std::string> kernels;
  Json cases = Json::object(), sorters = Json::object();
  for (Json result : findings.results) {
    const std::string name = result.at("case");
    for (const Json& kernel : result.value("kernels", Json::array())) kernels.insert(kernel);
    if (result.contains("sorter")) sorters[name.substr(0, name.find('/'))] = result.at("sorter");
    // Driver output can contain paths and user names.
    for (const char* member : {"case", "kernels", "sorter", "printed"}) result.erase(member);
    cases[name] = std::move(result);
  }
  report["kernels"] = kernels;
  report["sorters"] = std::move(sorters);
  report["cases"] = std::move(cases);
  report["checksum"] = checksumOf(report);
  return serialize(report);
}

std::string reportName(const Findings& findings) {
  const Json& device = findings.device;
  return "vksort-" VKSORT_PROGRAM_VERSION "-" + forFileName(vendorName(device.at("vendor_id"))) + "-" +
         forFileName(device.at("name")) + "-" + forFileName(driverText(device.at("driver"))) + ".json";
}

std::string faultOfReport(const std::string& text) {
  // Freeing deeper JSON would overflow the stack.
  constexpr int kMaxDepth = 8;
  bool is_deep = false;
  const auto isShallow = [&is_deep](int depth, Json::parse_event_t, Json&) {
    is_deep = is_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  const Json report = Json::parse(text, isShallow, false);
  if (is_deep) return "not a report of vksort-conform";
  if (report.is_discarded()) return "it is truncated or was modified: it is not JSON";
  try {
    return faultOfParsed(report, text);
  } catch (const Json::exception& error) {
    return std::string("something is missing or invalid: ") + error.what();
  }
}

std::string tableOf(std::span<const Json> reports) {
  std::string text =
      "| device | driver | system | vksort | result | vkCmdCopyBuffer | 2^20 keys and indices | class / best |\n"
      "|---|---|---|---|---|---|---|---|\n";
  std::vector<std::string> rows;
  for (const Json& report : reports) {
    const Json& device = report.at("device");
    std::string time;
    const double rate = report.at("timings").at("copy_bytes_per_second").get<double>() / 1e9;
    for (const Json& sort : report.at("timings").at("sorts")) {
      if (sort.at("sorter") != "index" || sort.at("count") != 1u << 20) continue;
      time = printed("%.2f ms", sort.at("microseconds").get<double>() / 1000);
    }
    const Json& vksort = report.at("vksort");
    rows.push_back("| " + cellOf(device.at("name")) + " | " + cellOf(driverText(device.at("driver"))) + " | " +
                   report.at("system").get<std::string>() + " | " + vksort.at("version").get<std::string>() + ", " +
                   shortCommit(vksort.at("commit")) + " | " + report.at("result").get<std::string>() +
                   (report.at("quick") ? " (quick)" : "") + " | " + printed("%.0f GB/s", rate) + " | " + time + " | " +
                   ratioText(report.value("tuning", Json::object())) + " |\n");
  }
  std::ranges::sort(rows);
  for (const std::string& row : rows) text += row;
  return text;
}

}  // namespace conform
