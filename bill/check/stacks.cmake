# The programs that wait. A sanitizer would add its own frames.
function(bill_blocked_program name)
    add_executable(${name} blocked_program.cpp)
    target_compile_features(${name} PRIVATE cxx_std_20)
    target_link_libraries(${name} PRIVATE Threads::Threads)
    target_compile_options(${name} PRIVATE ${ARGN})
endfunction()

if(BILL_STACKS)
    find_package(Threads REQUIRED)
    bill_blocked_program(blocked_program_optimized -O2 -fomit-frame-pointer)
    bill_blocked_program(blocked_program_unoptimized -O0 -fno-omit-frame-pointer)
    bill_blocked_program(blocked_program_stripped -O2)
    target_link_options(blocked_program_stripped PRIVATE -s)

    tollgate_checks(bill_stacks_check
        SOURCES stack_parts_check.cpp wait_stacks_check.cpp
        LINKS bill_stacks tollgate::testing_headers)
    target_compile_definitions(bill_stacks_check PRIVATE
        "OPTIMIZED_PROGRAM=\"$<TARGET_FILE:blocked_program_optimized>\""
        "UNOPTIMIZED_PROGRAM=\"$<TARGET_FILE:blocked_program_unoptimized>\""
        "STRIPPED_PROGRAM=\"$<TARGET_FILE:blocked_program_stripped>\"")
    add_dependencies(bill_stacks_check
        blocked_program_optimized blocked_program_unoptimized blocked_program_stripped)
endif()
