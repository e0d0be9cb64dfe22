// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "demo.hpp"

#include <tollgate/liveness/registry.hpp>

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tollgate::liveness_test {

/// Threads that get stuck, and one that does not. Each belongs to `in`, which must outlive all of
/// them but the dead-locked ones.

/// Two threads that take two locks in opposite order. They hold the first and wait for the second,
/// for ever: they cannot be joined, so they are let go, with all that they own.
[[nodiscard]] std::vector<demo_thread> start_dead_lock(liveness::registry& in);

/// Those that can be ended.
class stuck_threads {
public:
    explicit stuck_threads(liveness::registry& in) : registry_(in) {}
    /// Ends them.
    ~stuck_threads();
    stuck_threads(const stuck_threads&) = delete;
    stuck_threads& operator=(const stuck_threads&) = delete;

    /// Two threads with one spoon, of which each lets the other eat first.
    [[nodiscard]] std::vector<demo_thread> start_live_lock();
    /// A thread that the scheduler always puts last, and another that needs all of their CPU.
    /// Nothing where a thread cannot choose its CPU or be put last.
    [[nodiscard]] std::optional<demo_thread> start_starved();
    /// One that works and rests.
    [[nodiscard]] demo_thread start_healthy();

private:
    liveness::registry& registry_;
    std::atomic<bool> over_{false};
    std::atomic<int> spoon_{0};
    std::array<std::atomic<bool>, 2> full_{};
    std::vector<std::thread> threads_;
};

} // namespace tollgate::liveness_test
