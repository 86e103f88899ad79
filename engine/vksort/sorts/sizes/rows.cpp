// The classes of devices. If you measure a device, add an array of tunings for its class after kMeasured:
// `vksort-conform --tune SECONDS` prints the array.
// (n) and (Rn) are experiments in samples/bench/experiments_log.md, measured on an NVIDIA H200.
#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

constexpr std::uint32_t kWorkgroups = 132;  // multiprocessors of an H200 or H100
constexpr std::uint32_t kAll = (1u << 28) - 1;

// registers_log2: 32 keys per invocation are only faster with a warm instruction cache (19, 24).
// tile_log2: tiles of 2^13 are slower for 2^16 keys or more (10).
// small_log2 to large_log2: 4 or 8 keys per invocation save 1 to 3.5 us (21). double_tiles: saves 3 us (12).
// merge_log2: only two sizes, because fewer kernels fill the instruction cache sooner (11, 26).
// global_log2: three kinds of passes are 5 % faster than two; a pass with 7 strides is not faster (23, 26, R220).
// rank_shapes: 16, 33 and 48 KiB of samples. In the second and third shape, one workgroup runs per multiprocessor
// (R105, R106, R139). radix_shapes: at most one tile per multiprocessor if tables are summed (R138).
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

// registers_log2: 16 pairs per invocation are only faster when warm, or for 2^23 pairs or more (8, 25).
// small_log2: saves 2.8 us (21). double_tiles: saves 2.3 us for 2^12 pairs (12).
// merge_log2: merging quarters of a tile is not faster up to 2^21 pairs (27, R220).
// global_log2: three kinds of passes are 2 to 5 % faster than two (27, R220).
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

// The radix sort was measured on an H100.
constexpr Tuning kTripleTuning = with(kPairTuning, [](Tuning& tuning) {
  tuning.scratch_log2[0] = tuning.scratch_log2[1] = 0;
  for (RankShape& shape : tuning.rank_shapes) shape = {};
  tuning.radix_shapes[3].elements = 10;  // 11 need too many registers (R249)
  tuning.radix_additions = 0;
});

constexpr Tuning kMeasured[] = {kKeyTuning, kPairTuning, kTripleTuning};

// Arm GPUs, and Intel GPUs with subgroups of 16, only provide 64 registers per invocation. With more elements, radix
// passes spill on ANV and PanVK.
constexpr Tuning withFewRegisters(const Tuning& tuning, std::uint32_t elements, std::uint32_t parts) {
  return with(tuning, [=](Tuning& changed) {
    changed.radix_shapes[1] = {kAll, 9, elements, parts};
    changed.radix_shapes[2] = changed.radix_shapes[3] = {};
  });
}
constexpr Tuning kFewRegisters[] = {withFewRegisters(kKeyTuning, 8, 2), withFewRegisters(kPairTuning, 7, 1),
                                    withFewRegisters(kTripleTuning, 6, 1)};

// Software drivers compile each element of an invocation. The first shape uses 64 workgroups of 8 subgroups (size 4).
constexpr Tuning inSoftware(Tuning tuning, std::uint32_t parts) {
  return with(tuning, [parts](Tuning& changed) {
    for (RadixShape& shape : changed.radix_shapes) shape = {};
    changed.radix_shapes[0] = {1u << 12, 7, 2, 1};
    changed.radix_shapes[1] = {kAll, 7, 2, parts};
  });
}
constexpr Tuning kInSoftware[] = {inSoftware(kKeyTuning, 2), inSoftware(kPairTuning, 1), inSoftware(kTripleTuning, 1)};

constexpr ClassLimits kNoLimits = {~0u, ~0u, ~0u, kWorkgroups};
// Workgroups of 512, like most on the H200. 32 KiB of shared memory, so that two workgroups share a unit; the drivers
// of AMD, Apple and Qualcomm do not provide more. 16 subgroups, because their counters (1 KiB each) can use half of
// that. Three workgroups for each of 8 units, the fewest of a graphics card or console.
constexpr ClassLimits kUnmeasured = {512, 32768, 16, 24};

constexpr DeviceClass kClasses[] = {
    // On lavapipe, sorts with scratch memory take 4 to 10 times as long as in place. It adds in order (R171).
    {.name = "Software drivers",
     .limits = {~0u, ~0u, 8, 64},
     .evidence = Evidence::executed,
     .tunings = kInSoftware,
     .is_software = true,
     .adds_in_order = true,
     .scratch_pays = false},
    // The H200 and H100 add in order (R171). Without additions, keys take 1.04 to 1.12 times as long up to 2^20,
    // and 1.2 above; indices 1.01 to 1.09 (R221).
    {.name = "NVIDIA",
     .vendor_id = 0x10de,
     .limits = kNoLimits,
     .evidence = Evidence::executed,
     .tunings = kMeasured,
     .adds_in_order = true},
    // Nothing spills on RADV. With subgroups of 64, a unit has room for two workgroups of each kernel.
    {"AMD", 0x1002, {64, 32}, kUnmeasured, Evidence::compiled, kMeasured},
    // ANV spills on Gen9 to Gen12.5: in 160 of 282 pipelines with subgroups of 32, in 26 to 30 with 16, in none with 8,
    // but then a workgroup of 512 uses 64 of the 112 threads of a Gen12 unit. Xe2 does not spill with 16.
    {"Intel", 0x8086, {16, 8, 32}, kUnmeasured, Evidence::compiled, kFewRegisters},
    // On Turnip, workgroups of 512 leave 24 registers of four words, and radix passes spill: in 10 of 310 pipelines
    // with subgroups of 64 on a630 and a740, in 10 and 2 of 308 with 128. Workgroups of 256 do not spill.
    {"Qualcomm", 0x5143, {128, 64}, {256, 32768, 16, 24}, Evidence::compiled, kMeasured},
    // On PanVK (Mali-G610), tile, merge and segment sorts still spill.
    {"Arm", 0x13b5, {16, 8}, kUnmeasured, Evidence::compiled, kFewRegisters},
    // MoltenVK reports subgroup sizes from 4 to 32, and pipelines cannot require one, but Apple GPUs always use 32.
    // Other GPUs can use another size than it reports (its issue 1553: 64 on an AMD GPU that uses 32).
    {.name = "Apple",
     .vendor_id = 0x106b,
     .limits = kUnmeasured,
     .evidence = Evidence::neither,
     .tunings = kMeasured,
     .keeps_own_size = true},
    {"Broadcom", 0x14e4, {}, kUnmeasured, Evidence::neither, kMeasured},
    {"Other GPUs", 0, {}, kUnmeasured, Evidence::neither, kMeasured},
};

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
// A workgroup sorts 4 segments, with 4 elements per invocation.
static_assert(1u << kCompiled.tiny_log2 <= 128, "every device must have room for tiny_sort");

}  // namespace

const Compiled& compiled() { return kCompiled; }

std::span<const DeviceClass> deviceClasses() { return kClasses; }

const Tuning& baselineTuning() { return kBaselineTuning; }

}  // namespace vksort
