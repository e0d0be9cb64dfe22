// SPDX-License-Identifier: BSL-1.0
//
// What a thread pays for being watched, and what the clocks cost that others ask.
#include "clock_reading.hpp"
#include "crew_cases.hpp"
#include "passing.hpp"
#include "stamping.hpp"

namespace tollgate::liveness_test {
namespace {

measure::case_key clock_key(const char* source) {
    return {"liveness/clock", {{"source", source}}};
}

/// Of what a checkpoint with the counter cannot do without.
measure::case_key floor() {
    return clock_key("tsc");
}

} // namespace

void add_clocks(bench::case_table& to) {
    add_block<clock_reading<unfenced_counter>>(
        to, floor(), "one reading of the CPU's counter, ordered with nothing", floor());
    add_block<clock_reading<clock::monotonic_coarse_clock>>(to, clock_key("monotonic_coarse"),
                                                            "one reading", floor());
    add_block<clock_reading<clock::monotonic_clock>>(to, clock_key("monotonic"), "one reading",
                                                     floor());
    add_block<clock_reading<clock::realtime_clock>>(to, clock_key("realtime"), "one reading",
                                                    floor());
}

void add_checkpoints(bench::case_table& to) {
    const parameters coarse{{"impl", "tollgate"}, {"policy", "coarse"}};
    const parameters counter{{"impl", "tollgate"}, {"policy", "tsc"}};
    const crew_question asked{"checkpoint", "one checkpoint", coarse};
    add_crews<passing>(to, asked, coarse, asked_of_crews::everything);
    // One thread's checkpoint with a counter cannot do without a reading of it.
    crew_question of_counter = asked;
    if (to.chosen().swept.empty()) {
        of_counter.reference_of_one = floor();
    }
    add_crews<passing>(to, of_counter, counter, asked_of_crews::cost,
                       {liveness::stamps::counter, 0});
    add_crews<touching>(to, asked, {{"impl", "touch_flag"}}, asked_of_crews::cost_of_small_ones);
    add_crews<stamping>(to, asked, {{"impl", "clock_stamp"}}, asked_of_crews::cost_of_small_ones);
}

void add_scopes(bench::case_table& to) {
    const measure::case_key blocking("liveness/blocking", {{"impl", "tollgate"}});
    add_block<passing_blocking>(
        to, blocking,
        "one blocking_scope around nothing: two checkpoints, two changes of the limit", blocking);
    const measure::case_key migrating("liveness/migrating/checkpoint");
    add_block<passing_migrating>(to, migrating, "one checkpoint of a migrating_scope", migrating);
}

} // namespace tollgate::liveness_test
