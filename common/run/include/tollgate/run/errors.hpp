// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>
#include <string_view>

namespace tollgate::run {

/// The user asked for something that cannot be: the message names the option, the value and what is
/// allowed, in one line. Ends the program with exit code 2 before anything is touched.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The machine cannot do what was asked: exit code 3.
struct machine_refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// With this a program's last words begin when it ends with exit code 1 before it could report.
inline constexpr std::string_view proof_failed = "proof of work failed: ";

/// A measured loop did not do its work: exit code 1.
struct failed_proof : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace tollgate::run
