// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

namespace tollgate::sleep {

/// Between two looks at something that another thread is about to change within nanoseconds, if it
/// runs: the first calls only relax the CPU, later ones give it away, and in the end each sleeps
/// for 50 µs, so that a thread that lost its CPU gets it back whatever its priority.
///
/// Belongs to one thread, for one wait.
class pause {
public:
    void operator()() noexcept {
        if (++looks_ < looks_before_yielding) [[likely]] {
            relax();
        } else {
            give_away();
        }
    }

private:
    /// What is waited for lasts less than so many looks; if it does not, its thread is not running.
    static constexpr int looks_before_yielding = 200;
    static constexpr int looks_before_sleeping = 300;

    void give_away() noexcept;

    int looks_ = 0;
};

} // namespace tollgate::sleep
