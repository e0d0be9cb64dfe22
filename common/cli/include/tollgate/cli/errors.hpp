// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>

namespace tollgate::cli {

/// The user asked for something that cannot be: the message names the option, the value and what is
/// allowed, in one line. Ends the program with exit_code::usage before anything is touched.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The machine cannot do what was asked: ends the program with exit_code::refused.
struct machine_refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A measured loop did not do its work: ends the program with exit_code::wrong_answer.
struct failed_proof : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// How every program ends.
enum class exit_code {
    success = 0,
    wrong_answer = 1, ///< a proof of work failed, or a comparison found a regression
    usage = 2,        ///< the command line cannot be carried out as it stands
    refused = 3,      ///< the machine refused: a system call, a clock, memory
    interrupted = 130,
};

} // namespace tollgate::cli
