# cmake -DINPUT=a.raw.spv -DBASE=a -DNAME=a -DOPT=spirv-opt -DVAL=spirv-val [-DCACHE=dir] [-DPACKED=ON]
#   [-DCOMPACT=ON] -P optimize.cmake
# Makes a.spv, optimized and valid, and a.spv.h of it. What has been optimized once is taken from the
# cache: modules that are the same, of mutants or of other build trees, are optimized once.
set(flags -O --strip-debug)  # names are for debuggers, and a fiftieth of the library
if(COMPACT)
  list(APPEND flags --compact-ids)  # which take less room in packed modules
endif()
set(kept "")
if(CACHE)
  file(SHA256 ${INPUT} key)
  file(SHA256 ${OPT} tool)  # another version optimizes otherwise
  string(SHA256 tool "${tool} ${flags}")
  string(SUBSTRING ${tool} 0 16 tool)
  set(kept ${CACHE}/${key}-${tool}.spv)
endif()
set(missing TRUE)
if(kept)
  file(COPY_FILE ${kept} ${BASE}.spv RESULT missing)
endif()
if(missing)
  execute_process(COMMAND ${OPT} ${flags} ${INPUT} -o ${BASE}.spv COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${VAL} --target-env vulkan1.1 ${BASE}.spv COMMAND_ERROR_IS_FATAL ANY)
  # A cache that cannot be written, as in a checkout of another user, keeps nothing. All of a file or none has the name
  # that others look for.
  if(kept)
    string(SHA256 unique ${BASE})
    execute_process(COMMAND ${CMAKE_COMMAND} -E make_directory ${CACHE} ERROR_QUIET)
    file(COPY_FILE ${BASE}.spv ${kept}.${unique} RESULT failed)
    if(NOT failed)
      file(RENAME ${kept}.${unique} ${kept} RESULT failed)
    endif()
    if(failed)
      file(REMOVE ${kept}.${unique})
    endif()
  endif()
endif()
set(INPUT ${BASE}.spv)
set(OUTPUT ${BASE}.spv.h)
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
