include(${CMAKE_CURRENT_LIST_DIR}/sort/modules.cmake)

# vksort_add_cull(<target> <file> <name>)
# Compiles the cull with the keep() of a GLSL file; vksort_toolkit.h says what it may do. A source of the target may then
# include "<name>.h", which declares `name`, a vksort::CullShaders. A relative `file` is of the current source directory.
# The target must link vksort::vksort, and be of the same directory.
function(vksort_add_cull target file name)
  vksort_add_function(${target} ${file} ${name} cull ${ARGN})
endfunction()

# vksort_add_function(<target> <file> <name> <kind> <options>...)
function(vksort_add_function target file name kind)
  vksort_find_shader_tools(REQUIRED)
  # Real paths: the file is found from here by way of .. alone, before any of its name in other directories.
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}.keys/${name})
  file(MAKE_DIRECTORY ${dir})
  file(REAL_PATH ${dir} dir)
  file(REAL_PATH ${file} file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  vksort_write_function(${dir} ${file} ${name} ${kind} ${ARGN})
  foreach(module IN LISTS modules)
    vksort_add_module(${target} ${module} NAME ${name}_${module} PACKED ${definitions} -I${dir})
  endforeach()
  target_sources(${target} PRIVATE ${dir}/${name}.cpp)
  # An object of its own, which a program may have another of.
  set_source_files_properties(${dir}/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${target} PRIVATE ${dir})
endfunction()

# vksort_write_function(<dir> <file> <name> <kind> <options>...): writes <name>.h, <name>.cpp, and what the modules include
# of the host, keep.glsl. Sets `modules` and `definitions`, with which they are compiled.
function(vksort_write_function dir file name kind)
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "vksort_add_${kind}: ${name} is no C++ name")
  endif()
  vksort_interface_number(head)
  string(APPEND head ",")
  set(type CullShaders)
  set(included keep.glsl)
  set(modules toolkit_runs)
  set(definitions ${ARGN} -DVKSORT_CULLS)
  file(RELATIVE_PATH path ${dir} ${file})
  vksort_rename_names(names)
  file(CONFIGURE OUTPUT ${dir}/${included} CONTENT "#include \"${path}\"\n${names}" @ONLY)
  set(includes "")
  set(members "")
  foreach(module IN LISTS modules)
    set(array ${name}_${module})
    string(APPEND includes "#include \"${array}.spv.h\"\n")
    string(APPEND members "    {${array}, ${array}_bytes, sizeof ${array}},\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${kind}.h.in ${dir}/${name}.h @ONLY)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/function.cpp.in ${dir}/${name}.cpp @ONLY)
  set(modules "${modules}" PARENT_SCOPE)
  set(definitions "${definitions}" PARENT_SCOPE)
endfunction()

# vksort_rename_names(<variable>)
# Lines of GLSL that follow the host's code. They undefine each word of the sort's shaders as a macro, and give each name of
# the sort the prefix vksort_. So no name of the host meets one of the sort. The names are all words but those of GLSL. A
# word of GLSL that is missing here does not compile with a cull.
function(vksort_rename_names variable)
  set(glsl bool break buffer coherent const continue false for in inout int layout out readonly return shared struct true uint
    uniform uvec2 uvec3 uvec4 void while writeonly
    binding constant_id local_size_x_id push_constant set std430  # of layouts
    x xy y yx z  # of vectors
    dont_unroll unroll
    atomicAdd atomicAnd atomicLoad atomicMax atomicMin atomicOr atomicStore barrier bitCount controlBarrier findLSB
    main max memoryBarrierBuffer min subgroupBallot subgroupBallotBitCount subgroupBallotExclusiveBitCount
    subgroupBarrier)
  set(not_macros define defined elif else endif if ifdef ifndef undef keep)
  set(dir ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/sort)
  set(patterns *.h)
  foreach(folder IN ITEMS bitonic elements radix rank toolkit)
    list(APPEND patterns ${folder}/*.h ${folder}/*.glsl)
  endforeach()
  list(TRANSFORM patterns PREPEND ${dir}/)
  file(GLOB sources ${patterns})
  vksort_find_module(toolkit_runs source definitions)
  list(APPEND sources ${dir}/${source})
  list(REMOVE_DUPLICATES sources)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  set(text "")
  foreach(source IN LISTS sources)
    file(READ ${source} content)
    string(APPEND text "${content}\n")
  endforeach()
  string(REGEX REPLACE "//[^\n]*|# *(include|extension|version)[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "# *define +[A-Za-z0-9_]+" macros "${text}")
  list(TRANSFORM macros REPLACE ".* " "")
  string(REGEX REPLACE "[^A-Za-z0-9_]+" ";" words "${text}")
  list(REMOVE_DUPLICATES words)
  list(REMOVE_ITEM words ${not_macros} "")
  list(FILTER words EXCLUDE REGEX "^([0-9]|gl_|GL_|__|VKSORT_)")
  set(lines "")
  foreach(word IN LISTS words)
    string(APPEND lines "#undef ${word}\n")
    if(NOT word IN_LIST macros AND NOT word IN_LIST glsl)
      string(APPEND lines "#define ${word} vksort_${word}\n")
    endif()
  endforeach()
  set(${variable} "${lines}" PARENT_SCOPE)
endfunction()
