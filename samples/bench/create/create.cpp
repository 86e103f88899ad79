#include "create/create.h"

#include <cstdio>

#include "algorithms/make_sorter.h"
#include "create/create_report.h"
#include "create/timed_pipelines.h"
#include "files/whole_file.h"
#include "program/program.h"
#include "threads/on_threads.h"

namespace bench {
namespace {

void runJobs(const vksort::Sorter& sorter, std::uint32_t threads) {
  const auto run = [](void* of, std::uint32_t job) {
    const VkResult result = vksort::runPipelineJob(*static_cast<const vksort::Sorter*>(of), job);
    if (result != VK_SUCCESS) std::fprintf(stderr, "vksort-bench: pipeline job %u: VkResult %d\n", job, result);
  };
  samples::onThreads(&threads, vksort::pipelineJobCount(sorter), run, const_cast<vksort::Sorter*>(&sorter));
}

}  // namespace

int run(const gpu::Device& device, const CreateOptions& options) {
  const Configuration& configuration = options.common.configuration;
  std::optional<samples::WholeFile> file;
  if (!options.csv.empty()) file.emplace("--csv", options.csv);
  const std::optional<Depths> depths = makeDepths(device, configuration.input);
  const TimedPipelines timed(options.statistics);
  const auto start = Clock::now();
  const vksort::Sorter sorter = makeSorter(device, configuration, depths ? &*depths : nullptr, VK_NULL_HANDLE,
                                           TimedPipelines::instanceProcAddr, vksort::kDebugUtils);
  const double first_sort_ms = milliseconds(start, Clock::now());
  double ms = first_sort_ms;
  if (configuration.staged) {
    runJobs(sorter, configuration.threads);
    ms = milliseconds(start, Clock::now());
  }
  const Creation creation = {ms, first_sort_ms, vksort::getReport(sorter).level, timed.made()};
  std::printf("device: %s\n\n%s", device.properties().core.deviceName, createText(creation).c_str());
  samples::requireWritten(stdout);
  if (file) {
    file->write(createCsv(configuration, creation));
    file->finish();
  }
  return 0;
}

}  // namespace bench
