#include "sorts/bitonic/kernels.h"

#include <initializer_list>

#include "sort_modules.h"

namespace vksort::bitonic {
namespace {

struct Code {
  Spirv modules[3];                  // indexed by Element; a missing module is empty
  std::uint32_t registers_log2 = 0;  // 0 means Tuning::registers_log2
  const Code* compact = nullptr;     // used by the baseline
};
#define VKSORT_BY_ELEMENT(name) \
  { VKSORT_PACKED(name##_keys), VKSORT_PACKED(name##_pairs), VKSORT_PACKED(name##_triples) }
constexpr Code kSmallCode = {VKSORT_BY_ELEMENT(small), 2};
constexpr Code kMediumCode = {{VKSORT_PACKED(medium_keys), {}, {}}, 3};
constexpr Code kScratchCode = {{VKSORT_PACKED(scratch_keys), VKSORT_PACKED(scratch_pairs), {}}, 2};
constexpr Code kCompactCode = {VKSORT_BY_ELEMENT(compact)};
constexpr Code kTileCode = {VKSORT_BY_ELEMENT(tile), 0, &kCompactCode};
constexpr Code kCompactGlobalCode = {VKSORT_BY_ELEMENT(compact_global)};
constexpr Code kGlobalCode = {VKSORT_BY_ELEMENT(global), 0, &kCompactGlobalCode};
constexpr Code kSetUpCode = {{VKSORT_PACKED(setup), VKSORT_PACKED(setup), VKSORT_PACKED(setup)}};
constexpr Code kGatherCode = {{VKSORT_PACKED(gather), VKSORT_PACKED(gather), VKSORT_PACKED(gather)}};
constexpr Code kSegmentSetUpCode = {
    {VKSORT_PACKED(segment_setup), VKSORT_PACKED(segment_setup), VKSORT_PACKED(segment_setup)}};
#undef VKSORT_BY_ELEMENT

struct Row {
  const char* name;
  const Code& code;
};

// Indexed by Kernel.
constexpr Row kRows[kKernelCount] = {
    {"small_sort", kSmallCode},     {"medium_sort", kMediumCode},
    {"large_sort", kMediumCode},    {"tile_sort", kTileCode},
    {"double_sort", kTileCode},     {"merge_full", kTileCode},
    {"merge_half", kTileCode},      {"merge_quarter", kTileCode},
    {"global_short", kGlobalCode},  {"global_long_1", kGlobalCode},
    {"global_long_2", kGlobalCode}, {"global_long_3", kGlobalCode},
    {"global_long_4", kGlobalCode}, {"global_long_5", kGlobalCode},
    {"setup", kSetUpCode},          {"segment_setup", kSegmentSetUpCode},
    {"segment_sort", kTileCode},    {"tiny_sort", kSmallCode},
    {"scratch_sort", kScratchCode}, {"scratch_double", kScratchCode},
    {"gather", kGatherCode},
};

const Row& rowOf(Kernel kernel) { return kRows[static_cast<std::uint32_t>(kernel)]; }

bool isTileMerge(Kernel kernel) { return isMerge(kernel) && !isGlobal(kernel); }

std::uint32_t globalIndex(Kernel kernel) {
  return static_cast<std::uint32_t>(kernel) - static_cast<std::uint32_t>(Kernel::global_short);
}

using Constants = std::uint32_t (&)[kMaxConstants];

std::uint32_t lastWordOf(const Configuration& configuration, Kernel kernel) {
  if (!sorts(kernel)) return VKSORT_LAST_LOADED;
  if (configuration.writesIndices()) return VKSORT_LAST_INDEX;
  return configuration.gathersPayloads() ? VKSORT_LAST_GATHERED : VKSORT_LAST_LOADED;
}

std::uint32_t elementConstants(const BitonicSetting& setting, Kernel kernel, Constants out) {
  const Configuration& configuration = setting.configuration;
  const KernelSizes& shape = setting.shape;
  const std::uint32_t elements_log2 = shape.elementsLog2(kernel);
  const std::uint32_t packed_log2 = kernel == Kernel::tiny_sort ? kPackedLog2 : 0;
  out[VKSORT_SPEC_WORKGROUP] = 1u << (elements_log2 - shape.registersLog2(kernel) + packed_log2);
  out[VKSORT_SPEC_TILE_LOG2] = elements_log2;
  out[VKSORT_SPEC_STRIDES] = shape.strides(kernel);
  out[VKSORT_SPEC_INTERLEAVED] = configuration.layout.interleaved;
  out[VKSORT_SPEC_TIES] = configuration.comparesLastWord();
  out[VKSORT_SPEC_SUBGROUP_LOG2] = shape.subgroup_log2;
  out[VKSORT_SPEC_LAST_WORD] = lastWordOf(configuration, kernel);
  out[VKSORT_SPEC_PACKED_LOG2] = packed_log2;
  out[VKSORT_SPEC_TASK] = isTileMerge(kernel) ? VKSORT_TILE_MERGE : VKSORT_TILE_SORT;
  return VKSORT_SPEC_COUNT;
}

std::uint32_t setUpConstants(const BitonicSetting& setting, Constants out) {
  const KernelSizes& shape = setting.shape;
  constexpr std::uint32_t kStages = 32;
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

std::uint32_t segmentSetUpConstants(const BitonicSetting& setting, Constants out) {
  const KernelSizes& shape = setting.shape;
  const std::uint32_t max_x = setting.max_groups_x;
  out[VKSORT_SEGMENTS_WORKGROUP] = shape.setup_invocations;
  out[VKSORT_SEGMENTS_MIN_COUNT] = setting.configuration.minCount();
  out[VKSORT_SEGMENTS_TINY_LOG2] = shape.tiny_log2;
  out[VKSORT_SEGMENTS_SMALL_LOG2] = shape.smallSegmentLog2();
  out[VKSORT_SEGMENTS_TILE_LOG2] = shape.tile_log2;
  out[VKSORT_SEGMENTS_PACKED_LOG2] = shape.compact ? 0 : kPackedLog2;
  // Use one row if the device allows that for any number of segments, otherwise rows that leave few workgroups unused.
  constexpr std::uint32_t kRow = 32768;
  out[VKSORT_SEGMENTS_ROW] = max_x < kRow || max_x >= kMostSegments ? max_x : kRow;
  out[VKSORT_SEGMENTS_MAX_GROUPS_X] = max_x;
  return VKSORT_SEGMENTS_COUNT;
}

static_assert(VKSORT_SPEC_COUNT <= kMaxConstants && VKSORT_SETUP_COUNT <= kMaxConstants);

}  // namespace

std::uint32_t KernelSizes::elementsLog2(Kernel kernel) const {
  switch (kernel) {
    case Kernel::small_sort:
      return small_log2;
    case Kernel::medium_sort:
      return medium_log2;
    case Kernel::large_sort:
      return large_log2;
    case Kernel::double_sort:
      return tile_log2 + 1;
    case Kernel::merge_half:
      return tile_log2 - 1;
    case Kernel::merge_quarter:
      return tile_log2 - 2;
    case Kernel::segment_sort:
      return smallSegmentLog2();
    case Kernel::tiny_sort:
      return tiny_log2;
    case Kernel::scratch_sort:
      return scratch_log2[0];
    case Kernel::scratch_double:
      return scratch_log2[1];
    default:
      return isGlobal(kernel) ? global_log2[globalIndex(kernel)] : tile_log2;
  }
}

std::uint32_t KernelSizes::registersLog2(Kernel kernel) const {
  const std::uint32_t of_kernel = rowOf(kernel).code.registers_log2;
  return of_kernel != 0 ? of_kernel : registers_log2;
}

std::uint32_t KernelSizes::strides(Kernel kernel) const {
  return isGlobal(kernel) ? registers_log2 + globalIndex(kernel) : 0;
}

bool KernelSizes::has(Kernel kernel) const {
  if (kernel == Kernel::double_sort) return double_tiles != 0;
  if (isTileMerge(kernel)) return elementsLog2(kernel) >= smallest_merge_log2;
  if (kernel != Kernel::tile_sort) return elementsLog2(kernel) != 0;
  return double_tiles == 0 || (small_log2 < tile_log2 && medium_log2 < tile_log2 && large_log2 < tile_log2);
}

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

const char* nameOf(Kernel kernel) { return rowOf(kernel).name; }

Spirv moduleOf(Kernel kernel, Element element, bool compact) {
  const Code& code = rowOf(kernel).code;
  return (compact && code.compact ? *code.compact : code).modules[static_cast<std::uint32_t>(element)];
}

std::uint32_t constantsOf(const BitonicSetting& setting, Kernel kernel, std::uint32_t (&out)[kMaxConstants]) {
  if (kernel == Kernel::setup) return setUpConstants(setting, out);
  if (kernel == Kernel::segment_setup) return segmentSetUpConstants(setting, out);
  return elementConstants(setting, kernel, out);
}

PipelineSource sourceOf(const BitonicSetting& setting, Kernel kernel) {
  PipelineSource source{};
  source.module = moduleOf(kernel, setting.configuration.layout.element, setting.shape.compact);
  if (kernel == Kernel::segment_setup && setting.lists_tiles) source.module = VKSORT_PACKED(segment_tiles);
  const bool in_subgroups = kernel != Kernel::setup && kernel != Kernel::segment_setup && kernel != Kernel::gather;
  source.subgroup_size = in_subgroups && setting.shape.subgroup_log2 != 0 ? 1u << setting.shape.subgroup_log2 : 0;
  source.constant_count = constantsOf(setting, kernel, source.constants);
  // A merge only compiles a third of the module, because it does not use the sorting stages.
  source.compile_cost = isTileMerge(kernel) ? source.module.bytes / 3 : source.module.bytes;
  return source;
}

}  // namespace vksort::bitonic
