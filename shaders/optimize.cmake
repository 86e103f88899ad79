# cmake -DINPUT=a.raw.spv -DBASE=a -DNAME=a -DOPT=spirv-opt -DVAL=spirv-val [-DCACHE=dir] [-DPACKED=ON]
#   [-DCOMPACT=ON] -P optimize.cmake
# Optimizes and validates a.spv, and writes it to a.spv.h. With a cache, equal modules of mutants or other build trees
# are only optimized once.
set(flags -O --strip-debug)  # names are for debuggers, and 2 % of the library
if(COMPACT)
  list(APPEND flags --compact-ids)  # packed modules become smaller
endif()
set(kept "")
if(CACHE)
  file(SHA256 ${INPUT} key)
  file(SHA256 ${OPT} tool)  # versions optimize differently
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
  # Errors are ignored, because the cache may belong to another user. Renaming ensures that others never read part of a
  # file.
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
