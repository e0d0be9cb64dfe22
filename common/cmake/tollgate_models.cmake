# Two kinds of checks that only our libraries have: models and instructions.

# tollgate_model_check(<library> <check/*.pml>): lets Spin check a model in all interleavings. checks/mutants
# tries whether the model finds mistakes.
function(tollgate_model_check library model)
    find_program(TOLLGATE_SPIN spin)
    get_filename_component(name ${model} NAME_WE)
    if(NOT TOLLGATE_SPIN)
        if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
            message(FATAL_ERROR "spin, the model checker (spinroot.com), is needed for the checks")
        endif()
        message(STATUS "spin, the model checker, is not installed: ${library} is not checked "
            "against its model ${name}")
        return()
    endif()
    set(test ${library}_model.${name})
    add_test(NAME ${test}
        COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../testing/check/model_check.sh
            ${CMAKE_CURRENT_SOURCE_DIR}/${model} ${CMAKE_CURRENT_BINARY_DIR}/model/${name})
    set_tests_properties(${test} PROPERTIES
        ENVIRONMENT "SPIN=${TOLLGATE_SPIN}" TIMEOUT 900 LABELS model)
endfunction()

# tollgate_instruction_check(<library> <name> <libraries ...>): compiles check/<name>.cpp with optimization and
# without sanitizers; check/<name>.sh then reads the instructions. The libraries are those of this package
# whose headers the file includes, by their short names.
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
