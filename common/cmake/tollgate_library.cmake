# How a library of this package is built, checked and installed.
#
#   tollgate_library(<name>
#       SOURCES  <src/*.cpp ...>          the source files
#       LINKS    <imported targets ...>   third-party libraries
#       FINDS    <code ...>               CMake code by which a user's find_package(tollgate) finds these
#       TOGETHER                          all files are compiled as one (see tollgate_build.cmake)
#       NOT_MEASURED                      all files are compiled as one, and optimized less
#       REPORTING <src/*.cpp ...>         those of SOURCES that never run in a measured loop: they are
#                                         compiled as one
#       WITHOUT_EXCEPTIONS <check/no_exceptions.cpp>  its headers work without exceptions; a file that
#                                         uses all templates
#       CHECKS   <check/*_check.cpp ...>  one executable a library, one ctest entry a case
#       ONE_THREAD <check/*_check.cpp ...> checks that start no thread: the build for ThreadSanitizer leaves
#                                         them out
#       STRESS   <check/*_stress.cpp ...> the same, with ctest label "stress")
# The library depends on the libraries in depends_of_<name> (libraries.cmake of this package).
#
# Each library is a component: find_package(tollgate COMPONENTS clock) does not look for packages
# that only other libraries need.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(${CMAKE_CURRENT_LIST_DIR}/tollgate_build.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/tollgate_pkg_config.cmake)

set(TOLLGATE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tollgate)

function(tollgate_library name)
    cmake_parse_arguments(arg "TOGETHER;NOT_MEASURED" "WITHOUT_EXCEPTIONS" "SOURCES;LINKS;FINDS;REPORTING;CHECKS;ONE_THREAD;STRESS" ${ARGN})
    set(target tollgate_${name})

    set(kind STATIC)
    if(BUILD_SHARED_LIBS AND name IN_LIST parts)
        set(kind SHARED)
    endif()
    add_library(${target} ${kind} ${arg_SOURCES})
    add_library(tollgate::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    if(kind STREQUAL "SHARED")
        tollgate_shared(${target})
    endif()
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    list(TRANSFORM depends_of_${name} PREPEND tollgate:: OUTPUT_VARIABLE ours)
    target_link_libraries(${target} PUBLIC ${ours} ${arg_LINKS})
    tollgate_compile_options(${target})
    if(arg_NOT_MEASURED)
        tollgate_not_measured(${target})
    elseif(arg_TOGETHER)
        tollgate_compile_together(${target})
    else()
        tollgate_read_headers_once(${target})
        if(arg_REPORTING AND NOT DEFINED CMAKE_UNITY_BUILD)
            set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
            set_source_files_properties(${arg_REPORTING} PROPERTIES UNITY_GROUP reporting)
        endif()
    endif()

    tollgate_component(${name} "${arg_FINDS}")

    if(TOLLGATE_CHECKS)
        list(TRANSFORM checks_depend_of_${name} PREPEND tollgate:: OUTPUT_VARIABLE others)
        if(NOT TOLLGATE_SANITIZE MATCHES "thread")
            list(APPEND arg_CHECKS ${arg_ONE_THREAD})
        endif()
        tollgate_checks(${name}_check SOURCES ${arg_CHECKS} LINKS tollgate::${name} ${others})
        tollgate_checks(${name}_stress SOURCES ${arg_STRESS}
            LINKS tollgate::${name} ${others} LABELS stress)
        if(TOLLGATE_STRESS AND NOT TOLLGATE_SANITIZE)
            tollgate_header_checks(${name} "${arg_WITHOUT_EXCEPTIONS}")
        endif()
    endif()
endfunction()

# A minor release of version 0 may change the binary interface, so both numbers are in the name that programs look
# for. The libraries find each other in their own folder. Functions are bound when the library is loaded, not at their
# first call: a signal handler of ours could make that call, and binding takes a lock and much stack.
function(tollgate_shared target)
    set_target_properties(${target} PROPERTIES
        VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
        DEFINE_SYMBOL ""
        INSTALL_RPATH $<IF:$<PLATFORM_ID:Darwin>,@loader_path,$ORIGIN>)
    target_link_options(${target} PRIVATE $<$<PLATFORM_ID:Linux>:LINKER:-z,now>)
endfunction()

# Compiles every public header of the library by itself, with these warnings as errors, as in a user's project;
# and all headers together after the macros of well-known headers. If the library works without exceptions,
# exceptions are off, and a file that uses all templates is compiled, too.
function(tollgate_header_checks name without_exceptions)
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/include
        include/tollgate/${name}/*.hpp)
    list(FILTER headers EXCLUDE REGEX "_(arm|x86)\\.hpp$") # another header includes the one of this machine
    set(third_party "")
    set(ours "")
    set(sources ${without_exceptions})
    foreach(header IN LISTS headers)
        set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cpp)
        file(CONFIGURE OUTPUT ${source} CONTENT "#include <@header@>\n" @ONLY)
        list(APPEND sources ${source})
        string(APPEND ours "#include <${header}>\n")
    endforeach()
    # Third-party headers that our headers include come before the macros.
    tollgate_with_dependencies(libraries ${name})
    foreach(library IN LISTS libraries)
        file(GLOB_RECURSE all_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${library}/include/*.hpp)
        foreach(header IN LISTS all_headers)
            file(STRINGS ${header} includes REGEX "^#include <[^>]*>")
            list(APPEND third_party ${includes})
        endforeach()
    endforeach()
    list(FILTER third_party EXCLUDE REGEX "<tollgate/")
    list(REMOVE_DUPLICATES third_party)
    list(JOIN third_party "\n" third_party)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/after_macros.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
        "@third_party@\n#include \"@CMAKE_CURRENT_FUNCTION_LIST_DIR@/macros_of_others.hpp\"\n@ours@")

    add_library(${name}_headers OBJECT ${sources} ${source})
    set_target_properties(${name}_headers PROPERTIES UNITY_BUILD OFF)
    target_link_libraries(${name}_headers PRIVATE tollgate::${name})
    tollgate_compile_options(${name}_headers)
    target_compile_options(${name}_headers PRIVATE $<$<CONFIG:Release>:-O0> -Wconversion -Wold-style-cast
        -Wnon-virtual-dtor $<$<CXX_COMPILER_ID:GNU>:-Wuseless-cast> -Werror)
    if(without_exceptions)
        target_compile_options(${name}_headers PRIVATE -fno-exceptions -fno-rtti)
    endif()
    add_dependencies(${name}_check ${name}_headers)
endfunction()

# tollgate_select_libraries(<variable>): sets it to the libraries that TOLLGATE_COMPONENTS names and their
# dependencies, in the order of all_libraries.
function(tollgate_select_libraries to)
    set(wanted ${TOLLGATE_COMPONENTS})
    if(NOT wanted)
        set(wanted ${all_libraries})
    elseif(TOLLGATE_CHECKS)
        message(FATAL_ERROR "TOLLGATE_COMPONENTS: TOLLGATE_CHECKS needs all libraries")
    endif()
    foreach(name IN LISTS wanted)
        if(NOT name IN_LIST all_libraries)
            list(JOIN all_libraries ", " known)
            message(FATAL_ERROR "TOLLGATE_COMPONENTS: '${name}' is not one of ${known}")
        endif()
    endforeach()
    tollgate_with_dependencies(selected ${wanted})
    set(${to} ${selected} PARENT_SCOPE)
endfunction()

# tollgate_with_dependencies(<variable> <names ...>): sets it to these libraries and their dependencies, in the order
# of all_libraries.
function(tollgate_with_dependencies to)
    set(wanted ${ARGN})
    set(selected "")
    set(last_first ${all_libraries})
    list(REVERSE last_first)
    foreach(name IN LISTS last_first)
        if(name IN_LIST wanted)
            list(PREPEND selected ${name})
            list(APPEND wanted ${depends_of_${name}})
        endif()
    endforeach()
    set(${to} ${selected} PARENT_SCOPE)
endfunction()

# Makes the target tollgate_<name> and the headers below include/ a component of the package.
function(tollgate_component name finds)
    set_property(GLOBAL APPEND PROPERTY TOLLGATE_BUILT_COMPONENTS ${name})
    set(uses ${depends_of_${name}} ${checks_depend_of_${name}})
    list(TRANSFORM uses PREPEND common/)
    list(JOIN uses " " uses)
    set_property(GLOBAL APPEND PROPERTY TOLLGATE_FOLDERS "common/${name} ${uses}")
    if(NOT TOLLGATE_INSTALL)
        return()
    endif()
    install(TARGETS tollgate_${name} EXPORT tollgate-${name}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT tollgate-${name} NAMESPACE tollgate:: FILE tollgate-${name}-targets.cmake
        DESTINATION ${TOLLGATE_PACKAGE_DIR})
    install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    tollgate_write_component(${name} "${depends_of_${name}}" "${finds}")
endfunction()

# Writes the file that `tollgate-config.cmake` includes for this component.
function(tollgate_write_component name depends finds)
    set(code "")
    foreach(other IN LISTS depends)
        string(APPEND code "include(\"\${CMAKE_CURRENT_LIST_DIR}/tollgate-${other}.cmake\")\n")
    endforeach()
    foreach(line IN LISTS finds)
        string(APPEND code "${line}\n")
    endforeach()
    string(APPEND code "include(\"\${CMAKE_CURRENT_LIST_DIR}/tollgate-${name}-targets.cmake\")\n")
    string(APPEND code "set(tollgate_${name}_FOUND TRUE)\n")
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/tollgate-${name}.cmake
        "include_guard(GLOBAL)\ninclude(CMakeFindDependencyMacro)\n${code}")
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tollgate-${name}.cmake
        DESTINATION ${TOLLGATE_PACKAGE_DIR})
endfunction()

# Makes find_package(tollgate) in a folder of this tree find the targets of the tree, not an installed package.
function(tollgate_package_of_this_tree)
    set(place ${CMAKE_CURRENT_BINARY_DIR}/package_of_this_tree)
    get_property(components GLOBAL PROPERTY TOLLGATE_BUILT_COMPONENTS)
    list(JOIN components " " listed)
    file(CONFIGURE OUTPUT ${place}/tollgate-config.cmake @ONLY CONTENT
"set(tollgate_components \"@components@\")
foreach(component IN LISTS tollgate_FIND_COMPONENTS)
    list(FIND tollgate_components \"\${component}\" tollgate_place) # IN_LIST depends on the caller's policies
    if(NOT tollgate_place EQUAL -1)
        set(tollgate_\${component}_FOUND TRUE)
    elseif(tollgate_FIND_REQUIRED_\${component})
        set(tollgate_FOUND FALSE)
        set(tollgate_NOT_FOUND_MESSAGE \"tollgate has no component '\${component}' in this tree. It has: @listed@\")
    endif()
endforeach()
include(\"@CMAKE_CURRENT_FUNCTION_LIST_DIR@/tollgate_build.cmake\")
list(TRANSFORM tollgate_FIND_COMPONENTS PREPEND common/ OUTPUT_VARIABLE tollgate_uses)
list(JOIN tollgate_uses \" \" tollgate_uses)
set_property(GLOBAL APPEND PROPERTY TOLLGATE_FOLDERS \"\${PROJECT_NAME} \${tollgate_uses}\")
")
    write_basic_package_version_file(${place}/tollgate-config-version.cmake
        COMPATIBILITY SameMinorVersion)
    set(tollgate_DIR ${place} CACHE INTERNAL "The package of this tree")
endfunction()

function(tollgate_install_package)
    get_property(components GLOBAL PROPERTY TOLLGATE_BUILT_COMPONENTS)
    foreach(name IN LISTS components)
        tollgate_install_pkg_config(${name})
    endforeach()
    configure_package_config_file(cmake/tollgate-config.cmake.in
        ${CMAKE_CURRENT_BINARY_DIR}/tollgate-config.cmake
        INSTALL_DESTINATION ${TOLLGATE_PACKAGE_DIR})
    write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tollgate-config-version.cmake
        COMPATIBILITY SameMinorVersion)
    install(FILES
        ${CMAKE_CURRENT_BINARY_DIR}/tollgate-config.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/tollgate-config-version.cmake
        cmake/expect_exit.cmake
        cmake/program_checks.cpp
        cmake/tollgate_build.cmake
        DESTINATION ${TOLLGATE_PACKAGE_DIR})
endfunction()
