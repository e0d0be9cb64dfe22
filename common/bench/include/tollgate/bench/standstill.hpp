// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::bench {

/// How often a loop is looked at. With less, a loop whose threads are kept from their CPUs looks as
/// one that does not move.
inline constexpr std::chrono::seconds between_looks{1};

/// Notices that a loop does not move any more: a message that was lost, or a wake-up, makes all
/// wait for ever.
///
///     bench::standstill nothing_moves;
///     measure::run_crew(members, {bench::between_looks, [&] { nothing_moves.look(moves()); }});
///
/// Threads: the one that looks.
class standstill {
public:
    /// `moves` is what was done so far. If it was the same at the last five looks, the program ends
    /// with exit code 1 and a line that says why: nothing could end its threads.
    void look(std::uint64_t moves);

private:
    static constexpr int patience = 5; ///< looks

    std::uint64_t last_ = 0;
    int still_ = 0;
};

} // namespace tollgate::bench
