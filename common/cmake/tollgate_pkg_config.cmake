# tollgate_install_pkg_config(<name>): installs tollgate-<name>.pc for builds without CMake. The file says what the
# target tollgate_<name> links. Its paths start at its own folder, so the installed package can be moved.
function(tollgate_install_pkg_config name)
    foreach(field IN ITEMS Requires Requires.private Libs Libs.private Cflags)
        set(${field} "")
    endforeach()
    get_target_property(type tollgate_${name} TYPE)
    if(NOT type STREQUAL "INTERFACE_LIBRARY")
        set(Libs "-L\${libdir} -ltollgate_${name}")
    endif()
    get_target_property(links tollgate_${name} INTERFACE_LINK_LIBRARIES)
    foreach(link IN LISTS links)
        set(private "")
        if(link MATCHES "^\\$<LINK_ONLY:(.*)>$")
            set(link ${CMAKE_MATCH_1})
            set(private .private)
        endif()
        if(link MATCHES "^tollgate::(.*)$")
            string(APPEND Requires${private} " tollgate-${CMAKE_MATCH_1}")
        elseif(link MATCHES "^(PkgConfig|fmt)::(.*)$")
            string(APPEND Requires${private} " ${CMAKE_MATCH_2}")
        elseif(link MATCHES "^Boost::(.*)$")
            string(APPEND Libs${private} " -lboost_${CMAKE_MATCH_1}")
        elseif(link STREQUAL "Threads::Threads")
            string(APPEND Libs${private} " -pthread")
            string(APPEND Cflags " -pthread")
        endif()
    endforeach()
    file(RELATIVE_PATH prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/tollgate-${name}.pc @ONLY CONTENT
"prefix=\${pcfiledir}/@prefix@
libdir=\${pcfiledir}/..
includedir=\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: tollgate-@name@
Description: The library @name@ of Tollgate
Version: @PROJECT_VERSION@
Requires:@Requires@
Requires.private:@Requires.private@
Libs: @Libs@
Libs.private:@Libs.private@
Cflags: -I\${includedir}@Cflags@
")
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tollgate-${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
