// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>
#include <string_view>

namespace tollgate::run {

/// An option of the user is wrong or impossible. The message names the option, the value and the
/// allowed values, in one line. The program ends with exit code 2 before it changes anything.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The machine refuses the work that the user requested. The program ends with exit code 3.
struct machine_refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// If a failed self-check ends a program before its report, this text begins the message in the
/// last line. The name of the program may precede it.
inline constexpr std::string_view self_check_failed = "self-check failed: ";

/// A measured loop did not do its work. The program ends with exit code 1.
struct failed_self_check : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace tollgate::run
