// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "alarm_loop.hpp"
#include "delay_loop.hpp"
#include "watched_subjects.hpp"

#include <chrono>
#include <cstdint>
#include <memory>

namespace tollgate::liveness_test {

/// The measured loops, right or with a mistake.

inline delay_loop right_delays() {
    delay_loop loop;
    loop.timeout = std::chrono::milliseconds(10);
    loop.options.default_timeouts.timeout = loop.timeout;
    loop.options.period = std::chrono::milliseconds(1);
    loop.pauses = std::make_shared<measure::moments>(std::chrono::nanoseconds(0),
                                                     std::chrono::milliseconds(1), 1);
    return loop;
}

/// The registry has a much shorter timeout: even a late report is too early.
inline delay_loop early_reports() {
    delay_loop loop = right_delays();
    loop.timeout = std::chrono::seconds(5);
    return loop;
}

inline delay_loop doubled_reports() {
    delay_loop loop = right_delays();
    loop.sinks = 2;
    return loop;
}

/// The timeout is as long as the rests of the workers.
inline alarm_loop false_alarms() {
    alarm_loop loop{{1, 4, std::chrono::milliseconds(100)}, {}};
    loop.options.default_timeouts.timeout = std::chrono::milliseconds(1);
    loop.options.period = std::chrono::milliseconds(1);
    return loop;
}

/// A subject that leaves out each tenth checkpoint.
class losing_checkpoints {
public:
    using ground = passing::ground;
    static constexpr double about_ns = passing::about_ns;

    explicit losing_checkpoints(ground& on) : right_(on) {}
    void once() {
        if (++times_ % 10 != 0) {
            right_.once();
        }
    }
    void stay() {}

private:
    passing right_;
    std::uint64_t times_ = 0;
};

} // namespace tollgate::liveness_test
