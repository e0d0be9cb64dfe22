// SPDX-License-Identifier: BSL-1.0
//
// Timeouts that do fire.
#include "late_loop.hpp"
#include "program.hpp"

#include <tollgate/bench/placements.hpp>

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
void add_late(bench::case_table& to, std::string_view impl, clock_kind clock, load beside,
              microseconds after) {
    const auto key = [&](std::string_view who, clock_kind by) {
        return measure::case_key("timeout/fires/late",
                                 {{"impl", who},
                                  {"clock", to_string(by)},
                                  {"between", "fibers"},
                                  {"load", beside == load::idle ? "idle" : "storm"},
                                  {"after_us", static_cast<std::uint64_t>(after.count())}});
    };
    const measure::moments pauses(nanoseconds(0), longest_pause, to.chosen().seed);
    to.add(measure::make_event_case(
               key(impl, clock),
               beside == load::idle
                   ? "one receive that times out while its thread has nothing to do: how late"
                   : "one receive that times out beside a fiber that yields: how late",
               1,
               late_loop<Way>{bench::one_cpu(to.machine()), beside, after,
                              std::make_shared<measure::moments>(pauses)},
               {after + pauses.mean() + late_by(clock), after}),
           key(boost_impl, clock_kind::os));
}

} // namespace

void add_late_ones(bench::case_table& to) {
    for (const auto& [after_us, beside] :
         bench::product(to.chosen().numbers.at("after"), std::vector{load::idle, load::storm})) {
        const microseconds after(after_us);
        for_each_clock(
            to.chosen().words.at("clocks"),
            [&, beside = beside]<class Clock>(clock_kind clock, std::type_identity<Clock>) {
                add_late<own_late_way<Clock>>(to, own_impl, clock, beside, after);
            });
        add_late<boost_late_way<boost_scheduler>>(to, boost_impl, clock_kind::os, beside, after);
        add_late<boost_late_way<own_scheduler>>(to, "boost_on_tollgate", clock_kind::os, beside,
                                                after);
    }
}

} // namespace tollgate::timeout_test
