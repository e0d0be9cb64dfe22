// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::sleep_test {

/// System calls that do not wait, on one CPU. `Call()()` makes a call, and returns whether the call
/// did what it should. `Call()` may have `ended_well()`, which is asked after the last call.
template <class Call>
struct call_loop {
    static constexpr std::uint64_t block = 16;

    cpu::assignment where;

    measure::loop_report operator()(measure::loop_probe& probe) const {
        std::optional<cpu::affinity_guard> pinned;
        if (const auto cpu = where.cpu_of(0)) {
            pinned.emplace(*cpu);
        }
        Call call;
        std::uint64_t wrong = 0;
        measure::loop_report report =
            measure::run_blocks<block>(probe, [&] { wrong += call() ? 0 : 1; });
        if (wrong != 0) {
            report.failures.push_back(std::to_string(wrong) + " calls had a wrong result");
        }
        if constexpr (requires { call.ended_well(); }) {
            if (!call.ended_well()) {
                report.failures.emplace_back("the calls had no effect");
            }
        }
        return report;
    }
};

} // namespace tollgate::sleep_test
