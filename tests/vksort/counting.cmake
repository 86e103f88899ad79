# The shipped shaders, each counting the words that it loads and stores; see counted_access.glsl.
set(counting_edits
  storage.glsl "buffer Keys { uint keys[]\; }\;" "buffer Keys { uint keys[]\; }\;\n#include \"counted_access.glsl\""
  storage.glsl "void loadElement(const uint r, const uint index) {"
  "void loadElement(const uint r, const uint index) {\n  countAccess(LOADED)\;"
  storage.glsl "const uvec2 pair = pairs" "countAccess(LOADED)\;\n  const uvec2 pair = pairs"
  storage.glsl "LAST_WORD[r] = values[job.first_value + index]"
  "countAccess(LOADED)\;\n    LAST_WORD[r] = values[job.first_value + index]"
  storage.glsl "  loadElement(r, min(index, job.readable - 1u))"
  "  repeats = index >= job.count\;\n  loadElement(r, min(index, job.readable - 1u))"
  storage.glsl "void storeElement(const uint r, const uint index) {"
  "void storeElement(const uint r, const uint index) {\n  countAccess(STORED)\;"
  storage.glsl "pairs[job.first_key + index] = INTER" "countAccess(STORED)\;\n    pairs[job.first_key + index] = INTER"
  storage.glsl "values[job.first_value + index] = LAST_WORD"
  "countAccess(STORED)\;\n  values[job.first_value + index] = LAST_WORD")
set(counting_dir ${CMAKE_CURRENT_BINARY_DIR}/counting)
vksort_edit_shaders(${counting_dir}/all ${counting_edits})
# What the comparison of counts must notice: a store left out.
vksort_edit_shaders(${counting_dir}/short ${counting_edits}
  storage.glsl "if (index < job.count) storeElement" "if (index + 1u < job.count) storeElement")

# vksort_add_counting(<target> <variant> <source> <name> [-D...]): as the library compiles it.
function(vksort_add_counting target variant source name)
  vksort_add_shader(${target} ${counting_dir}/${variant}/${source}.comp counting_${variant}_${name} ${ARGN}
    -I${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
vksort_add_counting(vksort-tests all subgroup subgroup_keys -DR=2)
vksort_add_counting(vksort-tests all subgroup subgroup_pairs -DR=2 -DPAIRS)
vksort_add_counting(vksort-tests all tile small_keys -DR=2 -DLARGEST=10)
vksort_add_counting(vksort-tests all tile small_pairs -DR=2 -DLARGEST=10 -DPAIRS)
vksort_add_counting(vksort-tests all tile small_triples -DR=2 -DLARGEST=10 -DPAIRS -DTRIPLES)
vksort_add_counting(vksort-tests all tile medium_keys -DR=3)
vksort_add_counting(vksort-tests all tile tile_keys)
vksort_add_counting(vksort-tests all tile tile_pairs -DPAIRS)
vksort_add_counting(vksort-tests all tile tile_triples -DPAIRS -DTRIPLES)
vksort_add_counting(vksort-tests all global global_keys)
vksort_add_counting(vksort-tests all global global_pairs -DPAIRS)
vksort_add_counting(vksort-tests all global global_triples -DPAIRS -DTRIPLES)
vksort_add_counting(vksort-tests short tile tile_keys)
