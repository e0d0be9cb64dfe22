// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cli {

/// How every program ends.
enum class exit_code {
    success = 0,
    wrong_answer = 1, ///< a proof of work failed, or a comparison found a regression
    usage = 2,        ///< the command line cannot be carried out as it stands
    refused = 3,      ///< the machine refused: a system call, a clock, memory
    interrupted = 130,
};

} // namespace tollgate::cli
