// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "clocks.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::timeout_test {

/// How a receive gets its timeout; the ancestor's groups, and one of ours.
enum class group {
    baseline,           ///< it has none
    timeout,            ///< made for each receive
    sleep,              ///< a timer made for each, and the receive raced against it
    reused_sleep,       ///< one timer, set anew for each
    reused_boxed_sleep, ///< the same behind a pointer
    deferred            ///< made for each, and counted from the scheduler's next look
};

inline constexpr std::array all_groups{
    group::baseline,           group::timeout, group::sleep, group::reused_sleep,
    group::reused_boxed_sleep, group::deferred};

[[nodiscard]] constexpr std::string_view to_string(group which) {
    constexpr std::array<std::string_view, all_groups.size()> names{
        "baseline", "timeout", "sleep", "reused_sleep", "reused_boxed_sleep", "deferred"};
    return names[static_cast<std::size_t>(which)];
}

/// Of those that have no reason to read a clock for each receive.
[[nodiscard]] constexpr bool leaves_the_clock_alone(group which) {
    return which != group::timeout;
}

inline constexpr std::string_view own_impl = "tollgate";
inline constexpr std::string_view boost_impl = "boost";

/// timeout/GROUP/impl:IMPL/clock:C/between:fibers, or between:threads/placement:P.
[[nodiscard]] measure::case_key receive_key(group of, std::string_view impl, clock_kind clock,
                                            std::optional<cpu::placement> of_threads);

/// The group of a receive; nothing for other cases.
[[nodiscard]] std::optional<group> group_of(const measure::case_key& key);

/// Receives between two fibers of one thread, and between two threads that schedule fibers.
void add_receives_between_fibers(bench::case_table& to);
void add_receives_between_threads(bench::case_table& to);
/// Timeouts that do fire.
void add_late_ones(bench::case_table& to);
/// Many timers at once, and no fibers.
void add_armed(bench::case_table& to);

/// As --clocks names them.
[[nodiscard]] std::vector<clock_kind> clocks_called(const std::vector<std::string>& words);

/// ./testTimeout as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// A group of the ancestor's a row, a clock a column: the ratio to the baseline, the time, how far
/// that is uncertain, messages per second. One for each implementation and each place. Empty if
/// nothing was measured for it. Pure.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

/// What a receive was counted to take: clock readings, operations of the timers' queue, passes of
/// the dispatcher. Empty if nothing was counted. Pure.
[[nodiscard]] std::string counts_table(const report::result& seen);

} // namespace tollgate::timeout_test
