// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tollgate::thread_test {

/// Runs the members of a ring; each returns its number of hand-offs.
[[nodiscard]] measure::loop_report
run_ring(std::size_t threads, const cpu::assignment& where,
         const std::function<std::uint64_t(std::size_t self)>& hand_on);

/// Threads in a ring that hand one baton on. A `Baton(threads)` has `wait(member)`, which returns
/// when the baton was passed to that member, and `pass(to)`. The taker sees after its `wait` what
/// the giver wrote before its `pass`. A baton may add to the report of the loop, by
/// `add_to(report)`.
///
/// The holder of the baton owns the ring: only the holder writes the probe and `ended`, which are
/// plain data, and every hand-off synchronizes with the next holder. The probe reads the clock
/// before the pass and after the wait, so that no interval can end before it began.
template <class Baton>
struct baton_ring {
    std::size_t threads;
    cpu::assignment where;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        ring<Probe> shared{probe, Baton(threads), {}};
        shared.baton.pass(0);
        measure::loop_report report = run_ring(
            threads, where, [this, &shared](std::size_t self) { return hand_on(self, shared); });
        if constexpr (requires { shared.baton.add_to(report); }) {
            shared.baton.add_to(report);
        }
        return report;
    }

private:
    // The padding keeps `ended`, read at every hand-off, off the cache lines that a hand-off
    // writes. NOLINTBEGIN(clang-analyzer-optin.performance.Padding)
    template <class Probe>
    struct ring {
        Probe& probe;
        Baton baton;
        alignas(64) bool ended; ///< after the last operation
    };
    // NOLINTEND(clang-analyzer-optin.performance.Padding)

    /// Returns the member's number of hand-offs. Each member counts by itself: a counter of the
    /// whole ring would be one more cache line to hand over.
    template <class Probe>
    std::uint64_t hand_on(std::size_t self, ring<Probe>& shared) const {
        const std::size_t next = self + 1 == threads ? 0 : self + 1;
        std::uint64_t hand_offs = 0;
        for (std::uint64_t done = self;; done += threads) {
            shared.baton.wait(self);
            if (shared.ended) {
                break;
            }
            ++hand_offs;
            if (!shared.probe.keep_running(done)) {
                shared.ended = true;
                break;
            }
            shared.baton.pass(next);
        }
        shared.baton.pass(next);
        return hand_offs;
    }
};

} // namespace tollgate::thread_test
