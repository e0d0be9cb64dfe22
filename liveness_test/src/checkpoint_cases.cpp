// SPDX-License-Identifier: BSL-1.0
//
// What a thread pays for being watched, and what the clocks cost that others ask.
#include "listing_cases.hpp"

#include "clock_reading.hpp"
#include "crew_cases.hpp"
#include "passing.hpp"
#include "stamping.hpp"
#include "touching.hpp"

#include <string>

namespace tollgate::liveness_test {
namespace {

const std::string coarse = "tollgate/policy:coarse";

} // namespace

void add_clocks(case_listing& to) {
    const std::string floor = "liveness/clock/source:tsc";
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
    add_crews<passing>(to, asked, coarse);
    add_crews<passing>(to, asked, "tollgate/policy:tsc", {liveness::stamps::counter, 0});
    add_crews<touching>(to, asked, "touch_flag");
    add_crews<stamping>(to, asked, "clock_stamp");
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
