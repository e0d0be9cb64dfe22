// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/wait_line.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/current_cpu.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_by.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <chrono>
#include <type_traits>

namespace tollgate::queue::detail {

/// One side of a queue: those who wait there, and how.
template <class Parker, sleep::time_source Time>
struct alignas(64) side {
    wait_line<Parker, Time> line;
    sleep::adaptive_spin spin;
};

/// How long a wait may last is given by a call for the deadline, for which the clock may be needed:
/// once, and only when somebody has to wait. One that also says `is_over()` is asked again after
/// each time, as sleep::deadline_by. This is for ever.
struct no_limit {
    std::chrono::steady_clock::time_point operator()() const noexcept {
        return (std::chrono::steady_clock::time_point::max)();
    }
};

/// Until a deadline of any clock, in any unit.
template <sleep::time_source Time, class Clock, class Duration>
auto limit_at(const std::chrono::time_point<Clock, Duration>& deadline) {
    if constexpr (std::is_same_v<Clock, std::chrono::steady_clock>) {
        return [at = sleep::deadline_at(deadline)] { return at; };
    } else {
        return sleep::deadline_by<Clock, Time>(deadline);
    }
}

/// One wait of a thread at its side of a queue. What it waits for is given by an `Errand`:
///
/// - `status look()` tries to do it, and says `full` or `empty` if it has to wait;
/// - `bool may()` says that a look is worth it, and reads as little as possible;
/// - `void settle_order()` puts a full fence between the wait line and the looks that follow, where
///   the line's own are not enough;
/// - `notify()` tells the next in the same line if there is something for it.
template <class Parker, sleep::time_source Time, class Errand>
class wait {
    using clock = std::chrono::steady_clock;

public:
    wait(side<Parker, Time>& where, Errand errand, const cancel::token& cancellation,
         precedence first) noexcept
        : where_(where), errand_(errand), cancellation_(cancellation), first_(first) {}

    /// How the errand ended: `done`, `closed`, `cancelled` or `timeout`.
    template <class Limit>
    status until(Limit limit) noexcept {
        int looks = where_.spin.looks();
        const int at_first = (std::min)(looks, looks_between_readings);
        if (const status seen = look_around(at_first); is_over(seen)) {
            return seen;
        }
        const clock::time_point deadline = limit();
        for (looks -= at_first; looks > 0; looks -= looks_between_readings) {
            if (deadline != (clock::time_point::max)() && Time::now() >= deadline) {
                break;
            }
            const status seen = look_around((std::min)(looks, looks_between_readings));
            if (is_over(seen)) {
                return seen;
            }
        }
        return sleep_until(deadline, limit);
    }

private:
    /// A reading costs as much as a look or two.
    static constexpr int looks_between_readings = 64;

    static bool is_over(status seen) noexcept {
        return seen != status::full && seen != status::empty;
    }

    /// `cancelled` instead of a look, where that comes first.
    status look() noexcept {
        return first_ == precedence::cancellation && cancellation_.is_cancelled()
                   ? status::cancelled
                   : errand_.look();
    }

    status look_around(int looks) noexcept {
        for (; looks > 0; --looks) {
            sleep::relax();
            if (errand_.may()) {
                if (const status seen = look(); is_over(seen)) {
                    return seen;
                }
            } else if (cancellation_.is_cancelled()) {
                // may() knows neither of a close nor, beside others, of all that lies there.
                return last_look(sleep::outcome::woken);
            }
        }
        return status::empty;
    }

    template <class Limit>
    status sleep_until(clock::time_point deadline, const Limit& limit) noexcept {
        if (const status seen = look(); is_over(seen)) {
            return seen; // of a queue that is closed; may() did not know
        }
        typename wait_line<Parker, Time>::waiter self;
        cancel::detail::parker_waker<Parker> waker(self.parker);
        cancel::cancellation_guard guard(cancellation_, waker);
        self.wants_time = where_.spin.wants_time();
        const clock::time_point began = self.wants_time ? Time::now() : clock::time_point{};
        bool counted_on = false;
        while (true) {
            where_.line.enter(self);
            errand_.settle_order();
            status seen = look();
            sleep::outcome how = sleep::outcome::woken;
            const bool sleeps = !is_over(seen) && !cancellation_.is_cancelled();
            if (sleeps) {
                how = sleep_in(self.parker, deadline, limit);
            }
            const bool notified = where_.line.leave(self);
            counted_on = counted_on || notified;
            if (!is_over(seen)) {
                seen = last_look(how);
            }
            if (sleeps && notified) {
                learn(self, began);
            }
            if (is_over(seen)) {
                if (notified) {
                    where_.line.acted(self);
                }
                if (counted_on) {
                    errand_.notify();
                }
                return seen;
            }
        }
    }

    /// The thread keeps its place in line.
    template <class Limit>
    static sleep::outcome sleep_in(Parker& parker, clock::time_point deadline,
                                   const Limit& limit) noexcept {
        sleep::outcome how = parker.sleep_until(deadline);
        if constexpr (requires { limit.is_over(); }) {
            while (how == sleep::outcome::timeout && !limit.is_over()) {
                how = parker.sleep_until(limit());
            }
        }
        return how;
    }

    status last_look(sleep::outcome how) noexcept {
        const status seen = look();
        if (is_over(seen)) {
            return seen;
        }
        if (cancellation_.is_cancelled()) {
            return status::cancelled;
        }
        return how == sleep::outcome::timeout ? status::timeout : seen;
    }

    void learn(const typename wait_line<Parker, Time>::waiter& self,
               clock::time_point began) noexcept {
        if (self.notified_by.cpu >= 0 && self.notified_by.cpu == sleep::current_cpu()) {
            where_.spin.learn_alone();
        } else if (self.wants_time) {
            where_.spin.template learn<Time>(self.notified_by.at - began,
                                             Time::now() - self.notified_by.at);
        } else {
            where_.spin.learn_company();
        }
    }

    side<Parker, Time>& where_;
    Errand errand_;
    const cancel::token& cancellation_;
    precedence first_;
};

} // namespace tollgate::queue::detail
