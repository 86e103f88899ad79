# Emulates subgroups of any size for vksort-kernel-tests, using shared memory. Modules are optimized like the shipped
# ones.
set(emulated_dir ${CMAKE_CURRENT_BINARY_DIR}/emulated)
set(tile_line "#define TILE (1u << TILE_LOG2)\n")
set(subgroup_line "layout(constant_id = VKSORT_RADIX_SUBGROUP_LOG2) const uint SUBGROUP_LOG2 = 2;\n")
# Keeps the driver from unrolling calls that each element makes.
set(each_bit "[[unroll]] for (uint bit = 0u; bit < 8u; ++bit) {\n")
set(each_bit_once "[[dont_unroll]] for (uint bit = 0u; bit < 8u; ++bit) {\n")
set(is_set "const bool is_set")
vksort_edit_shaders(${emulated_dir}
  window.glsl "${tile_line}" "${tile_line}#include \"emulated_subgroup.glsl\"\n"
  tile.glsl "${subgroup_line}" "${subgroup_line}#include \"emulated_subgroup.glsl\"\n"
  rank.glsl "${each_bit}      ${is_set}" "${each_bit_once}      ${is_set}"
  rank.glsl "${each_bit}    ${is_set}" "${each_bit_once}    ${is_set}")
foreach(module IN ITEMS small_keys small_pairs small_triples medium_keys scratch_keys
    scratch_pairs tile_keys tile_pairs tile_triples global_keys global_pairs global_triples radix_pass_word
    radix_pass_words)
  vksort_add_module(vksort-kernel-tests ${module} DIR ${emulated_dir} NAME emulated_${module} -I${CMAKE_CURRENT_LIST_DIR})
endforeach()
