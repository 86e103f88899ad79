# How test programs are built and which of their cases are run; see tests/README.md.
include(${doctest_DIR}/doctest.cmake)

# Of support/driver.cpp.
set(vksort_driver_definitions VKSORT_TEST_CACHE="${PROJECT_SOURCE_DIR}/build/shader-cache")

# vksort_test_target(<target> [COMPUTES]): quick to compile; what the tests are about is compiled as shipped.
# COMPUTES: it has enough to do itself to be optimized a little.
function(vksort_test_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COMPUTES" "" "")
  vksort_own_target(${target})
  if(NOT MSVC AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    target_compile_options(${target} PRIVATE $<IF:$<BOOL:${arg_COMPUTES}>,-O1,-O0>)
  endif()
endfunction()

# vksort_add_test_program(<program> [HEADERS_OF <library>] <source>...): with the main of all test programs, and the
# precompiled headers of a library of tests/support.
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

# vksort_discover_cases(<program> <prefix> [DEVICE] [WIDTH <n>] [SUITE <suite>] [EXCEPT <suite>,...]
#                       [ONLY <case>] [NOT <case>] [FILTERS <option of doctest>...] [PROPERTIES <name> <value>...])
# Makes each case a test of CTest named <prefix>/<case>, with the labels `full` if that is its suite, and `device` if it
# needs a Vulkan device. WIDTH is the subgroup size, see support/driver.h, and
# becomes part of the name.
function(vksort_discover_cases program prefix)
  cmake_parse_arguments(PARSE_ARGV 2 arg "DEVICE" "WIDTH;SUITE;EXCEPT;ONLY;NOT" "FILTERS;PROPERTIES")
  set(spec "*")
  if(arg_ONLY)
    set(spec "${arg_ONLY}")
  endif()
  set(suffix "")
  set(arguments "")
  if(arg_WIDTH)
    set(suffix "@${arg_WIDTH}")
    list(APPEND arguments --width=${arg_WIDTH})
  endif()
  if(arg_SUITE)
    list(APPEND spec --test-suite=${arg_SUITE})
  else()
    # By suites, as doctest's own labels take a start of the program for each case.
    vksort_discover_cases(${ARGV} SUITE full)
    string(JOIN "," arg_EXCEPT full ${arg_EXCEPT})
  endif()
  if(arg_EXCEPT)
    list(APPEND spec --test-suite-exclude=${arg_EXCEPT})
  endif()
  if(arg_NOT)
    list(APPEND spec --test-case-exclude=${arg_NOT})
  endif()
  list(APPEND spec ${arg_FILTERS})
  if(arg_DEVICE)
    list(APPEND arg_PROPERTIES LABELS device)
  endif()
  if(arg_SUITE STREQUAL "full")
    list(APPEND arg_PROPERTIES LABELS full)
  endif()
  doctest_discover_tests(${program} TEST_PREFIX ${prefix}/ TEST_SUFFIX "${suffix}" TEST_SPEC ${spec}
    EXTRA_ARGS --no-colors=true ${arguments}
    PROPERTIES SKIP_RETURN_CODE 77 ${arg_PROPERTIES})
endfunction()
