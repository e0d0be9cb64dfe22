# The kernel's side of ./bill is compiled by clang for the kernel's virtual machine, if clang and libbpf are there.
# Without them ./bill reads /proc only.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(libbpf QUIET IMPORTED_TARGET libbpf>=1.0)
endif()
find_program(BILL_CLANG NAMES clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)

if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND libbpf_FOUND AND BILL_CLANG)
    enable_language(ASM)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
        set(bill_kernel_arch arm64)
    else()
        set(bill_kernel_arch x86)
    endif()
    set(bill_events ${CMAKE_CURRENT_BINARY_DIR}/events.bpf.o)
    set(bill_trace ${CMAKE_CURRENT_LIST_DIR})
    add_custom_command(OUTPUT ${bill_events}
        COMMAND ${BILL_CLANG} -O2 -g -mcpu=v3 -Wall -Wextra -target bpf -D__TARGET_ARCH_${bill_kernel_arch}
            -idirafter /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}
            -c ${bill_trace}/events.bpf.c -o ${bill_events}
        DEPENDS ${bill_trace}/events.bpf.c ${bill_trace}/event_counts.h
        COMMENT "Compiling the kernel's side of ./bill" VERBATIM)
    add_library(bill_trace STATIC
        ${bill_trace}/event_source.cpp ${bill_trace}/kernel_side.cpp
        ${bill_trace}/known_waits.cpp ${bill_trace}/undisturbed_rate.cpp
        ${bill_trace}/embedded_events.S)
    set_source_files_properties(${bill_trace}/embedded_events.S PROPERTIES
        COMPILE_DEFINITIONS "EVENTS_OBJECT=\"${bill_events}\"" OBJECT_DEPENDS ${bill_events})
    target_link_libraries(bill_trace PRIVATE PkgConfig::libbpf)
else()
    add_library(bill_trace STATIC ${CMAKE_CURRENT_LIST_DIR}/no_event_source.cpp
        ${CMAKE_CURRENT_LIST_DIR}/known_waits.cpp ${CMAKE_CURRENT_LIST_DIR}/undisturbed_rate.cpp)
endif()
target_include_directories(bill_trace PUBLIC ${CMAKE_CURRENT_LIST_DIR}/..)
target_compile_features(bill_trace PUBLIC cxx_std_20)
target_link_libraries(bill_trace PUBLIC tollgate::cli tollgate::sleep)
tollgate_compile_options(bill_trace)
tollgate_not_measured(bill_trace)
