// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tollgate::thread_test {

/// Runs the members of a ring, each of which says how many turns it took.
[[nodiscard]] measure::loop_report
run_ring(std::size_t threads, const cpu::assignment& where,
         const std::function<std::uint64_t(std::size_t self)>& take_turns);

/// Threads in a ring that hand one baton on. A `Baton(threads)` has `wait(member)`, which returns
/// when the baton has been passed to that member, and `pass(to)`; what the giver wrote before
/// `pass` is visible to the taker after its `wait`.
///
/// Who holds the baton owns the ring: the probe and `ended` are plain data, written by the holder
/// only, and every hand-off synchronizes with the next holder. The stamps that the probe takes lie
/// before the pass and after the wait, so that no interval can end before it began.
template <class Baton>
struct baton_ring {
    std::size_t threads;
    cpu::assignment where;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        ring<Probe> shared{probe, Baton(threads), {}};
        shared.baton.pass(0);
        return run_ring(threads, where,
                        [this, &shared](std::size_t self) { return take_turns(self, shared); });
    }

private:
    // The padding keeps `ended`, read at every turn, off the lines that a hand-off writes.
    // NOLINTBEGIN(clang-analyzer-optin.performance.Padding)
    template <class Probe>
    struct ring {
        Probe& probe;
        Baton baton;
        alignas(64) bool ended; ///< after the last operation
    };
    // NOLINTEND(clang-analyzer-optin.performance.Padding)

    /// Returns how many turns it took. A member counts them by itself: a counter of the whole ring
    /// would be one more cache line to hand over.
    template <class Probe>
    std::uint64_t take_turns(std::size_t self, ring<Probe>& shared) const {
        const std::size_t next = self + 1 == threads ? 0 : self + 1;
        std::uint64_t turns = 0;
        for (std::uint64_t done = self;; done += threads) {
            shared.baton.wait(self);
            if (shared.ended) {
                break;
            }
            ++turns;
            if (!shared.probe.turn(done)) {
                shared.ended = true;
                break;
            }
            shared.baton.pass(next);
        }
        shared.baton.pass(next);
        return turns;
    }
};

} // namespace tollgate::thread_test
