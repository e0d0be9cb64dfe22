// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace tollgate::liveness_test {

/// Does the same thing again and again on one thread, in blocks.
///
/// A Subject belongs to one thread and stands on a `ground` that all threads share, which is made
/// of a setup. It does its thing with `once()`, and when it has done it for the last time `stay()`
/// leaves it as the ground expects it. Then `ground::wrong(threads, how often each)` says what is
/// wrong with what was done, or nothing.
template <class Subject, std::uint64_t Block = 64>
struct block_loop {
    setup how;

    measure::loop_report operator()(measure::turnstile& probe) const {
        typename Subject::ground ground(how);
        Subject subject(ground);
        measure::loop_report report =
            measure::run_blocks<Block>(probe, [&subject] { subject.once(); });
        subject.stay();
        if (std::string what = ground.wrong(1, (report.turns.front() - 1) * Block); !what.empty()) {
            report.failures.push_back(std::move(what));
        }
        return report;
    }
};

} // namespace tollgate::liveness_test
