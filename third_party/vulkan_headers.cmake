# vksort_find_vulkan_headers(<fault> [GLOBAL]): creates the imported target vksort_vulkan_headers from the first of
#   1. the target Vulkan::Headers of the application
#   2. the environment variable VULKAN_SDK
#   3. the directory VKSORT_VULKAN_INCLUDE
#   4. the system.
# Creates no target without headers. Sets <fault> to a message if they are older than 1.3, otherwise to an empty string.
function(vksort_find_vulkan_headers fault)
  set(${fault} "" PARENT_SCOPE)
  if(TARGET vksort_vulkan_headers)
    return()
  elseif(TARGET Vulkan::Headers)
    set(cure "define the target Vulkan::Headers with newer headers")
    get_target_property(places Vulkan::Headers INTERFACE_INCLUDE_DIRECTORIES)
    string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" places "${places}")
  else()
    # Not cached, because the variable may change before CMake runs again.
    unset(vksort_sdk_headers)
    find_path(vksort_sdk_headers vulkan/vulkan_core.h HINTS ENV VULKAN_SDK PATH_SUFFIXES include Include NO_DEFAULT_PATH
      NO_CACHE)
    if(vksort_sdk_headers)
      set(cure "set VULKAN_SDK to a newer SDK, or unset it")
      string(REGEX REPLACE "/$" "" places "${vksort_sdk_headers}")
    else()
      set(cure "set VKSORT_VULKAN_INCLUDE to the directory of a newer vulkan/vulkan_core.h")
      find_path(VKSORT_VULKAN_INCLUDE vulkan/vulkan_core.h)
      set(places "${VKSORT_VULKAN_INCLUDE}")
    endif()
    if(NOT EXISTS "${places}/vulkan/vulkan_core.h")
      return()
    endif()
  endif()
  # Headers without a version are accepted, because they may include others, and a target may link another.
  foreach(place IN LISTS places)
    if(EXISTS "${place}/vulkan/vulkan_core.h")
      file(STRINGS "${place}/vulkan/vulkan_core.h" lines REGEX "^#define VK_(API_VERSION_1_[0-9]|HEADER_VERSION) ")
      if(lines MATCHES "VK_API_VERSION_1_" AND NOT lines MATCHES "VK_API_VERSION_1_[3-9]")
        string(REGEX REPLACE ".*VK_API_VERSION_1_([0-9]).*" "\\1" minor "${lines}")
        string(REGEX REPLACE ".*VK_HEADER_VERSION ([0-9]+).*" "\\1" patch "${lines}")
        string(CONCAT text "The Vulkan headers in ${place} have version 1.${minor}.${patch}, but vksort needs 1.3 or "
          "later: ${cure}.")
        set(${fault} "${text}" PARENT_SCOPE)
        unset(VKSORT_VULKAN_INCLUDE CACHE)  # the next run searches again
        return()
      endif()
      break()
    endif()
  endforeach()
  add_library(vksort_vulkan_headers INTERFACE IMPORTED ${ARGN})
  if(TARGET Vulkan::Headers)
    target_link_libraries(vksort_vulkan_headers INTERFACE Vulkan::Headers)
  else()
    target_include_directories(vksort_vulkan_headers SYSTEM INTERFACE "${places}")
  endif()
endfunction()
