# bill_stacks: where the threads of another process wait. Without libdw it knows no stacks.
# dwfl_frame_reg is new in 0.188.
find_package(PkgConfig REQUIRED)
if(NOT TARGET PkgConfig::libdw)
    pkg_check_modules(libdw IMPORTED_TARGET GLOBAL libdw>=0.188)
endif()

add_library(bill_stacks STATIC src/stacks/call_file.cpp)
set(BILL_STACKS OFF)
if(TARGET PkgConfig::libdw)
    set(BILL_STACKS ON)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
        set(processor arm)
    else()
        set(processor x86)
    endif()
    target_sources(bill_stacks PRIVATE
        src/stacks/callers.cpp
        src/stacks/copied_stack.cpp
        src/stacks/frame_walker.cpp
        src/stacks/function_name.cpp
        src/stacks/function_table.cpp
        src/stacks/machine_code_${processor}.cpp
        src/stacks/memory_map.cpp
        src/stacks/process_code.cpp
        src/stacks/process_stacks.cpp
        src/stacks/wait_stacks.cpp)
    target_link_libraries(bill_stacks PRIVATE PkgConfig::libdw)
else()
    target_sources(bill_stacks PRIVATE src/stacks/no_wait_stacks.cpp)
endif()
target_include_directories(bill_stacks PUBLIC src)
target_compile_features(bill_stacks PUBLIC cxx_std_20)
target_link_libraries(bill_stacks PUBLIC tollgate::posix fmt::fmt)
tollgate_compile_options(bill_stacks)
tollgate_not_measured(bill_stacks)
