include(${CMAKE_CURRENT_LIST_DIR}/sort/modules.cmake)

# vksort_add_key_generator(<target> <file> <name> [PAYLOAD])
# Compiles the first passes of sorts with the loadKey() of a GLSL file; vksort_keys.h says what that may do. A source
# of the target may then include "<name>.h", which declares `name`, a vksort::KeyShaders. A relative `file` is of the
# current source directory. The target must link vksort::vksort, and be of the same directory.
# PAYLOAD: the function is loadKey(index, payload).
function(vksort_add_key_generator target file name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "PAYLOAD" "" "")
  set(takes_payload 0)
  if(arg_PAYLOAD)
    set(takes_payload 1)
    list(APPEND arg_UNPARSED_ARGUMENTS -DVKSORT_KEYS_OF_PAYLOADS)
  endif()
  # As the library compiles them, but for merges.
  get_property(modules GLOBAL PROPERTY VKSORT_GENERATING_MODULES)
  vksort_add_function(${target} ${file} ${name} key_generator load_key.glsl "${modules}" ${arg_UNPARSED_ARGUMENTS}
    -DVKSORT_GENERATES_KEYS -DVKSORT_SORTS_ONLY)
endfunction()

# vksort_add_cull(<target> <file> <name>)
# The same of the keep() of a GLSL file, for a vksort::CullShaders; see vksort_toolkit.h.
function(vksort_add_cull target file name)
  vksort_add_function(${target} ${file} ${name} cull keep.glsl toolkit_runs ${ARGN} -DVKSORT_CULLS)
endfunction()

# vksort_add_function(<target> <file> <name> <kind> <included> <modules> ...): makes `name` of <kind>.h.in and
# <kind>.cpp.in. The modules include the file as `included`.
function(vksort_add_function target file name kind included modules)
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "vksort_add_${kind}: ${name} is no C++ name")
  endif()
  vksort_find_shader_tools(REQUIRED)
  # Real paths: the file is found from here by way of .. alone, before any of its name in other directories.
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}.keys/${name})
  file(MAKE_DIRECTORY ${dir})
  file(REAL_PATH ${dir} dir)
  file(REAL_PATH ${file} file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  file(RELATIVE_PATH path ${dir} ${file})
  vksort_rename_names(names)
  file(CONFIGURE OUTPUT ${dir}/${included} CONTENT "#include \"${path}\"\n${names}" @ONLY)
  foreach(module IN LISTS modules)
    vksort_add_module(${target} ${module} NAME ${name}_${module} ${ARGN} -I${dir})
  endforeach()
  vksort_interface_number(interface_number)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${kind}.h.in ${dir}/${name}.h @ONLY)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${kind}.cpp.in ${dir}/${name}.cpp @ONLY)
  target_sources(${target} PRIVATE ${dir}/${name}.cpp)
  # An object of its own, which a program may have another of.
  set_source_files_properties(${dir}/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${target} PRIVATE ${dir})
endfunction()

# vksort_rename_names(<variable>)
# Lines of GLSL that follow the host's code. They undefine each word of the sort's shaders as a macro, and give each name of
# the sort the prefix vksort_. So no name of the host meets one of the sort. The names are all words but those of GLSL. A
# word of GLSL that is missing here does not compile with a key generator.
function(vksort_rename_names variable)
  set(glsl bool break buffer coherent const continue false for in inout int layout out readonly return shared struct true uint
    uniform uvec2 uvec3 uvec4 void while writeonly
    binding constant_id local_size_x_id push_constant set std430  # of layouts
    x xy y yx z  # of vectors
    dont_unroll unroll
    atomicAdd atomicAnd atomicLoad atomicMax atomicMin atomicOr atomicStore barrier bitCount controlBarrier findLSB
    main max memoryBarrierBuffer min subgroupBallot subgroupBallotBitCount subgroupBallotExclusiveBitCount
    subgroupBarrier)
  set(not_macros define defined elif else endif if ifdef ifndef undef keep loadKey)
  set(dir ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/sort)
  set(patterns *.h)
  foreach(folder IN ITEMS bitonic elements radix rank toolkit)
    list(APPEND patterns ${folder}/*.h ${folder}/*.glsl)
  endforeach()
  list(TRANSFORM patterns PREPEND ${dir}/)
  file(GLOB sources ${patterns})
  get_property(modules GLOBAL PROPERTY VKSORT_GENERATING_MODULES)
  foreach(module IN LISTS modules ITEMS toolkit_runs)
    vksort_find_module(${module} source definitions)
    list(APPEND sources ${dir}/${source})
  endforeach()
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
