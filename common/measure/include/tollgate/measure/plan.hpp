// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/schedule.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::measure {

/// What a first, short look at a case found.
struct pilot {
    double operation_ns = 0; ///< in a group of many
    double setup_ns = 0;     ///< what a batch costs besides its operations
    std::uint64_t lap = 1;
    double settling_ns = 0; ///< of the batch's operations, so much goes untimed
    bool events = false;    ///< operations are events, timed one by one
};

/// How long the measuring may take and how sure it is to be.
struct limits {
    std::chrono::nanoseconds budget{0};
    std::optional<std::uint64_t> exact_rounds; ///< then neither budget nor precision ends it
    double precision = 0.01; ///< wanted half width of the 95 % interval, relative to the value
    /// Nothing is concluded from fewer: 6 is the least for which the median has a 95 % interval.
    std::uint64_t least_rounds = 6;
    /// More are of no use, and files grow with each.
    std::uint64_t most_rounds = 500;
};

/// What one case does in one round: two batches, or both in one; events have samples only.
struct case_plan {
    schedule value;   ///< one long group: the cost in an unobserved loop
    schedule samples; ///< groups of 1, 2, 4 … operations: the distribution, and the line fit
    /// One batch does both, because settling twice would take longer than measuring.
    bool joined = false;
};

/// The one batch of a joined plan.
[[nodiscard]] schedule join(const case_plan& what, bool value_first);

/// What will be done, decided before it is.
struct plan {
    std::vector<case_plan> cases; ///< in the cases' order
    limits until;
    std::uint64_t seed = 0;
};

/// Group sizes of the line fit. Size 1 also gives the distribution and has the most groups.
inline constexpr std::uint64_t fit_sizes[] = {1, 2, 4, 8, 16, 32};

/// Divides the budget: every case gets the same time in every round, about half of it for the value
/// and half for the samples, at most 250 ms each, in as many rounds as leave each batch long enough
/// (40, or more if the batches would grow too long). The value's group is never shorter than one
/// lap nor than 200 readings, so that the two readings at its ends are below 0.5 %, rounded up to
/// whole laps. A case is joined when it settles for longer than the shortest batch and one of its
/// operations takes as long as 40 readings. Events get one warm-up event and as many others as fit,
/// at least one; what a case cannot do with less than its share the others go without. Pure.
[[nodiscard]] plan make_plan(std::span<const pilot> pilots, const limits& until, double reading_ns,
                             std::uint64_t seed);

} // namespace tollgate::measure
