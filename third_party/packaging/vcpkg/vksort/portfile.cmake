# Overlay port of these sources: vcpkg install vksort --overlay-ports=third_party/packaging/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DVKSORT_BUILD_ENGINE=OFF -DVKSORT_BUILD_SAMPLES=OFF -DVKSORT_BUILD_TESTS=OFF -DVKSORT_WERROR=OFF
  OPTIONS_DEBUG -DCMAKE_DEBUG_POSTFIX=)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/vksort)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
