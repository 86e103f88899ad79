# cmake -DFILE=seen.glsl -DNAME=seen -DOUT=dir -P generate.cmake
# Works like vksort_add_cull() in a project without CMake: writes NAME.h, NAME.cpp and the files that it includes to OUT.
# Compile NAME.cpp. Needs glslangValidator, spirv-opt and spirv-val.
cmake_minimum_required(VERSION 3.22)
if(NOT FILE OR NOT NAME OR NOT OUT)
  message(FATAL_ERROR "usage: cmake -DFILE=seen.glsl -DNAME=seen -DOUT=dir -P generate.cmake")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/shader.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/key_generator.cmake)
vksort_find_shader_tools(REQUIRED)
file(MAKE_DIRECTORY ${OUT})
file(REAL_PATH ${OUT} OUT)
file(REAL_PATH ${FILE} FILE)
vksort_write_function(${OUT} ${FILE} ${NAME} cull)
foreach(module IN LISTS modules)
  vksort_find_module(${module} source its_definitions)
  set(base ${OUT}/${NAME}_${module})
  execute_process(COMMAND ${VKSORT_GLSLANG} --quiet --target-env vulkan1.1 ${its_definitions} ${definitions} -I${OUT}
    -o ${base}.raw.spv ${CMAKE_CURRENT_LIST_DIR}/sort/${source} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -DINPUT=${base}.raw.spv -DBASE=${base} -DNAME=${NAME}_${module}
    -DOPT=${VKSORT_SPIRV_OPT} -DVAL=${VKSORT_SPIRV_VAL} -DCACHE=${VKSORT_SPIRV_CACHE} -DPACKED=ON -DCOMPACT=ON
    -P ${CMAKE_CURRENT_LIST_DIR}/optimize.cmake COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE ${base}.raw.spv ${base}.spv)
endforeach()
