# cmake -D rows=<file>;... -D source=<tree> -D build=<folder> -P fits.cmake
# Each fault's text is in its file, once, and a case that it names is there, and run where the row says.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/row.cmake)

# Names of CTest's cases in <build>, with an option that leaves some out.
function(list_cases out)
  execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${build} -N ${ARGN} OUTPUT_VARIABLE text
    COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "Test +#[0-9]+: [^\n]+" lines "${text}")
  list(TRANSFORM lines REPLACE "^Test +#[0-9]+: " "")
  set(${out} "${lines}" PARENT_SCOPE)
endfunction()
list_cases(by_default -LE "^(full|faults)$")
list_cases(in_full -LE "^faults$")

set(wrong 0)
foreach(row IN LISTS rows)
  include(${row})
  complaint_about_row(complaint ${source} ${file} "${from}" "${to}")
  set(cases "${by_default}")
  if(full)
    set(cases "${in_full}")
  endif()
  list(FILTER cases INCLUDE REGEX "^(${case})$")
  list(GET targets 0 program)
  if(NOT complaint AND NOT cases AND NOT ${program}_NOT_BUILT IN_LIST in_full) # only some of the build is there
    set(complaint "is noticed by a case that is not run: ${case}")
  endif()
  if(complaint)
    get_filename_component(name ${row} NAME_WE)
    message("${name}: ${complaint}")
    math(EXPR wrong "${wrong} + 1")
  endif()
endforeach()
if(wrong)
  message(FATAL_ERROR "${wrong} faults do not fit the sources")
endif()
