// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/session.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// Run hooks with a clock that is moved by hand, and fake cases. Each batch costs `cost_ns` an
/// operation, and takes exactly that long by the stage's clock. The stage outlives its hooks and
/// cases.
struct stage {
    struct call {
        std::string name;
        bool value; ///< the long group, not the samples
    };

    std::chrono::nanoseconds now{0};
    std::vector<call> calls;
    std::uint64_t interrupt_after = UINT64_MAX; ///< calls
    environment::disturbance_counters counters;
    std::vector<progress> reported;
    std::vector<int> cpus{1}; ///< on which each batch runs
    /// The time of a reference loop on a CPU; empty: there are no loops.
    std::function<reference_time(int cpu)> reference;
    /// The cache-line latency of two CPUs; empty: it is not known.
    std::function<double(int own_cpu, int other_cpu)> latency;
    /// The events in their order: "value NAME", "samples NAME", "both NAME", "reference CPU",
    /// "latency CPU CPU".
    std::vector<std::string> happened;
    /// May spoil a batch before it is handed over.
    std::function<void(const call&, batch&)> meddle = [](const call&, batch&) {};

    run_hooks make_hooks() {
        run_hooks hooks;
        hooks.now = [this] { return now; };
        hooks.interrupted = [this] { return calls.size() >= interrupt_after; };
        hooks.report_progress = [this](const progress& current) { reported.push_back(current); };
        hooks.disturbances = [this] { return counters; };
        if (reference) {
            hooks.reference = [this](int cpu) {
                happened.push_back("reference " + std::to_string(cpu));
                return reference(cpu);
            };
        }
        if (latency) {
            hooks.cache_line_latency = [this](int own_cpu, int other_cpu) {
                happened.push_back("latency " + std::to_string(own_cpu) + " " +
                                   std::to_string(other_cpu));
                return latency(own_cpu, other_cpu);
            };
        }
        return hooks;
    }

    /// Costs `cost_ns` an operation, and each interval one reading of 20 ns.
    measured_case make(const std::string& name, std::int64_t cost_ns, std::size_t threads = 1) {
        measured_case fake;
        fake.key = name;
        fake.unit = "one fake operation";
        fake.lap = 4;
        fake.threads = threads;
        fake.settling = std::chrono::microseconds(7);
        fake.run = [this, name, cost_ns](const schedule& scheduled, clock::source) {
            return run(name, cost_ns, scheduled);
        };
        return fake;
    }

    [[nodiscard]] std::uint64_t calls_of(const std::string& name) const {
        std::uint64_t sum = 0;
        for (const call& entry : calls) {
            sum += entry.name == name ? 1u : 0u;
        }
        return sum;
    }

private:
    /// The value's group is the longest.
    static bool is_joined(const schedule& scheduled) {
        return scheduled.segments.front().size == 100 || scheduled.segments.back().size == 100;
    }
    batch run(const std::string& name, std::int64_t cost_ns, const schedule& scheduled) {
        batch done;
        for (const segment& part : scheduled.segments) {
            for (std::uint64_t i = 0; i < part.groups; ++i) {
                const std::int64_t length = cost_ns * static_cast<std::int64_t>(part.size) + 20;
                done.intervals.push_back(length);
                now += std::chrono::nanoseconds(length);
            }
        }
        done.complete = true;
        done.report.probe_calls = {scheduled.operations() + 1};
        done.report.cpus = cpus;
        calls.push_back({name, scheduled.segments.size() == 1});
        happened.push_back((calls.back().value     ? "value "
                            : is_joined(scheduled) ? "both "
                                                   : "samples ") +
                           name);
        meddle(calls.back(), done);
        return done;
    }
};

} // namespace tollgate::measure
