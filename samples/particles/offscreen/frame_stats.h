// What each frame took, for files.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sort/depth_sorter.h"

namespace particles {

struct FrameStats {
  uint32_t frame = 0;
  std::optional<double> sort_ms;            // GPU time; nothing without a sort, or without timestamps
  std::optional<double> frame_ms;           // the same of the whole frame
  uint32_t count = 0;                       // elements that were drawn
  std::string used;                         // what sorted them; empty where nothing was sorted
  uint32_t dispatches = 0;                  // of the sort
  std::optional<uint64_t> bytes_moved = 0;  // by the sort; nothing where the device alone knows
  std::optional<double> out_of_order;       // share of neighbours, from 0 to 1; of frames that are verified
};

std::string statsCsv(const std::vector<FrameStats>& frames);
// An array of objects with the same names; what is not known is null.
std::string statsJson(const std::vector<FrameStats>& frames);

// Writes one or the other, by the end of the name. Errors: std::runtime_error that begins with `option`; the file is
// whole or as it was.
void writeStats(const std::string& option, const std::string& path, const std::vector<FrameStats>& frames);

}  // namespace particles
