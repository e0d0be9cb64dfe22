// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::liveness {

/// A checkpoint that a thread has passed, as the history of a report has it.
struct passed_checkpoint {
    std::uint32_t id = 0;
    /// So long before the report, at the monitor's resolution: the monitor looks at its clock once
    /// a period. What is older than 49 days is shown as younger.
    std::chrono::milliseconds age{0};
    /// The CPU's counter when the thread passed it, if the registry stamps with that; otherwise 0.
    std::uint64_t ticks = 0;
};

} // namespace tollgate::liveness
