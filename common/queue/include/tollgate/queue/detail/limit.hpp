// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <chrono>

namespace tollgate::queue::detail {

/// How long a wait may last: a call gives the deadline, which it may need the clock for. It is
/// called once, and only when somebody has to wait.
struct no_limit {
    std::chrono::steady_clock::time_point operator()() const noexcept {
        return std::chrono::steady_clock::time_point::max();
    }
};

struct limit_at {
    std::chrono::steady_clock::time_point deadline;
    std::chrono::steady_clock::time_point operator()() const noexcept { return deadline; }
};

template <class Duration, sleep::time_source Time>
struct limit_after {
    Duration time;
    std::chrono::steady_clock::time_point operator()() const noexcept {
        return sleep::deadline_after(time, Time::now());
    }
};

} // namespace tollgate::queue::detail
