// The table of kernels, and what follows from a row.
#include "bitonic/kernels.h"

#include "bitonic/modules.h"

namespace vksort::bitonic {
namespace {

// The module with a hook in it: of keys, and of pairs.
struct Hooked {
  Spirv HookShaders::*keys;
  Spirv HookShaders::*pairs;
};
constexpr Hooked kHookedSubgroup = {&HookShaders::subgroup_keys, &HookShaders::subgroup_pairs};
constexpr Hooked kHookedSmall = {&HookShaders::small_keys, &HookShaders::small_pairs};
constexpr Hooked kHookedMedium = {&HookShaders::medium_keys, &HookShaders::medium_keys};
constexpr Hooked kHookedApart = {&HookShaders::apart_keys, &HookShaders::apart_pairs};
constexpr Hooked kHookedTile = {&HookShaders::tile_keys, &HookShaders::tile_pairs};

using Constants = std::uint32_t (&)[kMaxConstants];
std::uint32_t elementConstants(const Setting& setting, Kernel kernel, Constants out);
std::uint32_t setUpConstants(const Setting& setting, Kernel kernel, Constants out);
std::uint32_t listSetUpConstants(const Setting& setting, Kernel kernel, Constants out);

// log2 of the elements of a workgroup.
template <int added>
std::uint32_t tile(const Shape& shape) {
  return shape.tile_log2 + static_cast<std::uint32_t>(added);
}
template <std::uint32_t Tuning::*size>
std::uint32_t sized(const Shape& shape) {
  return shape.*size;
}
template <std::uint32_t more>
std::uint32_t global(const Shape& shape) {
  return shape.global_log2[more];
}

// Whether the kernel is made.
using Uses = bool(const Shape& shape, const Mode& mode);
constexpr bool always(const Shape&, const Mode&) { return true; }
constexpr bool ofLists(const Shape&, const Mode& mode) { return mode.lists; }
constexpr bool ofRepair(const Shape&, const Mode& mode) { return mode.coherent; }
constexpr bool neverInPlace(const Shape&, const Mode&) { return false; }

// All that is known of a kernel.
struct Row {
  const char* name;
  const ByElement& code;
  std::uint32_t (*elements_log2)(const Shape&);
  Uses* uses = always;               // besides that it has a size
  std::uint32_t registers_log2 = 0;  // 0: Tuning::registers_log2
  bool begins_sort = false;          // each sort begins with one such
  const Hooked* hooked = nullptr;    // of those: the modules that call a hook
  std::uint32_t task = 0;            // VKSORT_SPEC_TASK
  bool whole_lists = false;          // it sorts lists that fit its workgroups
  std::uint32_t packed_log2 = 0;     // log2 of the lists per workgroup
  bool in_subgroups = true;
  std::uint32_t (*constants)(const Setting&, Kernel, Constants) = elementConstants;
};

// In the order of Kernel.
constexpr Row kRows[kKernelCount] = {
    {.name = "subgroup_sort",
     .code = kSubgroupModules,
     .elements_log2 = [](const Shape& shape) { return 2 + shape.subgroup_log2; },
     .uses = [](const Shape& shape, const Mode&) { return shape.subgroup_sort != 0 && shape.subgroup_log2 != 0; },
     .registers_log2 = 2,
     .begins_sort = true,
     .hooked = &kHookedSubgroup},
    {.name = "small_sort",
     .code = kSmallModules,
     .elements_log2 = sized<&Tuning::small_log2>,
     .uses = [](const Shape&, const Mode& mode) { return !mode.lists; },
     .registers_log2 = 2,
     .begins_sort = true,
     .hooked = &kHookedSmall},
    {.name = "medium_sort",
     .code = kMediumModules,
     .elements_log2 = sized<&Tuning::medium_log2>,
     .registers_log2 = 3,
     .begins_sort = true,
     .hooked = &kHookedMedium},
    {.name = "large_sort",
     .code = kMediumModules,
     .elements_log2 = sized<&Tuning::large_log2>,
     .registers_log2 = 3,
     .begins_sort = true,
     .hooked = &kHookedMedium},
    {.name = "few_sort",
     .code = kSmallModules,
     .elements_log2 = [](const Shape& shape) { return shape.few_log2; },
     .registers_log2 = 2,
     .begins_sort = true,
     .hooked = &kHookedSmall},
    {.name = "tile_sort",
     .code = kTileModules,
     .elements_log2 = tile<0>,
     .uses =
         [](const Shape& shape, const Mode&) {
           return shape.double_tiles == 0 ||
                  (shape.small_log2 < shape.tile_log2 && shape.medium_log2 < shape.tile_log2 &&
                   shape.large_log2 < shape.tile_log2);
         },
     .begins_sort = true,
     .hooked = &kHookedTile,
     .task = VKSORT_TILE_SORT},
    {.name = "double_sort",
     .code = kTileModules,
     .elements_log2 = tile<1>,
     .uses = [](const Shape& shape, const Mode&) { return shape.double_tiles != 0; },
     .begins_sort = true,
     .hooked = &kHookedTile,
     .task = VKSORT_TILE_SORT},
    {.name = "few_merge",
     .code = kTileModules,
     .elements_log2 = [](const Shape& shape) { return shape.few_log2 != 0 ? shape.few_log2 + 1 : 0; },
     .task = VKSORT_TILE_HALVES},
    {.name = "merge_full", .code = kTileModules, .elements_log2 = tile<0>, .task = VKSORT_TILE_MERGE},
    {.name = "merge_half",
     .code = kTileModules,
     .elements_log2 = tile<-1>,
     .uses = [](const Shape& shape, const Mode&) { return shape.tile_log2 - 1 >= shape.smallest_merge_log2; },
     .task = VKSORT_TILE_MERGE},
    {.name = "merge_quarter",
     .code = kTileModules,
     .elements_log2 = tile<-2>,
     .uses = [](const Shape& shape, const Mode&) { return shape.tile_log2 - 2 >= shape.smallest_merge_log2; },
     .task = VKSORT_TILE_MERGE},
    {.name = "global_short", .code = kGlobalModules, .elements_log2 = global<0>},
    {.name = "global_long_1", .code = kGlobalModules, .elements_log2 = global<1>},
    {.name = "global_long_2", .code = kGlobalModules, .elements_log2 = global<2>},
    {.name = "global_long_3", .code = kGlobalModules, .elements_log2 = global<3>},
    {.name = "global_long_4", .code = kGlobalModules, .elements_log2 = global<4>},
    {.name = "global_long_5", .code = kGlobalModules, .elements_log2 = global<5>},
    {.name = "setup",
     .code = kSetUpModules,
     .elements_log2 = tile<0>,
     .uses = [](const Shape&, const Mode& mode) { return mode.device_count || mode.coherent; },
     .in_subgroups = false,
     .constants = setUpConstants},
    {.name = "repair_tiles",
     .code = kTileModules,
     .elements_log2 = tile<0>,
     .uses = ofRepair,
     .task = VKSORT_TILE_REPAIR},
    {.name = "repair_seams",
     .code = kTileModules,
     .elements_log2 = tile<0>,
     .uses = ofRepair,
     .task = VKSORT_TILE_SEAM},
    {.name = "verdict", .code = kVerdictModules, .elements_log2 = tile<0>, .uses = ofRepair},
    {.name = "list_setup",
     .code = kListSetUpModules,
     .elements_log2 = tile<0>,
     .uses = ofLists,
     .in_subgroups = false,
     .constants = listSetUpConstants},
    {.name = "list_sort",
     .code = kTileModules,
     .elements_log2 = sized<&Tuning::small_log2>,
     .uses = ofLists,
     .begins_sort = true,
     .hooked = &kHookedTile,
     .task = VKSORT_TILE_SORT,
     .whole_lists = true},
    {.name = "tiny_sort",
     .code = kSmallModules,
     .elements_log2 = [](const Shape& shape) { return shape.tiny_log2; },
     .uses = ofLists,
     .registers_log2 = 2,
     .begins_sort = true,
     .hooked = &kHookedSmall,
     .whole_lists = true,
     .packed_log2 = kPackedLog2},
    {.name = "apart_sort",
     .code = kApartModules,
     .elements_log2 = [](const Shape& shape) { return shape.apart_log2[0]; },
     .uses = neverInPlace,
     .registers_log2 = 2,
     .begins_sort = true,
     .hooked = &kHookedApart},
    {.name = "apart_double",
     .code = kApartModules,
     .elements_log2 = [](const Shape& shape) { return shape.apart_log2[1]; },
     .uses = neverInPlace,
     .registers_log2 = 2,
     .begins_sort = true,
     .hooked = &kHookedApart},
};

// A hook is called where a sort begins, and nowhere else.
constexpr bool hooksBeginSorts() {
  for (const Row& row : kRows) {
    if (row.begins_sort != (row.hooked != nullptr)) return false;
  }
  return true;
}
static_assert(hooksBeginSorts());

const Row& rowOf(Kernel kernel) { return kRows[static_cast<std::uint32_t>(kernel)]; }

std::uint32_t elementConstants(const Setting& setting, Kernel kernel, Constants out) {
  const auto& [configuration, shape, max_groups_x, most] = setting;
  const Row& row = rowOf(kernel);
  const Mode& mode = configuration.mode;
  const std::uint32_t elements_log2 = shape.elementsLog2(kernel);
  out[VKSORT_SPEC_WORKGROUP] = 1u << (elements_log2 - shape.registersLog2(kernel) + row.packed_log2);
  out[VKSORT_SPEC_TILE_LOG2] = elements_log2;
  out[VKSORT_SPEC_STRIDES] = shape.strides(kernel);
  out[VKSORT_SPEC_INTERLEAVED] = configuration.layout.interleaved;
  out[VKSORT_SPEC_TIES] = configuration.compares_last_word;
  out[VKSORT_SPEC_SUBGROUP_LOG2] = shape.subgroup_log2;
  out[VKSORT_SPEC_ROTATION] = configuration.conversion.rotation;
  out[VKSORT_SPEC_SECOND_FLIP] = configuration.conversion.second_flip;
  out[VKSORT_SPEC_THIRD_FLIP] = configuration.conversion.third_flip;
  out[VKSORT_SPEC_IOTA] = mode.writes_values && row.begins_sort;
  out[VKSORT_SPEC_DEVICE_COUNT] = mode.device_count || mode.lists;
  out[VKSORT_SPEC_LISTS] = !mode.lists ? 0 : row.whole_lists ? VKSORT_LISTS_WHOLE : shape.tile_log2;
  out[VKSORT_SPEC_PACKED_LOG2] = row.packed_log2;
  out[VKSORT_SPEC_TASK] = row.task;
  out[VKSORT_SPEC_LOOPS] = shape.loops;
  return VKSORT_SPEC_COUNT;
}

std::uint32_t setUpConstants(const Setting& setting, Kernel, Constants out) {
  const auto& [configuration, shape, max_groups_x, most] = setting;
  constexpr std::uint32_t kStages = 32;  // invocations of setup.comp
  out[VKSORT_SETUP_WORKGROUP] = kStages;
  out[VKSORT_SETUP_FEWEST] = configuration.mode.fewest();
  out[VKSORT_SETUP_SORTED_LOG2] = shape.elementsLog2(shape.firstSort());
  out[VKSORT_SETUP_TILE_LOG2] = shape.tile_log2;
  out[VKSORT_SETUP_MERGE_LOG2] = shape.merge_log2;
  out[VKSORT_SETUP_SMALLEST_MERGE_LOG2] = shape.smallest_merge_log2;
  out[VKSORT_SETUP_REGISTERS_LOG2] = shape.registers_log2;
  out[VKSORT_SETUP_LONGEST] = shape.strides(shape.globalKernel(kStages));
  static_assert(VKSORT_SETUP_GLOBAL_LOG2 + kGlobalKernelCount == VKSORT_SETUP_MAX_GROUPS_X);
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) out[VKSORT_SETUP_GLOBAL_LOG2 + i] = shape.global_log2[i];
  out[VKSORT_SETUP_MAX_GROUPS_X] = max_groups_x;
  out[VKSORT_SETUP_DEVICE_COUNT] = configuration.mode.device_count;
  out[VKSORT_SETUP_REPAIRS] = configuration.mode.coherent;
  return VKSORT_SETUP_COUNT;
}

std::uint32_t listSetUpConstants(const Setting& setting, Kernel, Constants out) {
  const auto& [configuration, shape, max_groups_x, most] = setting;
  out[VKSORT_LISTS_WORKGROUP] = shape.setup_invocations;
  out[VKSORT_LISTS_FEWEST] = configuration.mode.fewest();
  out[VKSORT_LISTS_TINY_LOG2] = shape.tiny_log2;
  out[VKSORT_LISTS_SMALL_LOG2] = shape.small_log2;
  out[VKSORT_LISTS_TILE_LOG2] = shape.tile_log2;
  out[VKSORT_LISTS_PACKED_LOG2] = kPackedLog2;
  // One row where that is possible, else rows that leave less than half of two rows over.
  const std::uint32_t row = max_groups_x < kMaxLists / 2 ? max_groups_x : kMaxLists / 2;
  out[VKSORT_LISTS_ROW] = max_groups_x >= kMaxLists ? kMaxLists : row;
  out[VKSORT_LISTS_MAX_GROUPS_X] = max_groups_x;
  return VKSORT_LISTS_COUNT;
}

static_assert(VKSORT_SPEC_COUNT <= kMaxConstants && VKSORT_SETUP_COUNT <= kMaxConstants);

}  // namespace

std::uint32_t Shape::elementsLog2(Kernel kernel) const { return rowOf(kernel).elements_log2(*this); }

std::uint32_t Shape::registersLog2(Kernel kernel) const {
  const std::uint32_t of_kernel = rowOf(kernel).registers_log2;
  return of_kernel != 0 ? of_kernel : registers_log2;
}

std::uint32_t Shape::strides(Kernel kernel) const {
  if (!isGlobal(kernel)) return 0;
  return registers_log2 + static_cast<std::uint32_t>(kernel) - static_cast<std::uint32_t>(Kernel::global_short);
}

bool Shape::uses(Kernel kernel, const Mode& mode) const {
  return elementsLog2(kernel) != 0 && rowOf(kernel).uses(*this, mode);
}

Kernel Shape::globalKernel(std::uint32_t wanted) const {
  auto found = Kernel::global_short;
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::global_short) + i);
    if (global_log2[i] == 0) continue;
    found = kernel;
    if (strides(kernel) >= wanted) break;
  }
  return found;
}

bool sorts(Kernel kernel) { return rowOf(kernel).begins_sort; }

const char* nameOf(Kernel kernel) { return rowOf(kernel).name; }

Module moduleOf(Kernel kernel, Element element) { return rowOf(kernel).code[static_cast<std::uint32_t>(element)]; }

Module moduleOf(const HookShaders& shaders, Kernel kernel, Element element) {
  const Hooked& hooked = *rowOf(kernel).hooked;
  return plainModule(shaders.*(element == Element::pair ? hooked.pairs : hooked.keys));
}

std::uint32_t constantsOf(const Setting& setting, Kernel kernel, std::uint32_t (&out)[kMaxConstants]) {
  return rowOf(kernel).constants(setting, kernel, out);
}

PipelineSource sourceOf(const Setting& setting, Kernel kernel, const Hook* hook) {
  const Row& row = rowOf(kernel);
  const Element element = setting.configuration.layout.element;
  PipelineSource source{};
  source.module = hook && row.begins_sort ? moduleOf(hook->shaders, kernel, element) : moduleOf(kernel, element);
  source.in_subgroups = row.in_subgroups;
  source.constant_count = constantsOf(setting, kernel, source.constants);
  // A merge of a tile's halves, which is made of the same module, has none of its stages.
  const bool merges_alone =
      row.task == VKSORT_TILE_MERGE || row.task == VKSORT_TILE_SEAM || row.task == VKSORT_TILE_HALVES;
  source.effort = merges_alone ? source.module.bytes / 3 : source.module.bytes;
  return source;
}

}  // namespace vksort::bitonic
