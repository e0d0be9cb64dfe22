// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "boost_ways.hpp"
#include "own_ways.hpp"

#include <boost/fiber/channel_op_status.hpp>

#include <chrono>
#include <cstdint>
#include <memory>

namespace tollgate::timeout_test {

/// Receives that end by their timeout.
template <class Clock>
struct own_late_way : own_way<fiber_channel<Clock>, plain_receiver> {
    using clock = Clock;

    static bool times_out(fiber_channel<Clock>& from, std::chrono::nanoseconds after) {
        return from.pop_for(after).status() == queue::status::timeout;
    }
};

template <class Scheduler>
struct boost_late_way : boost_way<boost_buffered, Scheduler, boost_plain_receiver> {
    using clock = std::chrono::steady_clock;

    static bool times_out(boost_buffered::channel& from, std::chrono::nanoseconds after) {
        std::uint64_t none = 0;
        return from.pop_wait_for(none, after) == boost::fibers::channel_op_status::timeout;
    }
};

} // namespace tollgate::timeout_test
