// SPDX-License-Identifier: BSL-1.0
#pragma once
// Mistakes put into a measured loop on purpose, and what must notice them: for a program's own
// checks, never for what it measures. The wrong loop itself is the program's, because only the
// program knows how its members take turns.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::faults {

/// Mistakes of a loop whose members take turns; none of them is one of synchronization.
enum class mistake {
    none,
    lost_turn,    ///< one turn is taken that no member counts
    uneven_turns, ///< one member takes two turns whenever it has one
    early_end,    ///< all end after a few turns, although more are due
    stale_stamp   ///< short intervals end with a reading from before they began
};

inline constexpr std::array all_mistakes{mistake::none, mistake::lost_turn, mistake::uneven_turns,
                                         mistake::early_end, mistake::stale_stamp};

/// The turns of a ring with a mistake in it: what its members do while they have the turn. How the
/// turn gets from one to the next is the ring's own affair, and right.
///
/// Threads: belongs to the member that has the turn, and is handed on with it. Plain data: a
/// hand-off that synchronizes too little is a data race here.
template <class Probe, class Stamps>
class wrong_turns {
public:
    /// Both references outlive it.
    wrong_turns(Probe& probe, Stamps& stamps, std::size_t members, mistake made)
        : probe_(probe), stamps_(stamps), made_(made), stamp_of_(members, 0), turns_(members, 0) {}

    /// The turn of `member`. False when that was the last; then no member takes another.
    bool take(std::size_t member) {
        stamps_.use(stamp_of_[member]);
        const bool second_lap_begins = done_ == turns_.size();
        if (made_ != mistake::lost_turn || !second_lap_begins) {
            ++turns_[member];
        }
        if (!turn()) {
            return false;
        }
        if (made_ == mistake::uneven_turns && member == 0) {
            ++turns_[member];
            if (!turn()) {
                return false;
            }
        }
        stamp_of_[member] = stamps_.take();
        return true;
    }

    [[nodiscard]] bool ended() const { return ended_; }

    /// How many each member says it took, for the loop's report.
    [[nodiscard]] const std::vector<std::uint64_t>& turns() const { return turns_; }

private:
    bool turn() {
        ended_ = !probe_.turn(done_) || (made_ == mistake::early_end && done_ == last_turn);
        ++done_;
        return !ended_;
    }

    static constexpr std::uint64_t last_turn = 3; ///< of those that end too early

    Probe& probe_;
    Stamps& stamps_;
    mistake made_;
    std::uint64_t done_ = 0;
    bool ended_ = false;
    std::vector<std::int64_t> stamp_of_;
    std::vector<std::uint64_t> turns_;
};

} // namespace tollgate::faults
