// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>

namespace tollgate::sleep_test {

/// A sleeper with a mistake in `Fault::wake` or `Fault::sleep_until`. The faults count their calls,
/// so that the mistake comes at the same place every time.
template <class Fault>
class faulty_sleeper {
public:
    using clock = sleep::parker::clock;

    void wake() { fault_.wake(parker_); }
    sleep::outcome sleep_until(clock::time_point deadline) {
        return fault_.sleep_until(parker_, deadline);
    }
    template <class Rep, class Period>
    sleep::outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(sleep::deadline_after(time));
    }

private:
    sleep::parker parker_;
    Fault fault_;
};

using time_point = sleep::parker::clock::time_point;

struct no_mistake {
    static void wake(sleep::parker& parker) { parker.wake(); }
    static sleep::outcome sleep_until(sleep::parker& parker, time_point deadline) {
        return parker.sleep_until(deadline);
    }
};

/// Forgets every third wake.
struct losing_a_third : no_mistake {
    void wake(sleep::parker& parker) {
        if (++wakes % 3 != 0) {
            parker.wake();
        }
    }
    int wakes = 0; // by the waker
};

/// Forgets wake number `Number`, the last one of the loop.
template <int Number>
struct losing_one : no_mistake {
    void wake(sleep::parker& parker) {
        if (++wakes != Number) {
            parker.wake();
        }
    }
    int wakes = 0; // by the waker
};

/// Returns `timeout` for the third permit; `Keep` leaves the permit to the next sleep.
template <bool Keep>
struct denying_a_permit : no_mistake {
    sleep::outcome sleep_until(sleep::parker& parker, time_point deadline) {
        const sleep::outcome result = parker.sleep_until(deadline);
        if (result == sleep::outcome::timeout || ++sleeps != 3) {
            return result;
        }
        if (Keep) {
            parker.wake();
        }
        return sleep::outcome::timeout;
    }
    int sleeps = 0; // by the sleeper
};

/// Times out at once in the third sleep.
struct returning_early : no_mistake {
    sleep::outcome sleep_until(sleep::parker& parker, time_point deadline) {
        return ++sleeps == 3 ? sleep::outcome::timeout : parker.sleep_until(deadline);
    }
    int sleeps = 0; // by the sleeper
};

/// Returns `woken` without a wake from the third sleep on.
struct returning_woken : no_mistake {
    sleep::outcome sleep_until(sleep::parker& parker, time_point deadline) {
        return ++sleeps >= 3 ? sleep::outcome::woken : parker.sleep_until(deadline);
    }
    int sleeps = 0; // by the sleeper
};

/// Leaves no permit.
struct leaving_none : no_mistake {
    static void wake(sleep::parker& /*parker*/) {}
};

/// Counts permits instead of keeping one: two for each wake.
struct leaving_two {
    void wake(sleep::parker& /*parker*/) { permits += 2; }
    sleep::outcome sleep_until(sleep::parker& /*parker*/, time_point /*deadline*/) {
        if (permits == 0) {
            return sleep::outcome::timeout;
        }
        --permits;
        return sleep::outcome::woken;
    }
    int permits = 0; // one thread wakes and sleeps
};

} // namespace tollgate::sleep_test
