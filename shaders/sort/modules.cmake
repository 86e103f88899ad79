# The SPIR-V modules of the sort, and how a target gets them.
include_guard(GLOBAL)

# Name, source, definitions.
# VKSORT_PAIRS: elements of two words; with VKSORT_TRIPLES of three.
# VKSORT_R: log2 of the elements per invocation. By default 4 for one word, and 3 for more.
# VKSORT_LARGEST: log2 of the largest tile. By default R + 9.
# VKSORT_SORTS_ONLY: the module has no merge.
# VKSORT_TO_SCRATCH: sorts tiles into a copy, for rank merge.
# VKSORT_COMPACT: of the baseline.
# VKSORT_ONE_WORD: of the radix sort, elements of one word; else of two or three.
set_property(GLOBAL PROPERTY VKSORT_MODULES
  "small_keys     bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=10 -DVKSORT_SORTS_ONLY"
  "small_pairs    bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_PAIRS"
  "small_triples  bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=10 -DVKSORT_SORTS_ONLY -DVKSORT_PAIRS \
    -DVKSORT_TRIPLES"
  "medium_keys    bitonic/tile.comp -DVKSORT_R=3 -DVKSORT_SORTS_ONLY"
  "tile_keys      bitonic/tile.comp"
  "tile_pairs     bitonic/tile.comp -DVKSORT_PAIRS"
  "tile_triples   bitonic/tile.comp -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "setup          bitonic/setup.comp"
  "gather         bitonic/gather.comp"
  "segment_setup  bitonic/segment_setup.comp"
  "global_keys    bitonic/global.comp"
  "global_pairs   bitonic/global.comp -DVKSORT_PAIRS"
  "global_triples bitonic/global.comp -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "compact_keys    bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT"
  "compact_pairs   bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS"
  "compact_triples bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "compact_global_keys    bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT"
  "compact_global_pairs   bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS"
  "compact_global_triples bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "radix_set_up      radix/set_up.comp"
  "radix_count_word  radix/count.comp -DVKSORT_ONE_WORD"
  "radix_count_words radix/count.comp"
  "radix_sum         radix/sum.comp"
  "radix_pass_word   radix/pass.comp -DVKSORT_ONE_WORD"
  "radix_pass_words  radix/pass.comp"
  "scratch_keys     bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_TO_SCRATCH"
  "scratch_pairs    bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_TO_SCRATCH \
    -DVKSORT_PAIRS"
  "rank_merge_keys  rank/merge.comp"
  "rank_merge_pairs rank/merge.comp -DVKSORT_PAIRS"
  "toolkit_runs   toolkit/compact.comp"
  "toolkit_select toolkit/compact.comp -DVKSORT_SELECTS"
  "toolkit_steps  toolkit/steps.comp"
  "verify verify/verify.comp")

# vksort_find_module(<module> <source variable> <definitions variable>)
function(vksort_find_module module source definitions)
  get_property(modules GLOBAL PROPERTY VKSORT_MODULES)
  foreach(row IN LISTS modules)
    separate_arguments(row UNIX_COMMAND "${row}")
    list(POP_FRONT row name file)
    if(name STREQUAL module)
      set(${source} ${file} PARENT_SCOPE)
      set(${definitions} ${row} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "shaders/sort/modules.cmake has no module ${module}")
endfunction()

# vksort_interface_number(<variable>)
# A number of all sources and modules of the sort. It differs for each version whose kernels may not fit those of another.
function(vksort_interface_number variable)
  set(dir ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(patterns ${dir}/*.h)
  foreach(folder IN ITEMS bitonic elements radix rank toolkit)
    list(APPEND patterns ${dir}/${folder}/*.h ${dir}/${folder}/*.glsl ${dir}/${folder}/*.comp)
  endforeach()
  file(GLOB files ${patterns})
  list(SORT files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  get_property(content GLOBAL PROPERTY VKSORT_MODULES)
  foreach(file IN LISTS files)
    file(SHA256 ${file} hash)
    list(APPEND content ${hash})
  endforeach()
  string(SHA256 hash "${content}")
  string(SUBSTRING ${hash} 0 8 number)
  set(${variable} 0x${number}u PARENT_SCOPE)
endfunction()

# vksort_source_hash(<variable>): of all that makes the library's modules, but for the tools.
function(vksort_source_hash variable)
  set(dir ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  file(GLOB_RECURSE files ${dir}/*.cmake ${dir}/*.comp ${dir}/*.glsl ${dir}/*.h)
  cmake_path(GET dir PARENT_PATH dir)
  list(APPEND files ${dir}/embed.cmake ${dir}/optimize.cmake ${dir}/shader.cmake)
  list(SORT files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(content "")
  foreach(file IN LISTS files)
    file(SHA256 ${file} hash)
    list(APPEND content ${hash})
  endforeach()
  string(SHA256 hash "${content}")
  set(${variable} ${hash} PARENT_SCOPE)
endfunction()

# vksort_find_compiled(<variable>): the directory of a sort_modules.h that a release has, made of these very sources; or
# empty.
function(vksort_find_compiled variable)
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH dir)
  cmake_path(APPEND dir compiled)
  set(line "")
  set(hash "")
  if(EXISTS ${dir}/sort_modules.h)
    vksort_source_hash(hash)
    file(STRINGS ${dir}/sort_modules.h line LIMIT_COUNT 1)
  endif()
  if(NOT line STREQUAL "// Of the sources ${hash}")
    set(dir "")
  endif()
  set(${variable} ${dir} PARENT_SCOPE)
endfunction()

# vksort_add_modules(<target> [SMALL]): all of them, packed; a header that includes them, or the one of a release; and a
# header with their interface number.
function(vksort_add_modules target)
  vksort_interface_number(number)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}.shaders)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.shaders/interface_number.h @ONLY
    CONTENT "#pragma once\n// The interface of the kernels, see CullShaders.\nstatic constexpr unsigned kInterfaceNumber = ${number};\n")
  vksort_find_compiled(compiled)
  if(compiled AND NOT ARGN)
    target_include_directories(${target} PRIVATE ${compiled})
    return()
  endif()
  get_property(modules GLOBAL PROPERTY VKSORT_MODULES)
  foreach(row IN LISTS modules)
    string(REGEX MATCH "^[a-z_]+" module "${row}")
    vksort_add_module(${target} ${module} PACKED ${ARGN})
    string(APPEND includes "#include \"${module}.spv.h\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.shaders/sort_modules.h @ONLY CONTENT "${includes}")
endfunction()

# vksort_add_module(<target> <module> [DIR <of the sources>] [NAME <of the array>] [SMALL] [PACKED] [COMPACT]
#                   [-D... -I...])
# SMALL: 4 elements per invocation in every kernel, which software drivers compile in a tenth of the time; for tests.
function(vksort_add_module target module)
  cmake_parse_arguments(PARSE_ARGV 2 arg "SMALL" "DIR;NAME" "")
  vksort_find_module(${module} source definitions)
  if(NOT arg_DIR)
    set(arg_DIR ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  endif()
  if(NOT arg_NAME)
    set(arg_NAME ${module})
  endif()
  if(arg_SMALL)
    vksort_make_small(${source} definitions)
  endif()
  vksort_add_shader(${target} ${arg_DIR}/${source} ${arg_NAME} ${definitions} ${arg_UNPARSED_ARGUMENTS})
endfunction()

# vksort_make_small(<source> <variable of the definitions>)
function(vksort_make_small source variable)
  if(source MATCHES "^bitonic/(tile|global)\\.comp$" AND NOT "${${variable}}" MATCHES "-DVKSORT_R=")
    set(${variable} ${${variable}} -DVKSORT_R=2 -DVKSORT_LARGEST=10 PARENT_SCOPE)
  endif()
endfunction()
