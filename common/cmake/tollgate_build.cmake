# What our libraries and our programs have in common when they are compiled and checked. It is
# installed with the package, so that a program's folder builds wherever it is copied to.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# Warnings and sanitizers are private: a user of the package inherits neither.
function(tollgate_compile_options target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # GCC bug 105651: "literal" + std::string is said to overlap itself.
        target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    if(TOLLGATE_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${TOLLGATE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
        target_link_options(${target} PUBLIC -fsanitize=${TOLLGATE_SANITIZE})
    endif()
endfunction()

# tollgate_checks(<name> SOURCES <...> LINKS <...> [LABELS <...>]): one GoogleTest executable, each
# of its cases an entry in ctest. Nothing is built when there are no sources.
function(tollgate_checks name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS;LABELS" ${ARGN})
    if(NOT arg_SOURCES)
        return()
    endif()
    include(GoogleTest)
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LINKS} GTest::gmock_main)
    tollgate_compile_options(${name})
    gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60
        PROPERTIES TIMEOUT 300 LABELS "${arg_LABELS}")
endfunction()
