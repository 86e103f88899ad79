// vksort-gate: compiles the shipped shaders for GPUs that are not there, and compares their cost with the recorded one.
#include <cstdio>
#include <cstring>

#include "check.h"
#include "gpu/error.h"
#include "measure.h"

namespace {

int compare(const gate::Table& now) {
  const gate::Verdict verdict = gate::check(gate::readRecorded(), now);
  for (const std::string& line : verdict.failures) std::printf("FAILED  %s\n", line.c_str());
  for (const std::string& line : verdict.hints) std::printf("hint    %s\n", line.c_str());
  if (!verdict.failures.empty() || !verdict.hints.empty()) std::printf("to record: %s\n", gate::kRecordCommand);
  std::printf("%zu pipelines, %zu failures\n", now.rows.size(), verdict.failures.size());
  return verdict.failures.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const char* const mode = argc == 2 ? argv[1] : "";
  const bool record = std::strcmp(mode, "--record") == 0;
  if (!record && std::strcmp(mode, "--check") != 0) {
    std::puts("usage: vksort-gate --check | --record");
    return 2;
  }
  try {
    const gate::Table now = gate::measureShipped(gate::Gpus::all);
    std::fputs(gate::summary(now).c_str(), stdout);
    if (!record) return compare(now);
    gate::writeRecorded(now);
    std::printf("recorded %zu pipelines of %s in " VKSORT_GATE_TABLE "\n", now.rows.size(), now.driver.c_str());
    return 0;
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "vksort-gate: %s\n", error.what());
    return 1;
  }
}
