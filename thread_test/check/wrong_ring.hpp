// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "condvar_baton.hpp"

#include <tollgate/faults/mistake.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tollgate::thread_test {

/// Threads in a ring, with a mistake in it that is none of synchronization.
struct wrong_ring {
    std::size_t threads;
    faults::mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        measure::loop_report report;
        report.turns.assign(threads, 0);
        ring<Probe, Stamps> shared{probe, stamps, condvar_baton(threads)};
        std::vector<std::thread> members;
        for (std::size_t i = 0; i < threads; ++i) {
            members.emplace_back([&, i] { report.turns[i] = take_turns(i, shared); });
        }
        shared.baton.pass(0);
        for (std::thread& one : members) {
            one.join();
        }
        return report;
    }

private:
    /// Belongs to the holder of the baton.
    template <class Probe, class Stamps>
    struct ring {
        Probe& probe;
        Stamps& stamps;
        condvar_baton baton;
        std::uint64_t done = 0;
        bool ended = false;

        bool turn() {
            ended = !probe.turn(done);
            ++done;
            return !ended;
        }
    };

    template <class Shared>
    std::uint64_t take_turns(std::size_t self, Shared& shared) const {
        const std::size_t next = (self + 1) % threads;
        std::uint64_t turns = 0;
        std::int64_t stamp = 0;
        while (true) {
            shared.baton.wait(self);
            if (shared.ended) {
                break;
            }
            shared.stamps.use(stamp);
            if (made != faults::mistake::lost_turn || shared.done != threads) {
                ++turns;
            }
            if (!shared.turn()) {
                break;
            }
            if (made == faults::mistake::uneven_turns && self == 0) {
                ++turns;
                if (!shared.turn()) {
                    break;
                }
            }
            stamp = shared.stamps.take();
            shared.baton.pass(next);
        }
        shared.baton.pass(next);
        return turns;
    }
};

} // namespace tollgate::thread_test
