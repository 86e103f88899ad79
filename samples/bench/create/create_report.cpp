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

const char* wordOf(vksort::Algorithm algorithm) {
  switch (algorithm) {
    case vksort::Algorithm::automatic:
      return "automatic";
    case vksort::Algorithm::bitonic:
      return "bitonic";
    case vksort::Algorithm::radix:
      return "radix";
    case vksort::Algorithm::rank:
      return "rank";
    default:
      return "radix-portable";
  }
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
  std::string text =
      std::string("pipeline                  SPIR-V bytes         ms") + (told ? "  statistics\n" : "\n");
  for (const TimedPipeline& each : creation.pipelines)
    text += line(each.kernel, each.spirv_bytes, each.ms, each.statistics);
  const TimedPipeline sum = sumOf(creation);
  text += line("sum of " + std::to_string(creation.pipelines.size()), sum.spirv_bytes, sum.ms);
  return text + line("Sorter::create()", sum.spirv_bytes, creation.ms);
}

std::string createCsv(const Configuration& configuration, const Creation& creation) {
  const char* const hooked = configuration.input.source == KeySource::hook ? "yes" : "no";
  const std::string begin = orderingFields(configuration.input.ordering) + "," + wordOf(configuration.algorithm) + "," +
                            (configuration.lists != 0     ? "lists"
                             : configuration.count_on_gpu ? "gpu"
                                                          : "cpu") +
                            "," + (configuration.coherent ? "yes" : "no") + "," + hooked + "," +
                            std::to_string(configuration.max_count) + "," + std::to_string(configuration.threads) + ",";
  const Input& input = configuration.input;
  const std::string end = std::string(configuration.always_lends ? "yes" : "no") + "," + wordOf(input.ordering.order) +
                          "," + (configuration.path == vksort::Path::floor ? "floor" : "automatic") + "," +
                          std::to_string(input.differingBits()) + "," + std::to_string(input.valueBits()) + ",";
  std::string text =
      "keys,values,layout,ties,use,count,coherent,hook,max_count,threads,kernel,spirv_bytes,ms,always_lends,order,path,"
      "key_bits,value_bits,statistics\n";
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
