// SPDX-License-Identifier: BSL-1.0
#include "sleeper_loops.hpp"

#include "timeout_loop.hpp"

#include <memory>
#include <type_traits>

namespace tollgate::sleep_test {

measure::event_loop wakes_of(sleeper_kind who, until end, std::chrono::nanoseconds slice,
                             const cpu::assignment& where, bool waker_spins,
                             const measure::moments& when) {
    const auto own_moments = std::make_shared<measure::moments>(when);
    measure::event_loop made;
    visit(who, [&]<class Sleeper>(std::type_identity<Sleeper>) {
        using enum until;
        if (end == sleeper_runs) {
            made = wake_loop<Sleeper, sleeper_runs>{slice, where, waker_spins, own_moments};
        } else {
            made = wake_loop<Sleeper, wake_returns>{slice, where, waker_spins, own_moments};
        }
    });
    return made;
}

measure::event_loop timeouts_of(sleeper_kind who, std::chrono::nanoseconds slice,
                                std::optional<std::chrono::nanoseconds> slack) {
    measure::event_loop made;
    visit(who, [&]<class Sleeper>(std::type_identity<Sleeper>) {
        made = timeout_loop<Sleeper>{slice, slack};
    });
    return made;
}

measure::measured_case wake_costs_of(sleeper_kind who, found what, const measure::case_key& key,
                                     const char* unit) {
    measure::measured_case made;
    visit(who, [&]<class Sleeper>(std::type_identity<Sleeper>) {
        using enum found;
        made = what == empty
                   ? measure::make_case(key, unit, 1, 1, wake_cost_loop<Sleeper, empty>{})
                   : measure::make_case(key, unit, 1, 1, wake_cost_loop<Sleeper, permit>{});
    });
    return made;
}

} // namespace tollgate::sleep_test
