# vksort_find_shader_tools([REQUIRED]): VKSORT_GLSLANG, VKSORT_SPIRV_OPT and VKSORT_SPIRV_VAL, which all below run, in the
# cache.
function(vksort_find_shader_tools)
  set(places HINTS ENV VULKAN_SDK PATH_SUFFIXES bin Bin)
  find_program(VKSORT_GLSLANG NAMES glslangValidator glslang ${places} ${ARGN})
  find_program(VKSORT_SPIRV_OPT spirv-opt ${places} ${ARGN})
  find_program(VKSORT_SPIRV_VAL spirv-val ${places} ${ARGN})
endfunction()

# vksort_add_shader(<target> <source> <name> [PACKED] [COMPACT] [-D... -I...])
# glslangValidator -> spirv-opt -> spirv-val -> <name>.spv.h, an array `name` in the target's generated include directory.
# PACKED: as embed.cmake says. COMPACT: with small ids, as packed ones have.
# VKSORT_SPIRV_CACHE: a directory in which optimized modules are kept, by their content; empty: none.
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
  # A step of its own, since the dependency file speaks of the first step's output.
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
