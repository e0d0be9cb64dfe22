// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>

namespace tollgate::measure {

/// The clock asked for cannot be taken as time on this machine: the counter is not invariant, or it
/// ran unevenly while it was calibrated. The message says which.
class clock_refused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace tollgate::measure
