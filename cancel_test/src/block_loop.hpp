// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/policy.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <cstdint>

namespace tollgate::cancel_test {

/// Does the same thing again and again on one thread, in blocks. A Subject is made of a policy,
/// does it with `once()`, and after the loop `wrong(how often)` says what is wrong with what was
/// done, or nullptr.
template <class Subject>
struct block_loop {
    cancel::policy how = cancel::policy::adaptive;

    static constexpr std::uint64_t block = 64;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Subject subject(how);
        measure::loop_report report =
            measure::run_blocks<block>(probe, [&subject] { subject.once(); });
        if (const char* const what = subject.wrong((report.turns.front() - 1) * block)) {
            report.failures.emplace_back(what);
        }
        return report;
    }
};

} // namespace tollgate::cancel_test
