# The one list of the sort's SPIR-V modules: what the library, hooks, mutants and the counting build compile.
# -DPAIRS: elements of two words; with -DTRIPLES of three. -DR: log2 of the elements per invocation, where it is not 4 for
# one word and 3 for more. -DLARGEST: log2 of the largest tile, where it is not R + 9. -DSORTS_ONLY: no merge is made of it.
include_guard(GLOBAL)

# name, source, definitions
set_property(GLOBAL PROPERTY VKSORT_MODULES
  "subgroup_keys  subgroup.comp -DR=2"
  "subgroup_pairs subgroup.comp -DR=2 -DPAIRS"
  "small_keys     tile.comp -DR=2 -DLARGEST=10 -DSORTS_ONLY"
  "small_pairs    tile.comp -DR=2 -DLARGEST=10 -DSORTS_ONLY -DPAIRS"
  "small_triples  tile.comp -DR=2 -DLARGEST=10 -DSORTS_ONLY -DPAIRS -DTRIPLES"
  "medium_keys    tile.comp -DR=3 -DSORTS_ONLY"
  "tile_keys      tile.comp"
  "tile_pairs     tile.comp -DPAIRS"
  "tile_triples   tile.comp -DPAIRS -DTRIPLES"
  "setup          setup.comp"
  "verdict_keys   verdict.comp"
  "verdict_pairs  verdict.comp -DPAIRS"
  "verdict_triples verdict.comp -DPAIRS -DTRIPLES"
  "list_setup     list_setup.comp"
  "global_keys    global.comp"
  "global_pairs   global.comp -DPAIRS"
  "global_triples global.comp -DPAIRS -DTRIPLES"
  "verify         verify.comp"
  "verify_triples verify.comp -DTRIPLES")

# Those that begin a sort, and so call the hook where there is one.
set_property(GLOBAL PROPERTY VKSORT_HOOKED_MODULES
  subgroup_keys subgroup_pairs small_keys small_pairs medium_keys tile_keys tile_pairs)

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
  message(FATAL_ERROR "shaders/sort/kernels.cmake: there is no module ${module}")
endfunction()

# vksort_add_modules(<target> [SMALL]): all of them.
function(vksort_add_modules target)
  get_property(modules GLOBAL PROPERTY VKSORT_MODULES)
  foreach(row IN LISTS modules)
    string(REGEX MATCH "^[a-z_]+" module "${row}")
    vksort_add_module(${target} ${module} ${ARGN})
  endforeach()
endfunction()

# vksort_add_module(<target> <module> [DIR <of the sources>] [NAME <of the array>] [SMALL] [-D... -I...])
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
  if(arg_SMALL AND source MATCHES "^(tile|global)\\.comp$" AND NOT "${definitions}" MATCHES "-DR=")
    list(APPEND definitions -DR=2 -DLARGEST=10)
  endif()
  vksort_add_shader(${target} ${arg_DIR}/${source} ${arg_NAME} ${definitions} ${arg_UNPARSED_ARGUMENTS})
endfunction()
