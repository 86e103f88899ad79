# Modules that are compiled to be tried once: valid, but as glslangValidator makes them, and with no text in between, since
# spirv-opt and a table of numbers take longer than the driver saves.

# vksort_add_tried_module(<target> <module> <name> <declarations variable> [DIR <of the sources>] [SMALL] [-D... -I...])
# Appends the line of C++ that declares <name> and <name>_end; see module_file.h. SMALL: as vksort_add_module says.
function(vksort_add_tried_module target module name declarations)
  cmake_parse_arguments(PARSE_ARGV 4 arg "SMALL" "DIR" "")
  vksort_find_module(${module} source definitions)
  if(arg_SMALL)
    vksort_make_small(${source} definitions)
  endif()
  set(base ${CMAKE_CURRENT_BINARY_DIR}/${target}.tried/${name})
  add_custom_command(
    OUTPUT ${base}.spv
    COMMAND ${VKSORT_GLSLANG} --quiet --target-env vulkan1.1 ${definitions} ${arg_UNPARSED_ARGUMENTS} --depfile ${base}.d
      -o ${base}.spv ${arg_DIR}/${source}
    COMMAND ${VKSORT_SPIRV_VAL} --target-env vulkan1.1 ${base}.spv
    DEPENDS ${arg_DIR}/${source}
    DEPFILE ${base}.d
    COMMENT "Shader ${name}"
    VERBATIM)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${target}.tried)
  target_sources(${target} PRIVATE ${base}.spv)
  set(${declarations} "${${declarations}}VKSORT_MODULE_FILE(${name}, \"${base}.spv\")\n" PARENT_SCOPE)
endfunction()

# vksort_leave_out(<result> <what> <number>): false the first time that it is asked of that, and each <number> times after.
function(vksort_leave_out result what number)
  get_property(seen GLOBAL PROPERTY vksort_seen_${what})
  if(NOT seen)
    set(seen 0)
  endif()
  math(EXPR rest "${seen} % ${number}")
  math(EXPR seen "${seen} + 1")
  set_property(GLOBAL PROPERTY vksort_seen_${what} ${seen})
  set(${result} ${rest} PARENT_SCOPE)
endfunction()

# vksort_includes_tried(<source> <target>): the source has declarations of what the target has so far.
function(vksort_includes_tried source target)
  get_target_property(files ${target} SOURCES)
  list(FILTER files INCLUDE REGEX "\\.tried/.*\\.spv$")
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
