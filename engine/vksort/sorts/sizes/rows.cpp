// The table of classes and their tunings. If you measure a device, add an array of tunings for its class after
// kMeasured: `vksort-conform --tune SECONDS` prints the array.
// (n) is experiment n, and (Rn) experiment Rn, of samples/bench/experiments_log.md, measured on an NVIDIA H200. Members
// that a row is not said to be measured for follow from that one and from the limits alone.
#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

// Of the radix sort, one on each multiprocessor of an H200 or an H100: two share one if they have up to 24 KiB of
// shared memory.
constexpr std::uint32_t kWorkgroups = 132;
constexpr std::uint32_t kAll = (1u << 28) - 1;  // elements that a radix sort takes

// 16 keys per invocation: 32 win warm and lose to the instruction cache (19, 24). Tiles of 2^12: 2^13 is slower from
// 2^16 on (10). Up to 2^12 in one workgroup with 4 or 8 keys per invocation: 1 to 3.5 us less (21). First pass of two
// tiles: 3 us less (12). Merges of a tile or half of one: fewer kernels are in the instruction cache sooner (11, 26).
// Global passes of 4, 6 and 8 strides, each as small as leaves rows of 16 keys: 5 % less than two kinds; one of 7
// strides gains nothing (23, 26, R220). Rank merge: samples take 16, 33 and 48 KiB of shared memory; above the first
// shape, one workgroup that merges is at work on each multiprocessor (R105, R106, R139). Radix sort: one tile for each
// multiprocessor at most, as far as tables are summed (R138).
constexpr Tuning kKeyTuning = {.registers_log2 = 4,
                               .tile_log2 = 12,
                               .small_log2 = 10,
                               .medium_log2 = 11,
                               .large_log2 = 12,
                               .double_tiles = 1,
                               .smallest_merge_log2 = 11,
                               .merge_log2 = 11,
                               .global_log2 = {10, 0, 11, 0, 12, 0},
                               .scratch_log2 = {10, 11},
                               .rank_shapes = {{1u << 15, 8}, {kWorkgroups << 9, 9}, {3u << 15, 10}},
                               .radix_shapes = {{kWorkgroups << 11, 9, 4, 1},
                                                {kWorkgroups << 12, 9, 8, 1},
                                                {kWorkgroups << 13, 10, 8, 1},
                                                {kAll, 9, 16, 2}},
                               .radix_additions = 1,
                               .concurrent_workgroups = kWorkgroups};

// 8 pairs per invocation: 16 win warm and from 2^23 on, and lose below (8, 25). Up to 2^10 with 4 per invocation: 2.8
// us less (21). First pass of two tiles: 2.3 us less at 2^12 (12). Merges of a tile and a half: one of a quarter gains
// nothing up to 2^21 (27, R220). Global passes of 3, 6 and 8 strides, with rows of 16, 16 and 8 pairs: 2 to 5 % less
// than two kinds; one of 7 strides gains nothing (27, R220). Rank merge and radix sort: as for keys.
constexpr Tuning kPairTuning = {.registers_log2 = 3,
                                .tile_log2 = 11,
                                .small_log2 = 10,
                                .medium_log2 = 0,
                                .large_log2 = 0,
                                .double_tiles = 1,
                                .smallest_merge_log2 = 10,
                                .merge_log2 = 10,
                                .global_log2 = {9, 0, 0, 10, 0, 11},
                                .scratch_log2 = {10, 11},
                                .rank_shapes = {{1u << 15, 8}, {kWorkgroups << 9, 9}, {3u << 15, 10}},
                                .radix_shapes = {{kWorkgroups << 11, 9, 4, 1},
                                                 {kWorkgroups << 12, 9, 8, 1},
                                                 {kWorkgroups << 13, 10, 8, 1},
                                                 {kAll, 9, 11, 1}},
                                .radix_additions = 1,
                                .concurrent_workgroups = kWorkgroups};

template <typename Change>
constexpr Tuning with(Tuning tuning, Change change) {
  change(tuning);
  return tuning;
}

// 64-bit keys with payloads: a word more than pairs, and shared memory for less. The radix sort was measured on an
// H100, the others follow from pairs.
constexpr Tuning kTripleTuning = with(kPairTuning, [](Tuning& tuning) {
  tuning.scratch_log2[0] = tuning.scratch_log2[1] = 0;
  for (RankShape& shape : tuning.rank_shapes) shape = {};
  tuning.radix_shapes[3].elements = 10;  // 11 take too many registers (R249)
  tuning.radix_additions = 0;
});

constexpr Tuning kMeasured[] = {kKeyTuning, kPairTuning, kTripleTuning};

// An invocation has 64 registers on Arm's GPUs, and in subgroups of 16 on Intel's. ANV and PanVK spill in radix passes
// of more elements.
constexpr Tuning withFewRegisters(const Tuning& tuning, std::uint32_t elements, std::uint32_t parts) {
  return with(tuning, [=](Tuning& changed) {
    changed.radix_shapes[1] = {kAll, 9, elements, parts};
    changed.radix_shapes[2] = changed.radix_shapes[3] = {};
  });
}
constexpr Tuning kFewRegisters[] = {withFewRegisters(kKeyTuning, 8, 2), withFewRegisters(kPairTuning, 7, 1),
                                    withFewRegisters(kTripleTuning, 6, 1)};

// Software compiles the elements of an invocation one by one. The first shape takes what 64 workgroups of 8
// subgroups of 4 hold.
constexpr Tuning inSoftware(Tuning tuning, std::uint32_t parts) {
  return with(tuning, [parts](Tuning& changed) {
    for (RadixShape& shape : changed.radix_shapes) shape = {};
    changed.radix_shapes[0] = {1u << 12, 7, 2, 1};
    changed.radix_shapes[1] = {kAll, 7, 2, parts};
  });
}
constexpr Tuning kInSoftware[] = {inSoftware(kKeyTuning, 2), inSoftware(kPairTuning, 1), inSoftware(kTripleTuning, 1)};

constexpr ClassLimits kNoLimits = {~0u, ~0u, ~0u, kWorkgroups};
// Where nothing was measured: workgroups as large as most of the H200's. Half of the 64 KiB of a unit, so that two
// workgroups share one; it is also all that AMD's own driver, Apple's and Qualcomm's give. Half of that for counters of
// 1 KiB for each subgroup. Three workgroups for each of 8 units, which are the fewest of a graphics card or a console.
constexpr ClassLimits kUnmeasured = {512, 32768, 16, 24};

// From which counts GPUs take scratch memory: see radix/sizes.cpp and rank/passes.cpp.
constexpr DeviceClass kClasses[] = {
    // lavapipe: takes four to ten times as long in scratch memory as in place, and adds in order (R171).
    {.name = "Software drivers",
     .limits = {~0u, ~0u, 8, 64},
     .evidence = Evidence::executed,
     .tunings = kInSoftware,
     .is_software = true,
     .adds_in_order = true,
     .scratch_pays = false},
    // H200, H100. They add in order (R171): without additions keys take 1.04 to 1.12 up to 2^20, and 1.2 above; indices
    // 1.01 to 1.09 (R221).
    {.name = "NVIDIA",
     .vendor_id = 0x10de,
     .limits = kNoLimits,
     .evidence = Evidence::executed,
     .tunings = kMeasured,
     .adds_in_order = true},
    // RADV: nothing spills. At 64 a unit has room for two workgroups of each kernel.
    {"AMD", 0x1002, {64, 32}, kUnmeasured, Evidence::compiled, kMeasured},
    // ANV: at 32 Gen9 to Gen12.5 spill in 160 of 282 pipelines, at 16 in 26 to 30. At 8 none spills, but a workgroup of
    // 512 takes 64 of the 112 threads of a Gen12 unit. Xe2 does not spill at 16.
    {"Intel", 0x8086, {16, 8, 32}, kUnmeasured, Evidence::compiled, kFewRegisters},
    // Turnip: workgroups of 512 leave 24 registers of four words. Radix passes spill: at 64 in 10 of 310 pipelines on
    // a630 and a740, at 128 in 10 and 2 of 308. Workgroups of 256 have 48, and none spills.
    {"Qualcomm", 0x5143, {128, 64}, {256, 32768, 16, 24}, Evidence::compiled, kMeasured},
    // PanVK on a Mali-G610: tile, merge and segment sorts spill in place.
    {"Arm", 0x13b5, {16, 8}, kUnmeasured, Evidence::compiled, kFewRegisters},
    // MoltenVK reports sizes from 4 to 32 and does not let pipelines require one, but Apple GPUs always use 32. Other
    // GPUs can use another size than MoltenVK reports (its issue 1553: 64 on an AMD GPU that uses 32).
    {.name = "Apple",
     .vendor_id = 0x106b,
     .limits = kUnmeasured,
     .evidence = Evidence::neither,
     .tunings = kMeasured,
     .keeps_own_size = true},
    {"Broadcom", 0x14e4, {}, kUnmeasured, Evidence::neither, kMeasured},
    {"Other GPUs", 0, {}, kUnmeasured, Evidence::neither, kMeasured},
};

// The baseline, of all elements: tiles of 2^9 by 4 elements per invocation, and global passes of two strides.
constexpr Tuning kBaselineTuning = {.registers_log2 = 2,
                                    .tile_log2 = 9,
                                    .small_log2 = 0,
                                    .medium_log2 = 0,
                                    .large_log2 = 0,
                                    .double_tiles = 0,
                                    .smallest_merge_log2 = 9,
                                    .merge_log2 = 9,
                                    .global_log2 = {9, 0, 0, 0, 0, 0}};

constexpr Compiled kCompiled = {
    .registers_log2 = {4, 3, 3}, .min_tile_invocations_log2 = 7, .min_global_invocations_log2 = 5, .tiny_log2 = 7};
// Of 4 elements per invocation, and 4 segments per workgroup.
static_assert(1u << kCompiled.tiny_log2 <= 128, "every device must have room for tiny_sort");

}  // namespace

const Compiled& compiled() { return kCompiled; }

std::span<const DeviceClass> deviceClasses() { return kClasses; }

const Tuning& baselineTuning() { return kBaselineTuning; }

}  // namespace vksort
