// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tollgate::cli {

/// The exit codes of every program.
enum class exit_code {
    success = 0,       ///< all self-checks passed
    wrong_answer = 1,  ///< a self-check failed, or a comparison found a regression
    usage = 2,         ///< the program cannot do what the command line requests
    refused = 3,       ///< the machine refused a system call, a clock or memory
    undecided = 4,     ///< a limit is neither met nor broken
    interrupted = 130, ///< a signal ended the run
};

/// Runs a program's work, and turns an exception into one line on stderr and an exit code.
///
///     const int code = cli::guard("testFiber", [] { return cli::exit_code::success; });
///
/// A usage_error of `work` leads to exit code 2, and a failed_self_check to exit code 1. Every
/// other std::exception leads to exit code 3, because such exceptions come from the machine. A
/// program does not catch exceptions anywhere else.
///
/// - *Exceptions*: none.
[[nodiscard]] int guard(const std::string& program, const std::function<exit_code()>& work);

/// Writes "program: message" as one line to stderr, in one system call. Control characters become
/// spaces, so that a text of the user cannot break the line. A failed write is ignored, because
/// there is no other place to report the failure.
void write_stderr_line(const std::string& program, std::string_view message);

} // namespace tollgate::cli
