#include "bitonic/sort.h"

#include "bitonic/indirect.h"
#include "bitonic/schedule.h"
#include "bitonic/segments.h"

namespace vksort::bitonic {

void passes(const Setting& setting, const Request& request, PassList& out) {
  if (request.segments) return addSegments(setting, request, out);
  const Kernel kernel = firstKernel(setting, request.count);
  if (isOnePass(setting, request.count) || !request.takesState() || setting.shape.compact) {
    addSort(setting, request, kernel, out);
    // Of an indirect count the baseline dispatches the passes of the largest.
    if (request.indirect) convertAtEachStage(request, out, 0);
    return;
  }
  addSetUp(out);
  const std::uint32_t first = out.count;
  addSort(setting, request, kernel, out);
  findCount(request, out, first);
}

void markKernels(const Setting& setting, KernelSet& out) {
  const Configuration& configuration = setting.configuration;
  std::uint32_t size = 0;
  for (const Kernel kernel : kOneWorkgroupKernels) {
    const std::uint32_t larger = setting.shape.has(kernel) ? 1u << setting.shape.elementsLog2(kernel) : 0;
    if (larger <= size || size >= setting.oneWorkgroup()) continue;
    out[static_cast<std::uint32_t>(kernel)] = true;
    size = larger;
  }
  // A schedule of the largest count has all stages of smaller ones.
  const auto mark = [&](const Request& request) {
    PassList list;
    list.count = 0;
    if (request.count >= configuration.minCount()) passes(setting, request, list);
    for (std::uint32_t i = 0; i < list.count; ++i) out[list.passes[i].kernel] = true;
  };
  Request request{};
  request.count = setting.max_count;
  request.indirect = true;
  mark(request);
  request.indirect = false;
  mark(request);
  request = {};
  request.count = setting.max_segment;
  request.segments = true;
  request.segment_count = 1;
  mark(request);
}

}  // namespace vksort::bitonic
