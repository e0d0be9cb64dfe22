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
#include <vector>

namespace tollgate::liveness_test {

/// Events that are crews of threads at the same work.
template <class Subject>
struct crew_loop {
    std::size_t threads;
    asked_of_crew what;
    setup how;
    std::vector<int> cpus{}; ///< in turn; none: anywhere

    [[nodiscard]] std::uint64_t calls() const { return calls_each(threads, Subject::about_ns); }

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const stamps stamp = stamps_of(probe);
        measure::loop_report report;
        std::uint64_t metered = 0;
        while (probe.wanted() && report.failures.empty()) {
            // To warm up a few threads will do: starting a thousand takes longer than their work.
            const bool warms_up = probe.warming_up();
            const std::size_t crew = warms_up ? std::min(threads, enough_to_warm_up) : threads;
            const crew_event event = run_crew_event<Subject>(crew, calls(), how, stamp, cpus);
            if (!warms_up) {
                metered += what == asked_of_crew::cost ? crew : 1;
                for (const crew_share& one : event.shares) {
                    add_usage(one, report);
                }
            }
            if (!event.wrong.empty()) {
                report.failures.push_back(event.wrong);
            }
            probe.add(0, length_of(event.shares, what));
        }
        report.turns = {probe.events()};
        report.cpus_intended = cpus;
        const auto each = static_cast<double>(calls());
        report.units_per_operation =
            what == asked_of_crew::cost ? each : each * static_cast<double>(threads);
        // Everybody's CPU time, by everybody's calls.
        report.metered = metered;
        return report;
    }

private:
    static constexpr std::size_t enough_to_warm_up = 4;

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
