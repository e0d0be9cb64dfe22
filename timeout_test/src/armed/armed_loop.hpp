// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crowd.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tollgate::timeout_test {

/// Crowds of timers: several crowds if each has few timers, so that an event is long enough to
/// time. The first use creates them, and all operations and batches share them, because a million
/// timers take a while.
template <class Timers>
class crowds {
public:
    crowds(std::size_t timers, std::uint64_t seed) : timers_(timers), seed_(seed) {}

    [[nodiscard]] std::vector<std::unique_ptr<crowd<Timers>>>& all() {
        while (all_.size() < std::max<std::size_t>(1, least_in_all / timers_)) {
            all_.push_back(std::make_unique<crowd<Timers>>(timers_, seed_ + all_.size()));
        }
        return all_;
    }

    static constexpr std::size_t least_in_all = 16;

private:
    std::size_t timers_;
    std::uint64_t seed_;
    std::vector<std::unique_ptr<crowd<Timers>>> all_;
};

/// Executes one operation on many timers. An event is the operation on a sample of each crowd; its
/// time is divided by the number of timers.
template <class Timers>
struct armed_loop {
    act operation;
    std::shared_ptr<crowds<Timers>> timer_crowds;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        auto& all = timer_crowds->all();
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            for (const auto& timers : all) {
                timers->prepare(operation);
            }
            const auto begun = probe.begin();
            for (const auto& timers : all) {
                timers->act_on(operation);
            }
            const auto ended = probe.end();
            for (const auto& timers : all) {
                timers->finish(operation);
                if (!timers->failure().empty()) {
                    report.failures.push_back(timers->failure());
                }
            }
            probe.add(begun, ended);
        }
        meter.add_to(report);
        report.probe_calls = {probe.events()};
        report.units_per_operation = static_cast<double>(all.size() * all.front()->sample_size());
        if (!report.failures.empty()) {
            all.clear(); // Their state is unknown now.
        }
        return report;
    }
};

} // namespace tollgate::timeout_test
