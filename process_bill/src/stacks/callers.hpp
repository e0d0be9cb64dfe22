// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "call_file.hpp"
#include "frame_walker.hpp"

#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

struct call_chain {
    std::vector<caller> callers; ///< the innermost first
    bool complete = false;       ///< without a search, to the outermost one or as many as asked for
};

/// Returns the callers of the function in which a blocked thread is.
///
/// Call frame information may need a register that is not on the stack: the kernel tells only two
/// registers. Then the caller is searched on the stack: a return address lies right behind a call
/// instruction. It is sure if this instruction calls the right function, else guessed.
[[nodiscard]] call_chain callers_of(pid_t thread, const call_state& blocked, process_code& code,
                                    frame_walker& walker, copied_stack& stack, std::size_t most);

} // namespace tollgate::bill
