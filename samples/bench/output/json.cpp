#include "output/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bench {

std::string jsonRow(const Options& options, const Row& row) {
  const Measurement& m = row.measured;
  nlohmann::ordered_json object = {
      {"algorithm", row.algorithm},
      {"keys", wordOf(options.key_type)},
      {"values", options.values == vksort::Values::none ? "none" : "u32"},
      {"layout", options.values == vksort::Values::interleaved ? "interleaved" : "split"},
      {"ties", wordOf(options.ties)},
      {"order", wordOf(options.order)},
      {"distribution", wordOf(options.distribution)},
      {"lists", std::max(options.lists, 1u)},
      {"count_on", options.count_on_gpu ? "gpu" : "cpu"},
      {"coherent", options.coherent},
      {"hook", options.hook},
      {"key_pass", options.key_pass},
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
  };
  for (const Anchor& anchor : row.anchors) {
    const double ratio = m.median_us / anchor.gpu_us;
    object["against"].push_back({{"system", anchor.system}, {"gpu_us", anchor.gpu_us}, {"ratio", ratio}});
  }
  return object.dump();
}

void JsonArray::row(const Row& row) {
  std::fprintf(stream_, "%s%s", empty_ ? "[\n" : ",\n", jsonRow(options_, row).c_str());
  std::fflush(stream_);
  empty_ = false;
}

void JsonArray::finish() { std::fputs(empty_ ? "[]\n" : "\n]\n", stream_); }

}  // namespace bench
