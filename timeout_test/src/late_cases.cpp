// SPDX-License-Identifier: BSL-1.0
//
// Timeouts that do fire.
#include "case_listing.hpp"
#include "case_names.hpp"
#include "choice.hpp"
#include "late_loop.hpp"
#include "late_ways.hpp"
#include "one_cpu.hpp"
#include "receive_listing.hpp"
#include "with_clock.hpp"

#include <tollgate/measure/measured_case.hpp>

namespace tollgate::timeout_test {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr microseconds longest_pause{200};

/// About, for planning.
nanoseconds late_by(clock_kind by) {
    return by == clock_kind::coarse ? clock::coarse_clock::resolution()
                                    : nanoseconds(microseconds(100));
}

template <class Way>
void add_late(case_listing& to, std::string_view impl, clock_kind clock, load beside,
              microseconds after) {
    const auto name = [&](std::string_view who, clock_kind by) {
        return late_name(who, by, beside == load::idle ? "idle" : "storm", after);
    };
    const measure::moments pauses(nanoseconds(0), longest_pause, to.chosen.seed);
    to.add(measure::make_event_case(
               name(impl, clock),
               beside == load::idle
                   ? "one receive that times out while its thread has nothing to do: how late"
                   : "one receive that times out beside a fiber that yields: how late",
               1,
               late_loop<Way>{one_cpu(to.machine), beside, after,
                              std::make_shared<measure::moments>(pauses)},
               {after + pauses.mean() + late_by(clock), after}),
           name(boost_impl, clock_kind::os));
}

} // namespace

void add_late_ones(case_listing& to) {
    for (const microseconds after : chosen_lengths(to.chosen)) {
        for (const load beside : {load::idle, load::storm}) {
            for (const clock_kind clock : chosen_clocks(to.chosen)) {
                with_clock(clock, [&]<class Clock>(std::type_identity<Clock>) {
                    add_late<own_late_way<Clock>>(to, own_impl, clock, beside, after);
                });
            }
            add_late<boost_late_way<boost_scheduler>>(to, boost_impl, clock_kind::os, beside,
                                                      after);
            add_late<boost_late_way<own_scheduler>>(to, "boost_on_tollgate", clock_kind::os, beside,
                                                    after);
        }
    }
}

} // namespace tollgate::timeout_test
