// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "call_file.hpp"
#include "copied_stack.hpp"
#include "frame_walker.hpp"
#include "process_code.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// The stacks of the threads of one process, by what they have in common: the same return addresses
/// at the same places. Each is unwound once.
class process_stacks {
public:
    struct known_stack {
        std::vector<std::string> frames;
        std::size_t own_frame = 0;
        std::vector<caller> callers; ///< their places are relative to the stack pointer
    };

    /// `proc` is /proc. `tables` must live longer.
    process_stacks(std::filesystem::path proc, function_tables& tables);

    /// Returns the stack if it is known.
    [[nodiscard]] const known_stack* find(const call_state& blocked, copied_stack& stack);
    /// Unwinds the stack of a thread, which is not known.
    [[nodiscard]] known_stack unwind(pid_t thread, const call_state& blocked, copied_stack& stack);
    /// Makes the stack known.
    const known_stack* keep(const call_state& blocked, known_stack stack);

private:
    void load(pid_t thread);
    [[nodiscard]] std::vector<caller> callers(pid_t thread, const call_state& blocked,
                                              copied_stack& stack);

    std::filesystem::path proc_;
    function_tables& tables_;
    std::filesystem::path program_;
    std::unique_ptr<process_code> code_;
    std::unique_ptr<frame_walker> walker_;
    std::unordered_map<std::uint64_t, std::vector<known_stack>> known_; ///< by the instruction
    std::size_t known_count_ = 0;
};

} // namespace tollgate::bill
