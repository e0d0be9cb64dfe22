// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "setup.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/measure/turnstile.hpp>
#include <tollgate/sleep/parker.hpp>

#include <cstdint>
#include <string>
#include <thread>

namespace tollgate::liveness_test {

/// Does the same thing again and again on one thread, in blocks, because the loop's own look at
/// whether to go on would be as dear as one of them. The value is divided by the block. Unrolled,
/// because a jump back for each costs as much again, and where it lies in memory decides how much.
///
/// A Subject belongs to one thread and stands on a `ground` that all threads share, which is made
/// of a setup. It does its thing with `once()`, and when it has done it for the last time `stay()`
/// leaves it as the ground expects it. Then `ground::wrong(threads, how often each)` says what is
/// wrong with what was done, or nothing.
///
/// One other thread exists and sleeps, because C libraries omit atomic instructions while there is
/// none.
template <class Subject, std::uint64_t Block = 64>
struct block_loop {
    setup how;

    measure::loop_report operator()(measure::turnstile& probe) const {
        typename Subject::ground ground(how);
        Subject subject(ground);
        const sleeping_thread other;
        measure::loop_report report;
        std::uint64_t done = 0;
        const measure::thread_meter meter;
        while (probe.turn(done)) {
#pragma GCC unroll 16
            for (std::uint64_t each = 0; each < Block; ++each) {
                subject.once();
            }
            ++done;
        }
        meter.add_to(report);
        report.turns = {done + 1};
        report.units_per_operation = Block;
        subject.stay();
        if (std::string what = ground.wrong(1, done * Block); !what.empty()) {
            report.failures.push_back(std::move(what));
        }
        return report;
    }

private:
    /// Ends when the loop does, also by an exception.
    class sleeping_thread {
    public:
        sleeping_thread() : thread_([this] { over_.sleep(); }) {}
        ~sleeping_thread() {
            over_.wake();
            thread_.join();
        }
        sleeping_thread(const sleeping_thread&) = delete;
        sleeping_thread& operator=(const sleeping_thread&) = delete;

    private:
        sleep::parker over_;
        std::thread thread_;
    };
};

} // namespace tollgate::liveness_test
