// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/sleep/deadline_by.hpp>

#include <chrono>

namespace tollgate::fiber::detail {

/// An alarm for one wait with a deadline of another clock than the scheduler's. The alarm reads the
/// other clock at least once a second.
template <class Clock, class Other>
class foreign_clock_alarm final : public basic_alarm<Clock> {
public:
    template <class Duration>
    explicit foreign_clock_alarm(const std::chrono::time_point<Other, Duration>& deadline)
        : basic_alarm<Clock>(&check_clock), end_(deadline) {
        check_clock(*this);
    }

private:
    static void check_clock(expiry& due) noexcept {
        auto& self = static_cast<foreign_clock_alarm&>(due);
        if (self.end_.is_over()) {
            basic_alarm<Clock>::go_off(due);
        } else {
            self.restart(self.end_.time_to_check());
        }
    }

    /// This type can check a clock again and again. (`deadline_of` only converts a time point.)
    tollgate::sleep::deadline_by<Other> end_;
};

} // namespace tollgate::fiber::detail
