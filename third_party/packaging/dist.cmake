# cmake -DOUT=dir [-DDIRTY=ON] -P dist.cmake, once it is configured: makes a release of the last commit in OUT, which is
# new, empty or an earlier release. DIRTY: also of changes that are not committed, for tests.
#   vksort-<version>.tar.gz   sources with compiled shaders; building them needs a C++ compiler, CMake and Vulkan headers
#   vksort.h, vksort.cpp      the same library in two files; and its headers that stand alone
#   vksort.wrap               for Meson
#   vksort-conform-...        the conformance program of this system and of Windows, and the viewer of Linux, if they
#   vksort-particles-...      were built
#   SHA256SUMS
# The same commit and tools give the same bytes.
cmake_minimum_required(VERSION 3.22)
file(REAL_PATH "@PROJECT_SOURCE_DIR@" root)
set(version @PROJECT_VERSION@)
set(sources "@sources@")
file(REAL_PATH "@CMAKE_CURRENT_BINARY_DIR@/vksort.shaders" spirv)
set(library ${root}/engine/vksort)
set(name vksort-${version})

function(run)
  execute_process(${ARGN} WORKING_DIRECTORY ${root} OUTPUT_VARIABLE out OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(out "${out}" PARENT_SCOPE)
endfunction()

# pack(<name>): ${OUT}/<name> becomes <name>.tar.gz, with the time of the commit.
function(pack name)
  run(COMMAND git log -1 --format=%ct)
  execute_process(
    COMMAND tar -C ${OUT} --format=ustar --sort=name --mtime=@${out} --owner=0 --group=0 --numeric-owner
      --mode=u=rwX,go=rX -cf - ${name}
    COMMAND gzip -9n OUTPUT_FILE ${OUT}/${name}.tar.gz COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${OUT}/${name})
endfunction()

# Appends the text of a file to `text`. Instead of a file of ours that it includes, the text of that one, once.
function(inline file)
  if(file IN_LIST seen)
    return()
  endif()
  list(APPEND seen ${file})
  cmake_path(GET file PARENT_PATH dir)
  file(READ ${file} rest)
  string(REPLACE "#pragma once\n" "" rest "\n${rest}")
  string(FIND "${rest}" "\n#include \"" at)
  while(NOT at EQUAL -1)
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(APPEND text "${before}")
    math(EXPR at "${at} + 11")
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(REGEX MATCH "^[^\"]+" included "${rest}")
    string(FIND "${rest}" "\n" at)
    string(SUBSTRING "${rest}" ${at} -1 rest)
    set(found "")
    foreach(place IN ITEMS ${dir} ${library} ${library}/include ${root}/shaders ${spirv})
      if(NOT found AND EXISTS ${place}/${included})
        file(REAL_PATH ${place}/${included} found)
      endif()
    endforeach()
    if(NOT found)
      message(FATAL_ERROR "${file} includes ${included}, which is not found")
    endif()
    inline(${found})
    string(FIND "${rest}" "\n#include \"" at)
  endwhile()
  set(text "${text}${rest}" PARENT_SCOPE)
  set(seen "${seen}" PARENT_SCOPE)
endfunction()

if(NOT OUT)
  message(FATAL_ERROR "usage: cmake -DOUT=dir [-DDIRTY=ON] -P dist.cmake")
endif()
file(REAL_PATH "${OUT}" OUT)
file(GLOB others LIST_DIRECTORIES true ${OUT}/* ${OUT}/.*)
if(EXISTS ${OUT} AND NOT EXISTS ${OUT}/SHA256SUMS AND (others OR NOT IS_DIRECTORY ${OUT}))
  message(FATAL_ERROR "${OUT} is not an earlier release: it has no SHA256SUMS. Nothing was deleted.")
endif()
run(COMMAND git status --porcelain --untracked-files=no)
if(out AND NOT DIRTY)
  message(FATAL_ERROR "these files have changes that are not committed, and a release is of a commit:\n${out}")
endif()

# The two files. Public headers that have nothing to do with the others stay alone.
file(READ ${root}/LICENSE license)
string(STRIP "${license}" license)
string(REPLACE "\n" "\n// " license "${license}")
string(REPLACE "// \n" "//\n" license "${license}")
string(CONCAT head "// vksort ${version}, in two files. vksort.h needs C++17, vksort.cpp C++20, and both Vulkan headers 1.3.\n"
  "//\n// ${license}\n")
file(REMOVE_RECURSE ${OUT})
file(WRITE ${OUT}/SHA256SUMS "")  # another run may replace this one, should it be interrupted
set(text "${head}#pragma once\n")
set(seen "")
file(GLOB headers ${library}/include/*.h)
list(SORT headers)
inline(${library}/include/vksort.h)
foreach(header IN LISTS headers)
  file(READ ${header} content)
  if(content MATCHES "\n#include \"vksort")
    inline(${header})
  endif()
endforeach()
file(WRITE ${OUT}/vksort.h "${text}")
foreach(header IN LISTS headers)
  if(NOT header IN_LIST seen)
    file(COPY ${header} DESTINATION ${OUT})
  endif()
endforeach()
set(text "${head}#include \"vksort.h\"\n")
foreach(source IN LISTS sources)
  inline(${library}/${source})
endforeach()
file(WRITE ${OUT}/vksort.cpp "${text}")

# The archive has the files of the commit that building the library takes, and the compiled shaders.
run(COMMAND git ls-files --cached CMakeLists.txt LICENSE README.md engine/CHANGELOG.md
  engine/CMakeLists.txt engine/vksort shaders/*.cmake shaders/*.in shaders/CMakeLists.txt shaders/sort
  third_party/CMakeLists.txt third_party/packages.txt third_party/packaging third_party/vulkan_headers.cmake)
string(REPLACE "\n" ";" files "${out}")
set(stage ${OUT}/${name})
foreach(file IN LISTS files)
  configure_file(${root}/${file} ${stage}/${file} COPYONLY)
endforeach()
# Its pages show no picture, command or link of what it lacks.
file(GLOB_RECURSE pages ${stage}/*.md)
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(REGEX REPLACE "\n\\| sorted .*\n## Sort depths" "\n## Sort depths" text "${text}")
  string(REGEX REPLACE "\n!\\[[^\n]*" "" text "${text}")
  string(REGEX REPLACE "\\[([^]\n]*)\\]\\((\\.\\./)*(samples|tests|engine/README|\\.github)[^)]*\\)" "\\1"
    text "${text}")
  string(REGEX REPLACE "^# vksort\n"
    "# vksort\nThis archive has the library alone. Its samples and tests are in the repository.\n\n" text "${text}")
  file(WRITE ${page} "${text}")
endforeach()
include(${root}/shaders/sort/modules.cmake)
vksort_source_hash(hash)
set(text "")
set(seen "")
inline(${spirv}/sort_modules.h)
file(WRITE ${stage}/shaders/compiled/sort_modules.h "// Of the sources ${hash}\n#pragma once\n${text}")
file(COPY ${spirv}/interface_number.h DESTINATION ${stage}/shaders/compiled)
list(TRANSFORM sources REPLACE "(.+)" "  'engine/vksort/\\1'" OUTPUT_VARIABLE meson_sources)
list(JOIN meson_sources ",\n" meson_sources)
configure_file(${root}/third_party/packaging/meson.build.in ${stage}/meson.build @ONLY)
pack(${name})

# Programs that run without an install, if they were built, each with the licences of what is in it.
# licences(<directory> <Debian package>...)
function(licences directory)
  configure_file(${root}/LICENSE ${directory}/LICENSE COPYONLY)
  foreach(package IN LISTS ARGN)
    configure_file(/usr/share/doc/${package}/copyright ${directory}/licences/${package} COPYONLY)
  endforeach()
endfunction()
set(bin "@PROJECT_BINARY_DIR@/bin")
string(TOLOWER "@CMAKE_SYSTEM_NAME@-@CMAKE_SYSTEM_PROCESSOR@" system)
if(EXISTS ${bin}/vksort-conform@CMAKE_EXECUTABLE_SUFFIX@)
  configure_file(${bin}/vksort-conform@CMAKE_EXECUTABLE_SUFFIX@
    ${OUT}/vksort-conform-${system}@CMAKE_EXECUTABLE_SUFFIX@ COPYONLY)
endif()
# The viewer has the libraries that systems may lack. Those of C and X11 are the system's: its driver loads them, too.
if(EXISTS ${bin}/vksort-particles-packed)
  set(packed vksort-particles-${system})
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${bin}/vksort-particles-packed RESOLVED_DEPENDENCIES_VAR libraries
    PRE_INCLUDE_REGEXES "^lib(glfw|stb|z|zstd)\\." PRE_EXCLUDE_REGEXES ".*")
  file(COPY ${libraries} DESTINATION ${OUT}/${packed} FOLLOW_SYMLINK_CHAIN)
  configure_file(${bin}/vksort-particles-packed ${OUT}/${packed}/vksort-particles COPYONLY)
  licences(${OUT}/${packed} libcli11-dev libglfw3-dev libglm-dev libimgui-dev libstb-dev libvulkan-volk-dev libzstd-dev
    nlohmann-json3-dev zlib1g-dev)
  pack(${packed})
endif()
# For Windows, by mingw-w64 where it is installed.
find_program(mingw x86_64-w64-mingw32-g++-posix)
if(mingw AND EXISTS ${bin}/vksort-conform AND NOT DIRTY)
  run(COMMAND ${CMAKE_COMMAND} -E env VKSORT_SKIP_SETUP=1 tests/drivers/windows build)
  set(packed vksort-conform-windows-x86_64)
  foreach(file IN ITEMS bin/vksort-conform.exe bin/libvksort.dll lib/libvksort.dll.a)
    file(COPY ${root}/build/drivers/windows-prefix/${file} DESTINATION ${OUT}/${packed})
  endforeach()
  licences(${OUT}/${packed} libcli11-dev libvulkan-volk-dev libxxhash-dev mingw-w64-common nlohmann-json3-dev)
  pack(${packed})
endif()

file(SHA256 ${OUT}/${name}.tar.gz sum)
configure_file(${root}/third_party/packaging/vksort.wrap.in ${OUT}/vksort.wrap @ONLY)
set(sums "")
file(GLOB files RELATIVE ${OUT} ${OUT}/*)
list(REMOVE_ITEM files SHA256SUMS)
foreach(file IN LISTS files)
  file(SHA256 ${OUT}/${file} sum)
  string(APPEND sums "${sum}  ${file}\n")
endforeach()
file(WRITE ${OUT}/SHA256SUMS "${sums}")
