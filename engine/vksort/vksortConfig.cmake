# find_package(vksort): the target vksort::vksort. It needs the Vulkan headers and links no Vulkan library. And the function
# vksort_add_key_generator(), which needs glslangValidator, spirv-opt and spirv-val.
find_path(VKSORT_VULKAN_INCLUDE vulkan/vulkan_core.h HINTS ENV VULKAN_SDK PATH_SUFFIXES include Include)
if(NOT VKSORT_VULKAN_INCLUDE)
  set(vksort_FOUND FALSE)
  set(vksort_NOT_FOUND_MESSAGE "vulkan/vulkan_core.h is missing; on Debian: apt-get install libvulkan-dev")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/vksortTargets.cmake)
target_include_directories(vksort::vksort SYSTEM INTERFACE ${VKSORT_VULKAN_INCLUDE})
include(${CMAKE_CURRENT_LIST_DIR}/../../../share/vksort/shaders/shader.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/../../../share/vksort/shaders/key_generator.cmake)
