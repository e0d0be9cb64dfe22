// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>

#include <sys/types.h>

namespace tollgate::bill {

// What differs between the processors: machine_code_x86.cpp, machine_code_arm.cpp.

/// The numbers by which ELF files and call frame information name the processor and its registers.
struct machine_numbers {
    int elf_machine = 0;
    int stack_pointer = 0;
    int frame_pointer = 0;
};
extern const machine_numbers this_machine;

/// A call instruction.
struct call_instruction {
    /// The function that it calls, if it is known: the address itself, also behind a jump table.
    std::optional<std::uint64_t> target;
};

/// Returns the call instruction that ends at this address of the thread's process, if there
/// is one.
[[nodiscard]] std::optional<call_instruction> call_before(pid_t thread, std::uint64_t address);

} // namespace tollgate::bill
