#include "create/create_report.h"

#include <algorithm>
#include <cstdio>

#include "input/words.h"

namespace bench {
namespace {

// Of all pipelines; the time is what they took one by one.
TimedPipeline sumOf(const Creation& creation) {
  TimedPipeline sum;
  for (const TimedPipeline& each : creation.pipelines) {
    sum.spirv_bytes += each.spirv_bytes;
    sum.ms += each.ms;
  }
  return sum;
}

std::string line(const std::string& kernel, std::size_t bytes, double ms, const std::string& statistics = "") {
  char text[128];
  std::snprintf(text, sizeof text, "%-24s %12zu %10.1f", kernel.c_str(), bytes, ms);
  return text + (statistics.empty() ? "" : "  " + statistics) + "\n";
}

// A field of a CSV, quoted where it must be (RFC 4180).
std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string createText(const Creation& creation) {
  const bool told = std::ranges::any_of(creation.pipelines, [](const auto& each) { return !each.statistics.empty(); });
  char first[128];
  std::snprintf(first, sizeof first, "%zu pipelines, level: %s, first usable sort after %.1f ms\n\n",
                creation.pipelines.size(), creation.level.c_str(), creation.first_sort_ms);
  std::string text = first;
  text += std::string("pipeline                  SPIR-V bytes         ms") + (told ? "  statistics\n" : "\n");
  for (const TimedPipeline& each : creation.pipelines)
    text += line(each.kernel, each.spirv_bytes, each.ms, each.statistics);
  const TimedPipeline sum = sumOf(creation);
  text += line("sum of " + std::to_string(creation.pipelines.size()), sum.spirv_bytes, sum.ms);
  return text + line("Sorter::create()", sum.spirv_bytes, creation.ms);
}

std::string createCsv(const Configuration& configuration, const Creation& creation) {
  const Input& input = configuration.input;
  const char* const generates_keys = input.source == KeySource::generator ? "yes" : "no";
  const std::string begin = elementFields(input) + "," + wordOf(configuration.algorithm) + "," + generates_keys + "," +
                            std::to_string(configuration.max_count) + "," + std::to_string(configuration.threads) + ",";
  char first[64];
  std::snprintf(first, sizeof first, ",%zu,%.2f,", creation.pipelines.size(), creation.first_sort_ms);
  const std::string end = wordOf(configuration.scratch) + "," + creation.level + first;
  std::string text =
      "keys,payload,layout,ties,use,key_generator,max_count,threads,kernel,spirv_bytes,ms,scratch,level,"
      "pipelines,first_sort_ms,statistics\n";
  const auto add = [&](const std::string& kernel, std::size_t bytes, double ms, const std::string& statistics) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, ",%zu,%.2f,", bytes, ms);
    text += begin + kernel + numbers + end + csvField(statistics) + "\n";
  };
  for (const TimedPipeline& each : creation.pipelines) add(each.kernel, each.spirv_bytes, each.ms, each.statistics);
  add("all", sumOf(creation).spirv_bytes, creation.ms, "");
  return text;
}

}  // namespace bench
