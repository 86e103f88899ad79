#include "bitonic/schedule.h"

namespace vksort::bitonic {
namespace {

std::uint32_t ceilLog2(std::uint32_t n) {
  std::uint32_t k = 0;
  while (k < 32 && (std::uint64_t{1} << k) < n) ++k;
  return k;
}

std::uint32_t max(std::uint32_t a, std::uint32_t b) { return a > b ? a : b; }

// The merge of 2^merge elements: full, half or quarter of a tile.
Kernel mergeKernel(const Shape& shape, std::uint32_t merge) {
  return static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::merge_full) + shape.tile_log2 - merge);
}

void add(Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups, const PassPush& words, PassList& out) {
  Pass& pass = out.add();
  setDispatch(pass, kernel, wait, stage, groups);
  setWords(pass, words);
}

void addConversion(const Request& request, std::uint32_t converts, Pass& pass) {
  auto words = pushOf<PassPush>(pass);
  if (request.conversion.isNeeded()) words.converts |= converts;
  setWords(pass, words);
}

// Appends the passes of a merge stage of n elements.
void addStage(const Shape& shape, std::uint32_t n, std::uint32_t stage, PassList& out) {
  const std::uint32_t longest = shape.strides(shape.globalKernel(32));
  const std::uint32_t end = stageEnd(n, stage);
  PassPush words = plainWords(stage);
  // The fewest global passes that bring the strides down to a tile. If they have strides to spare, the first passes do
  // fewer, as their rows lie furthest apart, and the merge has size merge_log2.
  std::uint32_t passes = globalPasses(stage - shape.tile_log2, longest);
  std::uint32_t above = stage - shape.merge_log2;
  std::uint32_t top = stage;
  for (bool mirror = true; passes > 0; mirror = false) {
    const std::uint32_t rest = longest * --passes;
    const Kernel kernel = shape.globalKernel(above > rest ? above - rest : 0);
    const std::uint32_t strides = shape.strides(kernel);
    top -= strides;
    above -= above < strides ? above : strides;
    words.window = top;
    words.mirror = mirror;
    add(kernel, Wait::passes, stage, globalGroups(end, top, strides, shape.elementsLog2(kernel)), words, out);
  }
  // The merge of the remaining strides, in blocks of 2^top elements. Its size is Tuning::merge_log2 if the global
  // passes leave a choice, else larger, and at least smallest_merge_log2.
  const std::uint32_t merge = max(top, shape.smallest_merge_log2);
  add(mergeKernel(shape, merge), Wait::passes, stage, ceilShift(end, merge), plainWords(stage), out);
}

}  // namespace

void setDispatch(Pass& pass, Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups) {
  pass.label = nameOf(kernel);
  pass.kernel = static_cast<std::uint8_t>(kernel);
  pass.stage = static_cast<std::uint8_t>(stage);
  pass.merges = isMerge(kernel);
  pass.wait = wait;
  pass.groups = groups;
  pass.arguments = kDirect;
  pass.word_count = 0;
}

PassPush plainWords(std::uint32_t stage) {
  PassPush words{};
  words.max_last_index = static_cast<std::uint32_t>((std::uint64_t{1} << stage) - 1);
  return words;
}

Kernel firstKernel(const Setting& setting, std::uint32_t n) {
  const Shape& shape = setting.shape;
  for (const Kernel kernel : kOneWorkgroupKernels) {
    if (shape.has(kernel) && n <= 1u << shape.elementsLog2(kernel)) return kernel;
  }
  return shape.firstSort();
}

bool isOnePass(const Setting& setting, std::uint32_t n) {
  return n <= 1u << setting.shape.elementsLog2(firstKernel(setting, n));
}

void addSort(const Setting& setting, const Request& request, Kernel first, PassList& out) {
  const std::uint32_t n = request.count;
  const std::uint32_t sorted = setting.shape.elementsLog2(first);
  // Sets the wait, kernel and workgroups of each pass. Indirect counts and segments change only the wait of first
  // passes. Workgroups of the other passes then come from setup.comp or segment_setup.comp.
  add(first, out.count == 0 ? Wait::nothing : Wait::passes, sorted, ceilShift(n, sorted), plainWords(sorted), out);
  addConversion(request, VKSORT_CONVERT_LOADED, out.passes[out.count - 1]);
  const std::uint32_t last_stage = ceilLog2(n);
  for (std::uint32_t stage = sorted + 1; stage <= last_stage; ++stage) addStage(setting.shape, n, stage, out);
  addConversion(request, VKSORT_CONVERT_STORED, out.passes[out.count - 1]);
}

Pass& addConverting(Kernel kernel, const Request& request, Wait wait, std::uint32_t stage, std::uint32_t groups,
                    PassList& out) {
  Pass& pass = out.add();
  setDispatch(pass, kernel, wait, stage, groups);
  PassPush words{};
  words.max_last_index = ~0u;
  setWords(pass, words);
  addConversion(request, VKSORT_CONVERT_LOADED | VKSORT_CONVERT_STORED, pass);
  return pass;
}

void addScratchSort(const Setting& setting, const Request& request, std::uint32_t size, PassList& out) {
  const Kernel kernel = size == 0 ? Kernel::scratch_sort : Kernel::scratch_double;
  const std::uint32_t tile = setting.shape.elementsLog2(kernel);
  add(kernel, Wait::nothing, tile, ceilShift(request.count, tile), plainWords(tile), out);
  addConversion(request, VKSORT_CONVERT_LOADED, out.passes[out.count - 1]);
}

void takeArguments(PassList& passes, std::uint32_t first) {
  for (std::uint32_t i = first; i < passes.count; ++i) {
    passes.passes[i].arguments = 3 * (i - first);
    if (i == first) passes.passes[i].wait = Wait::passes_and_arguments;
  }
}

void convertAtEachStage(const Request& request, PassList& passes, std::uint32_t first) {
  for (std::uint32_t i = first; i < passes.count; ++i) {
    Pass& pass = passes.passes[i];
    if (!isGlobal(static_cast<Kernel>(pass.kernel))) addConversion(request, VKSORT_CONVERT_STORED, pass);
  }
}

}  // namespace vksort::bitonic
