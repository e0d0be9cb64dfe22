// SPDX-License-Identifier: BSL-1.0
//
// Ticks of periodic timers.
#include "program.hpp"
#include "tick_loop.hpp"

#include <tollgate/measure/measured_case.hpp>

namespace tollgate::timeout_test {

void add_ticks(bench::case_table& to) {
    const auto key = [](std::string_view impl, const char* policy) {
        return measure::case_key("timeout/tick", {{"impl", impl}, {"missed", policy}});
    };
    const auto add = [&]<class Ticker>(std::type_identity<Ticker>, std::string_view impl,
                                       const char* name, timer::missed_ticks policy) {
        to.add(measure::make_case(key(impl, name), "one tick that has come already", 1, 1,
                                  tick_loop<Ticker>{policy}),
               key("std", "burst"));
    };
    using timer::missed_ticks;
    const std::type_identity<cancel::ticker> own;
    add(own, own_impl, "burst", missed_ticks::burst);
    add(own, own_impl, "delay", missed_ticks::delay);
    add(own, own_impl, "skip", missed_ticks::skip);
    add(std::type_identity<std_ticker>(), "std", "burst", missed_ticks::burst);
}

} // namespace tollgate::timeout_test
