// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/timer_slack.hpp>

#include "thread_slack.hpp"

#include <cassert>
#include <stdexcept>
#include <string>

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
    set_thread_slack(before_);
}

std::chrono::nanoseconds timer_slack::current() {
    return thread_slack();
}

} // namespace tollgate::sleep
