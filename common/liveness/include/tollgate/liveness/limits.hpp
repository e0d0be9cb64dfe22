// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::liveness {

/// How long a scope may go without a checkpoint.
struct limits {
    /// Then it is frozen. More than nothing; what exceeds 100 years is 100 years. A timeout shorter
    /// than the registry's period is kept as well as others: a freeze is found within a period of
    /// it and the monitor's own lateness.
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);
    /// So long after that it is overdue; zero: never.
    std::chrono::nanoseconds grace{0};
};

} // namespace tollgate::liveness
