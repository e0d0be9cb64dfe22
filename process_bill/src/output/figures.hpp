// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "statement.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace tollgate::bill {

// The figures of a statement as text, for the screen and for the page.
//
//     const std::string text = cpus_text(amount{0.21, 0.18, 0.24}); // "0.21 ± 0.03"
//
// The ± is the distance to the farther end of the interval. All functions are pure, and their
// decimal point does not depend on the locale.

/// A number of CPUs with two digits: "0.84", "12". Below a ten-thousandth: "< 0.0001".
[[nodiscard]] std::string cpus_text(double cpus);

/// A number of CPUs and its ±, or its interval if one end is farther: "0.21 (0.19 to 0.31)". If the
/// ± is larger than the number, the interval: "0.05 to 0.40", or "at most 0.40" if the interval
/// reaches 0.
[[nodiscard]] std::string cpus_text(const amount& cpus);

/// A share of the CPU time: "25 %", "2.5 %", "< 0.1 %". Empty if there was no CPU time.
[[nodiscard]] std::string share_text(double cpus, double cpus_used);

/// How often a second: "84,000". Below 10 with one decimal; below 0.1: "< 0.1".
[[nodiscard]] std::string rate_text(double a_second);

/// A typical wait: "4.1 µs", "< 1 µs". Empty if it is not known.
[[nodiscard]] std::string wait_text(double us);

/// The price of one event: "3.1 µs", "3.1 µs ?" if it is not sure to 10 %, or "no price".
[[nodiscard]] std::string price_text(const entry& of);

/// What a change saves: "saves 0.18 ± 0.03 CPUs (21 %)", "main needs 17 ± 3 % less time; costs 0.20
/// CPUs more".
[[nodiscard]] std::string saves_text(const saving& change, double cpus_used);

/// "1 thread", "2 threads".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// The same with a capital letter at the beginning: "Spin up to 12 µs".
[[nodiscard]] std::string as_sentence(std::string text);

/// The processes: "redis-server (1234)", "a (1), b (2), c (3) and 4 more".
[[nodiscard]] std::string processes_text(const statement& of);

/// The totals of a statement. Each text is a sentence without a full stop.
struct totals_text {
    std::string observed; ///< "4 threads on 2 CPUs, traced for 10.0 s; observing took 0.01 CPUs"
    std::string cpu_time; ///< "0.84 of 2 CPUs; of it 0.21 ± 0.03 (25 %) for waits, …"
    std::string queued;   ///< "0.12 threads on average could run and waited for a CPU"
    std::string switches; ///< "41,200 a second; 310 of them preemptions; 12 migrations"
};

[[nodiscard]] totals_text totals_of(const statement& bill);

/// "PARTIAL: the observation was interrupted after 3.2 s", or nothing.
[[nodiscard]] std::string partial_text(const statement& bill);

/// Why there are no savings.
[[nodiscard]] std::string no_savings_text(const statement& bill);

} // namespace tollgate::bill
