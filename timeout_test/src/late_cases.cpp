// SPDX-License-Identifier: BSL-1.0
//
// Timeouts that fire.
#include "late_loop.hpp"
#include "program.hpp"

#include <tollgate/bench/placements.hpp>

#include <tollgate/measure/measured_case.hpp>

namespace tollgate::timeout_test {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr microseconds longest_pause{200};

/// A rough lateness, for planning.
nanoseconds late_by(clock_kind clock) {
    return clock == clock_kind::coarse ? clock::coarse_clock::resolution()
                                       : nanoseconds(microseconds(100));
}

template <class Way>
void add_late(bench::case_table& to, std::string_view impl, clock_kind clock, load other_work,
              microseconds after) {
    const auto key = [&](std::string_view implementation, clock_kind timeout_clock) {
        return measure::case_key("timeout/fires/late",
                                 {{"impl", implementation},
                                  {"clock", to_string(timeout_clock)},
                                  {"between", "fibers"},
                                  {"load", other_work == load::idle ? "idle" : "storm"},
                                  {"after_us", static_cast<std::uint64_t>(after.count())}});
    };
    const measure::moments pauses(nanoseconds(0), longest_pause, to.chosen().seed);
    to.add(measure::make_event_case(
               key(impl, clock),
               other_work == load::idle
                   ? "one receive that times out on an idle thread: how late it ends"
                   : "one receive that times out while another fiber yields: how late it ends",
               1,
               late_loop<Way>{bench::one_cpu(to.machine()), other_work, after,
                              std::make_shared<measure::moments>(pauses)},
               {after + pauses.mean() + late_by(clock), after}),
           key(boost_impl, clock_kind::os));
}

} // namespace

void add_firing_timeouts(bench::case_table& to) {
    for (const auto& [after_us, other_work] :
         bench::product(to.chosen().numbers.at("after"), std::vector{load::idle, load::storm})) {
        const microseconds after(after_us);
        for_each_clock(
            to.chosen().words.at("clocks"),
            [&, other_work = other_work]<class Clock>(clock_kind clock, std::type_identity<Clock>) {
                add_late<own_late_way<Clock>>(to, own_impl, clock, other_work, after);
            });
        add_late<boost_late_way<boost_scheduler>>(to, boost_impl, clock_kind::os, other_work,
                                                  after);
        add_late<boost_late_way<own_scheduler>>(to, "boost_on_tollgate", clock_kind::os, other_work,
                                                after);
    }
}

} // namespace tollgate::timeout_test
