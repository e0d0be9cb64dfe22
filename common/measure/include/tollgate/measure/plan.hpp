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

/// The result of the first look: a short trial of a case, with which the run is planned.
struct pilot {
    double operation_ns = 0;           ///< the time of one operation, in a group of many operations
    double setup_ns = 0;               ///< the time of a batch without the time of its operations
    std::uint64_t lap = 1;             ///< see measured_case::lap
    double settling_ns = 0;            ///< the shortest time of the warm-up, which is not timed
    bool events = false;               ///< whether the operations are events, each timed by itself
    std::vector<int> cpus{};           ///< the CPUs of the case's threads; empty: not known
    bool self_timed = false;           ///< whether the case times itself, see method
    std::optional<std::string> lost{}; ///< why the case cannot be measured; absent: it can
    bool sampled = true;               ///< whether the case has samples, see measure::has_samples
    /// The length of each batch, see measured_case::batch_lasts.
    double batch_ns = static_cast<double>(batch_length.count());
};

/// The smallest number of passes that can show a difference between two cases. With 6 passes and
/// without a true difference, all six differences have the same sign with a probability of 1/32.
inline constexpr std::uint64_t fewest_passes = 6;
/// The number of passes of a run if no number is given.
inline constexpr std::uint64_t default_passes = 9;

/// The limits of a run: its time and its precision.
struct limits {
    std::chrono::nanoseconds budget{0}; ///< the time for all passes
    /// The number of rounds of all passes together, at least 1. If present, neither the budget nor
    /// the precision ends the run.
    std::optional<std::uint64_t> exact_rounds;
    double precision = 0.01; ///< the requested ± of a printed value, relative to the value
    std::uint64_t passes = default_passes; ///< the largest number of passes
    /// Whether all cases get the same number of rounds, whatever their precision. An experiment
    /// that compares the cases needs this.
    bool even_rounds = false;
};

/// The work of one case in one round: two batches, or one joined batch. Events have only samples.
struct case_plan {
    schedule value;   ///< one long group, for the cost in an untimed loop
    schedule samples; ///< groups of 1, 2, 4 … operations, for the distribution and the line fit
    /// Whether one joined batch does the work of both batches. Two batches would settle twice, and
    /// settling would take longer than measuring.
    bool joined = false;
    double round_ns = 0;     ///< the expected time of the work
    std::vector<int> cpus{}; ///< the CPUs of the reference loop before the first batch
    bool lost = false;       ///< whether the case cannot be measured; then it gets no round
};

/// Returns the schedule of the joined batch. `value_first` puts the value's group before the
/// samples. Pure.
[[nodiscard]] schedule join(const case_plan& planned, bool value_first);

/// The plan of a run.
struct plan {
    std::vector<case_plan> cases;      ///< the plan of each case, in the order of the cases
    std::vector<std::size_t> controls; ///< the indices of the cases with a control, ascending
    limits until;                      ///< the time and the precision of the run
    std::uint64_t passes = 0;          ///< the largest number of passes
    std::uint64_t seed = 0;            ///< the seed for the order of the cases in each round
};

/// The work of one pass.
struct pass_order {
    std::vector<case_plan> cases;      ///< as in the plan
    std::vector<std::uint64_t> rounds; ///< the rounds of each case, at least 1; 0 for a lost case
    std::vector<std::size_t> controls; ///< as in the plan
    std::uint64_t index = 0;           ///< the number of the pass
    std::uint64_t first_round = 0;     ///< the number of rounds in the earlier passes
    std::uint64_t seed = 0;            ///< as in the plan
};

/// The group sizes for the line fit. Groups of size 1 are the most frequent groups, and also give
/// the distribution.
inline constexpr std::uint64_t fit_sizes[] = {1, 2, 4, 8, 16, 32};

/// Plans the work of a round for each case. Pure.
///
/// - A batch takes about `pilot::batch_ns`. The value's group is at least as long as a lap and as
///   200 pairs of clock readings. So the two readings at its ends are below 0.5 % of the group. The
///   number of operations is rounded up to whole laps.
/// - A case gets a joined batch under two conditions: the case settles for longer than half a
///   batch, and one of its operations takes at least as long as 40 clock readings.
/// - A case of events gets one warm-up event, and as many other events as fit into 10 ms, at least
///   one.
/// - A case without samples gets only the value's batch.
/// - If the budget is too short for one round in each requested pass, the plan has fewer passes,
///   but at least `fewest_passes`.
[[nodiscard]] plan make_plan(std::span<const pilot> pilots, std::vector<std::size_t> controls,
                             const limits& until, double reading_ns, std::uint64_t seed);

/// Plans the number of rounds of each case in the pass `index`, which may take `time`. Pure.
///
/// A case gets at most 60 rounds, unless `limits::exact_rounds` is present. `needs` has the ± of
/// each case, divided by the requested ±. `needs` is empty while the ± of some case is not
/// known. A case whose ± is at most 0.8 of the requested ± gets few rounds, and the other cases
/// get the saved time. If `limits::even_rounds` is true, all cases get the same number.
[[nodiscard]] pass_order order_pass(const plan& run_plan, std::uint64_t index,
                                    std::uint64_t first_round, std::chrono::nanoseconds time,
                                    std::span<const double> needs);

} // namespace tollgate::measure
