// SPDX-License-Identifier: BSL-1.0
#include <tollgate/timer/tick_schedule.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace tollgate::timer {
namespace {

constexpr tick_schedule::moment most_usual_lateness = std::chrono::milliseconds(5);

std::uint64_t usual_lateness(tick_schedule::moment period, missed_ticks policy) {
    switch (policy) {
    case missed_ticks::burst:
        break;
    case missed_ticks::delay:
        return static_cast<std::uint64_t>((std::min)(period / 4, most_usual_lateness).count());
    case missed_ticks::skip:
        return static_cast<std::uint64_t>(period.count()) - 1;
    }
    return (std::numeric_limits<std::uint64_t>::max)();
}

} // namespace

tick_schedule::tick_schedule(moment first, moment period, missed_ticks policy)
    : next_(first),
      period_(period),
      usual_lateness_(usual_lateness(period, policy)),
      policy_(policy) {
    if (period <= moment::zero()) {
        throw std::invalid_argument("the period of a tick_schedule must be longer than zero");
    }
}

} // namespace tollgate::timer
