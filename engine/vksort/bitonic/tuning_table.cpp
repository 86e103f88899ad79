// The table of shapes. The first row whose needs a device meets is its shape. To add one, run `vksort-bench tune` on
// the device and paste the row that it prints above the first one that the device meets now.
// (n) is experiment n of samples/bench/EXPERIMENTS.md, measured on an NVIDIA H200. Rows that are said to be not
// measured follow from that one and from the limits alone.
#include "bitonic/tuning.h"

namespace vksort::bitonic {
namespace {

constexpr TuningRow kTable[] = {
    // Keys.
    // H200. 16 keys per invocation: 32 win warm and lose to the instruction cache (19, 24). Tiles of 2^12: 2^13 is
    // slower from 2^16 on (10). Up to 2^12 in one workgroup with 4 or 8 keys per invocation: 1 to 3.5 us less (21).
    // First pass of two tiles: 3 us less (12). Merges of a tile or half of one: fewer kernels are in the instruction
    // cache sooner (11, 26). Global passes of 4, 6, 7 and 8 strides, each as small as leaves rows of 16 keys: 5 % less
    // than 4 and 7 alone from 2^20 on (23, 26). The subgroup pass: 0.5 us less at 2^8 (17).
    {.needs = {.vendor_id = kNvidia,
               .subgroup_size = 32,
               .workgroup_invocations = 1024,
               .shared_memory_bytes = 49152,
               .element = Element::key},
     .tuning = {.registers_log2 = 4,
                .tile_log2 = 12,
                .small_log2 = 10,
                .medium_log2 = 11,
                .large_log2 = 12,
                .double_tiles = 1,
                .smallest_merge_log2 = 11,
                .merge_log2 = 11,
                .global_log2 = {10, 0, 11, 11, 12, 0},
                .subgroup_sort = 1}},
    // Not measured: what the H200 is best with, wherever it fits.
    {.needs = {.workgroup_invocations = 512, .shared_memory_bytes = 34816, .element = Element::key},
     .tuning = {.registers_log2 = 4,
                .tile_log2 = 12,
                .small_log2 = 10,
                .medium_log2 = 11,
                .large_log2 = 12,
                .double_tiles = 1,
                .smallest_merge_log2 = 11,
                .merge_log2 = 11,
                .global_log2 = {10, 0, 11, 11, 12, 0},
                .subgroup_sort = 1}},
    // Not measured: the same, without the pairs of tiles, which need 34816 bytes.
    {.needs = {.workgroup_invocations = 512, .shared_memory_bytes = 18432, .element = Element::key},
     .tuning = {.registers_log2 = 4,
                .tile_log2 = 12,
                .small_log2 = 10,
                .medium_log2 = 11,
                .large_log2 = 12,
                .double_tiles = 0,
                .smallest_merge_log2 = 11,
                .merge_log2 = 11,
                .global_log2 = {10, 0, 11, 11, 12, 0},
                .subgroup_sort = 1}},
    // Not measured: the same, without workgroups of 512.
    {.needs = {.workgroup_invocations = 256, .shared_memory_bytes = 17408, .element = Element::key},
     .tuning = {.registers_log2 = 4,
                .tile_log2 = 12,
                .small_log2 = 10,
                .medium_log2 = 11,
                .large_log2 = 0,
                .double_tiles = 0,
                .smallest_merge_log2 = 11,
                .merge_log2 = 11,
                .global_log2 = {10, 0, 11, 11, 12, 0},
                .subgroup_sort = 1}},
    // Not measured: tiles of 2^12 need 17408 bytes; with 8 keys per invocation, 2^11 take 256 invocations.
    {.needs = {.workgroup_invocations = 256, .shared_memory_bytes = 16384, .element = Element::key},
     .tuning = {.registers_log2 = 4,
                .tile_log2 = 11,
                .small_log2 = 9,
                .medium_log2 = 10,
                .large_log2 = 11,
                .double_tiles = 0,
                .smallest_merge_log2 = 10,
                .merge_log2 = 10,
                .global_log2 = {10, 0, 11, 11, 0, 0},
                .subgroup_sort = 1}},
    // Not measured: the floor.
    {.needs = {.workgroup_invocations = 128, .shared_memory_bytes = 16384, .element = Element::key},
     .tuning = {.registers_log2 = 4,
                .tile_log2 = 11,
                .small_log2 = 9,
                .medium_log2 = 10,
                .large_log2 = 0,
                .double_tiles = 0,
                .smallest_merge_log2 = 10,
                .merge_log2 = 10,
                .global_log2 = {10, 0, 11, 11, 0, 0},
                .subgroup_sort = 1}},

    // Pairs of key and payload.
    // H200. 8 pairs per invocation: 16 win warm and from 2^23 on, and lose below (8, 25). Up to 2^10 with 4 per
    // invocation: 2.8 us less (21). First pass of two tiles: 2.3 us less at 2^12 (12). Merges of a tile, a half and a
    // quarter: fewer kinds gain 1 us at 2^14 and lose 5 % from 2^22 on (27). Global passes of 3, 6, 7 and 8 strides,
    // with rows of 16, 16 and 8 pairs: 2 to 5 % less than 3 and 6 alone from 2^18 on (27). The subgroup pass: the same
    // at 2^8 (17).
    {.needs = {.vendor_id = kNvidia,
               .subgroup_size = 32,
               .workgroup_invocations = 1024,
               .shared_memory_bytes = 49152,
               .element = Element::pair},
     .tuning = {.registers_log2 = 3,
                .tile_log2 = 11,
                .small_log2 = 10,
                .medium_log2 = 0,
                .large_log2 = 0,
                .double_tiles = 1,
                .smallest_merge_log2 = 9,
                .merge_log2 = 10,
                .global_log2 = {9, 0, 0, 10, 11, 11},
                .subgroup_sort = 1}},
    // Not measured: what the H200 is best with, wherever it fits.
    {.needs = {.workgroup_invocations = 512, .shared_memory_bytes = 36864, .element = Element::pair},
     .tuning = {.registers_log2 = 3,
                .tile_log2 = 11,
                .small_log2 = 10,
                .medium_log2 = 0,
                .large_log2 = 0,
                .double_tiles = 1,
                .smallest_merge_log2 = 9,
                .merge_log2 = 10,
                .global_log2 = {9, 0, 0, 10, 11, 11},
                .subgroup_sort = 1}},
    // Not measured: the same, without the pairs of tiles, which need 36864 bytes.
    {.needs = {.workgroup_invocations = 256, .shared_memory_bytes = 18432, .element = Element::pair},
     .tuning = {.registers_log2 = 3,
                .tile_log2 = 11,
                .small_log2 = 10,
                .medium_log2 = 0,
                .large_log2 = 0,
                .double_tiles = 0,
                .smallest_merge_log2 = 9,
                .merge_log2 = 10,
                .global_log2 = {9, 0, 0, 10, 11, 11},
                .subgroup_sort = 1}},
    // Not measured: the floor.
    {.needs = {.workgroup_invocations = 128, .shared_memory_bytes = 16384, .element = Element::pair},
     .tuning = {.registers_log2 = 3,
                .tile_log2 = 10,
                .small_log2 = 9,
                .medium_log2 = 0,
                .large_log2 = 0,
                .double_tiles = 0,
                .smallest_merge_log2 = 9,
                .merge_log2 = 9,
                .global_log2 = {9, 0, 0, 10, 10, 0},
                .subgroup_sort = 1}},

    // 64-bit keys with payloads: a word more than pairs, and shared memory for less. No subgroup pass: it would
    // add a tenth to the library for a microsecond.
    // Not measured: what pairs are best with, wherever it fits.
    {.needs = {.workgroup_invocations = 512, .shared_memory_bytes = 55296, .element = Element::triple},
     .tuning = {.registers_log2 = 3,
                .tile_log2 = 11,
                .small_log2 = 10,
                .medium_log2 = 0,
                .large_log2 = 0,
                .double_tiles = 1,
                .smallest_merge_log2 = 9,
                .merge_log2 = 10,
                .global_log2 = {9, 0, 0, 10, 11, 11},
                .subgroup_sort = 0}},
    // Not measured: the same, without the pairs of tiles, which need 55296 bytes.
    {.needs = {.workgroup_invocations = 256, .shared_memory_bytes = 27648, .element = Element::triple},
     .tuning = {.registers_log2 = 3,
                .tile_log2 = 11,
                .small_log2 = 10,
                .medium_log2 = 0,
                .large_log2 = 0,
                .double_tiles = 0,
                .smallest_merge_log2 = 9,
                .merge_log2 = 10,
                .global_log2 = {9, 0, 0, 10, 11, 11},
                .subgroup_sort = 0}},
    // Not measured: the floor.
    {.needs = {.workgroup_invocations = 128, .shared_memory_bytes = 16384, .element = Element::triple},
     .tuning = {.registers_log2 = 3,
                .tile_log2 = 10,
                .small_log2 = 9,
                .medium_log2 = 0,
                .large_log2 = 0,
                .double_tiles = 0,
                .smallest_merge_log2 = 9,
                .merge_log2 = 9,
                .global_log2 = {9, 0, 0, 10, 10, 0},
                .subgroup_sort = 0}},
};

// The floor of all elements: tiles of 2^9 by 4 elements per invocation, and global passes of two strides.
constexpr Tuning kBaseline = {.registers_log2 = 2,
                              .tile_log2 = 9,
                              .small_log2 = 0,
                              .medium_log2 = 0,
                              .large_log2 = 0,
                              .double_tiles = 0,
                              .smallest_merge_log2 = 9,
                              .merge_log2 = 9,
                              .global_log2 = {9, 0, 0, 0, 0, 0},
                              .subgroup_sort = 0};

constexpr Compiled kCompiled = {
    .registers_log2 = {4, 3, 3}, .min_tile_invocations_log2 = 7, .min_global_invocations_log2 = 5, .tiny_log2 = 7};
// Of 4 elements per invocation.
static_assert(1u << (kCompiled.tiny_log2 - 2 + kPackedLog2) <= 128, "every device must have room for tiny_sort");

}  // namespace

const Compiled& compiled() { return kCompiled; }

std::span<const TuningRow> tuningTable() { return kTable; }

const Tuning& baselineTuning() { return kBaseline; }

}  // namespace vksort::bitonic
