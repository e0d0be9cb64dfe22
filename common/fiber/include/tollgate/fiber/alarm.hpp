// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <cassert>
#include <chrono>
#include <utility>

namespace tollgate::fiber {

namespace detail {
template <class Clock>
class limit;
}

/// A limit for waits that outlives them: it goes off once, whether a fiber waits by it or not. That
/// ends the wait that is under way, and each later one at once, with `timeout`, until it is set
/// anew.
///
///     alarm silence(10s);
///     while (auto one = messages.pop_until(silence)) {
///         silence.restart();
///     }
///
/// One that is set again and again, and hardly ever goes off, costs next to nothing: setting it
/// anew before the scheduler has looked at it is two stores. Its time counts from when the
/// scheduler next looks at the time (see `deferred`): never shorter, and by no more than that
/// longer.
///
/// Threads: those of the scheduler it was made on, which must outlive it. One fiber at a time waits
/// by it.
///
/// Cost: 80 bytes, no allocation. A queue operation or two, and no clock reading of its own, per
/// look of the scheduler at the most, however often it is restarted in between.
template <class Clock>
class basic_alarm : protected detail::expiry {
    using scheduler = basic_round_robin<Clock>;

public:
    using clock = Clock;
    using time_point = typename Clock::time_point;

    /// Goes off after that time. Throws std::logic_error if the thread's fibers are not scheduled
    /// by `basic_round_robin<Clock>`.
    template <class Rep, class Period>
    explicit basic_alarm(const std::chrono::duration<Rep, Period>& time)
        : expiry(&go_off),
          scheduler_(scheduler::required()),
          time_(tollgate::sleep::nanoseconds_of(time)) {
        restart();
    }
    /// At that moment, in any unit.
    explicit basic_alarm(sleep::deadline_of<Clock> deadline)
        : expiry(&go_off), scheduler_(scheduler::required()) {
        set(deadline);
    }
    basic_alarm(const basic_alarm&) = delete;
    basic_alarm& operator=(const basic_alarm&) = delete;
    ~basic_alarm() {
        assert(waiting_ == nullptr && "destroyed while a fiber waits by it");
        scheduler_.timers().cancel(*this);
    }

    /// Anew, after the time that it was given last; at once if it never was given one.
    void restart() noexcept {
        has_gone_off_ = false;
        scheduler_.timers().arm_after(*this, time_);
    }
    template <class Rep, class Period>
    void restart(const std::chrono::duration<Rep, Period>& time) noexcept {
        time_ = tollgate::sleep::nanoseconds_of(time);
        restart();
    }
    /// Anew, at that moment; `max()` is never, and so is what the clock cannot hold.
    void set(sleep::deadline_of<Clock> deadline) noexcept {
        has_gone_off_ = false;
        scheduler_.timers().arm_at(*this, deadline.at());
    }
    /// It does not go off any more, unless it is set anew. If it has, it stays so.
    void stop() noexcept { scheduler_.timers().rest(*this); }

    [[nodiscard]] bool has_gone_off() const noexcept { return has_gone_off_; }

protected:
    /// Not set yet; what is made of it says what happens when it is due.
    explicit basic_alarm(void (*when_due)(detail::expiry&) noexcept)
        : expiry(when_due), scheduler_(scheduler::required()) {}

    static void go_off(detail::expiry& due) noexcept {
        auto& self = static_cast<basic_alarm&>(due);
        self.has_gone_off_ = true;
        if (self.waiting_ != nullptr) {
            self.waiting_->on_due(*self.waiting_);
        }
    }

private:
    friend detail::limit<Clock>;

    void begin_wait([[maybe_unused]] const scheduler& on, detail::expiry& of) noexcept {
        assert(&on == &scheduler_ && "of another thread");
        assert(waiting_ == nullptr && "two fibers wait by one alarm");
        waiting_ = &of;
    }
    void end_wait() noexcept { waiting_ = nullptr; }

    scheduler& scheduler_;
    detail::expiry* waiting_ = nullptr; ///< of who waits by it
    std::chrono::nanoseconds time_{0};
    bool has_gone_off_ = false;
};

using alarm = basic_alarm<std::chrono::steady_clock>;

} // namespace tollgate::fiber
