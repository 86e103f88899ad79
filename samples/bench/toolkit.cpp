#include <algorithm>

#include "bench/commands.h"
#include "bench/tools.h"
#include "common/devices.h"

namespace bench {

std::span<const ToolSize::Tool> ToolSize::all() {
  using Size = ToolSize;
  static constexpr Tool kTools[] = {
      {"runs", &Size::runs, &Size::runsAreRight},
      {"cells", &Size::cells, &Size::cellsAreRight},
      {"cull", &Size::cull, &Size::cullIsRight},
      {"cull and sort", &Size::cullAndSort, &Size::cullAndSortIsRight},
      {"gather", &Size::gather, &Size::gatherIsRight},
      {"gather in place", &Size::gatherInPlace, &Size::gatherIsRight, &Size::source_, &Size::target_},
      {"sort and gather", &Size::sortAndGather, &Size::sortAndGatherIsRight, &Size::unsorted_, &Size::keys_},
      {"sort to cells", &Size::sortToCells, &Size::cellsAreFilled, &Size::numbers_, &Size::keys_},
      {"select", &Size::select, &Size::selectIsRight, &Size::unsorted_, &Size::selectable_},
      {"select equal", &Size::select, &Size::selectIsRight, &Size::equal_, &Size::selectable_},
      {"select sorted", &Size::select, &Size::selectIsRight, &Size::runs_, &Size::selectable_},
      {"select few", &Size::select, &Size::selectIsRight, &Size::few_, &Size::selectable_},
      {"select and sort", &Size::selectAndSort, &Size::selectAndSortIsRight, &Size::unsorted_, &Size::selectable_}};
  return kTools;
}

Measurement ToolSize::measure(const Tool& tool, Rounds rounds) {
  const gpu::Device& device = tools_.device;
  const std::uint32_t total = rounds.warm_ups + rounds.timed;
  const gpu::Timestamps spans(device, total);
  sets_ = {device, kSetsOfTool * total, kSetsOfTool * total * VKSORT_DESCRIPTORS_PER_SET};
  const std::uint32_t batch = sortsPerSubmission(n_);
  samples::raiseClocks(device);
  for (std::uint32_t first = 0; first < total; first += batch) {
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      if (first == 0) spans.reset(cmd);
      for (std::uint32_t i = first; i < std::min(total, first + batch); ++i) {
        // Overwrites earlier results, so that they are not mistaken for new ones.
        for (const gpu::Buffer* buffer : {&keys_, &payload_, &starts_, &count_})
          device.vk.vkCmdFillBuffer(cmd, buffer->handle(), 0, buffer->size(), 0xffffffffu);
        if (tool.from != nullptr) {
          gpu::fullBarrier(device, cmd);
          copy(cmd, this->*tool.from, this->*tool.to);
        }
        gpu::fullBarrier(device, cmd);
        spans.begin(cmd, i);
        const vksort::RecordStatus status = (this->*tool.record)(cmd);
        if (!status.ok()) throw gpu::Error(vksort::describe(status).text);
        spans.end(cmd, i);
        gpu::fullBarrier(device, cmd);
      }
    });
  }
  std::vector<double> microseconds;
  for (std::uint32_t i = rounds.warm_ups; i < total; ++i) {
    if (const auto range = spans.read(i)) microseconds.push_back(range->duration() / 1000.0);
  }
  if (microseconds.empty()) throw gpu::Error("the device's queue does not support timestamps");
  Measurement out;
  fill(out, microseconds);
  out.verified = (this->*tool.verify)();
  return out;
}

int runToolkit(const gpu::Device& device, const Options& options) {
  const auto isAsked = [&](const ToolSize::Tool& tool) { return options.only.empty() || options.only == tool.name; };
  if (std::ranges::none_of(ToolSize::all(), isAsked)) {
    std::string names;
    for (const ToolSize::Tool& tool : ToolSize::all()) names += (names.empty() ? "" : ", ") + std::string(tool.name);
    throw std::invalid_argument("--only: unknown tool " + options.only + "; use one of " + names);
  }
  const Tools tools(device, options.configuration.threads);
  CsvFile file(options.csv, originFields(device));
  std::printf("device: %s\nToolkit created in %.1f ms\n%-16s %10s %12s %12s %12s\n",
              device.properties().core.deviceName, tools.create_ms, "tool", "elements", "median us", "min us",
              "max us");
  bool verified = true;
  for (const std::uint32_t n : countsOf(device, options.sizes)) {
    ToolSize size(tools, n, options.element_words, options.configuration.input.seed);
    for (const ToolSize::Tool& tool : ToolSize::all()) {
      if (!isAsked(tool)) continue;
      const Measurement measured = size.measure(tool, roundsFor(options.repeat, n));
      std::printf("%-16s %10u %12.2f %12.2f %12.2f  %s\n", tool.name, n, measured.median_us, measured.min_us,
                  measured.max_us, measured.verified ? "verified" : "WRONG");
      samples::requireWritten(stdout);
      file.write({{"tool", std::string(tool.name)},
                  {"count", std::uint64_t{n}},
                  {"gpu_us", "%.3f", measured.median_us},
                  {"min_us", "%.3f", measured.min_us},
                  {"max_us", "%.3f", measured.max_us},
                  verifiedField(measured.verified)});
      verified = verified && measured.verified;
    }
  }
  file.finish();
  return exitCode(verified);
}

}  // namespace bench
