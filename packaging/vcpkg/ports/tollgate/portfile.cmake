# The port of the clone in which it lies. In a registry, vcpkg_from_github() sets SOURCE_PATH instead.
# vcpkg does not see changes of the clone's sources: after them, run `vcpkg install --binarysource=clear`.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

# Without features, the port has the component fence, which the other components use.
list(TRANSFORM FEATURES REPLACE "^core$" fence OUTPUT_VARIABLE components)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}/common" OPTIONS "-DTOLLGATE_COMPONENTS=${components}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/tollgate)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
