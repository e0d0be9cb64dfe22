// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::bench {

/// The time between two checks of a loop. With a shorter time, a loop whose threads get no CPU for
/// a while would count as stuck.
inline constexpr std::chrono::seconds check_interval{1};

/// Detects a stuck loop. A loop is stuck if a message or a wake-up was lost, and all threads wait
/// for ever.
///
///     bench::standstill nothing_moves;
///     std::uint64_t moves = 0;
///     nothing_moves.observe(++moves); // once in each bench::check_interval
///
/// - *Threads*: one thread at a time.
class standstill {
public:
    /// Checks the loop. `moves` is the number of moves of the loop so far, for example of messages.
    /// If the number did not change in five checks, the function ends the program with a message
    /// and exit code 1, because nothing else can end the threads.
    void observe(std::uint64_t moves);

private:
    /// A loop is stuck after this number of checks without a move.
    static constexpr int checks_until_stuck = 5;

    std::uint64_t last_ = 0;
    int still_ = 0;
};

} // namespace tollgate::bench
