// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/policy.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/parker.hpp>

#include <cstdint>
#include <thread>

namespace tollgate::cancel_test {

/// Does the same thing again and again on one thread, in blocks, because the loop's own look at
/// whether to go on would be as dear as one of them. The value is divided by the block. Unrolled,
/// because a jump back for each costs as much again, and where it lies in memory decides how much.
///
/// A Subject is made of a policy, does it with `once()`, and after the loop `wrong(how often)` says
/// what is wrong with what was done, or nullptr. One other thread exists and sleeps, because C
/// libraries omit atomic instructions while there is none.
template <class Subject>
struct block_loop {
    cancel::policy how = cancel::policy::adaptive;

    static constexpr std::uint64_t block = 64;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Subject subject(how);
        const sleeping_thread other;
        measure::loop_report report;
        std::uint64_t done = 0;
        const measure::thread_meter meter;
        while (probe.turn(done)) {
#pragma GCC unroll 16
            for (std::uint64_t each = 0; each < block; ++each) {
                subject.once();
            }
            ++done;
        }
        meter.add_to(report);
        report.turns = {done + 1};
        report.units_per_operation = block;
        if (const char* const what = subject.wrong(done * block)) {
            report.failures.emplace_back(what);
        }
        return report;
    }

private:
    /// Ends when the loop does, also by an exception: some subjects allocate.
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

} // namespace tollgate::cancel_test
