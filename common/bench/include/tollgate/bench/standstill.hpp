// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::bench {

/// The interval between two checks of a loop. If it were shorter, a loop whose threads do not get
/// their CPUs would count as stuck.
inline constexpr std::chrono::seconds check_interval{1};

/// Detects a loop that is stuck: after a lost message or a lost wake-up all threads wait for ever.
///
///     bench::standstill nothing_moves;
///     std::uint64_t moves = 0;
///     nothing_moves.check(++moves); // every bench::check_interval
///
/// - *Threads*: one at a time.
class standstill {
public:
    /// Checks the loop; `moves` is the number of its moves so far. If the number was the same five
    /// times, this ends the program with exit code 1 and a message, because nothing else could end
    /// the threads.
    void check(std::uint64_t moves);

private:
    static constexpr int most_still = 5; ///< checks

    std::uint64_t last_ = 0;
    int still_ = 0;
};

} // namespace tollgate::bench
