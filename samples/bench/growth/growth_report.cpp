#include "growth/growth_report.h"

#include <cstdio>

#include "input/words.h"
#include "output/csv.h"

namespace bench {
namespace {

double bytesOf(const GrowthRow& row) { return static_cast<double>(row.planned_bytes); }

// 0 if there was nothing to time.
double bytesPerSecond(const GrowthRow& row) {
  return row.measured.median_us > 0 ? bytesOf(row) / (row.measured.median_us * 1e-6) : 0;
}

double copyShare(const GrowthRow& row) { return row.copy_rate > 0 ? bytesPerSecond(row) / row.copy_rate : 0; }

double nanosecondsPerKey(const GrowthRow& row) { return row.measured.median_us * 1000 / row.count; }

}  // namespace

bool agrees(const GrowthRow& row) { return row.recorded == row.planned; }

bool isRight(const GrowthRow& row) { return row.measured.verified && agrees(row); }

const char* growthHeader() {
  return "keys,payload,layout,ties,n,dispatches_planned,dispatches_recorded,bytes_per_key,ns_per_key,median_us,"
         "bytes_per_s,copy_share,cpu_record_us,verified,order,distribution,count_on,key_generator,used,"
         "scratch_bytes,key_bits";
}

std::string growthCsv(const Configuration& configuration, const GrowthRow& row) {
  char text[512];
  std::snprintf(text, sizeof text, "%s,%u,%u,%g,%.3f,%.5f,%.2f,%.4g,%.4f,%.2f,%s,%s",
                elementFields(configuration.input).c_str(), row.count, row.planned, row.recorded,
                bytesOf(row) / row.count, nanosecondsPerKey(row), row.measured.median_us, bytesPerSecond(row),
                copyShare(row), row.measured.record_us, row.measured.verified ? "yes" : "no",
                madeFields(configuration, row.used, row.scratch_bytes).c_str());
  return text;
}

const char* growthTitles() {
  return "         n  planned  recorded  bytes/key     ns/key         us     GB/s    copy  record us verified\n";
}

std::string growthText(const GrowthRow& row) {
  char text[256];
  std::snprintf(text, sizeof text, "%10u %8u %9.0f %10.1f %10.4f %10.2f %8.1f %6.1f%% %10.2f %s\n", row.count,
                row.planned, row.recorded, bytesOf(row) / row.count, nanosecondsPerKey(row), row.measured.median_us,
                bytesPerSecond(row) / 1e9, copyShare(row) * 100, row.measured.record_us,
                row.measured.verified ? "yes" : "NO");
  return text;
}

}  // namespace bench
