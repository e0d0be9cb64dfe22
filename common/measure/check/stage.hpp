// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/session.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// Surroundings moved by hand and cases that are made up: each batch is what `cost_ns` says, and
/// takes exactly that long on the stage's own time line. The stage outlives what it made.
struct stage {
    struct call {
        std::string name;
        bool value; ///< the one long group, not the samples
    };

    std::chrono::nanoseconds now{0};
    std::vector<call> calls;
    std::uint64_t interrupt_after = UINT64_MAX; ///< calls
    environment::disturbance_counters counters;
    std::vector<progress> reported;
    std::vector<int> cpus{1}; ///< on which each batch is seen
    /// What a reference loop takes on a CPU, if there are any.
    std::function<reference_time(int cpu)> reference;
    /// How far two CPUs are from each other, if that can be told.
    std::function<double(int one, int other)> distance;
    /// In their order: "value NAME", "samples NAME", "both NAME", "reference CPU", "distance ONE
    /// OTHER".
    std::vector<std::string> happened;
    /// May spoil a batch before it is handed over.
    std::function<void(const call&, batch&)> meddle = [](const call&, batch&) {};

    surroundings outside() {
        surroundings made;
        made.now = [this] { return now; };
        made.interrupted = [this] { return calls.size() >= interrupt_after; };
        made.report_progress = [this](const progress& seen) { reported.push_back(seen); };
        made.disturbances = [this] { return counters; };
        if (reference) {
            made.reference = [this](int cpu) {
                happened.push_back("reference " + std::to_string(cpu));
                return reference(cpu);
            };
        }
        if (distance) {
            made.distance = [this](int one, int other) {
                happened.push_back("distance " + std::to_string(one) + " " + std::to_string(other));
                return distance(one, other);
            };
        }
        return made;
    }

    /// Costs `cost_ns` an operation, and each interval one reading of 20 ns.
    measured_case make(const std::string& name, std::int64_t cost_ns, std::size_t threads = 1) {
        measured_case made;
        made.key = name;
        made.unit = "one made-up operation";
        made.lap = 4;
        made.threads = threads;
        made.settling = std::chrono::microseconds(7);
        made.run = [this, name, cost_ns](const schedule& asked, clock::source) {
            return run(name, cost_ns, asked);
        };
        return made;
    }

    [[nodiscard]] std::uint64_t calls_of(const std::string& name) const {
        std::uint64_t sum = 0;
        for (const call& one : calls) {
            sum += one.name == name ? 1u : 0u;
        }
        return sum;
    }

private:
    /// The value's group is the longest.
    static bool is_joined(const schedule& asked) {
        return asked.segments.front().size == 100 || asked.segments.back().size == 100;
    }
    batch run(const std::string& name, std::int64_t cost_ns, const schedule& asked) {
        batch done;
        for (const segment& part : asked.segments) {
            for (std::uint64_t i = 0; i < part.groups; ++i) {
                const std::int64_t length = cost_ns * static_cast<std::int64_t>(part.size) + 20;
                done.intervals.push_back(length);
                now += std::chrono::nanoseconds(length);
            }
        }
        done.complete = true;
        done.report.turns = {asked.operations() + 1};
        done.report.cpus = cpus;
        calls.push_back({name, asked.segments.size() == 1});
        happened.push_back((calls.back().value ? "value "
                            : is_joined(asked) ? "both "
                                               : "samples ") +
                           name);
        meddle(calls.back(), done);
        return done;
    }
};

} // namespace tollgate::measure
