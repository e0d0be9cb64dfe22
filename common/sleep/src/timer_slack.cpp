// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/timer_slack.hpp>

#include "thread_slack.hpp"

#include <cassert>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tollgate::sleep {

timer_slack::timer_slack(std::chrono::nanoseconds slack)
    : before_(current()), owner_(std::this_thread::get_id()) {
    if (slack < least_slack || slack > most_slack) {
        throw std::invalid_argument("timer slack of " + std::to_string(slack.count()) +
                                    " ns: from 1 ns to " + std::to_string(most_slack.count()) +
                                    " ns");
    }
    set_thread_slack(slack);
}

timer_slack::~timer_slack() {
    assert(owner_ == std::this_thread::get_id() && "destroyed by another thread");
    // Of a real-time thread it is 0, which would mean another thing to the kernel.
    if (before_ >= least_slack) {
        try {
            set_thread_slack(before_);
        } catch (const std::system_error&) {
            // Nobody could do anything about it here.
        }
    }
}

std::chrono::nanoseconds timer_slack::current() {
    return thread_slack();
}

} // namespace tollgate::sleep
