#include "tune/tune_report.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "command_line/tuning_option.h"

namespace bench {
namespace {

struct Member {
  std::string name;
  std::string value;
};

// The members of a tuning in their order, as its text has them.
std::vector<Member> membersOf(const vksort::Tuning& tuning) {
  std::vector<Member> members;
  std::istringstream words(textOf(tuning));
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) members.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
  return members;
}

// Share of the time that is saved.
double gain(double a_us, double b_us) { return 100 * (1 - b_us / a_us); }

constexpr std::size_t kLine = 96;

std::string table(const char* a, const char* b, const std::vector<TuneDevice::Times>& times) {
  char line[kLine];
  std::snprintf(line, sizeof line, "%10s %12s %12s %8s\n", "n", a, b, "gain");
  std::string text = line;
  for (const TuneDevice::Times& each : times) {
    std::snprintf(line, sizeof line, "%10u %12.2f %12.2f %7.1f%%\n", each.count, each.a_us, each.b_us,
                  gain(each.a_us, each.b_us));
    text += line;
  }
  return text;
}

}  // namespace

std::string rowSource(const TuneTarget& target, const vksort::Tuning& tuning) {
  const vksort::PlanDevice device = target.baseline ? vksort::PlanDevice{} : target.device;
  char needs[256];
  std::snprintf(needs, sizeof needs,
                "{.needs = {.vendor_id = 0x%x, .subgroup_size = %u, .workgroup_invocations = %u, "
                ".shared_memory_bytes = %u, .element = Element::%s}, .tuning = {",
                device.vendor_id, device.subgroup_size, device.workgroup_invocations, device.shared_memory_bytes,
                elementOf(target));
  std::string row = needs;
  for (const Member& member : membersOf(tuning)) {
    std::string value;  // a list is in braces, and so are its structures
    for (const char c : member.value) value += c == ';' ? std::string("}, {") : std::string(1, c);
    if (value != member.value) value = "{" + value + "}";
    if (value.find(',') != std::string::npos) value = "{" + value + "}";
    row += (row.ends_with('{') ? "." : ", .") + member.name + " = " + value;
  }
  return row + "}},";
}

std::string changes(const vksort::Tuning& from, const vksort::Tuning& to) {
  const std::vector<Member> before = membersOf(from), after = membersOf(to);
  std::string list;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].value == before[i].value) continue;
    list += (list.empty() ? "" : ", ") + after[i].name + " " + before[i].value + " -> " + after[i].value;
  }
  return list;
}

std::string comparison(const std::vector<TuneDevice::Times>& times) {
  std::string text = table("table us", "tuned us", times);
  char line[kLine];
  std::snprintf(line, sizeof line, "%10s %25s %7.1f%%\n", "all", "", gain(1, meanRatio(times)));
  return text + line;
}

std::string scratchComparison(std::vector<TuneDevice::Times> times) {
  std::ranges::sort(times, {}, &TuneDevice::Times::count);
  return table("others us", "radix us", times);
}

}  // namespace bench
