#include "output/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "input/words.h"
#include "program/program.h"

namespace bench {

bool isJsonText(const std::string& text) {
  try {
    (void)nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
  return true;
}

std::string jsonRow(const Configuration& configuration, const Row& row) {
  const Input& input = configuration.input;
  const Measurement& m = row.measured;
  nlohmann::ordered_json object = {
      {"algorithm", row.algorithm},
      {"keys", wordOf(input.ordering.key_type)},
      {"payload", payloadWord(input.ordering.payload)},
      {"layout", layoutWord(input.ordering.payload)},
      {"ties", wordOf(input.ties)},
      {"order", wordOf(input.ordering.order)},
      {"distribution", wordOf(input.distribution)},
      {"segments", std::max(configuration.segments, 1u)},
      {"count_on", configuration.count_on_gpu ? "gpu" : "cpu"},
      {"key_generator", input.source == KeySource::generator},
      {"key_pass", input.source == KeySource::pass},
      {"n", row.count},
      {"dispatches", m.dispatches},
      {"median_us", m.median_us},
      {"min_us", m.min_us},
      {"max_us", m.max_us},
      {"keys_per_s", keysPerSecond(row)},
      {"bytes_moved", row.bytes_moved},
      {"copy_share", row.copy_share},
      {"cpu_record_us", m.record_us},
      {"verified", m.verified},
      {"used", row.used},
      {"scratch_bytes", row.scratch_bytes},
      {"key_bits", input.differingBits()},
  };
  for (const Anchor& anchor : row.anchors) {
    const double ratio = m.median_us / anchor.gpu_us;
    object["against"].push_back({{"system", anchor.system}, {"gpu_us", anchor.gpu_us}, {"ratio", ratio}});
  }
  return object.dump();
}

void JsonArray::row(const Row& row) {
  std::fprintf(stream_, "%s%s", empty_ ? "[\n" : ",\n", jsonRow(configuration_, row).c_str());
  samples::requireWritten(stream_);
  empty_ = false;
}

void JsonArray::finish() {
  std::fputs(empty_ ? "[]\n" : "\n]\n", stream_);
  samples::requireWritten(stream_);
}

}  // namespace bench
