# Builds the edited shaders of table.cmake for vksort-tests, and variant_list.h: schedulers that must not change
# results, and planted faults that tests must detect.
set(variant_declarations "")
set(variant_rows "")

# vksort_edit_shaders(<dir> {<file> <text> <replacement>}...)
# Copies shaders/sort and shaders/toolkit to <dir> and applies each edit. `text` must occur exactly once in the file.
function(vksort_edit_shaders dir)
  set(source_dir ${vksort_shader_dir})
  file(GLOB_RECURSE sources RELATIVE ${source_dir} CONFIGURE_DEPENDS ${source_dir}/sort/* ${source_dir}/toolkit/*)
  foreach(source IN LISTS sources)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source_dir}/${source})
    file(READ ${source_dir}/${source} content)
    cmake_path(GET source FILENAME name)
    cmake_path(GET source PARENT_PATH folder)
    file(MAKE_DIRECTORY ${dir}/${folder})
    set(i 1)
    while(i LESS ARGC)
      math(EXPR text_at "${i} + 1")
      math(EXPR replacement_at "${i} + 2")
      set(text "${ARGV${text_at}}")
      if(name STREQUAL "${ARGV${i}}" OR source STREQUAL "${ARGV${i}}")
        string(FIND "${content}" "${text}" first)
        string(FIND "${content}" "${text}" last REVERSE)
        if(first EQUAL -1 OR NOT first EQUAL last)
          message(FATAL_ERROR "${dir}: shaders/${source} must hold exactly once: ${text}")
        endif()
        string(REPLACE "${text}" "${ARGV${replacement_at}}" content "${content}")
      endif()
      math(EXPR i "${i} + 3")
    endwhile()
    file(CONFIGURE OUTPUT ${dir}/${source} CONTENT "${content}" @ONLY)
  endforeach()
endfunction()

# vksort_variant(<name> <module> "<description>" {<file> <text> <replacement>}...)
# The module is validated but not optimized: spirv-opt takes longer than the driver would save.
function(vksort_variant name module description)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/variants/${name}_${module})
  set(edits "")
  math(EXPR end "${ARGC} - 1")
  foreach(i RANGE 3 ${end})
    string(REPLACE "\\;" ";" edit "${ARGV${i}}")
    string(REPLACE ";" "\\;" edit "${edit}")
    list(APPEND edits "${edit}")
  endforeach()
  vksort_edit_shaders(${dir} ${edits})
  vksort_find_module(${module} source definitions)
  vksort_make_small(${source} definitions)
  set(array ${name}_${module})
  set(base ${CMAKE_CURRENT_BINARY_DIR}/vksort-tests.variants/${array})
  add_custom_command(
    OUTPUT ${base}.spv
    COMMAND ${VKSORT_GLSLANG} --quiet --target-env vulkan1.1 ${definitions} -I${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../shaders
      --depfile ${base}.d -o ${base}.spv ${dir}/${source}
    COMMAND ${VKSORT_SPIRV_VAL} --target-env vulkan1.1 ${base}.spv
    DEPENDS ${dir}/${source}
    DEPFILE ${base}.d
    COMMENT "Shader ${array}"
    VERBATIM)
  target_sources(vksort-tests PRIVATE ${base}.spv)
  set_property(SOURCE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/variants.cpp APPEND PROPERTY OBJECT_DEPENDS ${base}.spv)
  string(APPEND variant_declarations "VKSORT_MODULE_FILE(${array}, \"${base}.spv\")\n")
  string(APPEND variant_rows "    {\"${name}\", \"${module}\", \"${description}\", {${array}, ${array}_end}},\n")
  set(variant_declarations "${variant_declarations}" PARENT_SCOPE)
  set(variant_rows "${variant_rows}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/vksort-tests.variants)
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/variants.cpp PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
include(${CMAKE_CURRENT_LIST_DIR}/table.cmake)
configure_file(${CMAKE_CURRENT_LIST_DIR}/variant_list.h.in variant_list.h @ONLY)
target_sources(vksort-tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/variants.cpp ${CMAKE_CURRENT_LIST_DIR}/variants.h)
target_include_directories(vksort-tests PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
