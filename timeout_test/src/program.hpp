// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "clocks.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/case_words.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::timeout_test {

/// How a receive gets its timeout: the groups of bench-tokio-timeout, and `deferred`.
enum class group {
    baseline,           ///< no timeout
    timeout,            ///< a timeout for each receive
    sleep,              ///< a new timer for each receive, which ends at that timer
    reused_sleep,       ///< one timer, set anew for each receive
    reused_boxed_sleep, ///< the same behind a pointer
    deferred ///< a timeout for each receive, counted from the scheduler's next clock check
};

[[nodiscard]] constexpr std::string_view to_string(group timeout_group) {
    constexpr std::array<std::string_view, 6> names{
        "baseline", "timeout", "sleep", "reused_sleep", "reused_boxed_sleep", "deferred"};
    return names[static_cast<std::size_t>(timeout_group)];
}

inline constexpr std::string_view own_impl = "tollgate";
inline constexpr std::string_view boost_impl = "boost";

/// timeout/GROUP/impl:IMPL/clock:C/between:fibers, or between:threads/placement:P.
[[nodiscard]] measure::case_key receive_key(group timeout_group, std::string_view impl,
                                            clock_kind clock,
                                            std::optional<cpu::placement> thread_placement);

/// Receives between two fibers of one thread, and between two threads that schedule fibers.
void add_receives_between_fibers(bench::case_table& to);
void add_receives_between_threads(bench::case_table& to);
/// Timeouts that fire.
void add_firing_timeouts(bench::case_table& to);
/// Many timers at once, without fibers.
void add_armed(bench::case_table& to);
/// Ticks of periodic timers.
void add_ticks(bench::case_table& to);

/// ./testTimeout as a value: its options, cases and texts.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

} // namespace tollgate::timeout_test
