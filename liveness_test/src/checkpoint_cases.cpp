// SPDX-License-Identifier: BSL-1.0
//
// What a thread pays for being watched, and what the clocks cost that others ask.
#include "listing_cases.hpp"

#include "clock_reading.hpp"
#include "crew_cases.hpp"
#include "passing.hpp"
#include "stamping.hpp"
#include "touching.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tollgate::liveness_test {
namespace {

const std::string coarse = "tollgate/policy:coarse";
const std::string counter = "tollgate/policy:tsc";
const std::string floor = "liveness/clock/source:tsc";

/// One thread's checkpoint with a counter, if both are listed.
void compare_with_the_reading(std::vector<measure::measured_case>& listed) {
    const bool is_read = std::any_of(listed.begin(), listed.end(),
                                     [](const auto& one) { return one.name == floor; });
    for (measure::measured_case& one : listed) {
        if (is_read && one.name == with_threads("checkpoint", counter, 1)) {
            one.compared_with = floor;
        }
    }
}

} // namespace

void add_clocks(case_listing& to) {
    to.add_block<clock_reading<unfenced_counter>>(
        floor, "one reading of the CPU's counter, ordered with nothing", floor);
    to.add_block<clock_reading<clock::monotonic_coarse_clock>>(
        "liveness/clock/source:monotonic_coarse", "one reading", floor);
    to.add_block<clock_reading<clock::monotonic_clock>>("liveness/clock/source:monotonic",
                                                        "one reading", floor);
    to.add_block<clock_reading<clock::realtime_clock>>("liveness/clock/source:realtime",
                                                       "one reading", floor);
}

void add_checkpoints(case_listing& to) {
    const crew_question asked{"checkpoint", "one checkpoint", coarse};
    add_crews<passing>(to, asked, coarse, asked_of_crews::everything);
    add_crews<passing>(to, asked, counter, asked_of_crews::cost, {liveness::stamps::counter, 0});
    compare_with_the_reading(to.list.cases);
    add_crews<touching>(to, asked, "touch_flag", asked_of_crews::cost_of_small_ones);
    add_crews<stamping>(to, asked, "clock_stamp", asked_of_crews::cost_of_small_ones);
}

void add_scopes(case_listing& to) {
    const std::string blocking = "liveness/blocking/impl:tollgate";
    to.add_block<passing_blocking>(
        blocking, "one blocking_scope around nothing: two checkpoints, two changes of the limit",
        blocking);
    const std::string migrating = "liveness/migrating/checkpoint";
    to.add_block<passing_migrating>(migrating, "one checkpoint of a migrating_scope", migrating);
}

} // namespace tollgate::liveness_test
