# Lets `cpack` make a Debian package from a build with the prefix /usr.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME libvksort-dev)
set(CPACK_PACKAGE_CONTACT "The vksort authors")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_BINARY_DIR}/doc/copyright COPYONLY)
set(CPACK_INSTALLED_DIRECTORIES ${PROJECT_BINARY_DIR}/doc ${CPACK_PACKAGING_INSTALL_PREFIX}/share/doc/libvksort-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libvulkan-dev (>= 1.3)")
string(CONCAT CPACK_DEBIAN_PACKAGE_DESCRIPTION "Sorts keys, or keys with payloads, in place or with scratch memory.\n"
  "Recording allocates nothing.")
include(CPack)
