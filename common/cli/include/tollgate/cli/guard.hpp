// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tollgate::cli {

/// How every program ends.
enum class exit_code {
    success = 0,
    wrong_answer = 1, ///< a proof of work failed, or a comparison found a regression
    usage = 2,        ///< the command line cannot be carried out as it stands
    refused = 3,      ///< the machine refused: a system call, a clock, memory
    interrupted = 130,
};

/// Runs a program's work and turns what it throws into one line on stderr and an exit code: the
/// only place where exceptions are caught. usage_error: 2; failed_proof: 1; any other
/// std::exception, all of them the machine's doing: 3.
[[nodiscard]] int guard(const std::string& program, const std::function<exit_code()>& work);

/// Writes "program: message" as one line to stderr, in one system call: what the message quotes of
/// the user's input cannot break it, control characters become spaces. A stderr that does not take
/// it is no error: there is no other place to tell.
void write_stderr_line(const std::string& program, std::string_view message);

} // namespace tollgate::cli
