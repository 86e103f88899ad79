// Keys that the sort computes itself: its first pass calls a GLSL function of the host in place of reading keys, so
// that the host needs no pass that writes them. With Values::iota it needs to write nothing at all. Depths of points,
// in depth_key.glsl:
//   layout(std430, set = 1, binding = 0) readonly buffer Positions { vec4 positions[]; };
//   layout(std140, set = 1, binding = 1) uniform Camera { vec4 depth_row; };
//   uint loadKey(uint index) {
//     const float depth = dot(depth_row, positions[index]);
//     return depth > 0.0 ? floatBitsToUint(depth) : 0x7fc00000u;  // NanRule::last: culled ones come last
//   }
// With vksort_add_hook(engine depth_key.glsl depth_key) in CMake, and "depth_key.h", which that makes:
//   const vksort::Hook hook{depth_key, set_layout};  // the layout of set 1
//   info.hook = &hook;                               // in SorterInfo, before Sorter::create()
//   sort.hook_set = set;                             // in each SortInfo
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vksort {

// SPIR-V of a shader.
struct Spirv {
  const std::uint32_t* words;
  std::uint32_t bytes;
};

// The kernels that read keys first, compiled with the host's function. The CMake function vksort_add_hook(<target>
// <file> <name>) makes a constant of this type from a GLSL file (a part of a shader, without #version), which holds
//   uint loadKey(uint index)
// which returns the bits of the key of the element `index`, counted from SortInfo::first: floatBitsToUint(x) of an f32.
//   index is below SortInfo::count; not below the count that the device finds: what comes of those is thrown away. In
//     lists too it counts from SortInfo::first, and not from the list's first element.
//   It may be called several times for an element and must return the same each time. What it reads must be in
//     descriptor set 1, readable for every index, and outside the keys and values that are sorted.
//   Without push constants, shared memory, barriers and subgroup operations. It shares the names of vksort's shaders:
//     another one of its name is an error of the compiler.
// The target must link vksort::vksort and be of the same CMake directory; glslangValidator, spirv-opt and spirv-val
// must be installed.
struct HookShaders {
  Spirv subgroup_keys, subgroup_pairs;
  Spirv small_keys, small_pairs;
  Spirv medium_keys;
  Spirv tile_keys, tile_pairs;
  Spirv radix_count_word, radix_count_words;
  Spirv apart_keys, apart_pairs;
};

// Set SorterInfo::hook for a Sorter that takes its keys from there. What the range of keys holds before the sort is of
// no meaning; after it, it holds the sorted keys, of a single element too.
struct Hook {
  HookShaders shaders{};
  // Of descriptor set 1, not for push descriptors; must outlive create(). Null if loadKey() reads nothing. Its
  // storage buffers count for the device's limit per stage together with the Sorter's: 2, and 1 more each with values,
  // with Count::device, with lists, and where Sorter::scratchBytes() are not always 0 (never with Algorithm::bitonic).
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
};

}  // namespace vksort
