// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "conditions.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <utility>

namespace tollgate::cancel {

template <class Clock>
using in_hours = std::chrono::time_point<Clock, std::chrono::hours>;

/// Its epoch is today's: a condition variable that takes its last moments for a difference to its
/// own clock overflows.
struct young_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<young_clock>;
    static constexpr bool is_steady = true;
    static time_point now() {
        static const auto epoch = std::chrono::steady_clock::now();
        return time_point(std::chrono::steady_clock::now() - epoch);
    }
};

/// A place to wait at, with all forms of waiting that have no predicate, and all that have one.
template <class Kind>
class every_wait : public testing::Test {
public:
    using lock_type = typename Kind::lock;
    using clock = std::chrono::steady_clock;

    /// `far` deadlines are not reached while a check runs.
    template <class Check>
    void without_predicate(Check&& check) {
        using namespace std::chrono_literals;
        check("wait", [this](lock_type& lock) { return wait(condition, lock, cancellation); });
        check("wait_for",
              [this](lock_type& lock) { return wait_for(condition, lock, 1h, cancellation); });
        check("wait_for ever", [this](lock_type& lock) {
            return wait_for(condition, lock, std::chrono::hours::max(), cancellation);
        });
        check("wait_until", [this](lock_type& lock) {
            return wait_until(condition, lock, clock::now() + 1h, cancellation);
        });
        check("wait_until by the system's clock", [this](lock_type& lock) {
            return wait_until(condition, lock, std::chrono::system_clock::now() + 1h, cancellation);
        });
        check("wait_until far ahead, in hours", [this](lock_type& lock) {
            return wait_until(condition, lock, in_hours<clock>::max(), cancellation);
        });
        check("wait_until far ahead by the system's clock, in hours", [this](lock_type& lock) {
            return wait_until(condition, lock, in_hours<std::chrono::system_clock>::max(),
                              cancellation);
        });
        check("wait_until far ahead by another clock", [this](lock_type& lock) {
            return wait_until(condition, lock, young_clock::time_point::max() - 1s, cancellation);
        });
    }
    template <class Check>
    void with_predicate(Check&& check) {
        using namespace std::chrono_literals;
        using predicate = const std::function<bool()>&;
        check("wait", [this](lock_type& lock, predicate holds) {
            return wait(condition, lock, holds, cancellation);
        });
        check("wait_for", [this](lock_type& lock, predicate holds) {
            return wait_for(condition, lock, 1h, holds, cancellation);
        });
        check("wait_for ever", [this](lock_type& lock, predicate holds) {
            return wait_for(condition, lock, std::chrono::hours::max(), holds, cancellation);
        });
        check("wait_until", [this](lock_type& lock, predicate holds) {
            return wait_until(condition, lock, clock::now() + 1h, holds, cancellation);
        });
        check("wait_until by the system's clock", [this](lock_type& lock, predicate holds) {
            return wait_until(condition, lock, std::chrono::system_clock::now() + 1h, holds,
                              cancellation);
        });
        check("wait_until far ahead, in hours", [this](lock_type& lock, predicate holds) {
            return wait_until(condition, lock, in_hours<clock>::max(), holds, cancellation);
        });
        check("wait_until far ahead by the system's clock, in hours",
              [this](lock_type& lock, predicate holds) {
                  return wait_until(condition, lock, in_hours<std::chrono::system_clock>::max(),
                                    holds, cancellation);
              });
        check("wait_until far ahead by another clock", [this](lock_type& lock, predicate holds) {
            return wait_until(condition, lock, young_clock::time_point::max() - 1s, holds,
                              cancellation);
        });
    }

    /// A wait without a predicate may wake for no reason.
    template <class Wait>
    static wait_status end_of(Wait&& wait_here, lock_type& lock) {
        for (;;) {
            const wait_status status = wait_here(lock);
            if (status != wait_status::notified) {
                return status;
            }
        }
    }

    typename Kind::condition condition;
    typename Kind::mutex mutex;
    standalone_token cancellation;
};

using all_conditions = testing::Types<standard_condition, any_condition,
                                      any_condition_of_a_timed_mutex, somebodys_condition>;

} // namespace tollgate::cancel
