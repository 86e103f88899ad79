# The shipped shaders, each counting the words that it loads and stores; see counted_access.glsl and access_counts.h.
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

# Those that load and store elements.
foreach(module IN ITEMS subgroup_keys subgroup_pairs small_keys small_pairs small_triples medium_keys tile_keys
                        tile_pairs tile_triples global_keys global_pairs global_triples)
  vksort_add_module(vksort-tests ${module} SMALL DIR ${counting_dir}/all NAME counting_all_${module}
    -I${CMAKE_CURRENT_LIST_DIR})
endforeach()
target_sources(vksort-tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/../check/access_counts.cpp)
