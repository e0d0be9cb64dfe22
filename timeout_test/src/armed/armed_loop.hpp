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

/// Crowds of timers: several of few, so that an event is long enough to be timed. They
/// are made when they are first needed, and the same for all acts and batches: a million takes a
/// while.
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

/// Does one thing with many timers of crowds. An event is that for a sample of each crowd, and is
/// divided by the timers in it.
template <class Timers>
struct armed_loop {
    act what;
    std::shared_ptr<crowds<Timers>> those;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        auto& all = those->all();
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            for (const auto& one : all) {
                one->prepare(what);
            }
            const auto begun = probe.begin();
            for (const auto& one : all) {
                one->act_on(what);
            }
            const auto ended = probe.end();
            for (const auto& one : all) {
                one->finish(what);
                if (!one->wrong().empty()) {
                    report.failures.push_back(one->wrong());
                }
            }
            probe.add(begun, ended);
        }
        meter.add_to(report);
        report.turns = {probe.events()};
        report.units_per_operation = static_cast<double>(all.size() * all.front()->sample_size());
        if (!report.failures.empty()) {
            all.clear(); // It is not known what they are now.
        }
        return report;
    }
};

} // namespace tollgate::timeout_test
