// vksort: what is sorted, in which order, and with what of the device. Part of the public interface; vksort.h has it.
#pragma once

#include <cstdint>

namespace vksort {

// How the bits of a key are ordered: 32, or 64.
//   f32: IEEE 754 total order by bit pattern: -NaN < -inf < .. < -0 < +0 < .. < +inf < +NaN. Denormals count.
//     NanRule may move the NaN.
//   u64: 8 bytes per key, the low word first, as little-endian hosts have it. Not with Values::interleaved.
// A 64-bit key whose high word comes first is a u32 key with its low word as value: Values::interleaved, or split where
// the words are in two buffers; Ties::value_in_order orders it as one number.
enum class KeyType : std::uint8_t { u32, i32, f32, u64 };

// descending is the exact reverse order of the keys.
enum class Order : std::uint8_t { ascending, descending };

// Where f32 keys that are NaN go; without a meaning for integers. No rule changes a key's bits.
//   total_order: by sign to both ends, as KeyType::f32 and Order say.
//   last: behind all others in both orders. Ascending: .. < +inf < +NaN < -NaN; descending: .. -inf, -NaN, +NaN. Those
//     of one sign stay in total order among themselves, or its reverse if descending.
enum class NanRule : std::uint8_t { total_order, last };

// What travels with each key.
//   split: a u32 value per key in a second buffer.
//   interleaved: {key, value} in one buffer, 8 bytes per element, key first.
//   iota: as split, but the values need no contents: the sort itself gives the elements the values 0, 1, .. count - 1
//     from SortInfo::first on, so that each comes out with its key's old index less `first`. With Ties::value that is
//     the stable order.
enum class Values : std::uint8_t { none, split, interleaved, iota };

// The order of equal keys that carry values.
//   value: by value, ascending in both orders. The result is the same on every driver, path and run; with values that
//     are the original indices it is the stable order.
//   any: unspecified, and not the same each time; somewhat faster.
//   value_in_order: by value, ascending or descending as Order says: {key, value} is ordered like one number of 64
//   bits.
enum class Ties : std::uint8_t { value, any, value_in_order };

// Which code may be used.
//   automatic: whatever is fastest of what the device offers and the host enabled.
//   floor: only what every Vulkan 1.1 device has: 128 invocations, 16 KiB of shared memory, no subgroup operations.
enum class Path : std::uint8_t { automatic, floor };

// How a Sorter sorts.
//   automatic: in place by a bitonic network, or, where a recording lends scratch memory, by whatever is faster: by
//     ranks up to 98304 elements or fewer, whatever their order was before, and by radix above; but in place from there
//     to 2^17 (to 2^20 without look-back) where it would take eight passes: values order equal keys and need not ascend,
//     or keys have 64 bits. 64-bit keys are sorted in place where values order equal ones.
//     Without kFullSubgroups that is in place always, and with subgroups of fewer than 32 unless Tuning::radix_from,
//     where it counts, says otherwise.
//   bitonic: in place always.
//   radix: by a radix sort wherever a recording lends scratch memory, the device can (see Sorter::scratchBytes()) and
//     the result is the same.
//   radix_portable: as radix, but no workgroup reads what another of the same dispatch writes, so that nothing rests on
//     how a device orders and shows the one to the other. It takes up to 2.3 times as long (NVIDIA H100). With a
//     self-test the others fall back to it where looking back fails. No algorithm needs forward progress of other
//     workgroups.
//   rank: up to 98304 elements, of coherent sorts 67584, fewer with less than 48 KiB of shared memory, by sorting tiles
//     into the scratch memory and merging all of them at once, wherever a recording lends it; others in place.
enum class Algorithm : std::uint8_t { automatic, bitonic, radix, radix_portable, rank };

// Who knows how many elements there are.
//   host: SortInfo::count is the count.
//   device: a u32 in a buffer is, read when the sort runs; SortInfo::count is the most that it may be. Cost follows the
//     count that is found, except for one to two microseconds per recorded pass, and for the first pass (with coherent
//     those that repair), which has the workgroups of the most
//     there may be: those with nothing to do leave at once.
//   lists: many lists in one range are sorted, each by itself: SortInfo::lists says where a buffer has their places.
enum class Count : std::uint8_t { host, device, lists };

// Optional features, as flags.
using Features = std::uint32_t;
inline constexpr Features kPushDescriptor = 1u << 0;  // VK_KHR_push_descriptor: record() needs no descriptor set
inline constexpr Features kFullSubgroups = 1u << 1;   // computeFullSubgroups and subgroupSizeControl (Vulkan 1.3 or
                                                      // VK_EXT_subgroup_size_control): the subgroup pass, and all
                                                      // that SortInfo::scratch is of use for, but Algorithm::rank.
                                                      // If the instance asked for less than 1.3, which
                                                      // querySupport() cannot see, enable the extension
// VK_EXT_debug_utils, an extension of the instance, so that Support does not speak of it: objects get names, recordings
// get labels.
inline constexpr Features kDebugUtils = 1u << 2;

}  // namespace vksort
