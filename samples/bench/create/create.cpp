#include "create/create.h"

#include <cstdio>

#include "algorithms/make_sorter.h"
#include "create/create_report.h"
#include "create/timed_pipelines.h"
#include "files/whole_file.h"
#include "program/program.h"

namespace bench {

int run(const gpu::Device& device, const CreateOptions& options) {
  const Configuration& configuration = options.common.configuration;
  std::optional<samples::WholeFile> file;
  if (!options.csv.empty()) file.emplace("--csv", options.csv);
  const std::optional<Depths> depths = makeDepths(device, configuration.input);
  const TimedPipelines timed(options.statistics);
  const auto start = Clock::now();
  const vksort::Sorter sorter = makeSorter(device, configuration, depths ? &*depths : nullptr, VK_NULL_HANDLE,
                                           TimedPipelines::instanceProcAddr, vksort::kDebugUtils);
  const double ms = milliseconds(start, Clock::now());
  const Creation creation = {ms, ms, vksort::getReport(sorter).level, timed.made()};  // nothing is left to create
  std::printf("device: %s\n\n%s", device.properties().core.deviceName, createText(creation).c_str());
  samples::requireWritten(stdout);
  if (file) {
    file->write(createCsv(configuration, creation));
    file->finish();
  }
  return 0;
}

}  // namespace bench
