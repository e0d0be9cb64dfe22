// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crew_event.hpp"
#include "crew_figures.hpp"
#include "setup.hpp"
#include "stamps.hpp"

#include <tollgate/measure/loop_report.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tollgate::liveness_test {

/// Events that are crews of threads at the same work.
template <class Subject>
struct crew_loop {
    std::size_t threads;
    asked_of_crew what;
    setup how;

    [[nodiscard]] std::uint64_t calls() const { return calls_each(threads, Subject::about_ns); }

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const stamps stamp = stamps_of(probe);
        measure::loop_report report;
        while (probe.wanted() && report.failures.empty()) {
            const crew_event event = run_crew_event<Subject>(threads, calls(), how, stamp);
            for (const crew_share& one : event.shares) {
                add_usage(one, report);
            }
            if (!event.wrong.empty()) {
                report.failures.push_back(event.wrong);
            }
            probe.add(0, length_of(event.shares, what));
        }
        report.turns = {probe.events()};
        const auto each = static_cast<double>(calls());
        report.units_per_operation =
            what == asked_of_crew::cost ? each : each * static_cast<double>(threads);
        // Everybody's CPU time, by everybody's calls.
        report.metered =
            probe.events() * (what == asked_of_crew::cost ? std::uint64_t{threads} : 1);
        return report;
    }

private:
    static void add_usage(const crew_share& one, measure::loop_report& to) {
        to.used += one.own.used;
        for (const int cpu : one.own.cpus) {
            if (std::find(to.cpus.begin(), to.cpus.end(), cpu) == to.cpus.end()) {
                to.cpus.push_back(cpu);
            }
        }
    }
};

} // namespace tollgate::liveness_test
