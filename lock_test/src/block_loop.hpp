// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"

#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace tollgate::lock_test {

/// The blocks of operations that all measured threads have done. For the probe, an operation is a
/// block.
///
/// A thread reports a block after many operations, so that the report costs little beside them: a
/// block of 40 µs, and a report of 0.2 µs or less. The operations of an unfinished block are not
/// counted, at either end of an interval.
class block_count {
public:
    explicit block_count(measure::loop_probe& probe) : probe_(probe) { probe_.keep_running(0); }

    /// Counts a block. Returns whether the thread must do another block.
    bool add() {
        const std::lock_guard locked(counting_);
        if (!over_.load(std::memory_order_relaxed)) {
            ++blocks_;
            over_.store(!probe_.keep_running(blocks_), std::memory_order_relaxed);
        }
        return !over_.load(std::memory_order_relaxed);
    }
    /// Whether the threads that accompany the measured threads must end. Orders nothing.
    [[nodiscard]] bool is_over() const { return over_.load(std::memory_order_relaxed); }
    /// The calls of the probe, when all threads have ended.
    [[nodiscard]] std::uint64_t probe_calls() const { return blocks_ + 1; }

private:
    alignas(apart) sleep::brief_lock counting_;
    measure::loop_probe& probe_;
    std::uint64_t blocks_ = 0;
    alignas(apart) std::atomic<bool> over_{false}; ///< written under the lock
};

/// Threads that do operations on shared data at the same time. The first `measured` threads do
/// blocks of `block` operations; each further thread accompanies them until the end.
///
/// A `Subject(shape, threads)` is the shared data. `Subject::member(subject, thread)` is what one
/// thread knows; it has `operate()`, and `accompany()` if there are threads that accompany.
/// `end(operations)` stores what the thread counted. When all threads have ended, `add_to(report)`
/// adds the self-checks that failed.
template <class Subject>
struct block_loop {
    contenders group;
    std::size_t measured;
    std::uint64_t block;
    typename Subject::shape shape;

    measure::loop_report operator()(measure::loop_probe& probe) const {
        const auto shared = std::make_unique<Subject>(shape, group.threads);
        const auto blocks = std::make_unique<block_count>(probe);
        operation_counts counted(group.threads);
        measure::loop_report report =
            group.run(counted, measured, [&](std::size_t self, measure::loop_member&) {
                typename Subject::member own(*shared, self);
                own.end(self < measured ? operate(self, own, *blocks, counted)
                                        : accompany(own, *blocks));
            });
        shared->add_to(report);
        counted.add_to(report, measured);
        divide(report, measured, static_cast<double>(block), counted.sum());
        report.probe_calls = {blocks->probe_calls()};
        return report;
    }

private:
    using member = typename Subject::member;

    std::uint64_t operate(std::size_t self, member& own, block_count& blocks,
                          operation_counts& counted) const {
        const std::uint64_t operations = block; // not read again after each operation
        std::uint64_t done = 0;
        do {
#pragma GCC unroll 8
            for (std::uint64_t i = 0; i < operations; ++i) {
                own.operate();
            }
            done += operations;
            counted.set(self, done);
        } while (blocks.add());
        return done;
    }

    static std::uint64_t accompany(member& own, const block_count& blocks) {
        std::uint64_t done = 0;
        if constexpr (requires { own.accompany(); }) {
            for (; !blocks.is_over(); ++done) {
                own.accompany();
            }
        }
        return done;
    }
};

} // namespace tollgate::lock_test
