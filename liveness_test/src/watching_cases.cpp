// SPDX-License-Identifier: BSL-1.0
//
// What the monitor pays, and what one gets for it.
#include "listing_cases.hpp"

#include "alarm_loop.hpp"
#include "case_names.hpp"
#include "delay_loop.hpp"
#include "scan_loop.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

namespace tollgate::liveness_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds window{100};
constexpr milliseconds starting_and_ending{10};

void add_scan(case_listing& to, std::uint64_t records, since_last_look what) {
    const bool moves = what == since_last_look::checkpoint;
    const std::string name = scan_name(moves ? "scan_moving" : "scan", records);
    const std::string of = records == 1 ? "one record" : fmt::format("{} records", records);
    to.add(measure::make_case(name,
                              moves ? fmt::format("a checkpoint in each, and one look at {}", of)
                                    : fmt::format("one look at {} where nobody moved", of),
                              1, 1, scan_loop{records, what}),
           name);
}

} // namespace

void add_scans(case_listing& to) {
    for (const std::uint64_t records : chosen_records(to.chosen)) {
        add_scan(to, records, since_last_look::nothing);
    }
    if (to.chosen.sweep.empty()) {
        for (const std::uint64_t records : {1, 64, 1024}) {
            add_scan(to, records, since_last_look::checkpoint);
        }
    }
}

void add_detections(case_listing& to) {
    for (const detection& of : chosen_detections(to.chosen)) {
        liveness::settings how;
        how.of_scopes.timeout = of.timeout;
        how.period = of.period;
        const measure::moments when(nanoseconds(0), of.period, to.chosen.seed);
        const std::string name = delay_name(of);
        to.add(measure::make_event_case(
                   name, "one thread that freezes: its report, later than its timeout", 1,
                   delay_loop{of.timeout, how, std::make_shared<measure::moments>(when)},
                   {of.timeout + 3 * of.period, of.timeout}),
               name);
    }
}

void add_false_alarms(case_listing& to) {
    liveness::settings how;
    how.of_scopes.timeout = std::chrono::seconds(1);
    const std::size_t cpus = to.machine.threads.size();
    const std::string name = "liveness/false_alarms";
    to.add(measure::make_event_case(
               name,
               fmt::format("{} threads on {} CPUs for {} ms: the longest that a worker went "
                           "without a checkpoint",
                           5 * cpus + 1, cpus, window.count()),
               5 * cpus + 1, alarm_loop{{cpus + 1, 4 * cpus, window}, how},
               {window + starting_and_ending, nanoseconds(0)}),
           name);
}

} // namespace tollgate::liveness_test
