# find_package(vksort) defines vksort::vksort, and vksort::toolkit if it is installed. They use the Vulkan headers, but
# link no Vulkan library. The directory of this file can be moved, because it contains all included files.
# The library may exist because of an earlier find_package() or add_subdirectory().
if(TARGET vksort::vksort)
  get_target_property(vksort_other vksort::vksort VERSION)
  if(NOT vksort_other VERSION_EQUAL vksort_VERSION)
    set(vksort_FOUND FALSE)
    string(CONCAT vksort_NOT_FOUND_MESSAGE "This build already uses version ${vksort_other} of vksort, so it cannot use "
      "${vksort_VERSION}. Use the same version in all libraries.")
  endif()
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/vulkan_headers.cmake)
vksort_find_vulkan_headers(vksort_NOT_FOUND_MESSAGE)
if(NOT TARGET vksort_vulkan_headers)
  set(vksort_FOUND FALSE)
  if(NOT vksort_NOT_FOUND_MESSAGE)
    string(CONCAT vksort_NOT_FOUND_MESSAGE "vulkan/vulkan_core.h is missing. Set VKSORT_VULKAN_INCLUDE to its "
      "directory, set the environment variable VULKAN_SDK, or define the target Vulkan::Headers. "
      "On Debian: apt-get install libvulkan-dev")
  endif()
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/vksortTargets.cmake)
target_link_libraries(vksort::vksort INTERFACE vksort_vulkan_headers)
set_target_properties(vksort::vksort PROPERTIES VERSION ${vksort_VERSION})
# For build types that are not installed, CMake uses the first one in this list.
foreach(vksort_target IN ITEMS vksort::vksort vksort::toolkit)
  if(TARGET ${vksort_target})
    get_target_property(vksort_configurations ${vksort_target} IMPORTED_CONFIGURATIONS)
    list(SORT vksort_configurations ORDER DESCENDING)  # DEBUG last
    set_target_properties(${vksort_target} PROPERTIES IMPORTED_CONFIGURATIONS "${vksort_configurations}")
  endif()
endforeach()
