# After a test program was built, writes CTest tests named <folder>.<file>.<case><SUFFIX>. vksort_discover_cases() in
# tests.cmake passes PROGRAM, FILTERS, ARGUMENTS, PROPERTIES, SUFFIX and OUTPUT.
execute_process(COMMAND ${PROGRAM} ${FILTERS} --list-test-cases --reporters=xml
  OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "<TestCase [^>]*>" list "${list}")
set(properties "")
foreach(word IN LISTS PROPERTIES)
  string(APPEND properties " [==[${word}]==]")
endforeach()
list(JOIN ARGUMENTS " " arguments)
set(script "")
foreach(entry IN LISTS list)
  if(NOT entry MATCHES "name=\"([^\"]*)\".* filename=\"(.*/)?tests/([^/]+)/(.*/)?([^/]+)_test\\.cpp\"")
    message(FATAL_ERROR "${PROGRAM}: this case is not in tests/<folder>/.../<file>_test.cpp: ${entry}")
  endif()
  set(case "${CMAKE_MATCH_1}")
  set(test "${CMAKE_MATCH_3}.${CMAKE_MATCH_5}.${case}${SUFFIX}")
  string(APPEND script "add_test(${test} [==[${PROGRAM}]==] --test-case=${case} ${arguments})\n"
    "set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77${properties})\n")
endforeach()
file(WRITE ${OUTPUT} "${script}")
