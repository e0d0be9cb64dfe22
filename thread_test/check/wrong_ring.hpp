// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "condvar_baton.hpp"

#include <tollgate/faults/mistake.hpp>
#include <tollgate/faults/wrong_turns.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <cstddef>
#include <thread>
#include <vector>

namespace tollgate::thread_test {

/// Threads in a ring, with a mistake in it that is none of synchronization.
struct wrong_ring {
    std::size_t threads;
    faults::mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        faults::wrong_turns turns(probe, stamps, threads, made);
        condvar_baton baton(threads);
        std::vector<std::thread> members;
        for (std::size_t i = 0; i < threads; ++i) {
            members.emplace_back([&, i] { run(i, baton, turns); });
        }
        baton.pass(0);
        for (std::thread& one : members) {
            one.join();
        }
        measure::loop_report report;
        report.turns = turns.turns();
        return report;
    }

private:
    template <class Turns>
    void run(std::size_t self, condvar_baton& baton, Turns& turns) const {
        const std::size_t next = (self + 1) % threads;
        while (true) {
            baton.wait(self);
            if (turns.ended() || !turns.take(self)) {
                break;
            }
            baton.pass(next);
        }
        baton.pass(next);
    }
};

} // namespace tollgate::thread_test
