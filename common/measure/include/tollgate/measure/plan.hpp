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

/// The findings of the first look at a case.
struct pilot {
    double operation_ns = 0;           ///< in a group of many
    double setup_ns = 0;               ///< the cost of a batch besides its operations
    std::uint64_t lap = 1;             ///< operations until every member has done one
    double settling_ns = 0;            ///< the untimed time at the beginning of a batch
    bool events = false;               ///< operations are events, timed one by one
    std::vector<int> cpus{};           ///< on which its threads ran; empty: not known
    bool self_timed = false;           ///< it has no samples; see method
    std::optional<std::string> lost{}; ///< the reason why it cannot be measured
};

/// Nothing is concluded from fewer passes. With 6 passes and no true difference, all signs of the
/// differences agree with a probability of 1/32.
inline constexpr std::uint64_t fewest_passes = 6;
/// The passes of a run for which no number is given.
inline constexpr std::uint64_t default_passes = 9;

/// The time and the precision of a run.
struct limits {
    std::chrono::nanoseconds budget{0}; ///< for all passes
    /// The number of all rounds, at least 1, which the passes share. If it is present, neither
    /// budget nor precision ends the run.
    std::optional<std::uint64_t> exact_rounds;
    double precision = 0.01; ///< the wanted ± of a printed value, relative to the value
    std::uint64_t passes = default_passes; ///< at most
    /// All cases get the same number of rounds, whatever their precision: an experiment compares
    /// them.
    bool even_rounds = false;
};

/// The work of one case in one round: two batches, or a joined batch. Events have samples only.
struct case_plan {
    schedule value;   ///< one long group: the cost in an untimed loop
    schedule samples; ///< groups of 1, 2, 4 … operations: the distribution, and the line fit
    /// One batch does both, because settling twice would take longer than measuring.
    bool joined = false;
    double round_ns = 0;     ///< the expected time
    std::vector<int> cpus{}; ///< where the reference loop runs before its first batch
    bool lost = false;       ///< it cannot be measured, and gets no round
};

/// The batch of a joined plan. Pure.
[[nodiscard]] schedule join(const case_plan& planned, bool value_first);

/// The plan of a run.
struct plan {
    std::vector<case_plan> cases;      ///< in the cases' order
    std::vector<std::size_t> controls; ///< the cases that run twice a round, ascending
    limits until;                      ///< the run's time and precision
    std::uint64_t passes = 0;          ///< at most
    std::uint64_t seed = 0;            ///< of the rounds' orders
};

/// The work of one pass.
struct pass_order {
    std::vector<case_plan> cases;      ///< as in the plan
    std::vector<std::uint64_t> rounds; ///< of each case, at least 1; of a lost case, 0
    std::vector<std::size_t> controls; ///< as in the plan
    std::uint64_t index = 0;           ///< the number of the pass
    std::uint64_t first_round = 0;     ///< the number of rounds in the passes before
    std::uint64_t seed = 0;            ///< as in the plan
};

/// Group sizes of the line fit. Size 1 also gives the distribution and has the most groups.
inline constexpr std::uint64_t fit_sizes[] = {1, 2, 4, 8, 16, 32};

/// The length of a loop's value batch, and that of its samples. It does not depend on the budget,
/// because a value must not depend on the time that it gets.
inline constexpr std::chrono::nanoseconds batch_length = std::chrono::milliseconds(2);

/// Decides the work of a round for each case. Pure.
///
/// - A batch takes about `batch_length`. The value's group is never shorter than a lap, nor than
/// 200
///   readings, so that the two readings at its ends are below 0.5 %. It is rounded up to whole
///   laps.
/// - A case is joined if it settles for longer than half a batch, and if one of its operations
/// takes
///   as long as 40 readings.
/// - Events get one warm-up event, and as many others as fit into 10 ms, at least one.
/// - A case that times itself gets the value's batch alone.
/// - There are fewer passes than requested, down to `fewest_passes`, if the budget is too short for
///   a round in each.
[[nodiscard]] plan make_plan(std::span<const pilot> pilots, std::vector<std::size_t> controls,
                             const limits& until, double reading_ns, std::uint64_t seed);

/// Decides the number of rounds of each case in the pass `index`, which has this much time. Pure.
///
/// A case gets at most 60 rounds, unless the limits give the number. `needs` holds the ± of each
/// case in multiples of the wanted ±, 1 at the target; it is empty as long as that is not known. A
/// case that has reached its target gets few rounds, and the others get its time, unless the limits
/// require even rounds.
[[nodiscard]] pass_order order_pass(const plan& run_plan, std::uint64_t index,
                                    std::uint64_t first_round, std::chrono::nanoseconds time,
                                    std::span<const double> needs);

} // namespace tollgate::measure
