// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "copied_stack.hpp"
#include "process_code.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// The registers of a frame, as far as they are known.
struct frame_registers {
    std::uint64_t instruction = 0;
    std::uint64_t stack_pointer = 0;
    std::optional<std::uint64_t> frame_pointer;
    bool is_caller = false; ///< whether `instruction` is a return address
};

/// A function that called another one.
struct caller {
    std::uint64_t return_address = 0;
    std::uint64_t slot = 0; ///< the address of the return address on the stack; 0: not known
    bool guessed = false;
};

/// Follows the callers on a stack by call frame information. It is libdw's unwinder, on a copied
/// stack.
class frame_walker {
public:
    /// `code` must live longer.
    explicit frame_walker(process_code& code);
    frame_walker(const frame_walker&) = delete;
    frame_walker& operator=(const frame_walker&) = delete;

    struct result {
        std::vector<caller> callers;
        bool at_end = false;             ///< the last caller is the outermost one
        std::uint64_t stack_pointer = 0; ///< of the last caller, or of the first frame
    };
    /// Returns at most this many callers of the frame.
    [[nodiscard]] result walk(const frame_registers& frame, copied_stack& stack, std::size_t most);

private:
    static bool read(Dwfl*, Dwarf_Addr address, Dwarf_Word* value, void* walker);
    static bool set_registers(Dwfl_Thread* thread, void* walker);
    static int add(Dwfl_Frame* frame, void* walker);
    int add(Dwfl_Frame* frame);

    process_code& code_;
    bool attached_ = false;
    // What the callbacks of libdw use during a walk.
    const frame_registers* from_ = nullptr;
    copied_stack* stack_ = nullptr;
    std::size_t most_ = 0;
    bool is_first_ = true;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> read_; ///< addresses and values
    result found_;
};

} // namespace tollgate::bill
