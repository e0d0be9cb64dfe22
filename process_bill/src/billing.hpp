// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "caught_signals.hpp"
#include "observe.hpp"
#include "options.hpp"
#include "pricing/price_file.hpp"
#include "sources.hpp"
#include "statement.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/report/terminal.hpp>

#include <chrono>
#include <optional>
#include <vector>

namespace tollgate::bill {

/// A finished observation with its statements.
struct finished_bill {
    statement whole;
    std::vector<statement> slices;    ///< of about a tenth of the time each; only for a result file
    std::vector<double> reference_ns; ///< before the first slice and after each slice
    observation_end end = observation_end::time;
};

/// Observes what the user chose, and makes statements of it.
///
/// - *Threads*: one thread at a time. Construct it before other threads are started.
/// - *Exceptions*: those of `sources`.
class billing {
public:
    /// The observation begins now. A command is started.
    explicit billing(const options& chosen)
        : chosen_(chosen), sources_(chosen, signals_.before()) {}

    /// The prices of all further statements.
    void use(read_prices prices) { prices_ = std::move(prices); }

    /// Observes until the time is over, or until the processes or the user end it.
    finished_bill bill();

    /// Prints a statement of each period, until the processes or the user end it.
    cli::exit_code watch();

    [[nodiscard]] report::terminal terminal() const;

    /// As a shell does, bill stays in the foreground as long as its command.
    void wait_for_command();

private:
    using time_point = std::chrono::steady_clock::time_point;

    [[nodiscard]] std::optional<time_point> end_after(time_point begin) const;
    [[nodiscard]] std::optional<time_point> next_slice(time_point begin,
                                                       std::optional<time_point> end,
                                                       std::chrono::nanoseconds reading_took) const;
    void take_reference(finished_bill& to) const;
    statement describe(observation seen, observation_end end);

    const options& chosen_;
    read_prices prices_;
    caught_signals signals_;
    sources sources_;
};

} // namespace tollgate::bill
