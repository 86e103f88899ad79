// The table of kernels, and functions of a row.
#include "bitonic/kernels.h"

#include <initializer_list>

#include "compact_global_keys.spv.h"
#include "compact_global_pairs.spv.h"
#include "compact_global_triples.spv.h"
#include "compact_keys.spv.h"
#include "compact_pairs.spv.h"
#include "compact_triples.spv.h"
#include "global_keys.spv.h"
#include "global_pairs.spv.h"
#include "global_triples.spv.h"
#include "medium_keys.spv.h"
#include "scratch_keys.spv.h"
#include "scratch_pairs.spv.h"
#include "segment_setup.spv.h"
#include "setup.spv.h"
#include "small_keys.spv.h"
#include "small_pairs.spv.h"
#include "small_triples.spv.h"
#include "tile_keys.spv.h"
#include "tile_pairs.spv.h"
#include "tile_triples.spv.h"

namespace vksort::bitonic {
namespace {

// The SPIR-V modules, by Element; see shaders/sort/modules.cmake. A module of 0 bytes does not exist.
using ByElement = Module[3];
constexpr ByElement kSmallModules = {VKSORT_PACKED(small_keys), VKSORT_PACKED(small_pairs),
                                     VKSORT_PACKED(small_triples)};
constexpr ByElement kMediumModules = {VKSORT_PACKED(medium_keys), {}, {}};
constexpr ByElement kScratchModules = {VKSORT_PACKED(scratch_keys), VKSORT_PACKED(scratch_pairs), {}};
constexpr ByElement kTileModules = {VKSORT_PACKED(tile_keys), VKSORT_PACKED(tile_pairs), VKSORT_PACKED(tile_triples)};
constexpr ByElement kGlobalModules = {VKSORT_PACKED(global_keys), VKSORT_PACKED(global_pairs),
                                      VKSORT_PACKED(global_triples)};
constexpr ByElement kCompactModules = {VKSORT_PACKED(compact_keys), VKSORT_PACKED(compact_pairs),
                                       VKSORT_PACKED(compact_triples)};
constexpr ByElement kCompactGlobalModules = {VKSORT_PACKED(compact_global_keys), VKSORT_PACKED(compact_global_pairs),
                                             VKSORT_PACKED(compact_global_triples)};
constexpr ByElement kSetUpModules = {VKSORT_PACKED(setup), VKSORT_PACKED(setup), VKSORT_PACKED(setup)};
constexpr ByElement kSegmentSetUpModules = {VKSORT_PACKED(segment_setup), VKSORT_PACKED(segment_setup),
                                            VKSORT_PACKED(segment_setup)};

// The module with a key generator in it: of keys, and of pairs.
struct Generating {
  Spirv KeyShaders::*keys;
  Spirv KeyShaders::*pairs;
};
constexpr Generating kGeneratingSmall = {&KeyShaders::small_keys, &KeyShaders::small_pairs};
constexpr Generating kGeneratingMedium = {&KeyShaders::medium_keys, &KeyShaders::medium_keys};
constexpr Generating kGeneratingScratch = {&KeyShaders::scratch_keys, &KeyShaders::scratch_pairs};
constexpr Generating kGeneratingTile = {&KeyShaders::tile_keys, &KeyShaders::tile_pairs};
constexpr Generating kGeneratingCompact = {&KeyShaders::compact_keys, &KeyShaders::compact_pairs};

using Constants = std::uint32_t (&)[kMaxConstants];
std::uint32_t elementConstants(const BitonicSetting& setting, Kernel kernel, Constants out);
std::uint32_t setUpConstants(const BitonicSetting& setting, Kernel kernel, Constants out);
std::uint32_t segmentSetUpConstants(const BitonicSetting& setting, Kernel kernel, Constants out);

// log2 of the elements of a workgroup.
template <int added>
std::uint32_t tile(const KernelSizes& shape) {
  return shape.tile_log2 + static_cast<std::uint32_t>(added);
}
template <std::uint32_t Tuning::*size>
std::uint32_t sized(const KernelSizes& shape) {
  return shape.*size;
}
template <std::uint32_t more>
std::uint32_t global(const KernelSizes& shape) {
  return shape.global_log2[more];
}

constexpr bool always(const KernelSizes&) { return true; }

// The properties of a kernel.
struct Row {
  const char* name;
  const ByElement& code;
  std::uint32_t (*elements_log2)(const KernelSizes&);
  bool (*exists)(const KernelSizes&) = always;  // besides that it has a size
  std::uint32_t registers_log2 = 0;             // 0: Tuning::registers_log2
  const Generating* generating = nullptr;       // of kernels that begin a sort: the modules with a key generator
  const ByElement* compact = nullptr;           // the modules of the baseline
  std::uint32_t task = 0;                       // VKSORT_SPEC_TASK
  std::uint32_t packed_log2 = 0;                // log2 of the segments per workgroup
  bool in_subgroups = true;
  std::uint32_t (*constants)(const BitonicSetting&, Kernel, Constants) = elementConstants;
};

// In the order of Kernel.
constexpr Row kRows[kKernelCount] = {
    {.name = "small_sort",
     .code = kSmallModules,
     .elements_log2 = sized<&Tuning::small_log2>,
     .registers_log2 = 2,
     .generating = &kGeneratingSmall},
    {.name = "medium_sort",
     .code = kMediumModules,
     .elements_log2 = sized<&Tuning::medium_log2>,
     .registers_log2 = 3,
     .generating = &kGeneratingMedium},
    {.name = "large_sort",
     .code = kMediumModules,
     .elements_log2 = sized<&Tuning::large_log2>,
     .registers_log2 = 3,
     .generating = &kGeneratingMedium},
    {.name = "tile_sort",
     .code = kTileModules,
     .elements_log2 = tile<0>,
     .exists =
         [](const KernelSizes& shape) {
           return shape.double_tiles == 0 ||
                  (shape.small_log2 < shape.tile_log2 && shape.medium_log2 < shape.tile_log2 &&
                   shape.large_log2 < shape.tile_log2);
         },
     .generating = &kGeneratingTile,
     .compact = &kCompactModules,
     .task = VKSORT_TILE_SORT},
    {.name = "double_sort",
     .code = kTileModules,
     .elements_log2 = tile<1>,
     .exists = [](const KernelSizes& shape) { return shape.double_tiles != 0; },
     .generating = &kGeneratingTile,
     .task = VKSORT_TILE_SORT},
    {.name = "merge_full",
     .code = kTileModules,
     .elements_log2 = tile<0>,
     .compact = &kCompactModules,
     .task = VKSORT_TILE_MERGE},
    {.name = "merge_half",
     .code = kTileModules,
     .elements_log2 = tile<-1>,
     .exists = [](const KernelSizes& shape) { return shape.tile_log2 - 1 >= shape.smallest_merge_log2; },
     .task = VKSORT_TILE_MERGE},
    {.name = "merge_quarter",
     .code = kTileModules,
     .elements_log2 = tile<-2>,
     .exists = [](const KernelSizes& shape) { return shape.tile_log2 - 2 >= shape.smallest_merge_log2; },
     .task = VKSORT_TILE_MERGE},
    {.name = "global_short", .code = kGlobalModules, .elements_log2 = global<0>, .compact = &kCompactGlobalModules},
    {.name = "global_long_1", .code = kGlobalModules, .elements_log2 = global<1>},
    {.name = "global_long_2", .code = kGlobalModules, .elements_log2 = global<2>},
    {.name = "global_long_3", .code = kGlobalModules, .elements_log2 = global<3>},
    {.name = "global_long_4", .code = kGlobalModules, .elements_log2 = global<4>},
    {.name = "global_long_5", .code = kGlobalModules, .elements_log2 = global<5>},
    {.name = "setup",
     .code = kSetUpModules,
     .elements_log2 = tile<0>,
     .in_subgroups = false,
     .constants = setUpConstants},
    {.name = "segment_setup",
     .code = kSegmentSetUpModules,
     .elements_log2 = tile<0>,
     .in_subgroups = false,
     .constants = segmentSetUpConstants},
    {.name = "segment_sort",
     .code = kTileModules,
     .elements_log2 = [](const KernelSizes& shape) { return shape.smallSegmentLog2(); },
     .generating = &kGeneratingTile,
     .task = VKSORT_TILE_SORT},
    {.name = "tiny_sort",
     .code = kSmallModules,
     .elements_log2 = [](const KernelSizes& shape) { return shape.tiny_log2; },
     .registers_log2 = 2,
     .generating = &kGeneratingSmall,
     .packed_log2 = kPackedLog2},
    {.name = "scratch_sort",
     .code = kScratchModules,
     .elements_log2 = [](const KernelSizes& shape) { return shape.scratch_log2[0]; },
     .registers_log2 = 2,
     .generating = &kGeneratingScratch},
    {.name = "scratch_double",
     .code = kScratchModules,
     .elements_log2 = [](const KernelSizes& shape) { return shape.scratch_log2[1]; },
     .registers_log2 = 2,
     .generating = &kGeneratingScratch},
};

const Row& rowOf(Kernel kernel) { return kRows[static_cast<std::uint32_t>(kernel)]; }

// Where the last word of an element comes from.
std::uint32_t lastWordOf(const Configuration& configuration, const Row& row) {
  if (!row.generating) return VKSORT_LAST_LOADED;
  if (configuration.writesIndices()) return VKSORT_LAST_INDEX;
  return configuration.gathersPayloads() ? VKSORT_LAST_GATHERED : VKSORT_LAST_LOADED;
}

std::uint32_t elementConstants(const BitonicSetting& setting, Kernel kernel, Constants out) {
  const Configuration& configuration = setting.configuration;
  const KernelSizes& shape = setting.shape;
  const Row& row = rowOf(kernel);
  const std::uint32_t elements_log2 = shape.elementsLog2(kernel);
  out[VKSORT_SPEC_WORKGROUP] = 1u << (elements_log2 - shape.registersLog2(kernel) + row.packed_log2);
  out[VKSORT_SPEC_TILE_LOG2] = elements_log2;
  out[VKSORT_SPEC_STRIDES] = shape.strides(kernel);
  out[VKSORT_SPEC_INTERLEAVED] = configuration.layout.interleaved;
  out[VKSORT_SPEC_TIES] = configuration.comparesLastWord();
  out[VKSORT_SPEC_SUBGROUP_LOG2] = shape.subgroup_log2;
  out[VKSORT_SPEC_LAST_WORD] = lastWordOf(configuration, row);
  out[VKSORT_SPEC_PACKED_LOG2] = row.packed_log2;
  out[VKSORT_SPEC_TASK] = row.task;
  return VKSORT_SPEC_COUNT;
}

std::uint32_t setUpConstants(const BitonicSetting& setting, Kernel, Constants out) {
  const KernelSizes& shape = setting.shape;
  constexpr std::uint32_t kStages = 32;  // invocations of setup.comp
  out[VKSORT_SETUP_WORKGROUP] = kStages;
  out[VKSORT_SETUP_SORTED_LOG2] = shape.elementsLog2(shape.firstSort());
  out[VKSORT_SETUP_TILE_LOG2] = shape.tile_log2;
  out[VKSORT_SETUP_MERGE_LOG2] = shape.merge_log2;
  out[VKSORT_SETUP_SMALLEST_MERGE_LOG2] = shape.smallest_merge_log2;
  out[VKSORT_SETUP_REGISTERS_LOG2] = shape.registers_log2;
  out[VKSORT_SETUP_LONGEST] = shape.strides(shape.globalKernel(kStages));
  static_assert(VKSORT_SETUP_GLOBAL_LOG2 + kGlobalKernelCount == VKSORT_SETUP_MAX_GROUPS_X);
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) out[VKSORT_SETUP_GLOBAL_LOG2 + i] = shape.global_log2[i];
  out[VKSORT_SETUP_MAX_GROUPS_X] = setting.max_groups_x;
  return VKSORT_SETUP_COUNT;
}

std::uint32_t segmentSetUpConstants(const BitonicSetting& setting, Kernel, Constants out) {
  const KernelSizes& shape = setting.shape;
  const std::uint32_t max_x = setting.max_groups_x;
  out[VKSORT_SEGMENTS_WORKGROUP] = shape.setup_invocations;
  out[VKSORT_SEGMENTS_MIN_COUNT] = setting.configuration.minCount();
  out[VKSORT_SEGMENTS_TINY_LOG2] = shape.tiny_log2;
  out[VKSORT_SEGMENTS_SMALL_LOG2] = shape.smallSegmentLog2();
  out[VKSORT_SEGMENTS_TILE_LOG2] = shape.tile_log2;
  out[VKSORT_SEGMENTS_PACKED_LOG2] = shape.compact ? 0 : kPackedLog2;
  // One row if the device allows it. Else rows of up to kMaxSegments / 2, which leave few workgroups unused.
  const std::uint32_t row = max_x < kMaxSegments / 2 ? max_x : kMaxSegments / 2;
  out[VKSORT_SEGMENTS_ROW] = max_x >= kMaxSegments ? kMaxSegments : row;
  out[VKSORT_SEGMENTS_MAX_GROUPS_X] = max_x;
  return VKSORT_SEGMENTS_COUNT;
}

static_assert(VKSORT_SPEC_COUNT <= kMaxConstants && VKSORT_SETUP_COUNT <= kMaxConstants);

}  // namespace

std::uint32_t KernelSizes::elementsLog2(Kernel kernel) const { return rowOf(kernel).elements_log2(*this); }

std::uint32_t KernelSizes::registersLog2(Kernel kernel) const {
  const std::uint32_t of_kernel = rowOf(kernel).registers_log2;
  return of_kernel != 0 ? of_kernel : registers_log2;
}

std::uint32_t KernelSizes::strides(Kernel kernel) const {
  if (!isGlobal(kernel)) return 0;
  return registers_log2 + static_cast<std::uint32_t>(kernel) - static_cast<std::uint32_t>(Kernel::global_short);
}

bool KernelSizes::has(Kernel kernel) const { return elementsLog2(kernel) != 0 && rowOf(kernel).exists(*this); }

std::uint32_t KernelSizes::smallSegmentLog2() const {
  const std::uint32_t min_invocations_log2 = registers_log2 > subgroup_log2 ? registers_log2 : subgroup_log2;
  const bool fits = small_log2 > tiny_log2 && small_log2 >= registers_log2 + min_invocations_log2;
  return fits ? small_log2 : 0;
}

Kernel KernelSizes::slotSort() const {
  if (has(Kernel::tile_sort)) return Kernel::tile_sort;
  for (const Kernel kernel : {Kernel::small_sort, Kernel::medium_sort}) {
    if (elementsLog2(kernel) == tile_log2) return kernel;
  }
  return Kernel::large_sort;
}

Kernel KernelSizes::globalKernel(std::uint32_t wanted) const {
  auto found = Kernel::global_short;
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::global_short) + i);
    if (global_log2[i] == 0) continue;
    found = kernel;
    if (strides(kernel) >= wanted) break;
  }
  return found;
}

std::uint32_t BitonicSetting::oneWorkgroup() const {
  std::uint32_t size = 0;
  for (const Kernel kernel : kOneWorkgroupKernels) {
    const std::uint32_t larger = shape.has(kernel) ? 1u << shape.elementsLog2(kernel) : 0;
    if (larger > size && size < max_count) size = larger;
  }
  const std::uint32_t largest = size < max_count ? size : max_count;
  return largest < configuration.minCount() ? 0 : largest;
}

bool sorts(Kernel kernel) { return rowOf(kernel).generating != nullptr; }

const char* nameOf(Kernel kernel) { return rowOf(kernel).name; }

Module moduleOf(Kernel kernel, Element element, bool compact) {
  const Row& row = rowOf(kernel);
  return (compact && row.compact ? *row.compact : row.code)[static_cast<std::uint32_t>(element)];
}

Module moduleOf(const KeyShaders& shaders, Kernel kernel, Element element, bool compact) {
  const Generating& generating = compact ? kGeneratingCompact : *rowOf(kernel).generating;
  return plainModule(shaders.*(element == Element::pair ? generating.pairs : generating.keys));
}

std::uint32_t constantsOf(const BitonicSetting& setting, Kernel kernel, std::uint32_t (&out)[kMaxConstants]) {
  return rowOf(kernel).constants(setting, kernel, out);
}

PipelineSource sourceOf(const BitonicSetting& setting, Kernel kernel, const KeyGenerator* keys) {
  const Row& row = rowOf(kernel);
  const Element element = setting.configuration.layout.element;
  PipelineSource source{};
  const bool compact = setting.shape.compact;
  source.module =
      keys && row.generating ? moduleOf(keys->shaders, kernel, element, compact) : moduleOf(kernel, element, compact);
  source.in_subgroups = row.in_subgroups;
  source.constant_count = constantsOf(setting, kernel, source.constants);
  // A merge compiles a third of the module: it has no sorting stages.
  source.compile_cost = row.task == VKSORT_TILE_MERGE ? source.module.bytes / 3 : source.module.bytes;
  return source;
}

}  // namespace vksort::bitonic
