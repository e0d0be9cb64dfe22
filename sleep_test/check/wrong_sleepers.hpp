// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>

namespace tollgate::sleep_test {

/// A sleeper whose mistake is in `Wrong::wake` or `Wrong::sleep_until`; the rest is right. Those
/// count their calls, so that the mistake shows at the same place every time.
template <class Wrong>
class wrong_sleeper {
public:
    using clock = sleep::parker::clock;

    void wake() { wrong_.wake(right_); }
    sleep::outcome sleep_until(clock::time_point deadline) {
        return wrong_.sleep_until(right_, deadline);
    }
    template <class Rep, class Period>
    sleep::outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(sleep::deadline_after(time));
    }

private:
    sleep::parker right_;
    Wrong wrong_;
};

using time_point = sleep::parker::clock::time_point;

struct no_mistake {
    static void wake(sleep::parker& right) { right.wake(); }
    static sleep::outcome sleep_until(sleep::parker& right, time_point deadline) {
        return right.sleep_until(deadline);
    }
};

/// Forgets every third wake.
struct losing_a_third : no_mistake {
    void wake(sleep::parker& right) {
        if (++wakes % 3 != 0) {
            right.wake();
        }
    }
    int wakes = 0; // the waker's
};

/// Forgets one wake, the last of a loop that makes `Which`.
template <int Which>
struct losing_one : no_mistake {
    void wake(sleep::parker& right) {
        if (++wakes != Which) {
            right.wake();
        }
    }
    int wakes = 0; // the waker's
};

/// Says that it timed out although there was a permit, every third time; `Keep` leaves it to the
/// next sleep.
template <bool Keep>
struct denying_a_permit : no_mistake {
    sleep::outcome sleep_until(sleep::parker& right, time_point deadline) {
        const sleep::outcome how = right.sleep_until(deadline);
        if (how == sleep::outcome::timeout || ++sleeps != 3) {
            return how;
        }
        if (Keep) {
            right.wake();
        }
        return sleep::outcome::timeout;
    }
    int sleeps = 0; // the sleeper's
};

/// Times out at once, once.
struct returning_early : no_mistake {
    sleep::outcome sleep_until(sleep::parker& right, time_point deadline) {
        return ++sleeps == 3 ? sleep::outcome::timeout : right.sleep_until(deadline);
    }
    int sleeps = 0; // the sleeper's
};

/// Says that it was woken, and was not: from the third time on.
struct returning_woken : no_mistake {
    sleep::outcome sleep_until(sleep::parker& right, time_point deadline) {
        return ++sleeps >= 3 ? sleep::outcome::woken : right.sleep_until(deadline);
    }
    int sleeps = 0; // the sleeper's
};

/// Its wakes leave no permit to a sleep that comes later.
struct leaving_none : no_mistake {
    static void wake(sleep::parker& /*right*/) {}
};

/// Counts permits instead of keeping one: two for each wake.
struct leaving_two {
    void wake(sleep::parker& /*right*/) { permits += 2; }
    sleep::outcome sleep_until(sleep::parker& /*right*/, time_point /*deadline*/) {
        if (permits == 0) {
            return sleep::outcome::timeout;
        }
        --permits;
        return sleep::outcome::woken;
    }
    int permits = 0; // one thread does both
};

} // namespace tollgate::sleep_test
