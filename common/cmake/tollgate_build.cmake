# How our libraries and programs are compiled and checked. This file is installed with the package, so
# that a copy of a program's folder builds elsewhere.

# Makes Release the default of a project of ours that is built by itself. Projects that use the package
# decide for themselves.
function(tollgate_default_to_release)
    if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
    endif()
endfunction()

# Adds warnings and sanitizers. They are private: a user of the package inherits neither.
function(tollgate_compile_options target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # GCC bug 105651: gcc warns that "literal" + std::string overlaps itself.
        target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # The compiler collects garbage from 1 GB on, not from 128 MB on, which saves a tenth of its time.
        # No file of ours needs 2 GB.
        target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=1000000)
    endif()
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    if(TOLLGATE_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${TOLLGATE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
        target_link_options(${target} PUBLIC -fsanitize=${TOLLGATE_SANITIZE})
    endif()
endfunction()

# tollgate_compile_together(<target>): compiles all files as one, or the files of each UNITY_GROUP where they
# have one. It is for files that take the compiler less time than the third-party headers that they include
# (JSON, options, formatting). It is not for measured code: the compiler would see more of the code at once
# than it sees of an installed library.
function(tollgate_compile_together target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 0)
    if(NOT DEFINED CMAKE_UNITY_BUILD)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
    endif()
endfunction()

# Code outside of the timed loops reads, plans, formats and prints. -Og halves its compile time, and no run
# becomes noticeably longer. Timed code keeps -O3.
set(TOLLGATE_NOT_MEASURED $<$<CONFIG:Release>:-Og>)

# tollgate_not_measured(<target>): compiles a target without measured code faster.
function(tollgate_not_measured target)
    target_compile_options(${target} PRIVATE ${TOLLGATE_NOT_MEASURED})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    tollgate_compile_together(${target})
    tollgate_read_headers_once(${target} NOT_MEASURED)
endfunction()

# tollgate_not_measured_sources(<target> <src/*.cpp ...>): adds files without measured code to a library that
# has measured code. A unity build is not for measuring: there, all files are compiled alike.
function(tollgate_not_measured_sources target)
    if(CMAKE_UNITY_BUILD)
        target_sources(${target} PRIVATE ${ARGN})
        return()
    endif()
    set(objects ${target}_not_measured)
    add_library(${objects} OBJECT ${ARGN})
    target_link_libraries(${objects} PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
    target_include_directories(${objects} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_compile_features(${objects} PRIVATE cxx_std_20)
    tollgate_compile_options(${objects})
    tollgate_not_measured(${objects})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
endfunction()

# tollgate_read_headers_once(<target> [NOT_MEASURED]): precompiles the standard library's headers, and for programs
# our headers that describe cases. They take the compiler longer than most files' own lines. The targets of a
# tree share them. Code that is not measured has a second set: gcc requires the same options for a header and its
# users, and optimizes a function as when it compiled the function's header. With
# CMAKE_DISABLE_PRECOMPILE_HEADERS, a build shows whether each file includes what it uses.
function(tollgate_read_headers_once target)
    get_target_property(position_independent ${target} POSITION_INDEPENDENT_CODE)
    set(headers tollgate_std)
    if("NOT_MEASURED" IN_LIST ARGN)
        set(headers tollgate_std_not_measured)
    elseif(position_independent)
        set(headers tollgate_std_pic)
    endif()
    if(NOT TARGET ${headers})
        file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${headers}.cpp CONTENT "")
        add_library(${headers} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${headers}.cpp)
        set_target_properties(${headers} PROPERTIES UNITY_BUILD OFF)
        if(position_independent)
            set_target_properties(${headers} PROPERTIES POSITION_INDEPENDENT_CODE ON)
        endif()
        target_compile_features(${headers} PRIVATE cxx_std_20)
        tollgate_compile_options(${headers})
        target_precompile_headers(${headers} PRIVATE
            <algorithm> <array> <atomic> <chrono> <cstdint> <memory> <mutex> <optional> <span>
            <string> <string_view> <system_error> <thread> <utility> <vector>)
        if("NOT_MEASURED" IN_LIST ARGN)
            target_compile_options(${headers} PRIVATE ${TOLLGATE_NOT_MEASURED})
            target_precompile_headers(${headers} PRIVATE <filesystem> <functional> <map> <set>)
        elseif(NOT position_independent AND TARGET tollgate::bench)
            target_link_libraries(${headers} PRIVATE tollgate::bench)
            target_precompile_headers(${headers} PRIVATE
                <tollgate/bench/case_table.hpp> <tollgate/bench/placements.hpp>
                <tollgate/cli/program.hpp> <tollgate/measure/measured_case.hpp>)
        endif()
    endif()
    target_precompile_headers(${target} REUSE_FROM ${headers})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # GCC bug 64117: gcc forgets the warnings that the library's headers switch off when they are precompiled.
        target_compile_options(${target} PRIVATE
            -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
endfunction()

# tollgate_program(<name> LINKS <...>): adds a program of ours, from src/main.cpp. It is built into
# bin/ of the build directory, and installed into bin/.
function(tollgate_program name)
    cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
    tollgate_default_to_release()
    add_executable(${name} src/main.cpp)
    target_link_libraries(${name} PRIVATE ${arg_LINKS})
    tollgate_compile_options(${name})
    tollgate_read_headers_once(${name})
    set_target_properties(${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin
        INSTALL_RPATH "$<$<BOOL:${BUILD_SHARED_LIBS}>:$ORIGIN/../${CMAKE_INSTALL_LIBDIR}>")
    install(TARGETS ${name} DESTINATION bin)
    set_property(GLOBAL APPEND PROPERTY TOLLGATE_PROGRAMS ${name})
endfunction()

# Adds the target tollgate_googletest: GoogleTest's headers, precompiled once for all checks of a tree.
function(tollgate_add_googletest)
    if(TARGET tollgate_googletest)
        return()
    endif()
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/tollgate_googletest.cpp CONTENT "")
    add_library(tollgate_googletest OBJECT ${CMAKE_CURRENT_BINARY_DIR}/tollgate_googletest.cpp)
    set_target_properties(tollgate_googletest PROPERTIES UNITY_BUILD OFF)
    target_link_libraries(tollgate_googletest PRIVATE GTest::gmock_main)
    target_compile_features(tollgate_googletest PRIVATE cxx_std_20)
    tollgate_compile_options(tollgate_googletest)
    target_compile_options(tollgate_googletest PRIVATE $<$<CONFIG:Release>:-O0>)
    target_precompile_headers(tollgate_googletest PRIVATE
        <gmock/gmock.h> <gtest/gtest.h> <atomic> <chrono> <thread>)
endfunction()

# tollgate_checks(<name> SOURCES <...> LINKS <...> [LABELS <...>]): adds a GoogleTest executable; each
# of its cases is a test of ctest. Without sources nothing is built; checks with the label stress need
# TOLLGATE_STRESS. Several files are compiled as one, because GoogleTest's headers take the compiler
# longer than a file's own lines.
function(tollgate_checks name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS;LABELS" ${ARGN})
    if(NOT arg_SOURCES OR ("stress" IN_LIST arg_LABELS AND NOT TOLLGATE_STRESS))
        return()
    endif()
    include(GoogleTest)
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LINKS} GTest::gmock_main)
    tollgate_compile_options(${name})
    # The checked libraries are optimized, and stress checks, which race with them. Other checks spend more
    # time in the compiler than they run.
    if("stress" IN_LIST arg_LABELS)
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    else()
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
    endif()
    if(NOT "stress" IN_LIST arg_LABELS OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
        tollgate_add_googletest()
        target_precompile_headers(${name} REUSE_FROM tollgate_googletest)
    endif()
    tollgate_compile_together(${name})
    # Names of different files could clash in one unity file: eight files share a unity file at most.
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
    # A sanitizer slows some checks down ten times.
    set(seconds 300)
    if(TOLLGATE_SANITIZE)
        set(seconds 1200)
    endif()
    # The filter "*" lists all cases even if GTEST_FILTER is set.
    gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_FILTER "*" DISCOVERY_TIMEOUT 60
        PROPERTIES TIMEOUT ${seconds} LABELS "${arg_LABELS}")
endfunction()

# tollgate_program_checks(<name> LINKS <...>): adds the checks that every measuring program must pass, from
# the folder's program_check.cpp and listings.txt. They replace the system's pthread_create, so they need
# an executable of their own. Needs the component testing. The programs of a tree share the compiled checks.
function(tollgate_program_checks name)
    cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
    if(NOT TARGET tollgate_program_checks)
        tollgate_add_googletest()
        add_library(tollgate_program_checks OBJECT ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/program_checks.cpp)
        target_link_libraries(tollgate_program_checks PRIVATE tollgate::testing GTest::gmock_main)
        tollgate_compile_options(tollgate_program_checks)
        target_compile_options(tollgate_program_checks PRIVATE $<$<CONFIG:Release>:-O0>)
        target_precompile_headers(tollgate_program_checks REUSE_FROM tollgate_googletest)
    endif()
    tollgate_checks(${name}_program_check
        SOURCES program_check.cpp
        LINKS ${arg_LINKS} tollgate::testing ${CMAKE_DL_LIBS})
    target_sources(${name}_program_check PRIVATE $<TARGET_OBJECTS:tollgate_program_checks>)
    target_compile_definitions(${name}_program_check
        PRIVATE "LISTINGS=\"${CMAKE_CURRENT_SOURCE_DIR}/listings.txt\"")
endfunction()

# tollgate_expect_exit(<name> <code> <regular expression> COMMAND <...>): adds a test of ctest. The
# command must end with this exit code, and its output must match.
function(tollgate_expect_exit name code says)
    cmake_parse_arguments(arg "" "" "COMMAND" ${ARGN})
    add_test(NAME ${name}
        COMMAND ${CMAKE_COMMAND} -DCODE=${code} "-DSAYS=${says}"
            -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/expect_exit.cmake -- ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()

# tollgate_faulty_program(<name> LINKS <...>): adds a testing::faulty_program from <name>.cpp, a whole
# program around loops with mistakes. tollgate_expect_ending then states how it must end. Needs the
# component testing.
function(tollgate_faulty_program name)
    cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
    add_executable(${name} ${name}.cpp)
    target_link_libraries(${name} PRIVATE ${arg_LINKS} tollgate::testing)
    tollgate_compile_options(${name})
    tollgate_read_headers_once(${name})
endfunction()

# tollgate_expect_ending(<target> <name> <code> <regular expression> [OPTION...]): tollgate_expect_exit of the
# shortest run of a measuring program that still has a result.
function(tollgate_expect_ending target name code says)
    tollgate_expect_exit(${target}.${name} ${code} "${says}"
        COMMAND $<TARGET_FILE:${target}> --time 0.3 --rounds 2 --no-progress ${ARGN})
endfunction()
