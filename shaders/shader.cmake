# vksort_find_shader_tools([REQUIRED])
# Sets the cache variables VKSORT_GLSLANG, VKSORT_SPIRV_OPT and VKSORT_SPIRV_VAL, which the functions below need.
function(vksort_find_shader_tools)
  set(places HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
  find_program(VKSORT_GLSLANG NAMES glslangValidator glslang ${places} ${ARGN})
  find_program(VKSORT_SPIRV_OPT spirv-opt ${places} ${ARGN})
  find_program(VKSORT_SPIRV_VAL spirv-val ${places} ${ARGN})
endfunction()

# vksort_add_shader(<target> <source> <name> [PACKED] [COMPACT] [-D... -I...])
# glslangValidator -> spirv-opt -> spirv-val -> <name>.spv.h, which contains an array `name`.
# PACKED: see embed.cmake. COMPACT: uses small ids, as packed modules do.
# VKSORT_SPIRV_CACHE: directory of optimized modules by content, or empty.
function(vksort_add_shader target source name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "PACKED;COMPACT" "" "")
  if(arg_PACKED)
    set(arg_COMPACT TRUE)
  endif()
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}.shaders)
  set(base ${dir}/${name})
  file(MAKE_DIRECTORY ${dir})
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  add_custom_command(
    OUTPUT ${base}.raw.spv
    COMMAND ${VKSORT_GLSLANG} --quiet --target-env vulkan1.1 ${arg_UNPARSED_ARGUMENTS} --depfile ${base}.d -o ${base}.raw.spv ${source}
    DEPENDS ${source}
    DEPFILE ${base}.d
    COMMENT "Shader ${name}"
    VERBATIM)
  # A separate step, because the dependency file names the output of the first one.
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/optimize.cmake)
  add_custom_command(
    OUTPUT ${base}.spv.h
    COMMAND ${CMAKE_COMMAND} -DINPUT=${base}.raw.spv -DBASE=${base} -DNAME=${name} -DOPT=${VKSORT_SPIRV_OPT}
      -DVAL=${VKSORT_SPIRV_VAL} -DCACHE=${VKSORT_SPIRV_CACHE} -DPACKED=${arg_PACKED} -DCOMPACT=${arg_COMPACT}
      -P ${script}
    DEPENDS ${base}.raw.spv ${script} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed.cmake
    COMMENT "SPIR-V ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE ${base}.spv.h)
  target_include_directories(${target} PRIVATE ${dir})
endfunction()
