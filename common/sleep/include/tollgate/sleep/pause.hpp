// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

namespace tollgate::sleep {

/// The pause between two checks of something that another thread changes within nanoseconds, if it
/// runs. The first calls relax the CPU, later calls yield it, and then each call sleeps for 50 µs.
/// So a thread that lost its CPU gets the CPU back, whatever its priority.
///
///     const auto is_ready = [] { return true; }; // another thread sees to it
///     tollgate::sleep::pause pause;
///     while (!is_ready()) {
///         pause();
///     }
///
/// - *Threads*: one thread, for one wait.
class pause {
public:
    /// Relaxes the CPU, yields it, or sleeps.
    void operator()() noexcept {
        if (++calls_ < calls_before_yielding) [[likely]] {
            relax();
        } else {
            yield_or_sleep();
        }
    }

private:
    /// The other thread needs fewer pauses than this, unless it is not running.
    static constexpr int calls_before_yielding = 200;
    static constexpr int calls_before_sleeping = 300;

    void yield_or_sleep() noexcept;

    int calls_ = 0;
};

} // namespace tollgate::sleep
