// Key generator: the sort computes its keys by a GLSL function of the host, so that no pass has to write them.
// depth_key.glsl, a part of a shader:
//   layout(std430, set = 1, binding = 0) readonly buffer Positions { vec4 positions[]; };  // in view space
//   uint loadKey(uint index) { return floatBitsToUint(positions[index].z); }
// CMake, which makes "depth_key.h" from it:
//   vksort_add_key_generator(engine depth_key.glsl depth_key)
// C++:
//   const vksort::KeyGenerator generator{depth_key, set_layout};  // the layout of set 1
//   VkResult result = vksort::Sorter::create({.device = device, .keys = &generator}, sorter);
//   vksort::RecordStatus status = sorter.record(cmd, {.keys = keys, .payload = indices, .count = n,
//                                               .key_type = vksort::KeyType::f32, .generator_set = set});
// `keys` receives the sorted keys.
#pragma once

#include "vksort.h"

namespace vksort {

struct Spirv {
  const std::uint32_t* words;
  std::uint32_t bytes;             // of the SPIR-V
  std::uint32_t packed_bytes = 0;  // not 0: the words hold a DEFLATE stream of the SPIR-V, lowest byte first
};

// The kernels that call the host's function, as SPIR-V: `uint loadKey(uint index)` returns the bits of the key of
// element `index`, counted from SortInfo::first.
//   It must return the same key each time; a sort may call it more than once.
//   It must be able to read for every index below SortInfo::count, also above an indirect count.
//   It must read from descriptor set 1, or by buffer addresses. It must read nothing that the sort writes.
//   It must not use push constants, shared memory, barriers and subgroup operations.
//   Its names and macros must not begin with vksort_ or VKSORT_.
// `uint loadKey(uint index, uint payload)` also gets the payload of the element. Such a function needs Payload::u32.
// vksort_add_key_generator(<target> <file> <name> [PAYLOAD] [FOR none|index|u32...]) makes a constant of this type. The
// target must link vksort::vksort and be of the same directory; glslangValidator, spirv-opt and spirv-val must be
// installed. FOR: the values of SorterInfo::payload that it serves. Without FOR, all; the shaders then take twice the room.
struct KeyShaders {
  std::uint32_t interface_number;  // must be that of the library: create() refuses kernels of another version
  std::uint32_t takes_payload;     // 1: made with PAYLOAD
  Spirv small_keys, small_pairs, medium_keys;
  Spirv tile_keys, tile_pairs;
  Spirv compact_keys, compact_pairs;
  Spirv radix_count_word, radix_count_words;
  Spirv scratch_keys, scratch_pairs;
};

// Not with SorterInfo::key_bits 64 and Payload::interleaved.
struct KeyGenerator {
  KeyShaders shaders{};
  // Of descriptor set 1; null if loadKey() does not use it. Its storage buffers count for the device's limit per stage,
  // together with kDescriptorsPerSet of the Sorter.
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
};

// Bytes of SortInfo::scratch for index-only sorts of up to max_count elements. With a KeyGenerator and Payload::index or
// u32, SortInfo::keys may be null, also in indirect and segmented sorts. SortInfo::scratch then holds the keys
// meanwhile, also with Scratch::never.
[[nodiscard]] VKSORT_API VkDeviceSize indexOnlyScratchBytes(const Sorter& sorter, std::uint32_t max_count);

}  // namespace vksort
