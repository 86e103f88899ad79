#include "bitonic/schedule.h"

#include <initializer_list>

#include "sort/bitonic/workgroups.h"

namespace vksort::bitonic {
namespace {

std::uint32_t ceilLog2(std::uint32_t n) {
  std::uint32_t k = 0;
  while (k < 32 && (std::uint64_t{1} << k) < n) ++k;
  return k;
}

std::uint32_t most(std::uint32_t a, std::uint32_t b) { return a > b ? a : b; }

// The merge of 2^merge elements: full, half or quarter of a tile.
Kernel mergeKernel(const Shape& shape, std::uint32_t merge) {
  return static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::merge_full) + shape.tile_log2 - merge);
}

}  // namespace

void setDispatch(Pass& pass, Kernel kernel, const char* label, Wait wait, std::uint32_t stage, std::uint32_t groups) {
  pass.label = label;
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
  words.last_of = static_cast<std::uint32_t>((std::uint64_t{1} << stage) - 1);
  return words;
}

Kernel firstKernel(const Setting& setting, std::uint32_t n) {
  const Shape& shape = setting.shape;
  for (const Kernel kernel : {Kernel::subgroup_sort, Kernel::small_sort, Kernel::medium_sort, Kernel::large_sort,
                              Kernel::few_sort, Kernel::tile_sort}) {
    if (shape.uses(kernel, setting.configuration.mode) && n <= 1u << shape.elementsLog2(kernel)) return kernel;
  }
  return shape.few_log2 != 0 ? Kernel::few_sort : shape.firstSort();
}

bool isOnePass(const Setting& setting, std::uint32_t n) {
  return n <= 1u << setting.shape.elementsLog2(firstKernel(setting, n));
}

void addSort(const Setting& setting, std::uint32_t n, PassList& out) {
  const Shape& shape = setting.shape;
  const Kernel first = firstKernel(setting, n);
  const std::uint32_t sorted = shape.elementsLog2(first);
  // What each pass waits for, its kernel and its workgroups are said in the calls of add() below; its label is the
  // kernel's name (kernels.cpp), inside that of its stage (marks.cpp). A count of the device, or lists, change the wait
  // of first passes alone, and give the others their workgroups on the device: setup.comp, list_setup.comp.
  const auto add = [&](Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups, const PassPush& words) {
    Pass& pass = out.add();
    setDispatch(pass, kernel, nameOf(kernel), wait, stage, groups);
    setWords(pass, words);
  };
  PassPush words = plainWords(sorted);
  convertLoaded(setting, words);
  add(first, out.count == 0 ? Wait::nothing : Wait::passes, sorted, ceilShift(n, sorted), words);

  const std::uint32_t longest = shape.strides(shape.globalKernel(32));
  const std::uint32_t last_stage = ceilLog2(n);
  for (std::uint32_t stage = sorted + 1; stage <= last_stage; ++stage) {
    words = plainWords(stage);
    const std::uint32_t end = stageEnd(n, stage);
    if (first == Kernel::few_sort) {
      add(Kernel::few_merge, Wait::passes, stage, ceilShift(end, stage), words);
      continue;
    }
    // As few global passes as bring the strides down to a tile. Where they can do more than that, the first ones, whose
    // rows lie furthest apart, do less, and the merge is of merge_log2.
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
      add(kernel, Wait::passes, stage, globalGroups(end, top, strides, shape.elementsLog2(kernel)), words);
    }
    // The merge of what is left, 2^top elements: it waits for all passes before it, has a workgroup for each 2^merge
    // elements, and is of Tuning::merge_log2 where the global passes leave a choice, else larger, at least of
    // smallest_merge_log2 (tuning_table.cpp, or the host's; widened to subgroups in tuning.cpp).
    const std::uint32_t merge = most(top, shape.smallest_merge_log2);
    add(mergeKernel(shape, merge), Wait::passes, stage, ceilShift(end, merge), plainWords(stage));
  }

  Pass& last = out.passes[out.count - 1];
  words = pushOf<PassPush>(last);
  convertStored(setting, words);
  setWords(last, words);
}

void convertLoaded(const Setting& setting, PassPush& words) {
  words.load_mask = setting.configuration.conversion.mask;
  words.load_flip = setting.configuration.conversion.flip;
}

void convertStored(const Setting& setting, PassPush& words) {
  words.store_mask = setting.configuration.conversion.mask;
  words.store_flip = setting.configuration.conversion.flip;
}

Pass& addConverting(const Setting& setting, Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups,
                    PassList& out) {
  Pass& pass = out.add();
  setDispatch(pass, kernel, nameOf(kernel), wait, stage, groups);
  PassPush words{};
  words.last_of = ~0u;
  convertLoaded(setting, words);
  convertStored(setting, words);
  setWords(pass, words);
  return pass;
}

void addApart(const Setting& setting, std::uint32_t size, std::uint32_t n, PassList& out) {
  const Kernel kernel = size == 0 ? Kernel::apart_sort : Kernel::apart_double;
  const std::uint32_t tile = setting.shape.elementsLog2(kernel);
  Pass& pass = out.add();
  setDispatch(pass, kernel, nameOf(kernel), Wait::nothing, tile, ceilShift(n, tile));
  PassPush words = plainWords(tile);
  convertLoaded(setting, words);
  setWords(pass, words);
}

void takeArguments(PassList& passes, std::uint32_t first) {
  for (std::uint32_t i = first; i < passes.count; ++i) {
    passes.passes[i].arguments = 3 * (i - first);
    if (i == first) passes.passes[i].wait = Wait::passes_and_arguments;
  }
}

void convertAtEachStage(const Setting& setting, PassList& passes, std::uint32_t first) {
  for (std::uint32_t i = first; i < passes.count; ++i) {
    Pass& pass = passes.passes[i];
    if (isGlobal(static_cast<Kernel>(pass.kernel))) continue;
    auto words = pushOf<PassPush>(pass);
    convertStored(setting, words);
    setWords(pass, words);
  }
}

}  // namespace vksort::bitonic
