include(${CMAKE_CURRENT_LIST_DIR}/sort/modules.cmake)

# vksort_add_key_generator(<target> <file> <name>)
# Compiles the first passes of sorts with the loadKey() of a GLSL file; vksort_keys.h says what that may do. A source
# of the target may then include "<name>.h", which declares `name`, a vksort::KeyShaders. A relative `file` is of the
# current source directory. The target must link vksort::vksort, and be of the same directory.
function(vksort_add_key_generator target file name)
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "vksort_add_key_generator: ${name} is no C++ name")
  endif()
  vksort_find_shader_tools(REQUIRED)
  # Real paths: the file is found from here by way of .. alone, before any of its name in other directories.
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}.keys/${name})
  file(MAKE_DIRECTORY ${dir})
  file(REAL_PATH ${dir} dir)
  file(REAL_PATH ${file} file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  file(RELATIVE_PATH path ${dir} ${file})
  file(CONFIGURE OUTPUT ${dir}/load_key.glsl CONTENT "#include \"${path}\"\n" @ONLY)

  # As the library compiles them, but for merges.
  get_property(modules GLOBAL PROPERTY VKSORT_GENERATING_MODULES)
  foreach(module IN LISTS modules)
    vksort_add_module(${target} ${module} NAME ${name}_${module} ${ARGN} -DGENERATES_KEYS -DSORTS_ONLY -I${dir})
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/key_generator.h.in ${dir}/${name}.h @ONLY)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/key_generator.cpp.in ${dir}/${name}.cpp @ONLY)
  target_sources(${target} PRIVATE ${dir}/${name}.cpp)
  # An object of its own, which a program may have another of.
  set_source_files_properties(${dir}/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${target} PRIVATE ${dir})
endfunction()
