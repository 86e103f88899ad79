// What a driver's compiler says of each pipeline, as a table that people and diffs can read.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace gate {

// One statistic: its column in the table, and what RADV calls it.
struct Count {
  const char* column;
  const char* radv_name;
  bool must_be_zero;  // registers that did not fit
};
inline constexpr std::array<Count, 9> kCounts = {{
    {"vgprs", "VGPRs", false},  // per invocation, as allocated
    {"sgprs", "SGPRs", false},  // per wave; always 128 from Navi on
    {"spilled_vgprs", "Spilled VGPRs", true},
    {"spilled_sgprs", "Spilled SGPRs", true},
    {"scratch_bytes", "Scratch size", true},  // per wave
    {"lds_bytes", "LDS size", false},         // per workgroup
    {"instructions", "Instructions", false},
    {"code_bytes", "Code size", false},
    {"latency", "Latency", false},  // cycles, the compiler's estimate
}};
using Counts = std::array<std::uint64_t, kCounts.size()>;  // in the order of kCounts

// The position of a column in Counts; it must exist.
consteval std::size_t countIndex(std::string_view column) {
  std::size_t i = 0;
  while (kCounts[i].column != column) ++i;
  return i;
}

// One pipeline. The first four name it.
struct Row {
  std::string device;
  std::uint32_t wave;  // invocations per subgroup
  std::string configuration;
  std::string kernel;
  Counts counts;

  [[nodiscard]] std::string name() const;
};

struct Table {
  std::string driver;
  std::vector<Row> rows;

  // The rows of the GPUs, at the sizes of subgroups, that the other has rows of.
  [[nodiscard]] Table ofGpusIn(const Table& other) const;
};

void write(std::ostream& out, const Table& table);

// Errors: gpu::Error with the line number if the text is not such a table.
[[nodiscard]] Table read(std::istream& in);

// The recorded table of this source tree. Errors: gpu::Error if it cannot be read or written.
[[nodiscard]] Table readRecorded();
void writeRecorded(const Table& table);

}  // namespace gate
