# find_package(vksort) defines vksort::vksort, and vksort::toolkit if it was installed. They need the Vulkan headers,
# but do not link a Vulkan library. All files that this file includes are below its directory, which can be moved.
include(${CMAKE_CURRENT_LIST_DIR}/vulkan_headers.cmake)
vksort_find_vulkan_headers(vksort_NOT_FOUND_MESSAGE)
if(NOT TARGET vksort_vulkan_headers)
  set(vksort_FOUND FALSE)
  if(NOT vksort_NOT_FOUND_MESSAGE)
    string(CONCAT vksort_NOT_FOUND_MESSAGE "vulkan/vulkan_core.h is missing. Set VKSORT_VULKAN_INCLUDE to the "
      "directory with it, set the environment variable VULKAN_SDK, or define the target Vulkan::Headers before. "
      "On Debian: apt-get install libvulkan-dev")
  endif()
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/vksortTargets.cmake)
target_link_libraries(vksort::vksort INTERFACE vksort_vulkan_headers)
