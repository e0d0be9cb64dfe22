// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace tollgate::cli {

/// Writes "program: message" as one line to stderr, in one system call: what the message quotes of
/// the user's input cannot break it, control characters become spaces. A stderr that does not take
/// it is no error: there is nobody left to tell.
void write_stderr_line(const std::string& program, std::string_view message);

} // namespace tollgate::cli
