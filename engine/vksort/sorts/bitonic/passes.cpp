#include "sorts/bitonic/passes.h"

#include <algorithm>
#include <bit>

#include "vksort.h"

namespace vksort::bitonic {
namespace {

static_assert(VKSORT_WORK_BYTES >= 3 * sizeof(std::uint32_t) * kMaxTunedPasses);

Kernel mergeKernel(const KernelSizes& shape, std::uint32_t merge) {
  return static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::merge_full) + shape.tile_log2 - merge);
}

// `converts` is ignored if keys need no conversion.
Pass passOf(const Request& request, Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups,
            std::uint32_t converts) {
  Pass pass = dispatchOf(kernel, wait, stage, groups);
  auto& push = pass.push<PassPush>();
  push.max_last_index = static_cast<std::uint32_t>((std::uint64_t{1} << stage) - 1);
  push.converts = request.conversion.isNeeded() ? converts : 0;
  push.gathers = 1;
  return pass;
}

void addStage(const KernelSizes& shape, const Request& request, std::uint32_t stage, bool converts, PassSink out) {
  const std::uint32_t longest = shape.strides(shape.globalKernel(32));
  const std::uint32_t end = stageEnd(request.count, stage);
  // Use the fewest global passes that bring the strides down to a tile. If they could process more strides than needed,
  // the first passes process fewer, because their rows are the furthest apart, and the merge has size merge_log2.
  std::uint32_t passes = globalPasses(stage - shape.tile_log2, longest);
  std::uint32_t above = stage - shape.merge_log2;
  std::uint32_t top = stage;
  for (bool mirror = true; passes > 0; mirror = false) {
    const std::uint32_t rest = longest * --passes;
    const Kernel kernel = shape.globalKernel(above > rest ? above - rest : 0);
    const std::uint32_t strides = shape.strides(kernel);
    top -= strides;
    above -= above < strides ? above : strides;
    const std::uint32_t groups = globalGroups(end, top, strides, shape.elementsLog2(kernel));
    Pass pass = passOf(request, kernel, Wait::passes, stage, groups, 0);
    auto& push = pass.push<PassPush>();
    push.window = top;
    push.mirror = mirror;
    out(pass);
  }
  const std::uint32_t merge = std::max(top, shape.smallest_merge_log2);
  out(passOf(request, mergeKernel(shape, merge), Wait::passes, stage, ceilShift(end, merge),
             converts ? VKSORT_CONVERT_STORED : 0));
}

// Adds a set-up that writes the dispatch words of all passes except the first one, which is a direct dispatch for the
// maximum count, and reads the count itself.
void addIndirect(const BitonicSetting& setting, const Request& request, Kernel first, PassSink out) {
  out(dispatchOf(Kernel::setup, Wait::nothing, 0, 1));
  std::uint32_t at = 0;
  addRange(setting, request, first, [&](Pass& pass) {
    if (at == 0) pass.wait = Wait::passes_if_shared;
    if (at == 1) pass.wait = Wait::passes_and_dispatch_words;
    if (at != 0) pass.dispatch_word = 3 * (at - 1);
    ++at;
    out(pass);
  });
}

void addSort(const BitonicSetting& setting, const Request& request, PassSink out) {
  const Kernel first = firstKernel(setting.shape, request.count);
  const bool is_one_pass = request.count <= 1u << setting.shape.elementsLog2(first);
  // The baseline dispatches the passes for the maximum count, even if it is indirect.
  const bool is_direct = is_one_pass || request.mode == Mode::whole || setting.shape.compact;
  is_direct ? addRange(setting, request, first, out) : addIndirect(setting, request, first, out);
}

void addGather(const BitonicSetting& setting, const Request& request, Wait wait, bool gathers, PassSink out) {
  const std::uint32_t groups = ceilShift(request.elements(), setting.shape.elementsLog2(Kernel::gather));
  Pass pass = dispatchOf(Kernel::gather, wait, 0, groups);
  pass.push<PassPush>().gathers = gathers ? 1 : 0;
  out(pass);
}

// Sorts {key, index of the range}, while the payloads are in scratch memory.
void addGathered(const BitonicSetting& setting, const Request& request, PassSink out) {
  addGather(setting, request, Wait::nothing, false, out);
  const auto add = request.mode == Mode::segments ? addSegments : addSort;
  add(setting, request, [&](Pass& pass) {
    // The set-up can run in parallel with the copy, because it does not access elements.
    if (pass.kernel == static_cast<std::uint8_t>(Kernel::setup)) {
      pass.wait = Wait::passes_if_shared;
    } else if (pass.wait != Wait::passes_and_dispatch_words) {
      pass.wait = Wait::passes;
    }
    pass.push<PassPush>().gathers = 0;
    out(pass);
  });
  addGather(setting, request, Wait::passes, true, out);
}

}  // namespace

void addPasses(const BitonicSetting& setting, const Request& request, PassSink out) {
  const bool in_segments = request.mode == Mode::segments;
  if (in_segments && request.count <= setting.max_segment) return addSegments(setting, request, out);
  in_segments || setting.gathers(request.count) ? addGathered(setting, request, out) : addSort(setting, request, out);
}

Kernel firstKernel(const KernelSizes& shape, std::uint32_t n) {
  for (const Kernel kernel : kOneWorkgroupKernels) {
    if (shape.has(kernel) && n <= 1u << shape.elementsLog2(kernel)) return kernel;
  }
  return shape.firstSort();
}

Pass dispatchOf(Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups) {
  Pass pass{};
  pass.kernel = static_cast<std::uint8_t>(kernel);
  pass.stage = static_cast<std::uint8_t>(stage);
  pass.merges = isMerge(kernel);
  pass.wait = wait;
  pass.groups = groups;
  pass.dispatch_word = kDirect;
  return pass;
}

Pass convertingDispatch(Kernel kernel, const Request& request, Wait wait, std::uint32_t stage, std::uint32_t groups) {
  Pass pass = passOf(request, kernel, wait, stage, groups, VKSORT_CONVERT_LOADED | VKSORT_CONVERT_STORED);
  pass.push<PassPush>().max_last_index = ~0u;
  return pass;
}

// For indirect counts and segments, setup.comp or segment_setup.comp must compute the same workgroups.
void addRange(const BitonicSetting& setting, const Request& request, Kernel first, PassSink out) {
  const std::uint32_t n = request.count;
  const std::uint32_t sorted = setting.shape.elementsLog2(first);
  const std::uint32_t last_stage = std::max(sorted, static_cast<std::uint32_t>(std::bit_width(n - 1)));
  const auto isLast = [&](std::uint32_t stage) { return stage == last_stage || request.mode != Mode::whole; };
  const std::uint32_t converts = VKSORT_CONVERT_LOADED | (isLast(sorted) ? VKSORT_CONVERT_STORED : 0);
  out(passOf(request, first, Wait::nothing, sorted, ceilShift(n, sorted), converts));
  for (std::uint32_t stage = sorted + 1; stage <= last_stage; ++stage)
    addStage(setting.shape, request, stage, isLast(stage), out);
}

void addOneWorkgroup(const BitonicSetting& setting, const Request& request, std::uint32_t dispatch_word, PassSink out) {
  const Kernel kernel = firstKernel(setting.shape, setting.oneWorkgroup());
  Pass pass = convertingDispatch(kernel, request, Wait::passes, setting.shape.elementsLog2(kernel), 1);
  pass.dispatch_word = dispatch_word;
  out(pass);
}

void addScratchSort(const BitonicSetting& setting, const Request& request, std::uint32_t size, PassSink out) {
  const Kernel kernel = size == 0 ? Kernel::scratch_sort : Kernel::scratch_double;
  const std::uint32_t tile = setting.shape.elementsLog2(kernel);
  out(passOf(request, kernel, Wait::nothing, tile, ceilShift(request.count, tile), VKSORT_CONVERT_LOADED));
}

void markKernels(const BitonicSetting& setting, std::uint32_t max_in_place, KernelSet& out) {
  const std::uint32_t one_workgroup = std::min(setting.oneWorkgroup(), max_in_place);
  std::uint32_t size = 0;
  for (const Kernel kernel : kOneWorkgroupKernels) {
    const std::uint32_t larger = setting.shape.has(kernel) ? 1u << setting.shape.elementsLog2(kernel) : 0;
    if (larger <= size || size >= one_workgroup) continue;
    out[static_cast<std::uint32_t>(kernel)] = true;
    size = larger;
  }
  // The largest sort uses all stages of smaller sorts.
  for (const Mode mode : {Mode::whole, Mode::indirect, Mode::segments}) {
    const std::uint32_t largest = setting.maxCountOf(mode);
    if (largest < setting.configuration.minCount()) continue;
    addPasses(setting, Request{largest, mode}, [&](const Pass& pass) { out[pass.kernel] = true; });
  }
}

}  // namespace vksort::bitonic
