#include "paper/paper_table.h"

#include <bit>
#include <cctype>

#include "program/program.h"

namespace bench {
namespace {

std::string title(const std::string& algorithm) {
  if (algorithm == "cpu") return "std::sort";
  std::string name = algorithm;
  if (name.size() == 2) name[0] = static_cast<char>(std::toupper(name[0]));
  return name;
}

std::string ratio(double before_us, double us) {
  char text[32] = "-";
  if (before_us > 0 && us > 0) std::snprintf(text, sizeof text, "%.2f", before_us / us);
  return text;
}

}  // namespace

void PaperTable::row(const Row& row) {
  if (count_ == 0) {
    std::fputs(
        "| n    | version   |   time (ms) | step speed-up | over std::sort | dispatches | copy rate | verified |\n"
        "|------|-----------|------------:|--------------:|---------------:|-----------:|----------:|----------|\n",
        stream_);
  }
  if (row.count != count_) {
    count_ = row.count;
    cpu_us_ = step_before_us_ = 0;
  }
  const Measurement& m = row.measured;
  const bool cpu = row.algorithm == "cpu";
  if (cpu) cpu_us_ = m.median_us;
  std::fprintf(stream_, "| 2^%-2d | %-9s | %11.4f | %13s | %14s | %10s | %9s | %-8s |\n", std::countr_zero(row.count),
               title(row.algorithm).c_str(), m.median_us / 1000, ratio(step_before_us_, m.median_us).c_str(),
               ratio(cpu_us_, m.median_us).c_str(), cpu ? "-" : std::to_string(m.dispatches).c_str(),
               cpu ? "-" : (std::to_string(static_cast<int>(row.copy_share * 100 + 0.5)) + " %").c_str(),
               m.verified ? "yes" : "NO");
  samples::requireWritten(stream_);
  step_before_us_ = m.median_us;
}

}  // namespace bench
