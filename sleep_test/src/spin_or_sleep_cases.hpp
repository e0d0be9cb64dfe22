// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "spin_or_sleep_loop.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::sleep_test {

/// The path of the cases that compare waiters: some sleep, some spin, some do both.
inline constexpr const char* spin_or_sleep_path = "sleep/spin_or_sleep";

/// A kind of waiter.
struct waiter_kind {
    std::vector<measure::parameter> parameters; ///< the waiter in the key of a case
    /// Makes a waiter, and a loop with this waiter.
    std::function<measure::event_loop(const gap_sequence&, const cpu::assignment&)> loop;
};

/// The kind of the waiter `Waiter(arguments...)`.
template <class Waiter, class... Arguments>
[[nodiscard]] waiter_kind waiter_of(std::vector<measure::parameter> parameters,
                                    Arguments... arguments) {
    return {std::move(parameters), [=](const gap_sequence& gaps, const cpu::assignment& where) {
                return spin_or_sleep_loop<Waiter>{std::make_shared<Waiter>(arguments...),
                                                  std::make_shared<gap_sequence>(gaps), where};
            }};
}

/// Returns the waiter of the package concurrentqueue; nothing if the package is not installed.
[[nodiscard]] std::optional<waiter_kind> moodycamel_kind();

/// The axes of these cases: --sweep gap_us, --spin_us and --then_us.
[[nodiscard]] std::vector<cli::number_axis> spin_or_sleep_axes();

/// Throws usage_error if the options choose spin times or second gaps, but no gaps. Throws it, too,
/// if the options choose gaps together with sleepers or intervals, which these cases do not have.
void require_options_of_spin_or_sleep(const cli::options& chosen);

/// Adds a case for each waiter and each gap of the sweep gap_us.
void add_spin_or_sleep(bench::case_table& table);

} // namespace tollgate::sleep_test
