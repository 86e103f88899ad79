// The table of tunings. The first row whose needs a device meets is its tuning. To add one, run `vksort-bench tune` on
// the device and paste the row that it prints above the first one that the device meets now.
// (n) is experiment n, and (Rn) experiment Rn, of samples/bench/experiments_log.md, measured on an NVIDIA H200. Members
// that a row is not said to be measured for follow from that one and from the limits alone.
#include "tuning/table.h"

namespace vksort {
namespace {

// Of the radix sort, one on each multiprocessor of an H200 or an H100: two share one if they have up to 24 KiB of
// shared memory. Rows of other devices have fewer, see withFewWorkgroups().
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
                                .concurrent_workgroups = kWorkgroups};

template <typename Change>
constexpr Tuning with(Tuning tuning, Change change) {
  change(tuning);
  return tuning;
}

// 64-bit keys with payloads: a word more than pairs, and shared memory for less. The radix sort was measured, the
// others follow from pairs.
constexpr Tuning kTripleTuning = with(kPairTuning, [](Tuning& tuning) {
  tuning.scratch_log2[0] = tuning.scratch_log2[1] = 0;
  for (RankShape& shape : tuning.rank_shapes) shape = {};
  tuning.radix_shapes[3].elements = 10;  // 11 take too many registers (R249)
});

// NVIDIA's GPUs add in the order of a subgroup's invocations (R171). Without: keys take 1.04 to 1.12 up to 2^20,
// and 1.2 above; indices 1.01 to 1.09 (R221).
constexpr Tuning withAdditions(Tuning tuning) {
  return with(tuning, [](Tuning& changed) { changed.radix_additions = 1; });
}

constexpr Tuning withoutDoubleTiles(Tuning tuning) {
  return with(tuning, [](Tuning& changed) { changed.double_tiles = 0; });
}

constexpr Tuning withoutLarge(Tuning tuning) {
  return with(tuning, [](Tuning& changed) { changed.large_log2 = 0; });
}

// Of a device that was not measured: the fewest units of a graphics card or a console are 8, and each runs three
// workgroups of the radix sort.
constexpr std::uint32_t kFewWorkgroups = 24;
constexpr Tuning withFewWorkgroups(Tuning tuning) {
  return with(tuning, [](Tuning& changed) {
    if (changed.rank_shapes[1].max_count != 0) changed.rank_shapes[1].max_count = 1u << 16;
    changed.radix_shapes[0].max_count = kFewWorkgroups << 11;
    changed.radix_shapes[1].max_count = kFewWorkgroups << 12;
    changed.radix_shapes[2] = changed.radix_shapes[3];
    changed.radix_shapes[3] = {};
    changed.concurrent_workgroups = kFewWorkgroups;
  });
}

constexpr Tuning kSmallKeyTuning = with(withoutDoubleTiles(kKeyTuning), [](Tuning& tuning) {
  tuning.tile_log2 = tuning.large_log2 = 11;
  tuning.medium_log2 = tuning.smallest_merge_log2 = tuning.merge_log2 = 10;
  tuning.small_log2 = 9;
  tuning.global_log2[3] = 11;
  tuning.global_log2[4] = 0;
});

constexpr Tuning withSmallTiles(Tuning pairs) {
  return with(withoutDoubleTiles(pairs), [](Tuning& tuning) {
    tuning.tile_log2 = tuning.global_log2[4] = 10;
    tuning.small_log2 = tuning.smallest_merge_log2 = tuning.merge_log2 = 9;
    tuning.global_log2[5] = 0;
  });
}

constexpr Tuning kFewKeys = withFewWorkgroups(kKeyTuning), kFewPairs = withFewWorkgroups(kPairTuning),
                 kFewTriples = withFewWorkgroups(kTripleTuning), kFewSmallKeys = withFewWorkgroups(kSmallKeyTuning);

// Subgroups of 64 or more, not measured: shapes by what RADV's compiler says of vega10 and navi21, in wave64. A compute
// unit has 64 KiB of shared memory, and AMD's own driver gives a workgroup half of that. So no kernel takes more: two
// workgroups or more share a unit. Nothing spills: the most registers are 72, of 16 keys per invocation.
constexpr Tuning withWideSubgroups(Tuning tuning) {
  return with(withoutDoubleTiles(tuning), [](Tuning& changed) { changed.rank_shapes[2] = {}; });
}

constexpr TuningRow kTable[] = {
    // Bitonic: H200. Rank, radix: H200, H100.
    {{kNvidia, 32, 1024, 49152, Element::key}, withAdditions(kKeyTuning)},
    {{0, 64, 512, 18432, Element::key}, withWideSubgroups(kFewKeys)},
    // Not measured: what the H200 is best with, wherever it fits; without pairs of tiles, which need 34816 bytes;
    // without workgroups of 512; and with smaller tiles, as 2^12 keys need 17408 bytes. The last is the floor.
    {{0, 0, 512, 34816, Element::key}, kFewKeys},
    {{0, 0, 512, 18432, Element::key}, withoutDoubleTiles(kFewKeys)},
    {{0, 0, 256, 17408, Element::key}, withoutLarge(withoutDoubleTiles(kFewKeys))},
    {{0, 0, 256, 16384, Element::key}, kFewSmallKeys},
    {{0, 0, 128, 16384, Element::key}, withoutLarge(kFewSmallKeys)},

    // Pairs of key and payload. Bitonic: H200. Rank, radix: H200, H100.
    {{kNvidia, 32, 1024, 49152, Element::pair}, withAdditions(kPairTuning)},
    {{0, 64, 256, 18432, Element::pair}, withWideSubgroups(kFewPairs)},
    // Not measured: what the H200 is best with, wherever it fits; without pairs of tiles, which need 36864 bytes; and
    // the floor.
    {{0, 0, 512, 36864, Element::pair}, kFewPairs},
    {{0, 0, 256, 18432, Element::pair}, withoutDoubleTiles(kFewPairs)},
    {{0, 0, 128, 16384, Element::pair}, withSmallTiles(kFewPairs)},

    // 64-bit keys with payloads. Bitonic: not measured, as pairs. Radix: H100.
    {{kNvidia, 32, 1024, 49152, Element::triple}, withoutDoubleTiles(kTripleTuning)},
    {{0, 64, 256, 27648, Element::triple}, withWideSubgroups(kFewTriples)},
    {{0, 0, 512, 55296, Element::triple}, kFewTriples},
    {{0, 0, 256, 27648, Element::triple}, withoutDoubleTiles(kFewTriples)},
    {{0, 0, 128, 16384, Element::triple}, withSmallTiles(kFewTriples)},
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

std::span<const TuningRow> tuningTable() { return kTable; }

const Tuning& baselineTuning() { return kBaselineTuning; }

}  // namespace vksort
