// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace tollgate::timer {

/// What a periodic schedule does if ticks were missed, because the caller was late. The names and
/// meanings are those of tokio's MissedTickBehavior.
enum class missed_ticks : std::uint8_t {
    burst, ///< each missed tick still comes, at once, until the caller has caught up
    delay, ///< missed ticks are left out, and the next tick comes a period after the late tick
    skip,  ///< missed ticks are left out, and the next tick comes at its planned moment
};

/// The moments of a periodic timer: a first moment, and then one tick each period. This class is a
/// value: it reads no clock and waits for nothing. `cancel::ticker` and `fiber::ticker` wait.
///
///     using tollgate::timer::missed_ticks;
///     tollgate::timer::tick_schedule plan(std::chrono::seconds(100), std::chrono::seconds(10),
///                                         missed_ticks::skip);
///     const auto missed = plan.take(std::chrono::seconds(135)); // 3: of 110 s, 120 s and 130 s
///     const bool is_planned = plan.next() == std::chrono::seconds(140);
///
/// The ticks do not drift. With `burst` and `skip`, each tick has a moment first + n × period. With
/// `delay` too, until a tick is late: taken more than 5 ms, or more than a quarter of the period,
/// after its moment. Then the later ticks count from the moment at which the late tick was taken.
/// So two ticks are taken at least three quarters of a period apart.
///
/// The moments count from the epoch of a clock of your choice. If the clock is set back, the next
/// tick comes when the clock comes to its moment. After the last moment that the type can represent
/// there is no tick.
///
/// - *Threads*: one thread at a time.
/// - *Exceptions*: the constructor throws std::invalid_argument if the period is zero or negative.
/// - *Cost*: `take` takes a few comparisons, and one division if the tick is late.
class tick_schedule {
public:
    /// Nanoseconds since the clock's epoch, negative before the epoch; or a duration.
    using moment = std::chrono::nanoseconds;

    /// Makes a schedule whose first tick is at the moment `first`. With `max()`, no tick ever
    /// comes.
    tick_schedule(moment first, moment period, missed_ticks policy);

    /// The moment of the next tick, or `max()` if no tick comes any more.
    [[nodiscard]] moment next() const noexcept { return next_; }

    /// Takes the next tick, if its moment has come. Returns how many ticks after it have also come
    /// and are left out. Returns no value, and changes nothing, if the next tick has not come.
    [[nodiscard]] std::optional<std::uint64_t> take(moment now) noexcept {
        if (now < next_ || next_ == never) {
            return std::nullopt;
        }
        // The difference of two moments may exceed their signed type.
        const auto late =
            static_cast<std::uint64_t>(now.count()) - static_cast<std::uint64_t>(next_.count());
        if (late <= usual_lateness_) {
            next_ = after(next_, period_);
            return 0;
        }
        const auto period = static_cast<std::uint64_t>(period_.count());
        const moment since_planned(policy_ == missed_ticks::skip ? late % period : 0);
        next_ = after(now, period_ - since_planned);
        return late / period;
    }

private:
    static constexpr moment never = (moment::max)();

    [[nodiscard]] static moment after(moment from, moment time) noexcept {
        return from > moment::zero() && time > never - from ? never : from + time;
    }

    moment next_;
    moment period_;
    std::uint64_t usual_lateness_; ///< in ns; up to it, the next tick comes a period after its tick
    missed_ticks policy_;
};

} // namespace tollgate::timer
