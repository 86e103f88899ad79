# cmake -D row=<file> -D source=<tree> -D tree=<folder> -D spirv_cache=<folder> -P plant.cmake
# Copies the sources to <tree>/source, plants the row's fault there, builds its targets in <tree>/build, and fails
# unless one of its cases fails. Both folders are kept: the next fault builds only what it changes.
cmake_minimum_required(VERSION 3.25)
include(${row})
set(copy ${tree}/source)
set(build ${tree}/build)

# Whatever an earlier fault changed differs, and is copied anew.
file(GLOB_RECURSE files RELATIVE ${source} ${source}/engine/* ${source}/shaders/* ${source}/samples/* ${source}/tests/*
  ${source}/third_party/* ${source}/CMake* ${source}/README.md ${source}/LICENSE ${source}/.ci/*)
foreach(each IN LISTS files)
  if(each STREQUAL file)
    continue()
  endif()
  get_filename_component(folder ${copy}/${each} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(COPY_FILE ${source}/${each} ${copy}/${each} ONLY_IF_DIFFERENT)
endforeach()
get_filename_component(folder ${copy}/${file} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
file(COPY_FILE ${source}/${file} ${copy}/${file}) # keeps the permissions
file(READ ${copy}/${file} text)
string(REPLACE "${from}" "${to}" text "${text}")
file(WRITE ${copy}/${file} "${text}")

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} with the fault (${file}: ${to}) fails:\n${output}")
  endif()
endfunction()
if(NOT EXISTS ${build}/build.ninja)
  run("configuring" ${CMAKE_COMMAND} -S ${copy} -B ${build} -G Ninja -D CMAKE_BUILD_TYPE=Release
    -D VKSORT_WERROR=OFF -D VKSORT_SPIRV_CACHE=${spirv_cache})
endif()
run("building" ${CMAKE_COMMAND} --build ${build} --target ${targets})

execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${build} --output-on-failure --timeout 900
  --output-junit ${tree}/report.xml -R "^(${case})$" RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
file(STRINGS ${tree}/report.xml ran REGEX "<testcase .*status=\"(run|fail)\"")
file(STRINGS ${tree}/report.xml failed REGEX "<testcase .*status=\"fail\"")
if(NOT ran)
  message(FATAL_ERROR "no case ran that could notice it: ${case}\n${output}")
elseif(NOT failed)
  message(FATAL_ERROR "went unnoticed: ${what} (${file}: ${to})\n${output}")
endif()
list(LENGTH failed count)
message("noticed by ${count} cases")
