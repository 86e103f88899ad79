#include "offscreen/frame_stats.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "files/whole_file.h"

namespace particles {
namespace {

std::string numberOrNothing(const std::optional<double>& number, const char* format) {
  char text[64] = "";
  if (number) std::snprintf(text, sizeof text, format, *number);
  return text;
}

template <typename Number>
nlohmann::ordered_json numberOrNull(const std::optional<Number>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string statsCsv(const std::vector<FrameStats>& frames) {
  std::string csv = "frame,sort_ms,frame_ms,count,used,dispatches,bytes_moved,out_of_order\n";
  for (const FrameStats& f : frames) {
    csv += std::to_string(f.frame) + ',' + numberOrNothing(f.sort_ms, "%.4f") + ',' +
           numberOrNothing(f.frame_ms, "%.4f") + ',' + std::to_string(f.count) + ',' + f.used + ',' +
           std::to_string(f.dispatches) + ',' + (f.bytes_moved ? std::to_string(*f.bytes_moved) : "") + ',' +
           numberOrNothing(f.out_of_order, "%.6f") + '\n';
  }
  return csv;
}

std::string statsJson(const std::vector<FrameStats>& frames) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const FrameStats& f : frames)
    all.push_back({{"frame", f.frame},
                   {"sort_ms", numberOrNull(f.sort_ms)},
                   {"frame_ms", numberOrNull(f.frame_ms)},
                   {"count", f.count},
                   {"used", f.used},
                   {"dispatches", f.dispatches},
                   {"bytes_moved", numberOrNull(f.bytes_moved)},
                   {"out_of_order", numberOrNull(f.out_of_order)}});
  return all.dump(1) + "\n";
}

void writeStats(const std::string& option, const std::string& path, const std::vector<FrameStats>& frames) {
  samples::WholeFile file(option, path);
  file.write(path.ends_with(".json") ? statsJson(frames) : statsCsv(frames));
  file.finish();
}

}  // namespace particles
