// SPDX-License-Identifier: BSL-1.0
#include "sleepers.hpp"

#include "condvar_sleeper.hpp"
#include "timeout_loop.hpp"

#include <tollgate/sleep/parker.hpp>

#include <memory>

#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif

namespace tollgate::sleep_test {
namespace {

template <class Sleeper>
measure::event_loop wakes_of(until end, std::chrono::nanoseconds interval,
                             const cpu::assignment& where, bool waker_spins,
                             const measure::moments& when) {
    const auto own_moments = std::make_shared<measure::moments>(when);
    using enum until;
    if (end == sleeper_runs) {
        return wake_loop<Sleeper, sleeper_runs>{interval, where, waker_spins, own_moments};
    }
    return wake_loop<Sleeper, wake_returns>{interval, where, waker_spins, own_moments};
}

template <class Sleeper>
measure::event_loop timeouts_of(std::chrono::nanoseconds interval,
                                std::optional<std::chrono::nanoseconds> slack) {
    return timeout_loop<Sleeper>{interval, slack};
}

template <class Sleeper>
measure::measured_case wake_cost_of(found state, const measure::case_key& key, const char* unit) {
    return state == found::empty
               ? measure::make_case(key, unit, 1, 1, wake_cost_loop<Sleeper, found::empty>{})
               : measure::make_case(key, unit, 1, 1, wake_cost_loop<Sleeper, found::permit>{});
}

template <class Sleeper>
sleeper_kind kind_of(const char* name) {
    return {name, &wakes_of<Sleeper>, &timeouts_of<Sleeper>, &wake_cost_of<Sleeper>};
}

} // namespace

std::vector<sleeper_kind> all_sleepers() {
    return {
        kind_of<sleep::parker>("parker"), kind_of<sleep::precise_parker>("parker_spin"),
            kind_of<condvar_sleeper>("condvar"), kind_of<channel_sleeper>("channel"),
#if defined(__linux__)
            kind_of<sleep::eventfd_sleeper>("eventfd")
#endif
    };
}

} // namespace tollgate::sleep_test
