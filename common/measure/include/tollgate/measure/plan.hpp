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
    double settling_ns = 0;            ///< how much of a batch's operations goes untimed
    bool events = false;               ///< operations are events, timed one by one
    std::vector<int> cpus{};           ///< on which its threads were seen; empty: not known
    bool self_timed = false;           ///< it has no samples; see method
    std::optional<std::string> lost{}; ///< why it cannot be measured
};

/// Nothing is concluded from fewer passes: with 6 the signs of a difference have a chance of one in
/// 32 to agree in all of them without one.
inline constexpr std::uint64_t fewest_passes = 6;
inline constexpr std::uint64_t usual_passes = 9;

/// How long the measuring may take and how sure it is to be.
struct limits {
    std::chrono::nanoseconds budget{0};
    /// So many in all, at least 1, shared out over the passes; then neither budget nor precision
    /// ends the run.
    std::optional<std::uint64_t> exact_rounds;
    double precision = 0.01; ///< wanted ± of a value, as it is printed, relative to it
    std::uint64_t passes = usual_passes;
    /// All cases get the same number of rounds, however sure they are: an experiment compares them.
    bool even_rounds = false;
};

/// What one case does in one round: two batches, or both in one; events have samples only.
struct case_plan {
    schedule value;   ///< one long group: the cost in an unobserved loop
    schedule samples; ///< groups of 1, 2, 4 … operations: the distribution, and the line fit
    /// One batch does both, because settling twice would take longer than measuring.
    bool joined = false;
    double round_ns = 0;     ///< about so long it takes
    std::vector<int> cpus{}; ///< where the reference loop runs before its first batch
    bool lost = false;       ///< it cannot be measured, and gets no round
};

/// The one batch of a joined plan.
[[nodiscard]] schedule join(const case_plan& what, bool value_first);

/// What will be done, decided before it is.
struct plan {
    std::vector<case_plan> cases;   ///< in the cases' order
    std::vector<std::size_t> twins; ///< the cases that run twice a round, ascending
    limits until;
    std::uint64_t passes = 0; ///< at most
    std::uint64_t seed = 0;
};

/// What one of the passes is to do.
struct pass_order {
    std::vector<case_plan> cases;
    std::vector<std::uint64_t> rounds; ///< of each case, at least 1; of one that is lost none
    std::vector<std::size_t> twins;
    std::uint64_t index = 0;       ///< of the pass
    std::uint64_t first_round = 0; ///< how many there were in the passes before
    std::uint64_t seed = 0;
};

/// Group sizes of the line fit. Size 1 also gives the distribution and has the most groups.
inline constexpr std::uint64_t fit_sizes[] = {1, 2, 4, 8, 16, 32};

/// How long the value's batch of a loop is, and that of the samples, whatever the budget: a value
/// must not depend on the time that it is given.
inline constexpr std::chrono::nanoseconds batch_length = std::chrono::milliseconds(2);

/// Decides what a round of each case is. A batch takes about `batch_length`; the value's group is
/// never shorter than one lap nor than 200 readings, so that the two readings at its ends are below
/// 0.5 %, rounded up to whole laps. A case is joined when it settles for longer than half a batch
/// and one of its operations takes as long as 40 readings. Events get one warm-up event and as many
/// others as fit into 10 ms, at least one. A case that times itself gets the value's batch alone.
/// There are fewer passes than were asked for, down to `fewest_passes`, if the budget has no time
/// for a round in each. Pure.
[[nodiscard]] plan make_plan(std::span<const pilot> pilots, std::vector<std::size_t> twins,
                             const limits& until, double reading_ns, std::uint64_t seed);

/// Decides how many rounds each case gets in the pass `index`, for which there is this much time:
/// 60 at most, unless the limits say how many.
/// `needs` says by how much the ± of each case is above the one that is wanted, 1 at the target;
/// it is empty as long as that is not known. A case that has what it needs gets few rounds, and the
/// others its time, unless the limits ask for even rounds. Pure.
[[nodiscard]] pass_order order_pass(const plan& what, std::uint64_t index,
                                    std::uint64_t first_round, std::chrono::nanoseconds time,
                                    std::span<const double> needs);

} // namespace tollgate::measure
