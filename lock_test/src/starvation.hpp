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

/// Notices a thread that does no operation for a while, although other threads do. An unfair lock
/// can let a thread wait for ever.
///
/// - *Threads*: one thread observes; any thread may call `found` at any time.
class starvation {
public:
    /// A thread starves after this number of observations without an operation.
    explicit starvation(std::uint64_t most_still) : most_still_(most_still) {}

    void observe(const operation_counts& counted);

    /// Whether a thread starves. Orders nothing.
    [[nodiscard]] bool found() const { return found_.load(std::memory_order_relaxed); }
    /// Why the case is given up. Thread 0 is the waiting thread.
    [[nodiscard]] const std::optional<std::string>& reason() const { return reason_; }

private:
    std::uint64_t most_still_;
    std::vector<std::uint64_t> last_;
    std::vector<std::uint64_t> still_; ///< for each thread: observations since its last operation
    std::optional<std::string> reason_;
    alignas(apart) std::atomic<bool> found_{false};
};

} // namespace tollgate::lock_test
