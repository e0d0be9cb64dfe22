// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/sleep/deadline_by.hpp>

#include <chrono>

namespace tollgate::fiber::detail {

/// An alarm that goes off when another clock than the scheduler's says so, which it asks once a
/// second at least: for one wait.
template <class Clock, class Other>
class alarm_by final : public basic_alarm<Clock> {
public:
    template <class Duration>
    explicit alarm_by(const std::chrono::time_point<Other, Duration>& deadline)
        : basic_alarm<Clock>(&look), end_(deadline) {
        look(*this);
    }

private:
    static void look(expiry& due) noexcept {
        auto& self = static_cast<alarm_by&>(due);
        if (self.end_.is_over()) {
            basic_alarm<Clock>::go_off(due);
        } else {
            self.restart(self.end_.patience());
        }
    }

    tollgate::sleep::deadline_by<Other> end_;
};

} // namespace tollgate::fiber::detail
