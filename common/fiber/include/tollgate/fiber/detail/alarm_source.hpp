// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/detail/fiber_wait.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/status.hpp>

#include <functional>
#include <utility>

namespace tollgate::fiber::detail {

/// An alarm that ends the select of a fiber.
template <class Clock, class Handler>
class alarm_source {
public:
    static constexpr auto kind = queue::detail::source_kind::deadline;
    static constexpr bool is_local = true;

    alarm_source(basic_alarm<Clock>& alarm, Handler handler)
        : alarm_(alarm), handler_(std::move(handler)) {}

    [[nodiscard]] static bool may_succeed() noexcept { return false; }
    [[nodiscard]] queue::status attempt() const noexcept {
        return alarm_.has_gone_off() ? queue::status::timeout : queue::status::empty;
    }
    void finish() { static_cast<void>(std::invoke(handler_)); }

    template <class Wait>
    class registration {
    public:
        explicit registration(const queue::detail::registered<alarm_source, Wait>& by) noexcept
            : by_(by) {}
        registration(const registration&) = delete;
        registration& operator=(const registration&) = delete;

        void enter() noexcept {
            by_.wait.prepare(timer_, by_.event);
            by_.source.alarm_.begin_wait(by_.wait.own_scheduler(), timer_);
        }
        static bool settle_order() noexcept { return false; }
        void leave() noexcept { by_.source.alarm_.end_wait(); }
        [[nodiscard]] queue::status won() const noexcept { return queue::status::timeout; }

    private:
        queue::detail::registered<alarm_source, Wait> by_;
        typename Wait::timer timer_;
    };

private:
    basic_alarm<Clock>& alarm_;
    Handler handler_;
};

} // namespace tollgate::fiber::detail
