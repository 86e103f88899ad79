#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "bench/commands.h"
#include "gpu/device.h"
#include "support/child.h"

namespace test {

// Files get unique names, because cases run in parallel.
inline std::string scratch(const std::string& name) {
  const std::filesystem::path directory = std::filesystem::path(BENCH_SCRATCH) / std::to_string(getpid());
  std::filesystem::create_directories(directory);
  return directory / name;
}

inline const std::string kCsv = scratch("program.csv");
inline const std::string kAnchors = scratch("program-anchors.csv");  // 2 us for 2^10 keys

inline ChildResult start(const char* program, const std::string& arguments, const std::string& redirection = "") {
  writeFile(kAnchors, "system,mode,log2_n,gpu_us,device\nsome system,keys,10,2,some GPU\n");
  std::filesystem::remove(kCsv);
  return run({"sh", "-c",
              "CSV='" + kCsv + "' ANCHORS='" + kAnchors + "'; exec '" + std::string(program) + "' " + arguments + " " +
                  redirection});
}

inline ChildResult bench(const std::string& arguments, const std::string& redirection = "") {
  return start(BENCH_SMALL, arguments, redirection);
}

inline std::vector<std::map<std::string, std::string>> namedRows(const std::string& csv) {
  std::vector<std::vector<std::string>> lines;
  for (const std::string& line : splitLines(csv)) {
    lines.emplace_back(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted)
        lines.back().emplace_back();
      else if (c != '"')
        lines.back().back() += c;
    }
  }
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].size() != lines[0].size()) return {};
    rows.emplace_back();
    for (std::size_t c = 0; c < lines[0].size(); ++c) rows.back()[lines[0][c]] = lines[i][c];
  }
  return rows;
}

inline bench::Row exampleRow(const std::string& system, double median_us) {
  bench::Row row;
  row.system = system;
  row.count = 1024;
  row.measured = {3, median_us, 1.0, 4.0, 0.5, true};
  row.used = "radix";
  row.scratch_bytes = 4096;
  return row;
}

// Simulates the clock of a device: interval i between timestamps that are read together lasts ticks[i]. Only one
// object may exist.
class ToldTimes {
 public:
  ToldTimes(gpu::Device& device, std::vector<std::uint64_t> ticks)
      : device_(device), before_(device.vk.vkGetQueryPoolResults) {
    told = std::move(ticks);
    device.vk.vkGetQueryPoolResults = tell;
  }
  ~ToldTimes() { device_.vk.vkGetQueryPoolResults = before_; }
  ToldTimes(const ToldTimes&) = delete;
  ToldTimes& operator=(const ToldTimes&) = delete;

 private:
  static VkResult VKAPI_CALL tell(VkDevice, VkQueryPool, std::uint32_t first, std::uint32_t count, std::size_t,
                                  void* out, VkDeviceSize, VkQueryResultFlags) {
    const std::span<std::uint64_t> times(static_cast<std::uint64_t*>(out), count);
    times[0] = 1000;
    for (std::uint32_t i = 1; i < count; ++i) times[i] = times[i - 1] + told.at(first / count * (count - 1) + i - 1);
    return VK_SUCCESS;
  }

  static inline std::vector<std::uint64_t> told;
  gpu::Device& device_;
  PFN_vkGetQueryPoolResults before_;
};

class Idle : public bench::Algorithm {
 public:
  void prepare(std::span<const gpu::Buffer>, std::uint32_t) override {}
  std::uint32_t dispatchCount() const override { return 0; }
  std::uint64_t runStart(std::uint64_t) const override { return 0; }
  void record(VkCommandBuffer, std::uint32_t) const override { std::this_thread::sleep_for(recording); }

  std::chrono::milliseconds recording{0};
};

}  // namespace test
