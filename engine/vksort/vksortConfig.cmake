# find_package(vksort): the target vksort::vksort, which needs the Vulkan headers and links no Vulkan library; and the
# function vksort_add_key_generator(), which needs glslangValidator, spirv-opt and spirv-val.
# The Vulkan headers of the host's target, else of VULKAN_SDK, else of the system.
if(NOT TARGET Vulkan::Headers)
  find_path(VKSORT_VULKAN_INCLUDE vulkan/vulkan_core.h HINTS ENV VULKAN_SDK PATH_SUFFIXES include Include)
  if(NOT EXISTS "${VKSORT_VULKAN_INCLUDE}/vulkan/vulkan_core.h")
    set(vksort_FOUND FALSE)
    string(CONCAT vksort_NOT_FOUND_MESSAGE "vulkan/vulkan_core.h is missing. Set VKSORT_VULKAN_INCLUDE to the "
      "directory with it, set the environment variable VULKAN_SDK, or define the target Vulkan::Headers before. "
      "On Debian: apt-get install libvulkan-dev")
    return()
  endif()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/vksortTargets.cmake)
if(TARGET Vulkan::Headers)
  target_link_libraries(vksort::vksort INTERFACE Vulkan::Headers)
else()
  target_include_directories(vksort::vksort SYSTEM INTERFACE ${VKSORT_VULKAN_INCLUDE})
endif()
include(${CMAKE_CURRENT_LIST_DIR}/../../../share/vksort/shaders/shader.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/../../../share/vksort/shaders/key_generator.cmake)
