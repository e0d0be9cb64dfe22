// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

#include <chrono>
#include <cstdint>
#include <vector>

namespace tollgate::liveness_test {

/// --threads LIST; --timeouts LIST, in ms; --period MS.
[[nodiscard]] cli::own_option threads_option();
[[nodiscard]] cli::own_option timeouts_option();
[[nodiscard]] cli::own_option period_option();

/// threads and records, for --sweep.
[[nodiscard]] cli::sweep_axis threads_axis();
[[nodiscard]] cli::sweep_axis records_axis();

/// What the options ask for, ascending: 1, 4, 64 and 1024 by default, with --quick 1 and 4.
[[nodiscard]] std::vector<std::uint64_t> chosen_threads(const cli::options& chosen);
/// By an option of their own, or a sweep.
[[nodiscard]] bool were_threads_given(const cli::options& chosen);

/// How many records are looked at, ascending; with --quick not the most.
[[nodiscard]] std::vector<std::uint64_t> chosen_records(const cli::options& chosen);

/// A timeout and how often the monitor looks.
struct detection {
    std::chrono::milliseconds timeout;
    std::chrono::milliseconds period;
};

/// By default 5 ms with a period of 1 and 50 with 10, with --quick the first of these. A period
/// that was not given is a fifth of the timeout, at least 1 ms and at most 10.
[[nodiscard]] std::vector<detection> chosen_detections(const cli::options& chosen);

} // namespace tollgate::liveness_test
