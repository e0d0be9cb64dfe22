// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::lock_test {

/// Notices a thread that does no operation for a while, although other threads do many. An unfair
/// lock can let a thread wait for ever. A lock that serves the threads in their order cannot.
///
/// - *Threads*: one thread observes; any thread may call `found` at any time.
class starvation {
public:
    /// A thread starves after more observations without an operation than this number.
    explicit starvation(int most_still) : most_still_(most_still) {}

    void observe(const operation_counts& counted);

    /// Whether a thread starves. Orders nothing.
    [[nodiscard]] bool found() const { return found_.load(std::memory_order_relaxed); }
    /// Why the case is given up. Thread 0 is the waiting thread.
    [[nodiscard]] const std::optional<std::string>& reason() const { return reason_; }

private:
    /// The time since a thread's last operation.
    struct stall {
        std::uint64_t own = 0; ///< the thread's operations
        std::uint64_t sum = 0; ///< the operations of all threads when it began
        int observations = 0;
    };

    int most_still_;
    std::vector<stall> stalls_; ///< for each thread
    std::optional<std::string> reason_;
    alignas(apart) std::atomic<bool> found_{false};
};

} // namespace tollgate::lock_test
