// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "clocks.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

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

[[nodiscard]] constexpr std::string_view to_string(group which) {
    constexpr std::array<std::string_view, 6> names{
        "baseline", "timeout", "sleep", "reused_sleep", "reused_boxed_sleep", "deferred"};
    return names[static_cast<std::size_t>(which)];
}

inline constexpr std::string_view own_impl = "tollgate";
inline constexpr std::string_view boost_impl = "boost";

/// timeout/GROUP/impl:IMPL/clock:C/between:fibers, or between:threads/placement:P.
[[nodiscard]] measure::case_key receive_key(group of, std::string_view impl, clock_kind clock,
                                            std::optional<cpu::placement> of_threads);

/// Receives between two fibers of one thread, and between two threads that schedule fibers.
void add_receives_between_fibers(bench::case_table& to);
void add_receives_between_threads(bench::case_table& to);
/// Timeouts that do fire.
void add_late_ones(bench::case_table& to);
/// Many timers at once, and no fibers.
void add_armed(bench::case_table& to);

/// ./testTimeout as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::timeout_test
