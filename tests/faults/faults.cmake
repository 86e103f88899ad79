# vksort_fault(<name> "<what is wrong>" IN <file> FROM <text> TO <text> NOTICED_BY <program> <case> [FULL]
#             [ALSO <target>...])
# A fault: in <file> (from the top of the tree) <text>, which must be there exactly once, becomes another. <program> is
# the test program to build and <case> the regular expression of CTest for the cases of which one must fail then, such
# as "sort/reports_.*@8". FULL: the case is run by --full alone. ALSO: what these cases start besides.
# Faults in shaders are rows of ../support/mutants/table.cmake, which the default run plants.
if(POLICY CMP0174)
  cmake_policy(SET CMP0174 NEW) # TO "" is an empty text
endif()
function(vksort_fault name what)
  cmake_parse_arguments(PARSE_ARGV 2 arg "FULL" "IN;FROM;TO" "NOTICED_BY;ALSO")
  list(LENGTH arg_NOTICED_BY words)
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_IN OR NOT DEFINED arg_FROM OR NOT words EQUAL 2)
    message(FATAL_ERROR "vksort_fault(${name}): wrong arguments; see faults.cmake")
  endif()
  list(GET arg_NOTICED_BY 0 program)
  list(GET arg_NOTICED_BY 1 case)
  set(row ${CMAKE_CURRENT_BINARY_DIR}/rows/${name}.cmake)
  file(CONFIGURE OUTPUT ${row} @ONLY CONTENT
"set(what [====[@what@]====])
set(file [====[@arg_IN@]====])
set(from [====[@arg_FROM@]====])
set(to [====[@arg_TO@]====])
set(case [====[@case@]====])
set(targets @program@ @arg_ALSO@)
set(full @arg_FULL@)
")
  set_property(GLOBAL APPEND PROPERTY vksort_faults ${name})
  add_test(NAME faults/${name} COMMAND ${CMAKE_COMMAND} -D row=${row} -D source=${PROJECT_SOURCE_DIR}
    -D tree=${PROJECT_SOURCE_DIR}/build/faults -D spirv_cache=${VKSORT_SPIRV_CACHE}
    -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plant.cmake)
  set_tests_properties(faults/${name} PROPERTIES LABELS faults RUN_SERIAL ON TIMEOUT 1000000)
endfunction()

# Rows that no longer fit are found at once, and the harness is shown to tell what goes unnoticed.
function(vksort_check_faults)
  get_property(names GLOBAL PROPERTY vksort_faults)
  list(TRANSFORM names REPLACE "(.+)" "${CMAKE_CURRENT_BINARY_DIR}/rows/\\1.cmake" OUTPUT_VARIABLE rows)
  add_test(NAME faults/every_row_fits_the_sources COMMAND ${CMAKE_COMMAND} "-Drows=${rows}"
    -D source=${PROJECT_SOURCE_DIR} -D build=${PROJECT_BINARY_DIR} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fits.cmake)
  vksort_fault(nothing "nothing at all" IN engine/vksort/paths.cpp FROM "namespace vksort {" TO "namespace vksort { "
    NOTICED_BY vksort-cpu-tests "sort/.*")
  set_tests_properties(faults/nothing PROPERTIES PASS_REGULAR_EXPRESSION "went unnoticed")
endfunction()
