# cmake -DCODE=<exit code> -DSAYS=<regular expression> -P expect_exit.cmake -- COMMAND...
# ctest itself checks either the output or whether the exit code is 0, but not both and no other code.
set(command "")
set(is_command OFF)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
    if(is_command)
        list(APPEND command "${CMAKE_ARGV${index}}")
    elseif(CMAKE_ARGV${index} STREQUAL "--")
        set(is_command ON)
    endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
message("${out}${err}")
if(NOT code STREQUAL CODE)
    message(FATAL_ERROR "exit code ${code}, expected ${CODE}")
endif()
# A program breaks long lines.
string(REGEX REPLACE "\n +([^ -])" " \\1" unbroken "${out}${err}")
if(NOT unbroken MATCHES "${SAYS}")
    message(FATAL_ERROR "no match in the output: ${SAYS}")
endif()
