# support/driver.cpp uses these.
set(vksort_driver_definitions VKSORT_TEST_CACHE="${PROJECT_SOURCE_DIR}/build/shader-cache")

# vksort_test_target(<target> [COMPUTES]): compiles the target without optimization, or with a little if it COMPUTES much.
function(vksort_test_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COMPUTES" "" "")
  vksort_own_target(${target})
  if(NOT MSVC AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    target_compile_options(${target} PRIVATE $<IF:$<BOOL:${arg_COMPUTES}>,-O1,-O0>)
  endif()
endfunction()

# vksort_add_test_program(<program> [HEADERS_OF <library>] <source>...): adds the main function of all test programs, and
# uses the precompiled headers of a library of tests/support.
function(vksort_add_test_program program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADERS_OF" "")
  if(NOT arg_HEADERS_OF)
    set(arg_HEADERS_OF vksort_test_main)
  endif()
  add_executable(${program} ${arg_UNPARSED_ARGUMENTS})
  set(computes "")
  if(arg_HEADERS_OF STREQUAL "vksort_rig")
    set(computes COMPUTES)
  endif()
  vksort_test_target(${program} ${computes})
  vksort_build_in_batches(${program})
  target_link_libraries(${program} PRIVATE vksort_test_main)
  target_precompile_headers(${program} REUSE_FROM ${arg_HEADERS_OF})
endfunction()

# vksort_discover_cases(<program> [DEVICE] [WIDTH <n>] [SUITE <suite>] [EXCEPT <suite>,...] [ONLY <case>] [NOT <case>]
#                       [SUFFIX <text>] [FILTERS <doctest option>...] [PROPERTIES <name> <value>...])
# Makes each case a CTest test named <folder>.<file>.<case>@<width><SUFFIX>, where tests/<folder> contains <file>_test.cpp.
# DEVICE adds the label `device`, and the suite `full` the label `full`. WIDTH is the subgroup size; see support/driver.h.
function(vksort_discover_cases program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DEVICE" "WIDTH;SUITE;EXCEPT;ONLY;NOT;SUFFIX" "FILTERS;PROPERTIES")
  set(filters "")
  if(arg_SUITE)
    list(APPEND filters --test-suite=${arg_SUITE})
  else()
    vksort_discover_cases(${ARGV} SUITE full)
    string(JOIN "," arg_EXCEPT full ${arg_EXCEPT})
  endif()
  if(arg_ONLY)
    list(APPEND filters --test-case=${arg_ONLY})
  endif()
  if(arg_EXCEPT)
    list(APPEND filters --test-suite-exclude=${arg_EXCEPT})
  endif()
  if(arg_NOT)
    list(APPEND filters --test-case-exclude=${arg_NOT})
  endif()
  list(APPEND filters ${arg_FILTERS})
  set(arguments --no-colors=true)
  set(suffix "")
  if(arg_WIDTH)
    string(APPEND suffix "@${arg_WIDTH}")
    list(APPEND arguments --width=${arg_WIDTH})
  endif()
  string(APPEND suffix "${arg_SUFFIX}")
  if(arg_DEVICE)
    list(APPEND arg_PROPERTIES LABELS device)
  endif()
  if(arg_SUITE STREQUAL "full")
    list(APPEND arg_PROPERTIES LABELS full)
  endif()
  string(SHA1 hash "${filters} ${suffix}")
  string(SUBSTRING ${hash} 0 7 hash)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${program}-${hash})
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -D "PROGRAM=$<TARGET_FILE:${program}>" -D "FILTERS=${filters}" -D "ARGUMENTS=${arguments}"
      -D "PROPERTIES=${arg_PROPERTIES}" -D "SUFFIX=${suffix}" -D "OUTPUT=${script}.cmake"
      -P ${PROJECT_SOURCE_DIR}/tests/discover.cmake
    BYPRODUCTS ${script}.cmake VERBATIM)
  file(WRITE ${script}-include.cmake
    "if(EXISTS [==[${script}.cmake]==])\n  include([==[${script}.cmake]==])\n"
    "else()\n  add_test(${program}_NOT_BUILT ${program}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script}-include.cmake)
endfunction()
