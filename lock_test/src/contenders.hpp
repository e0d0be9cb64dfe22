// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace tollgate::lock_test {

/// The bytes between data that must not disturb each other. CPUs fetch cache lines of 64 bytes in
/// pairs.
inline constexpr std::size_t apart = 128;

/// The names of counts in the result (see measure::loop_report::counted). Each is a sum over all
/// batches.
namespace counts {
inline constexpr const char* all = "operations";
inline constexpr const char* busiest = "operations of the busiest thread";
inline constexpr const char* idlest = "operations of the idlest thread";
inline constexpr const char* hand_overs = "locks that came from another thread";
inline constexpr const char* repeated = "reads that were repeated";
inline constexpr const char* without_others =
    "batches of waits in which another thread did nothing";
} // namespace counts

/// How many operations each thread has done. Each thread has its own cache line, which only the
/// thread writes. Another thread may read the numbers at any time, so they are relaxed atomics.
class operation_counts {
public:
    explicit operation_counts(std::size_t threads)
        : threads_(threads), counts_(std::make_unique<count[]>(threads)) {}

    void set(std::size_t thread, std::uint64_t operations) {
        counts_[thread].done.store(operations, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t of(std::size_t thread) const {
        return counts_[thread].done.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t sum() const;
    [[nodiscard]] std::vector<std::uint64_t> of_each() const;

    /// Adds the number of all operations, and of the busiest and of the idlest thread. Among the
    /// first `measured` threads only.
    void add_to(measure::loop_report& report, std::size_t measured) const;

private:
    struct alignas(apart) count {
        std::atomic<std::uint64_t> done{0};
    };

    std::size_t threads_;
    std::unique_ptr<count[]> counts_;
};

/// Threads that meet, and where they run.
struct contenders {
    std::size_t threads = 1;
    cpu::assignment where;
    std::chrono::nanoseconds check_interval = bench::check_interval;

    /// Runs `work(thread, member)` on each thread. If no thread counts an operation any more, the
    /// program ends with a message. The usage of the first `metered` threads is reported. (With one
    /// thread, the process has two, so that C libraries do not omit atomic instructions.) If there
    /// is `watch`, the calling thread calls it 20 times in each check interval.
    measure::loop_report
    run(const operation_counts& counted, std::size_t metered,
        const std::function<void(std::size_t thread, measure::loop_member& member)>& work,
        const std::function<void()>& watch = {}) const;

    static constexpr int watches_of_an_interval = 20;
};

/// Sets by what the figures are divided. The probe counted `operations` times `units`; the value
/// becomes the cost of an operation for each thread, and the CPU time that of one operation:
/// `done` is the number of units during which the CPU time was measured.
void divide(measure::loop_report& report, std::size_t threads, double units, std::uint64_t done);

} // namespace tollgate::lock_test
