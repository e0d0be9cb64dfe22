# What our libraries and our programs have in common when they are compiled and checked. It is
# installed with the package, so that a program's folder builds wherever it is copied to.

# A project of ours that is built by itself is optimized unless it is told otherwise. Of the projects
# that use the package nothing is decided.
function(tollgate_default_to_release)
    if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
    endif()
endfunction()

# Warnings and sanitizers are private: a user of the package inherits neither.
function(tollgate_compile_options target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # GCC bug 105651: "literal" + std::string is said to overlap itself.
        target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # The compiler looks for memory that it no longer needs when it has 1 GB of it, not 128 MB, and
        # so saves a tenth of its time. No file of ours needs 2 GB.
        target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=1000000)
    endif()
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    if(TOLLGATE_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${TOLLGATE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
        target_link_options(${target} PUBLIC -fsanitize=${TOLLGATE_SANITIZE})
    endif()
endfunction()

# tollgate_compile_together(<target>): all files are compiled as one, or those of each UNITY_GROUP where they
# have one. For files that take the compiler less time than the headers of others that they include (JSON,
# options, formatting). Not for code that is measured: the compiler would see more of it at once than of an
# installed library.
function(tollgate_compile_together target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 0)
    if(NOT DEFINED CMAKE_UNITY_BUILD)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
    endif()
endfunction()

# Code that runs outside of what is timed reads, plans, formats and prints: -Og takes the compiler half
# of the time of -O3, and no run becomes noticeably longer. What is timed keeps -O3.
set(TOLLGATE_NOT_MEASURED $<$<CONFIG:Release>:-Og>)

# tollgate_not_measured(<target>): nothing in this target is measured.
function(tollgate_not_measured target)
    target_compile_options(${target} PRIVATE ${TOLLGATE_NOT_MEASURED})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    tollgate_compile_together(${target})
    tollgate_read_headers_once(${target} NOT_MEASURED)
endfunction()

# tollgate_not_measured_sources(<target> <src/*.cpp ...>): more files of a library, beside those that are measured.
# Where all files are compiled as one nothing is measured.
function(tollgate_not_measured_sources target)
    if(CMAKE_UNITY_BUILD)
        target_sources(${target} PRIVATE ${ARGN})
        return()
    endif()
    set(apart ${target}_not_measured)
    add_library(${apart} OBJECT ${ARGN})
    target_link_libraries(${apart} PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
    target_include_directories(${apart} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_compile_features(${apart} PRIVATE cxx_std_20)
    tollgate_compile_options(${apart})
    tollgate_not_measured(${apart})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${apart}>)
endfunction()

# tollgate_read_headers_once(<target> [NOT_MEASURED]): the standard library's headers, and for programs ours that
# describe cases, take the compiler longer than most files' own lines. They are translated once for all
# such targets of a tree, and once more for what is not measured: gcc wants the same options for both, and
# optimizes functions as it was told when it translated their header. CMAKE_DISABLE_PRECOMPILE_HEADERS shows
# whether a file includes what it uses.
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
        # GCC bug 64117: what the library's headers say not to warn of is forgotten with them.
        target_compile_options(${target} PRIVATE
            -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
endfunction()

# tollgate_program(<name> LINKS <...>): one of our measuring programs, from src/main.cpp; it is left in
# bin/ of the build directory, and installed into bin/.
function(tollgate_program name)
    cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
    tollgate_default_to_release()
    add_executable(${name} src/main.cpp)
    target_link_libraries(${name} PRIVATE ${arg_LINKS})
    tollgate_compile_options(${name})
    tollgate_read_headers_once(${name})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
    install(TARGETS ${name} DESTINATION bin)
    set_property(GLOBAL APPEND PROPERTY TOLLGATE_PROGRAMS ${name})
endfunction()

# The target tollgate_googletest: GoogleTest's headers, translated once for all checks of a tree.
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

# tollgate_checks(<name> SOURCES <...> LINKS <...> [LABELS <...>]): one GoogleTest executable, each
# of its cases an entry in ctest. Nothing is built when there are no sources, and what has the label
# stress only with TOLLGATE_STRESS. GoogleTest's headers take the compiler longer than a file's own
# lines, so several files are compiled as one.
function(tollgate_checks name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS;LABELS" ${ARGN})
    if(NOT arg_SOURCES OR ("stress" IN_LIST arg_LABELS AND NOT TOLLGATE_STRESS))
        return()
    endif()
    include(GoogleTest)
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LINKS} GTest::gmock_main)
    tollgate_compile_options(${name})
    # What is checked is optimized, and what races with it. Other checks are compiled more often than
    # they take time to run.
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
    # What each of them calls as it likes is declared in one namespace.
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
    # A sanitizer makes some of them take ten times as long.
    set(seconds 300)
    if(TOLLGATE_SANITIZE)
        set(seconds 1200)
    endif()
    # All cases, whatever GTEST_FILTER says while they are listed.
    gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_FILTER "*" DISCOVERY_TIMEOUT 60
        PROPERTIES TIMEOUT ${seconds} LABELS "${arg_LABELS}")
endfunction()

# tollgate_program_checks(<name> LINKS <...>): what holds of every measuring program, in the folder's
# program_check.cpp, with its listings.txt. It puts itself before the system's pthread_create, hence
# an executable of its own. Needs the component faults.
function(tollgate_program_checks name)
    cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
    tollgate_checks(${name}_program_check
        SOURCES program_check.cpp
        LINKS ${arg_LINKS} tollgate::faults ${CMAKE_DL_LIBS})
    target_compile_definitions(${name}_program_check
        PRIVATE "LISTINGS=\"${CMAKE_CURRENT_SOURCE_DIR}/listings.txt\"")
endfunction()

# tollgate_expect_exit(<name> <code> <regular expression> COMMAND <...>): an entry in ctest: the
# command ends with this exit code, and what it prints matches.
function(tollgate_expect_exit name code says)
    cmake_parse_arguments(arg "" "" "COMMAND" ${ARGN})
    add_test(NAME ${name}
        COMMAND ${CMAKE_COMMAND} -DCODE=${code} "-DSAYS=${says}"
            -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/expect_exit.cmake -- ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()

# tollgate_wrong_program(<name> LINKS <...>): a faults::wrong_program from <name>.cpp, a whole
# program around loops with mistakes. How it ends is then said by tollgate_expect_ending. Needs the
# component faults.
function(tollgate_wrong_program name)
    cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
    add_executable(${name} ${name}.cpp)
    target_link_libraries(${name} PRIVATE ${arg_LINKS} tollgate::faults)
    tollgate_compile_options(${name})
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# The shortest run of a measuring program that still concludes something.
function(tollgate_expect_ending target name code says)
    tollgate_expect_exit(${target}.${name} ${code} "${says}"
        COMMAND $<TARGET_FILE:${target}> --time 0.3 --rounds 2 --no-progress ${ARGN})
endfunction()
