// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

namespace tollgate::sleep {

/// A pause between two checks of a condition that another thread changes within nanoseconds, if the
/// other thread has a CPU. The first calls of the object only call relax(), and later calls yield
/// the CPU. After these calls, each call sleeps for 50 µs. So if the other thread lost its CPU, the
/// other thread gets the CPU back, even if the other thread has a lower priority.
///
///     const auto is_ready = [] { return true; }; // another thread changes the condition
///     tollgate::sleep::pause pause;
///     while (!is_ready()) {
///         pause();
///     }
///
/// - *Threads*: one thread. Use a new object for each wait.
class pause {
public:
    /// Calls relax(), yields the CPU, or sleeps.
    void operator()() noexcept {
        if (++calls_ < calls_before_yielding) [[likely]] {
            relax();
        } else {
            yield_or_sleep();
        }
    }

private:
    /// If the other thread has a CPU, the wait ends before this number of calls.
    static constexpr int calls_before_yielding = 200;
    static constexpr int calls_before_sleeping = 300;

    void yield_or_sleep() noexcept;

    int calls_ = 0;
};

} // namespace tollgate::sleep
