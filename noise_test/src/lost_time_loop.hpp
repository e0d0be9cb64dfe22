// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/environment/cpu_events.hpp>
#include <tollgate/measure/gap_watch.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::noise_test {

/// The length of a watched slice if this many CPUs are watched one after the other. 20 ms are a
/// whole number of periods of the usual ticks (100, 250, 300, 1000 Hz), so that all slices contain
/// the same number of ticks. More than 8 CPUs share 160 ms, at least 1 ms each. Pure.
[[nodiscard]] std::chrono::milliseconds slice_length(std::size_t cpus);

/// The failures of a slice, a line each. Pure.
[[nodiscard]] std::vector<std::string> failed_watch(const measure::watched_slice& slice);

/// Adds a slice to a report, with the kernel's counters before and after it.
void note_slice(const measure::watched_slice& slice, const environment::cpu_events& before,
                const environment::cpu_events& after, std::int64_t preemptions,
                measure::loop_report& to);

/// Measures the time that a thread loses though it never waits.
///
/// An event is one watched slice on one CPU. Its length is the lost time: the sum of its gaps of 1
/// µs and more. The last gap counts only up to the slice's end. The report has all lost time and
/// all watched time, including the time after that end.
///
/// Runs on the calling thread, which is on that CPU meanwhile. The kernel's counters are read
/// before and after a slice, outside of the watched time.
template <class Watch = measure::gap_watch>
struct lost_time_loop {
    int cpu;
    std::chrono::nanoseconds slice;
    double ns_per_count = 1; ///< of the probe's clock
    environment::machine_files files{};

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard pinned(cpu);
        const Watch watch;
        measure::loop_report report;
        report.cpus_intended = {cpu};
        while (probe.warming_up() && probe.wanted()) {
            static_cast<void>(watch.watch(std::chrono::microseconds(100)));
            probe.add(0, 0);
        }
        const measure::thread_meter meter;
        report.metered = 0;
        while (probe.wanted() && report.failures.empty()) {
            const std::int64_t preempted = measure::usage_of_this_thread().involuntary_switches;
            const environment::cpu_events before = environment::read_cpu_events(files, cpu);
            const measure::watched_slice watched = watch.watch(slice);
            const environment::cpu_events after = environment::read_cpu_events(files, cpu);
            report.failures = failed_watch(watched);
            const auto lost_ns = static_cast<double>(watched.lost_ns - watched.beyond_ns);
            probe.add(0, std::llround(lost_ns / ns_per_count));
            ++*report.metered;
            note_slice(watched, before, after,
                       measure::usage_of_this_thread().involuntary_switches - preempted, report);
        }
        meter.add_to(report);
        report.probe_calls = {probe.events()};
        return report;
    }
};

} // namespace tollgate::noise_test
