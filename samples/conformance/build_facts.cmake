# Writes a header with the commit of this source and the hash of all SPIR-V of the library.
# cmake -DSOURCE=<directory> "-DMODULES=<.spv.h>;.." -DOUT=<header> -P build_facts.cmake
find_program(GIT git)
set(commit "")
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --abbrev=40 --match=no-tag
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit "unknown")
endif()
set(modules ${MODULES})
if(NOT modules)
  message(FATAL_ERROR "vksort-conform: no modules")
endif()
list(SORT modules)
set(hashes "")
foreach(module IN LISTS modules)
  file(SHA256 ${module} hash)
  cmake_path(GET module FILENAME name)
  string(APPEND hashes "${name} ${hash}\n")
endforeach()
string(SHA256 spirv "${hashes}")
file(CONFIGURE OUTPUT ${OUT} CONTENT "#pragma once
inline constexpr const char* kCommit = \"${commit}\";
inline constexpr const char* kSpirvHash = \"${spirv}\";
")
