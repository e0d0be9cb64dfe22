// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

namespace tollgate::report {

/// The result of a classical run: sums over all switches, and over as many empty pairs of readings.
struct classical_figure {
    std::string kind;           ///< "Fiber", "Thread": what is switched
    std::string reading;        ///< what reads the clock, "clock_gettime"
    std::string reference_case; ///< the case whose unobserved cost it should have found
    std::int64_t switches_total_ns = 0;
    std::int64_t calls_total_ns = 0;
    std::uint64_t switches = 0;

    /// Mean of a switch less mean of a pair of readings, ns. Zero switches give zero.
    [[nodiscard]] double compensated_ns() const;
};

} // namespace tollgate::report
