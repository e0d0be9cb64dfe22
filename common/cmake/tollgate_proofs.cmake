# What only the checks of our own libraries use: models, mistakes put into a library, instructions.

# tollgate_model_check(<library> <check/*.pml>): a model for Spin: all interleavings without a mistake, and
# each mistake of the list beside it found out.
function(tollgate_model_check library model)
    find_program(TOLLGATE_SPIN spin)
    get_filename_component(of ${model} NAME_WE)
    if(NOT TOLLGATE_SPIN)
        if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
            message(FATAL_ERROR "spin, the model checker (spinroot.com), is needed for the checks")
        endif()
        message(STATUS "spin, the model checker, is not installed: ${library} is not checked "
            "against its model ${of}")
        return()
    endif()
    set(test ${library}_model.${of})
    add_test(NAME ${test}
        COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../faults/check/model_check.sh
            ${CMAKE_CURRENT_SOURCE_DIR}/check/${of} ${CMAKE_CURRENT_BINARY_DIR}/model/${of})
    set_tests_properties(${test} PROPERTIES
        ENVIRONMENT "SPIN=${TOLLGATE_SPIN}" TIMEOUT 900 LABELS proof)
endfunction()

# tollgate_mutants_check(<library> LIBRARIES <files ...> INCLUDES <directories ...>): the mistakes of
# check/mutants.txt, each of which the scenes in check/scenes must notice. The files are the library
# and what it needs; our own headers are found anyway.
function(tollgate_mutants_check library)
    cmake_parse_arguments(arg "" "" "LIBRARIES;INCLUDES" ${ARGN})
    list(APPEND arg_INCLUDES ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../faults/include)
    list(TRANSFORM arg_INCLUDES PREPEND -I)
    list(JOIN arg_LIBRARIES " " libraries)
    add_test(NAME ${library}_mutants
        COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../faults/check/mutants_check.sh ${CMAKE_CURRENT_SOURCE_DIR}
            ${CMAKE_CURRENT_BINARY_DIR}/mutants "${libraries}" ${arg_INCLUDES})
    set_tests_properties(${library}_mutants PROPERTIES
        ENVIRONMENT "CXX=${CMAKE_CXX_COMPILER}" TIMEOUT 1800 LABELS proof COST 100)
endfunction()

# tollgate_instruction_check(<library> <name> <libraries ...>): what the compiler makes of
# check/<name>.cpp with optimization and without sanitizers, as check/<name>.sh reads it. The
# libraries are those of this package whose headers it includes, by their short names.
function(tollgate_instruction_check library name)
    set(code ${library}_${name})
    add_library(${code} OBJECT check/${name}.cpp)
    foreach(used IN LISTS ARGN)
        target_include_directories(${code} PRIVATE
            $<TARGET_PROPERTY:tollgate_${used},INTERFACE_INCLUDE_DIRECTORIES>)
    endforeach()
    target_compile_features(${code} PRIVATE cxx_std_20)
    target_compile_definitions(${code} PRIVATE NDEBUG)
    target_compile_options(${code} PRIVATE -O2 -fno-lto)
    add_dependencies(${library}_check ${code})
    add_test(NAME ${code}
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check/${name}.sh $<TARGET_OBJECTS:${code}>)
    set_tests_properties(${code} PROPERTIES
        SKIP_RETURN_CODE 77 TIMEOUT 60 ENVIRONMENT "OBJDUMP=${CMAKE_OBJDUMP}")
endfunction()
