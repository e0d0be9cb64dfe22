// SPDX-License-Identifier: BSL-1.0
//
// The costs of the monitor, and the delay of its reports.
#include "alarm_loop.hpp"
#include "delay_loop.hpp"
#include "program.hpp"
#include "scan_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::liveness_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds window{100};
constexpr milliseconds starting_and_ending{10};

void add_scan(bench::case_table& to, std::uint64_t records, bool moves) {
    const measure::case_key key(moves ? "liveness/scan_moving" : "liveness/scan",
                                {{"records", records}});
    const std::string scanned = records == 1 ? "one record" : fmt::format("{} records", records);
    to.add(measure::make_case(key,
                              moves
                                  ? fmt::format("a checkpoint in each, and one scan of {}", scanned)
                                  : fmt::format("one scan of {} without a new checkpoint", scanned),
                              1, 1, scan_loop{records, moves}),
           key);
}

/// The monitor's period. By default a fifth of the timeout, at least 1 ms and at most 10.
milliseconds period_for(std::uint64_t timeout_ms, const std::vector<std::uint64_t>& given) {
    return milliseconds(given.empty() ? std::clamp<std::uint64_t>(timeout_ms / 5, 1, 10)
                                      : given.front());
}

} // namespace

void add_scans(bench::case_table& to) {
    for (const std::uint64_t records : to.chosen().numbers.at("records")) {
        add_scan(to, records, false);
    }
    if (!to.chosen().sweep) {
        for (const std::uint64_t records : {1, 64, 1024}) {
            add_scan(to, records, true);
        }
    }
}

void add_detections(bench::case_table& to) {
    for (const std::uint64_t timeout_ms : to.chosen().numbers.at("timeouts")) {
        const milliseconds timeout(timeout_ms);
        liveness::settings options;
        options.default_timeouts.timeout = timeout;
        options.period = period_for(timeout_ms, to.chosen().numbers.at("period"));
        const auto period_ms = static_cast<std::uint64_t>(
            std::chrono::duration_cast<milliseconds>(options.period).count());
        const measure::moments pauses(nanoseconds(0), options.period, to.chosen().seed);
        const measure::case_key key("liveness/detection_delay",
                                    {{"timeout_ms", timeout_ms}, {"period_ms", period_ms}});
        to.add(measure::make_event_case(
                   key, "one frozen thread: from the end of its timeout to its report", 1,
                   delay_loop{timeout, options, std::make_shared<measure::moments>(pauses)},
                   {timeout + 3 * options.period, timeout}),
               key);
    }
}

void add_false_alarms(bench::case_table& to) {
    liveness::settings options;
    options.default_timeouts.timeout = std::chrono::seconds(1);
    const std::size_t cpus = to.machine().threads.size();
    const measure::case_key key("liveness/false_alarms");
    to.add(
        measure::make_event_case(
            key,
            fmt::format("{} threads on {} CPUs for {} ms: the longest time of a worker without a "
                        "checkpoint",
                        5 * cpus + 1, cpus, window.count()),
            5 * cpus + 1, alarm_loop{{cpus + 1, 4 * cpus, window}, options},
            {window + starting_and_ending, nanoseconds(0)}),
        key);
}

} // namespace tollgate::liveness_test
