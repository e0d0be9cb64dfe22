// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "batch_job.hpp"
#include "count_scale.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/environment/cpu_events.hpp>
#include <tollgate/measure/gap_watch.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/run/errors.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::noise_test {

/// The length of one slice of watching. It is a whole number of periods of the usual ticks (100,
/// 250, 300, 1000 Hz), so that each slice sees as many of them as the next one.
inline constexpr std::chrono::milliseconds watched_for{20};

/// The failures of a slice, a line each. Pure.
[[nodiscard]] std::vector<std::string> failed_watch(const measure::watched_slice& seen,
                                                    std::chrono::nanoseconds length);

/// Adds to a report what a slice and the kernel's counters around it say.
void note_slice(const measure::watched_slice& seen, const environment::cpu_events& before,
                const environment::cpu_events& after, const std::vector<std::string>& meanwhile,
                measure::loop_report& to);

/// Measures the time that the machine takes from a thread that never waits. An event is one slice
/// of watching on one CPU, and its length is the time that was taken of its 20 ms: the sum of its
/// gaps of 1 µs and more, of which the last one counts up to the slice's end only. The report has
/// all time that was taken and all that was watched, including the time behind that end.
///
/// Runs on the calling thread, which is on that CPU meanwhile. The kernel's counters are read
/// before and after a slice, outside of what is watched.
template <class Watch = measure::gap_watch>
struct taken_loop {
    int cpu;
    std::optional<int> beside{}; ///< where a batch job runs meanwhile
    std::shared_ptr<std::shared_ptr<batch_memory>> memory =
        std::make_shared<std::shared_ptr<batch_memory>>();
    environment::machine_files files{};

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard placed(cpu);
        std::optional<batch_job> neighbour;
        if (beside) {
            if (!*memory) {
                *memory = std::make_shared<batch_memory>();
            }
            neighbour.emplace(*beside, *memory);
        }
        const Watch watch;
        const count_scale scale(probe);
        measure::loop_report report;
        report.cpus_intended = {cpu};
        std::optional<measure::thread_meter> meter; // the warm-up is shorter than a slice
        while (probe.wanted() && report.failures.empty()) {
            const bool warm_up = probe.warming_up();
            if (!warm_up && !meter) {
                meter.emplace();
                report.metered = 0;
            }
            const auto length =
                warm_up ? std::min<std::chrono::nanoseconds>(watched_for, measure::longest_warm_up)
                        : watched_for;
            const std::uint64_t streamed = neighbour ? neighbour->blocks() : 0;
            const std::int64_t preempted = measure::usage_of_this_thread().involuntary_switches;
            const environment::cpu_events before = environment::read_cpu_events(files, cpu);
            const measure::watched_slice seen = watch.watch(length);
            const environment::cpu_events after = environment::read_cpu_events(files, cpu);
            report.failures = failed_watch(seen, length);
            if (neighbour && neighbour->blocks() == streamed) {
                repeat(report);
                continue;
            }
            probe.add(0, scale.counts_of(seen.taken_ns - seen.beyond_ns));
            if (!warm_up) {
                ++*report.metered;
                std::vector<std::string> words = environment::counted_between(before, after);
                const std::int64_t times =
                    measure::usage_of_this_thread().involuntary_switches - preempted;
                if (times > 0) {
                    words.push_back("preempted " + std::to_string(times) +
                                    (times == 1 ? " time" : " times"));
                }
                note_slice(seen, before, after, words, report);
            }
        }
        if (meter) {
            meter->add_to(report);
        }
        report.turns = {probe.events()};
        return report;
    }

private:
    /// The machine held up the neighbour, so that there was none.
    static void repeat(measure::loop_report& report) {
        constexpr std::uint64_t most_repeated = 100;
        if (++report.repeated == most_repeated) {
            throw run::machine_refused("the batch job beside the watched CPU got no time in 100 "
                                       "slices: this machine is too busy for --beside");
        }
    }
};

} // namespace tollgate::noise_test
